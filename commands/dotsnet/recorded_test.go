package dotsnet

import (
	"bytes"
	"encoding/hex"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/synctest"

	"puzzlekit/fixtures"
	"puzzlekit/internal/dotswire"
)

// quirks are the recordings in which the original servers break their own rules;
// the stories of the same names say what is to happen instead. The lines before
// the first quirk are met all the same.
var quirks = map[string]string{
	"seed/illegal": "C0 000000000000", "ggz4/illegal": "C0 000000000000",
	"seed/bound_edge": "C0 000000000200", "ggz4/bound_edge": "C0 000000000200",
	"seed/leave_mid": "C0 000000010000 alone", "ggz4/leave_mid": "C0 000000010000 alone",
	"seed/newgame_two": "C0 000000030202 early",
}

// The games that were recorded off the original servers go the same way with
// ours, byte for byte and peer by peer.
func TestRecordings(t *testing.T) {
	for _, d := range []dotswire.Dialect{dotswire.Seed, dotswire.GGZ4} {
		files, err := fs.Glob(fixtures.Dots, path.Join("dots", d.String(), "*.hex"))
		if err != nil || len(files) != 9 {
			t.Fatalf("%d recordings, %v", len(files), err)
		}
		for _, file := range files {
			name := d.String() + "/" + strings.TrimSuffix(path.Base(file), ".hex")
			t.Run(name, func(t *testing.T) {
				text, err := fs.ReadFile(fixtures.Dots, file)
				if err != nil {
					t.Fatal(err)
				}
				inBubble(t, Config{}, d, func(b *bubble) { replay(b, string(text), quirks[name]) })
			})
		}
	}
}

// replay does what the clients did and compares what they hear, until the line
// that the quirk begins with.
func replay(b *bubble, text, quirk string) {
	t := b.t
	t.Helper()
	quirk, second, _ := strings.Cut(quirk, " ")
	second, where, _ := strings.Cut(second, " ")
	quirk += " " + second
	gone := false
	games := 0
	expected := map[string][]byte{}
	compare := func() {
		t.Helper()
		synctest.Wait()
		for name, p := range b.peers {
			got, _ := p.heard()
			if want := expected["S"+name]; !bytes.Equal(got, want) {
				t.Fatalf("S%s: got %x, want %x", name, got, want)
			}
		}
		clear(expected)
	}
	for number, line := range strings.Split(text, "\n") {
		verb, rest, ok := strings.Cut(line, " ")
		switch {
		case !ok || verb == "#":
			continue
		case verb[0] == 'S':
			expected[verb] = append(expected[verb], decodeHex(t, rest)...)
			if rest == "00000009" {
				games++
			}
			continue
		}
		compare()
		if line == quirk && (where == "" || where == "alone" && gone || where == "early" && games == 3) {
			return
		}
		switch name := strings.TrimPrefix(rest, "p"); verb {
		case "+":
			b.connect(name)
		case "-":
			b.peers[name].conn.Close()
			delete(b.peers, name)
			gone = true
		default:
			if _, err := b.peers[verb[1:]].conn.Write(decodeHex(t, rest)); err != nil {
				t.Fatalf("line %d: %v", number+1, err)
			}
		}
	}
	compare()
	if quirk != " " {
		t.Error("there was no quirk")
	}
}

func decodeHex(t *testing.T, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
