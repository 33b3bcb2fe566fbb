package alloc_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
)

// regular is a tree in which every state above a depth has three next states.
type regular struct{ depth int }

func (r regular) Widths(at pdfs.CoordSeq) ([]int32, error) {
	var widths []int32
	for d := range len(at) + 1 {
		width := int32(3)
		if d >= r.depth {
			width = 0
		}
		widths = append(widths, width)
		if d < len(at) && (at[d] < 0 || at[d] >= width) {
			return nil, fmt.Errorf("there is no %v", at)
		}
	}
	return widths, nil
}

// seqs reads CoordSeqs, "0.2 1" for [0 2] and [1], "-" for the root.
func seqs(text string) []pdfs.CoordSeq {
	var out []pdfs.CoordSeq
	for _, word := range strings.Fields(text) {
		seq := pdfs.CoordSeq{}
		for _, c := range strings.Split(word, ".") {
			n := int32(0)
			if _, err := fmt.Sscan(c, &n); err == nil {
				seq = append(seq, n)
			}
		}
		out = append(out, seq)
	}
	return out
}

// story tells an allocator, line by line, what clients do, and returns the lines
// with what became of each:
//
//	1 wants                > 1 works on []
//	1 reports 0.2
//	1 gives 1 2            > 2 works on [1]
//	1 leaves, 1 refuses    > 3 works on [0 2]
func story(t *testing.T, a *alloc.Allocator, lines string) string {
	t.Helper()
	var out strings.Builder
	for line := range strings.Lines(lines) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), ">")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		var client int64
		var verb string
		if _, err := fmt.Sscan(line, &client, &verb); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		about := seqs(strings.TrimPrefix(line, fmt.Sprint(client, " ", verb)))
		var grants []alloc.Grant
		var err error
		switch verb {
		case "wants":
			grants = a.Want(client)
		case "reports":
			err = a.Report(client, about[0])
		case "gives":
			grants, err = a.Delegated(client, about)
		case "leaves":
			grants = a.Leave(client)
		case "refuses":
			grants = a.Refuse(client)
		default:
			t.Fatalf("%q", line)
		}
		if err != nil {
			if !errors.Is(err, alloc.ErrLie) {
				t.Errorf("%q: %v", line, err)
			}
			line += " > a lie"
		}
		for i, g := range grants {
			sep := " >"
			if i > 0 {
				sep = ","
			}
			line += fmt.Sprintf("%s %d works on %v", sep, g.Client, g.At)
		}
		out.WriteString(line + "\n")
	}
	return out.String()
}

