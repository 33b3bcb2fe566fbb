package notation

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/setter"
	"puzzlekit/fixtures"
)

// formats are all formats of the package.
var formats = []Format{Code, URL, SGT, SGR, CNF, ASCII}

func TestKnownPuzzles(t *testing.T) {
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/puzzles.tsv") {
		width, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		known := map[Format]string{Code: row[4], URL: row[9], SGT: row[10]}
		list, err := Read(row[9], width)
		if err != nil {
			t.Fatal(err)
		}
		p := list[0]
		for _, format := range formats {
			text, err := Write(format, p)
			if err != nil {
				t.Fatal(err)
			}
			if want, ok := known[format]; ok && text != want+"\n" {
				t.Errorf("%s as %s: %s, want %s", row[4], format, text, want)
			}
			checkRead(t, text, p)
		}
	}
}

// checkRead reads a text and expects one puzzle.
func checkRead(t *testing.T, text string, want *puzzle.Puzzle) {
	t.Helper()
	got, err := Read(text, 0)
	if err != nil {
		t.Errorf("%v\n%s", err, text)
		return
	}
	if len(got) != 1 || !same(got[0], want) {
		t.Errorf("read %d puzzles, expected the one written:\n%s", len(got), text)
	}
}

func same(a, b *puzzle.Puzzle) bool {
	return a.Width == b.Width && a.Height == b.Height && cmp.Equal(a.Regions(), b.Regions()) && cmp.Equal(a.Clues, b.Clues)
}

// TestRandomPuzzles writes and reads boards of all shapes, several at a time.
func TestRandomPuzzles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []struct{ width, height, most int }{
		{1, 1, 1}, {1, 7, 3}, {9, 1, 4}, {30, 1, 5}, {3, 5, 5}, {8, 5, 6}, {7, 7, 9}, {6, 9, 12}, {13, 4, 16},
	} {
		var list []*puzzle.Puzzle
		for range 3 {
			g, err := setter.Random(t.Context(), rng, size.width, size.height, size.most)
			if err != nil {
				t.Fatal(err)
			}
			clues := make([]int, len(g.Values))
			for i, v := range g.Values {
				if rng.IntN(4) == 0 {
					clues[i] = v
				}
			}
			p, err := puzzle.New(g.Layout, clues)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
		for _, format := range formats {
			most := list
			if format.Single() {
				most = list[:1]
			}
			text, err := Write(format, most...)
			if err != nil {
				if size.most > 9 && (format == SGT || format == SGR) {
					continue // they have one digit for a clue
				}
				t.Fatal(err)
			}
			got, err := Read(text, size.width)
			if err != nil {
				t.Errorf("%s: %v\n%s", format, err, text)
				continue
			}
			if len(got) != len(most) {
				t.Errorf("%s: read %d puzzles, want %d", format, len(got), len(most))
				continue
			}
			for i := range got {
				if !same(got[i], most[i]) {
					t.Errorf("%s: puzzle %d is another:\n%s", format, i, text)
				}
			}
		}
	}
}

