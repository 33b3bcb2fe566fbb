package cputime_test

import (
	"testing"
	"time"

	"puzzlekit/internal/cputime"
)

// TestUsed works until time has been used, and not more of it than there was.
func TestUsed(t *testing.T) {
	start, before := time.Now(), cputime.Used()
	for cputime.Used()-before < 10*time.Millisecond {
		if time.Since(start) > time.Minute {
			t.Fatalf("%v used in a minute of work", cputime.Used()-before)
		}
	}
	if before < 0 {
		t.Errorf("%v used at the start", before)
	}
}
