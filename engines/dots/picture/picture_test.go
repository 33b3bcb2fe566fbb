package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"puzzlekit/engines/dots"
)

// lines reads lines as dots.ParseLine does.
func lines(t *testing.T, texts ...string) []dots.Line {
	t.Helper()
	var all []dots.Line
	for _, text := range texts {
		l, err := dots.ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	return all
}

func TestText(t *testing.T) {
	p, err := dots.New(dots.Size{Width: 3, Height: 2})
	if err != nil {
		t.Fatal(err)
	}
	all := lines(t, "V0,0", "H0,0", "H0,1", "H1,1", "V1,0")
	for _, l := range all[:4] {
		if _, err := p.Play(l); err != nil {
			t.Fatal(err)
		}
	}
	want := `    0   1   2
0   o---o   o
    |
1   o---o===o
`
	if diff := cmp.Diff(want, Text(p, Letters([2]string{"alice", "bob"}), all[3])); diff != "" {
		t.Error(diff)
	}
	if _, err := p.Play(all[4]); err != nil {
		t.Fatal(err)
	}
	want = `    0   1   2
0   o---o   o
    | A !
1   o---o---o
`
	if diff := cmp.Diff(want, Text(p, Letters([2]string{"alice", "bob"}), all[4])); diff != "" {
		t.Error(diff)
	}
}

func TestLetters(t *testing.T) {
	for names, want := range map[[2]string][2]rune{
		{"alice", "bob"}:  {'A', 'B'},
		{"carol", "dave"}: {'C', 'D'},
		{"bob", "bill"}:   {'A', 'B'},
		{"", "zoe"}:       {'A', 'B'},
		{"émile", "ü"}:    {'É', 'Ü'},
	} {
		if got := Letters(names); got != want {
			t.Errorf("%q: %q, want %q", names, got, want)
		}
	}
}

// The picture has a line for each line, a filled rectangle for each box, and
// text that cannot break it.
func TestSVG(t *testing.T) {
	all := lines(t, "V0,0", "H0,0", "H0,1", "V1,0", "H1,0", "H1,1", "V2,0")
	size := dots.Size{Width: 3, Height: 2}
	for _, step := range []time.Duration{0, 500 * time.Millisecond} {
		text, err := SVG(size, all, [2]string{"<&>", "bob"}, step)
		if err != nil {
			t.Fatal(err)
		}
		count := elements(t, text)
		want := map[string]int{"svg": 1, "title": 1, "g": 3, "rect": 3, "text": 3, "line": 7, "circle": 6}
		if step > 0 {
			want["set"] = 7 + 2*2 + 1
			if !strings.Contains(text, `begin="3.5s"`) {
				t.Error("the last move is not shown after 3.5 s")
			}
		}
		if diff := cmp.Diff(want, count); diff != "" {
			t.Error(diff)
		}
	}
	if _, err := SVG(size, lines(t, "V0,0", "V0,0"), [2]string{}, 0); !errors.Is(err, dots.ErrFull) {
		t.Errorf("a line drawn twice: %v", err)
	}
}

// elements counts the elements of a document by name.
func elements(t *testing.T, text string) map[string]int {
	t.Helper()
	count := map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			count[start.Name.Local]++
		}
	}
}

// Any position can be drawn, with a row of text for each row of the board.
func TestTextOfAnyPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := dots.Size{Width: rapid.IntRange(2, 25).Draw(t, "width"), Height: rapid.IntRange(2, 25).Draw(t, "height")}
		p, err := dots.New(size)
		if err != nil {
			t.Fatal(err)
		}
		for l := range p.FreeLines() {
			if rapid.Bool().Draw(t, "drawn") {
				_, _ = p.Play(l)
			}
		}
		text := Text(p, [2]rune{'A', 'B'}, dots.Line{})
		if n := strings.Count(text, "\n"); n != 2*size.Height {
			t.Fatalf("%d rows for %v:\n%s", n, size, text)
		}
		if a := strings.Count(text, "A"); a != p.Score(0) {
			t.Fatalf("%d boxes of %d:\n%s", a, p.Score(0), text)
		}
	})
}