func TestRefused(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "no puzzle"},
		{"# nothing\n\n", "no puzzle"},
		{"hello", "expected a code"},
		{"1", "1 digits"},
		{"10101010x", "expected a code"},
		{"5010", "w is 5"},
		{"20101010", "joins the left of the first column"},
		{"10201040", "where the regions ask for"},
		{"https://puzz.link/p?sudoku/2/2/00", "sudoku"},
		{"https://puzz.link/p?suguru/2/2", "parts"},
		{"https://puzz.link/p?suguru/2/0/00j", "sides of 1"},
		{"https://puzz.link/p?suguru/x/2/00j", "invalid syntax"},
		{"https://puzz.link/p?suguru/900/2/00j", "sides of 1"},
		{"https://puzz.link/p?suguru/2/2/0", "ends within the horizontal walls"},
		{"https://puzz.link/p?suguru/2/2/z0j", "expected 0 to 9 or a to v"},
		{"https://puzz.link/p?suguru/2/2/10j", "more vertical walls"},
		{"https://puzz.link/p?suguru/2/2/00i", "clues for 3 cells"},
		{"https://puzz.link/p?suguru/2/2/00k", "clues for 5 cells"},
		{"https://puzz.link/p?suguru/2/2/000i", "expected a clue"},
		{"https://puzz.link/p?suguru/2/2/00-0fi", "two hexadecimal digits"},
		{"https://puzz.link/p?suguru/2/2/g0j", "same region on both sides"},
		{"2x2T:1,d", "1 borders, expected 4"},
		{"2x2T:d,c", "clues for 3 cells"},
		{"2x2T:d,0c", "clue 0"},
		{"2x2T:9,d", "9 walls"},
		{"2x2T:1c,d", "same region on both sides"},
		{"0x2T:d,d", "sides of 1"},
		{"width\n2\n", "ends before the line height"},
		{"width\n2\nheight\n0\n", `line 4: sgr: height "0"`},
		{"width\n2\nheight\n1\nregions\n0\n", "line 6: sgr: 1 regions, expected 2"},
		{"width\n2\nheight\n1\nregions\n0 0\nvalues\nx0\n", "line 8"},
		{"width\n2\nheight\n1\nregion\n", `expected regions`},
		{"width\n3\nheight\n1\nregions\n0 1 0\nvalues\n000\n", "not connected"},
		{"p cnf 1 1\n1 0\n", "no line"},
		{"c suguru/1/1/g\np cnf 1 2\n1 0\n-1 0\n", "expected \"1 0\""},
		{"c suguru/1/1/g\np cnf 1 2\n1 0\n", "ends before the clause"},
		{"c suguru/1/1/g\np cnf 1 2\n1 0\n1 0\n-1 0\n", "not one of the puzzle"},
		{"+-+\n|1|\n", "odd number"},
		{"+-+\n|1|\n+ +\n", "line 3: drawing, column 2: no wall at the edge"},
		{"+-+\n 1|\n+-+\n", "line 2: drawing, column 1: no wall at the edge"},
		{"+-+\n|x|\n+-+\n", "line 2: drawing, column 2"},
		{"+-+\n|1|x\n+-+\n", "line 2: drawing: 4 characters"},
		{"+-+-+\n|1|2|\n+-+ +\n|.|.|\n+-+-+\n|\n", "odd number"},
		{"++\n", "like +-+-+"},
		{"+-+\n|1|\n+-+\n\nx\n", "line 5"},
	}
	for _, tt := range tests {
		p, err := Read(tt.text, 0)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, %v; want an error with %q", tt.text, p, err, tt.want)
		}
	}
}

// TestWidth reads codes that fit several widths.
func TestWidth(t *testing.T) {
	cells := strings.Repeat("10", 12) // twelve regions of one cell, any width
	if _, err := Read(cells, 0); err == nil || !strings.Contains(err.Error(), "say which") {
		t.Errorf("an ambiguous code: %v", err)
	}
	if p, err := Read(cells, 3); err != nil || p[0].Height != 4 {
		t.Errorf("a code of width 3: %v, %v", p, err)
	}
	if p, err := Read(strings.Repeat("10", 16), 0); err != nil || p[0].Width != 4 {
		t.Errorf("a code of a square: %v, %v", p, err)
	}
	if _, err := Read(cells, 5); err == nil || !strings.Contains(err.Error(), "complete rows of 5") {
		t.Errorf("a code of a wrong width: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	g, err := setter.Random(f.Context(), rand.New(rand.NewPCG(1, 2)), 4, 4, 5)
	if err != nil {
		f.Fatal(err)
	}
	p, err := puzzle.New(g.Layout, g.Values)
	if err != nil {
		f.Fatal(err)
	}
	for _, format := range formats {
		text, err := Write(format, p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, 0)
	}
	f.Add("https://puzz.link/p?suguru/2/2/00-10i", 0)
	f.Add("2x2Tde:zz,zz", 2)
	f.Fuzz(func(t *testing.T, text string, width int) {
		if width < 0 || width > puzzle.MaxSide {
			width = 0
		}
		list, err := Read(text, width)
		if err != nil {
			return
		}
		for _, p := range list {
			for _, format := range formats {
				written, err := Write(format, p)
				if err != nil {
					continue // clues or regions that the format has not
				}
				again, err := Read(written, p.Width)
				if err != nil || len(again) != 1 || !same(again[0], p) {
					t.Errorf("%q as %s: %q is read as %v, %v", text, format, written, again, err)
				}
			}
		}
	})
}
