package pdfsnet

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// update rewrites what the stories in testdata say that this program says.
var update = flag.Bool("update", false, "rewrite the stories in testdata/transcripts")

// TestMain checks that no server and no worker leaves a goroutine behind.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m)
}