// TestStories shows what is handed out to whom.
func TestStories(t *testing.T) {
	for _, test := range []struct {
		name  string
		story string
		left  string // what is left at the end: number, start, what has been given away
	}{
		{name: "the first to ask gets all",
			story: `
1 wants > 1 works on []
2 wants
3 wants
1 reports 0
1 gives 1 2 > 2 works on [1], 3 works on [2]
2 wants
1 reports 0.1
1 gives 0.2 > 2 works on [0 2]
`, left: `
1 from [] at [0 1] without [[0 2] [1] [2]], client 1
3 from [2] at [2], client 3
4 from [0 2] at [0 2], client 2
`},
		{name: "what a client leaves is handed out piece by piece, the last report on",
			story: `
1 wants > 1 works on []
1 reports 1.1
1 leaves
2 wants > 2 works on [2]
3 wants > 3 works on [1 2]
4 wants > 4 works on [1 1]
5 wants
2 wants
`, left: `
3 from [1 2] at [1 2], client 3
4 from [1 1] at [1 1], client 4
`},
		{name: "less what it gave away",
			story: `
1 wants > 1 works on []
1 reports 0.0
1 gives 2 0.2
1 leaves
2 wants > 2 works on [1]
3 wants > 3 works on [2]
4 wants > 4 works on [0 1]
5 wants > 5 works on [0 2]
6 wants > 6 works on [0 0]
7 wants
`, left: `
2 from [2] at [2], client 3
3 from [0 2] at [0 2], client 5
4 from [1] at [1], client 2
5 from [0 1] at [0 1], client 4
6 from [0 0] at [0 0], client 6
`},
		{name: "the state that was reported is entered when others have parts below it",
			story: `
1 wants > 1 works on []
1 reports 1
1 gives 1.2
2 wants > 2 works on [1 2]
1 leaves
3 wants > 3 works on [2]
4 wants > 4 works on [1 1]
5 wants > 5 works on [1 0]
6 wants
`, left: `
2 from [1 2] at [1 2], client 2
3 from [2] at [2], client 3
4 from [1 1] at [1 1], client 4
5 from [1 0] at [1 0], client 5
`},
		{name: "a piece with holes comes in pieces",
			story: `
1 wants > 1 works on []
1 reports 0
1 gives 1.1 1.2.0
1 leaves
2 wants > 2 works on [2]
3 wants > 3 works on [0]
4 wants > 4 works on [1 1]
5 wants > 5 works on [1 0]
6 wants > 6 works on [1 2 0]
7 wants > 7 works on [1 2 2]
8 wants > 8 works on [1 2 1]
9 wants
`, left: ""},
		{name: "large pieces first",
			story: `
1 wants > 1 works on []
1 reports 0.0.0
1 gives 0.0.2 0.2 2
2 wants > 2 works on [2]
3 wants > 3 works on [0 2]
4 wants > 4 works on [0 0 2]
`, left: ""},
		{name: "large pieces first, whichever work they are of",
			story: `
1 wants > 1 works on []
1 gives 1
2 wants > 2 works on [1]
1 reports 0.2
1 leaves
2 reports 1.1
2 leaves
3 wants > 3 works on [2]
4 wants > 4 works on [0 2]
5 wants > 5 works on [1 2]
6 wants > 6 works on [1 1]
`, left: ""},
		{name: "nothing was reported: all of it again",
			story: `
1 wants > 1 works on []
2 wants
1 leaves > 2 works on []
2 leaves
`, left: "1 from [] at []\n"},
		{name: "who waits and leaves gets nothing",
			story: `
1 wants > 1 works on []
2 wants
3 wants
2 leaves
1 gives 2 > 3 works on [2]
`, left: ""},
		{name: "who waits waits once",
			story: `
1 wants > 1 works on []
2 wants
2 wants
1 gives 1 2 > 2 works on [1]
`, left: ""},
		{name: "done is done, also what was not reported",
			story: `
1 wants > 1 works on []
1 reports 0
1 gives 2
2 wants > 2 works on [2]
1 wants
2 wants
`, left: ""},
		{name: "states that do not exist",
			story: `
1 wants > 1 works on []
1 gives 0.3 5.5
2 wants
1 gives 2 > 2 works on [2]
`, left: `
1 from [] at [] without [[0 3] [2] [5 5]], client 1
4 from [2] at [2], client 2
`},
		{name: "a report of a state that does not exist counts for nothing",
			story: `
1 wants > 1 works on []
1 reports 0.9
1 gives 2
1 leaves
2 wants > 2 works on [1]
3 wants > 3 works on [0]
4 wants > 4 works on [2]
5 wants
`, left: ""},
		{name: "lies",
			story: `
1 reports - > a lie
1 gives 0 > a lie
1 gives
1 wants > 1 works on []
1 gives 1
2 wants > 2 works on [1]
2 reports 0 > a lie
2 reports 2 > a lie
2 reports -1 > a lie
2 reports 1.1
2 reports 1.1
2 reports 1.0 > a lie
2 reports 1 > a lie
2 reports 1.-1 > a lie
2 gives 1 > a lie
2 gives 1.1 > a lie
2 gives 1.0 > a lie
2 gives 0 > a lie
2 gives 1.2.-1 > a lie
2 gives 1.2 1.2 > a lie
2 gives 1.2 1.2.0 > a lie
2 gives 1.2.0 1.2 > a lie
2 gives 1.2.1 1.0 > a lie
2 gives 1.2.1
2 gives 1.2 > a lie
2 gives 1.2.1 > a lie
2 gives 1.2.1.0 > a lie
2 reports 1.2.1 > a lie
2 reports 1.2.1.0 > a lie
2 reports 1.2
2 reports 1.2.2
`, left: `
1 from [] at [] without [[1]], client 1
2 from [1] at [1 2 2], client 2
3 from [1 2 1] at [1 2 1]
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := alloc.New(regular{4}, nil)
			want := strings.TrimPrefix(test.story, "\n")
			if diff := cmp.Diff(want, story(t, a, test.story)); diff != "" {
				t.Errorf("story (-want +got):\n%s", diff)
			}
			if test.left == "" {
				return
			}
			var left strings.Builder
			for _, w := range a.Works() {
				fmt.Fprintf(&left, "%d from %v at %v", w.ID, w.Start, w.At)
				if len(w.Holes) > 0 {
					fmt.Fprintf(&left, " without %v", w.Holes)
				}
				if w.Client() > 0 {
					fmt.Fprintf(&left, ", client %d", w.Client())
				}
				left.WriteByte('\n')
			}
			if diff := cmp.Diff(strings.TrimPrefix(test.left, "\n"), left.String()); diff != "" {
				t.Errorf("left (-want +got):\n%s", diff)
			}
		})
	}
}

func TestExhausted(t *testing.T) {
	a := alloc.New(regular{2}, nil)
	story(t, a, `
		1 wants
		1 gives 1 2
		2 wants
		1 wants
	`)
	if a.Exhausted() || a.Waiting() != 0 {
		t.Errorf("exhausted %v, %d waiting, with two at work", a.Exhausted(), a.Waiting())
	}
	story(t, a, "1 wants")
	if a.Exhausted() || a.Waiting() != 1 {
		t.Errorf("exhausted %v, %d waiting, with one at work", a.Exhausted(), a.Waiting())
	}
	story(t, a, "2 wants")
	if !a.Exhausted() || a.Waiting() != 2 || a.Stuck() || len(a.Works()) != 0 {
		t.Errorf("exhausted %v, stuck %v, %d waiting, with nothing left", a.Exhausted(), a.Stuck(), a.Waiting())
	}
}

// TestRefused has a work come back from client after client.
func TestRefused(t *testing.T) {
	a := alloc.New(regular{4}, nil)
	got := story(t, a, `
		1 wants
		1 gives 2
		2 wants
		2 refuses
		3 wants
		3 leaves
		4 wants
		4 refuses
		5 wants
		6 wants
		5 refuses
		7 wants
	`)
	want := `
1 wants > 1 works on []
1 gives 2
2 wants > 2 works on [2]
2 refuses
3 wants > 3 works on [2]
3 leaves
4 wants > 4 works on [2]
4 refuses
5 wants > 5 works on [2]
6 wants
5 refuses
7 wants
`[1:]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("story (-want +got):\n%s", diff)
	}
	if a.Stuck() || a.Exhausted() {
		t.Errorf("stuck %v, exhausted %v, with client 1 at work", a.Stuck(), a.Exhausted())
	}
	story(t, a, "1 wants")
	if !a.Stuck() || a.Exhausted() {
		t.Errorf("stuck %v, exhausted %v, with nothing left but what was refused", a.Stuck(), a.Exhausted())
	}
}

// TestRefusedWithProgress checks that a client which moved on has not refused
// what is left.
func TestRefusedWithProgress(t *testing.T) {
	a := alloc.New(regular{2}, nil)
	for client := int64(1); !a.Exhausted(); client++ {
		grants := a.Want(client)
		if a.Stuck() || len(grants) != 1 || client > 100 {
			t.Fatalf("client %d gets %v", client, grants)
		}
		at := grants[0].At
		if len(at) == 2 {
			a.Want(client) // it is done
			a.Leave(client)
			continue
		}
		if err := a.Report(client, at.Next(0)); err != nil {
			t.Fatal(err)
		}
		a.Refuse(client)
	}
}

// TestWorksStay checks that works do not change any more when they were asked for.
func TestWorksStay(t *testing.T) {
	a := alloc.New(regular{4}, nil)
	story(t, a, "1 wants\n 1 reports 0.0\n 1 gives 2 0.2\n 1 leaves\n 2 wants\n 3 wants")
	works := a.Works()
	before := fmt.Sprintf("%+v", works)
	story(t, a, "4 wants\n 5 wants\n 6 wants\n 2 reports 2.1\n 2 gives 2.2")
	if after := fmt.Sprintf("%+v", works); after != before {
		t.Errorf("works were\n%s\nand are\n%s", before, after)
	}
}
