package commands

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"
)

// TestTrace holds the first 60 iterations on deal 24 against what Freecell Solver
// 6.16.0 prints of them with "-s -i -p -t", with the iteration of the parent and
// without blanks at the ends of the lines of states: the SHA-256 of the text.
func TestTrace(t *testing.T) {
	for scan, want := range map[string]string{
		"--method soft-dfs -to 0123456789":                "1c01c9d12e8b60af0c11685f9748a7df4e60f8aed4696a7fae511c4b26dcb5dd",
		"--method a-star":                                 "32480fb3032af95a7a8ee77e2113de5f2a5e4029a6b56a58e3eb9de89a66df51",
		"--method soft-dfs -to 01ABCDE -sp r:tf":          "c9caed0608a2d2dabb3db3479a9e6c2d8ea84b86c4a43f93b2144a76ab20ae31",
		"--method bfs":                                    "c809c6801608be0d46664989bfee315e7e999417ab0825bc79595522ba874e16",
		"--method random-dfs -to [01][23456789] -seed 24": "4231aee2fb5ea170d0bda7f08bf9430952ab1a1c8ba59b2bceccc03b2b49900e",
	} {
		var out strings.Builder
		code := Main(t.Context(), []string{"solve", "--deal", "24", "--trace", "--limit", "60", "--scan", scan}, strings.NewReader(""), &out, io.Discard)
		text, _, _ := strings.Cut(out.String(), "limit\n")
		sum := sha256.Sum256([]byte(text))
		if got := hex.EncodeToString(sum[:]); got != want || code != exitLimit {
			t.Errorf("%s: exit code %d, %d bytes, SHA-256 %s, expected %s", scan, code, len(text), got, want)
		}
	}
}
