package sheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/setter"
)

// items makes puzzles of several shapes.
func items(t *testing.T, count int) []Item {
	t.Helper()
	var list []Item
	for i := range count {
		m, err := setter.Make(t.Context(), setter.Order{Width: 5 + i%3, Height: 6, Most: 5, Class: setter.Any}, 1, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Item{m.Puzzle, m.Solution, m.Class.String()})
	}
	return list
}

// checkRead reads a page and expects the puzzles of items.
func checkRead(t *testing.T, data []byte, want []Item) {
	t.Helper()
	if !Is(data) {
		t.Fatalf("%.40q is not recognized", data)
	}
	got, err := Read(data)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d puzzles, %v; want %d", len(got), err, len(want))
	}
	for i, p := range got {
		if !cmp.Equal(p.Regions(), want[i].Puzzle.Regions()) || !cmp.Equal(p.Clues, want[i].Puzzle.Clues) || p.Width != want[i].Puzzle.Width {
			t.Errorf("puzzle %d is another", i+1)
		}
	}
}

func TestSVG(t *testing.T) {
	list := items(t, 1)
	text := SVG(list[0].Puzzle)
	checkRead(t, []byte(text), list)
	numbers := 0
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			numbers++
		}
	}
	if numbers != list[0].Puzzle.Count() {
		t.Errorf("%d numbers, want %d", numbers, list[0].Puzzle.Count())
	}
}

func TestPDF(t *testing.T) {
	list := items(t, 7)
	for _, perPage := range []int{1, 2, 4, 6, 9, 12} {
		data, err := PDF("Tectonic ✓ é", list, perPage)
		if err != nil {
			t.Fatal(err)
		}
		again, err := PDF("Tectonic ✓ é", list, perPage)
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("%d a page: other bytes the second time, %v", perPage, err)
		}
		checkRead(t, data, list)
		pages := (len(list)+perPage-1)/perPage + 1 // and one of solutions
		if got := bytes.Count(data, []byte("/Type /Page\n")); got != pages {
			t.Errorf("%d a page: %d pages, want %d", perPage, got, pages)
		}
	}
}

func TestHTML(t *testing.T) {
	list := items(t, 2)
	list[0].Caption = "</script><script>alert(1)</script>"
	text, err := HTML("A <title>", list)
	if err != nil {
		t.Fatal(err)
	}
	checkRead(t, []byte(text), list)
	for _, outside := range []string{"http://", "https://", "src=", "<link", "alert(1)</script>", "<title>A <title>"} {
		if strings.Contains(text, outside) {
			t.Errorf("the page has %q", outside)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"<svg></svg>", "%PDF-1.4\n", `<svg data-puzzle="suguru/2/2/0">`, `<svg data-puzzle="">`} {
		if list, err := Read([]byte(text)); err == nil {
			t.Errorf("%q: %v", text, list)
		}
	}
}

func FuzzRead(f *testing.F) {
	g, err := setter.Random(f.Context(), rand.New(rand.NewPCG(1, 2)), 3, 3, 5)
	if err != nil {
		f.Fatal(err)
	}
	p, err := puzzle.New(g.Layout, g.Values)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(SVG(p)))
	f.Add([]byte("%PDF-<puzzlekit:puzzle>suguru/1/1/g</puzzlekit:puzzle>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := Read(data)
		if err == nil && len(list) == 0 {
			t.Error("no puzzle and no error")
		}
		for _, p := range list {
			if again, err := Read([]byte(SVG(p))); err != nil || len(again) != 1 {
				t.Errorf("%v is not read again: %v", p, err)
			}
		}
	})
}
