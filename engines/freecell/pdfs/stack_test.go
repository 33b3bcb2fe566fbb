package pdfs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"puzzlekit/engines/freecell/pdfs"
)

// stack makes a stack from text: for each level what was entered and where the
// walk's own part ends, "2/5".
func stack(t testing.TB, base int, levels string) *pdfs.Stack {
	t.Helper()
	s := &pdfs.Stack{Base: base}
	for _, word := range strings.Fields(levels) {
		var l pdfs.Level
		if _, err := fmt.Sscanf(word, "%d/%d", &l.Next, &l.End); err != nil {
			t.Fatal(err)
		}
		s.Levels = append(s.Levels, l)
	}
	return s
}

func stackText(s *pdfs.Stack) string {
	var words []string
	for _, l := range s.Levels {
		words = append(words, fmt.Sprintf("%d/%d", l.Next, l.End))
	}
	return strings.Join(words, " ")
}

// TestDelegate reads as: from these levels, asked for so many, a client gives
// these and is left with those levels.
func TestDelegate(t *testing.T) {
	const all = 100
	for _, test := range []struct {
		name   string
		base   int
		levels string
		count  int
		delta  int
		skip   string // the states that need no work
		want   string
		left   string
	}{
		{name: "one: the last next state of the shallowest level",
			levels: "1/4 1/3 0/2", count: 1, delta: all, want: "[3]", left: "1/3 1/3 0/2"},
		{name: "a round: the last of each level, from the top",
			levels: "1/4 1/3 0/2", count: 3, delta: all, want: "[3] [0 2] [0 0 1]", left: "1/3 1/2 0/1"},
		{name: "rounds until there are enough",
			levels: "1/4 1/3 0/2", count: 5, delta: all, want: "[3] [0 2] [0 0 1] [2] [0 1]", left: "1/2 1/1 0/1"},
		{name: "rounds until nothing is left",
			levels: "1/4 1/3 0/2", count: 9, delta: all, want: "[3] [0 2] [0 0 1] [2] [0 1] [0 0 0] [1]", left: "1/1 1/1 0/0"},
		{name: "nothing to give",
			levels: "1/1 3/3 0/0", count: 9, delta: all, want: "", left: "1/1 3/3 0/0"},
		{name: "asked for nothing",
			levels: "1/4", count: 0, delta: all, want: "", left: "1/4"},
		{name: "what was entered names the path",
			levels: "3/4 2/2 5/8 0/0", count: 2, delta: all, want: "[3] [2 1 7]", left: "3/3 2/2 5/7 0/0"},
		{name: "what was delegated before is not given again",
			levels: "1/2 1/3 0/0", count: 9, delta: all, want: "[1] [0 2] [0 1]", left: "1/1 1/1 0/0"},
		{name: "delta 0: only the next states of the state that the walk is at",
			levels: "1/4 1/3 0/2", count: 9, delta: 0, want: "[0 0 1] [0 0 0]", left: "1/4 1/3 0/0"},
		{name: "delta 1: and those of the one above",
			levels: "1/4 1/3 0/2", count: 9, delta: 1, want: "[0 2] [0 0 1] [0 1] [0 0 0]", left: "1/4 1/1 0/0"},
		{name: "a delta as large as the depth reaches the root",
			levels: "1/4 1/3 0/2", count: 1, delta: 2, want: "[3]", left: "1/3 1/3 0/2"},
		{name: "nothing above the top of the assignment",
			base: 1, levels: "1/1 1/3 0/2", count: 9, delta: all, want: "[0 2] [0 0 1] [0 1] [0 0 0]", left: "1/1 1/1 0/0"},
		{name: "the top of the assignment, even if the levels above were not closed",
			base: 2, levels: "1/4 1/3 0/2", count: 9, delta: all, want: "[0 0 1] [0 0 0]", left: "1/4 1/3 0/0"},
		{name: "the root alone",
			levels: "0/3", count: 2, delta: 0, want: "[2] [1]", left: "0/1"},
		{name: "what needs no work is passed over, and not left either",
			levels: "1/4 1/3 0/2", count: 2, delta: all, skip: "[3] [0 2] [0 1]", want: "[2] [0 0 1]", left: "1/2 1/1 0/1"},
		{name: "nothing needs work",
			levels: "1/2 0/2", count: 9, delta: all, skip: "[1] [0 0] [0 1]", want: "", left: "1/1 0/0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := stack(t, test.base, test.levels)
			at := s.At(nil)
			var skip func(depth int, i int32) bool
			if test.skip != "" {
				skip = func(depth int, i int32) bool {
					return strings.Contains(test.skip, at[:depth].Next(i).String())
				}
			}
			var got []string
			for _, seq := range s.Delegate(test.count, test.delta, skip) {
				got = append(got, seq.String())
			}
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("given away (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.left, stackText(s)); diff != "" {
				t.Errorf("levels (-want +got):\n%s", diff)
			}
			if !slices.Equal(at, s.At(nil)) {
				t.Errorf("the walk was at %v and is at %v", at, s.At(nil))
			}
		})
	}
}

// TestDelegateSharesNothing checks that what was given away stays as it is,
// whatever the walk and whoever has the other parts do.
func TestDelegateSharesNothing(t *testing.T) {
	s := stack(t, 0, "1/3 1/3 0/2")
	given := s.Delegate(6, 9, nil)
	before := fmt.Sprint(given[1:])
	given[0][0] = 9
	s.Pop()
	s.Pop()
	s.Levels[0].Next++
	s.Push(7)
	if after := fmt.Sprint(given[1:]); after != before {
		t.Errorf("given away was %s, and is now %s", before, after)
	}
}

// TestDelegateOnce has a walk of a regular tree give parts away at random
// moments, and walks of the parts do the same: every state must be entered once.
func TestDelegateOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "width")
		depth := rapid.IntRange(1, 4).Draw(t, "depth")
		entered := map[string]int{}
		for parts := []pdfs.CoordSeq{nil}; len(parts) > 0; {
			start := parts[0]
			parts = parts[1:]
			s := &pdfs.Stack{Base: len(start)}
			for _, c := range start {
				s.Levels = append(s.Levels, pdfs.Level{Next: c + 1, End: c + 1})
			}
			enter := func() {
				entered[s.At(nil).String()]++
				if s.Depth() >= depth {
					s.Levels[s.Depth()] = pdfs.Level{}
				}
			}
			s.Push(width)
			for enter(); ; {
				if rapid.IntRange(0, 3).Draw(t, "asked") == 0 {
					count, delta := rapid.IntRange(1, 3).Draw(t, "count"), rapid.IntRange(0, 3).Draw(t, "delta")
					parts = append(parts, s.Delegate(count, delta, nil)...)
				}
				l := &s.Levels[s.Depth()]
				if l.Next < l.End {
					l.Next++
					s.Push(width)
					enter()
				} else if s.Depth() > s.Base {
					s.Pop()
				} else {
					break
				}
			}
		}
		want := 0
		for d, states := 0, 1; d <= depth; d++ {
			want += states
			states *= width
		}
		for at, n := range entered {
			if n != 1 {
				t.Fatalf("%s was entered %d times", at, n)
			}
		}
		if len(entered) != want {
			t.Fatalf("%d states were entered, want %d", len(entered), want)
		}
	})
}
