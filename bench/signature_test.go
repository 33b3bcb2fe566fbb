package bench_test

import (
	"strings"
	"testing"

	"puzzlekit/bench"
)

// TestSignatures holds every engine against its number. When one is to change, put
// what "puzzlekit bench signature" prints into fixtures/signatures.tsv.
func TestSignatures(t *testing.T) {
	known, err := bench.KnownSignatures()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range bench.Signatures() {
		want, ok := known[s.Engine]
		delete(known, s.Engine)
		t.Run(s.Engine, func(t *testing.T) {
			t.Parallel()
			got, err := s.Compute(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !ok || got != want {
				t.Errorf("%s: %d, want %d (known: %v)", s.Work, got, want, ok)
			}
		})
	}
	if len(known) > 0 {
		t.Errorf("signatures of unknown engines: %v", known)
	}
}

func TestReadSignatures(t *testing.T) {
	got, err := bench.ReadSignatures("s.tsv", "# comment\n\nfreecell\t12\nfreecell/scan\t7\r\n")
	if err != nil || len(got) != 2 || got["freecell"] != 12 || got["freecell/scan"] != 7 {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"freecell 12\n":       "s.tsv:1:",
		"a\t1\nfreecell\tx\n": "s.tsv:2:",
		"a\t1\n\na\t2\n":      "s.tsv:3: a is there twice",
	} {
		if _, err := bench.ReadSignatures("s.tsv", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}
