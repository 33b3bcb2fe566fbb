package dotswire

import (
	"bytes"
	"encoding/hex"
	"io/fs"
	"path"
	"strings"
	"testing"

	"puzzlekit/fixtures"
)

// said is one line of a recording.
type said struct {
	peer  string // C0, C1, S0 or S1
	bytes []byte
}

// recording returns the messages of a recorded game.
func recording(t testing.TB, name string) []said {
	t.Helper()
	text, err := fs.ReadFile(fixtures.Dots, name)
	if err != nil {
		t.Fatal(err)
	}
	var all []said
	for line := range strings.Lines(string(text)) {
		peer, digits, _ := strings.Cut(strings.TrimSpace(line), " ")
		if len(peer) != 2 {
			continue // comments, and who comes and goes
		}
		b, err := hex.DecodeString(digits)
		if err != nil {
			t.Fatalf("%s: %q: %v", name, line, err)
		}
		all = append(all, said{peer, b})
	}
	return all
}

// recordings returns the names of all recorded games with their dialects.
func recordings(t testing.TB) map[string]Dialect {
	t.Helper()
	names := map[string]Dialect{}
	for _, d := range []Dialect{Seed, GGZ4} {
		files, err := fs.Glob(fixtures.Dots, path.Join("dots", d.String(), "*.hex"))
		if err != nil || len(files) < 9 {
			t.Fatalf("%d recordings of %v, %v", len(files), d, err)
		}
		for _, name := range files {
			names[name] = d
		}
	}
	return names
}

// Every message that was recorded off the original programs is read as one
// message, and written again with the same bytes.
func TestRecordings(t *testing.T) {
	count := 0
	for name, d := range recordings(t) {
		streams := map[string]*bytes.Buffer{}
		readers := map[string]*Reader{}
		for _, s := range recording(t, name) {
			if streams[s.peer] == nil {
				streams[s.peer] = &bytes.Buffer{}
				readers[s.peer] = NewReader(streams[s.peer], d)
			}
			streams[s.peer].Write(s.bytes)
			var again []byte
			if s.peer[0] == 'C' {
				m, err := readers[s.peer].Client()
				if err != nil {
					t.Fatalf("%s: %s %x: %v", name, s.peer, s.bytes, err)
				}
				again = AppendClient(nil, m)
			} else {
				m, err := readers[s.peer].Server()
				if err != nil {
					t.Fatalf("%s: %s %x: %v", name, s.peer, s.bytes, err)
				}
				again = AppendServer(nil, d, m)
			}
			if !bytes.Equal(again, s.bytes) {
				t.Errorf("%s: %s %x was written as %x", name, s.peer, s.bytes, again)
			}
			count++
		}
	}
	if count < 500 {
		t.Errorf("only %d messages", count)
	}
}
