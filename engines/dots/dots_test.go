package dots

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func mustNew(t *testing.T, w, h int) *Position {
	t.Helper()
	p, err := New(Size{w, h})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play draws lines and returns the boxes of the last one.
func play(t *testing.T, p *Position, lines ...Line) []Box {
	t.Helper()
	var won []Box
	for _, l := range lines {
		var err error
		if won, err = p.Play(l); err != nil {
			t.Fatal(err)
		}
	}
	return won
}

func TestSizes(t *testing.T) {
	for _, s := range []Size{{1, 2}, {2, 1}, {26, 2}, {2, 26}, {0, 0}, {-3, 5}} {
		if s.Check() == nil {
			t.Errorf("%v is taken", s)
		}
		if _, err := New(s); err == nil {
			t.Errorf("a board of %v", s)
		}
	}
	for s, lines := range map[Size]int{{2, 2}: 4, {3, 3}: 12, {6, 6}: 60, {25, 25}: 1200, {2, 25}: 73} {
		if s.Check() != nil || s.Lines() != lines {
			t.Errorf("%v: %v, %d lines, want %d", s, s.Check(), s.Lines(), lines)
		}
	}
}

func TestParseSize(t *testing.T) {
	if s, err := ParseSize("4x25"); err != nil || s != (Size{4, 25}) || s.String() != "4x25" {
		t.Errorf("%v, %v", s, err)
	}
	for _, text := range []string{"", "4", "4x", "x4", "4x4x4", "axb", "4 x 4"} {
		if s, err := ParseSize(text); err == nil {
			t.Errorf("%q is read as %v", text, s)
		}
	}
}

func TestParseLine(t *testing.T) {
	for text, want := range map[string]Line{
		"H(1,2)": {Horizontal, 1, 2}, "v0,10": {Vertical, 0, 10}, "h(24,3)": {Horizontal, 24, 3},
	} {
		if got, err := ParseLine(text); err != nil || got != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "x", "H", "H(1,2", "H1,2)", "V(1)", "V(a,b)", "D(1,1)"} {
		if l, err := ParseLine(text); err == nil {
			t.Errorf("%q is read as %v", text, l)
		}
	}
}

// Two boxes at once, in the order that the wire needs, and the seat moves again.
func TestTwoBoxes(t *testing.T) {
	p := mustNew(t, 3, 2)
	v := func(x int) Line { return Line{Vertical, x, 0} }
	h := func(x, y int) Line { return Line{Horizontal, x, y} }
	play(t, p, v(0), v(2), h(0, 0), h(1, 0), h(0, 1), h(1, 1))
	won := play(t, p, v(1))
	if diff := cmp.Diff([]Box{{0, 0}, {1, 0}}, won); diff != "" {
		t.Error(diff)
	}
	if p.Score(0) != 2 || p.Turn() != 0 || !p.Over() || p.Winner() != 0 {
		t.Errorf("score %d, turn %d, over %v, winner %d", p.Score(0), p.Turn(), p.Over(), p.Winner())
	}

	p = mustNew(t, 2, 3)
	h = func(_, y int) Line { return Line{Horizontal, 0, y} }
	play(t, p, h(0, 0), h(0, 2), Line{Vertical, 0, 0}, Line{Vertical, 1, 0}, Line{Vertical, 0, 1})
	if p.Turn() != 1 {
		t.Fatalf("turn %d", p.Turn())
	}
	play(t, p, Line{Vertical, 1, 1})
	if diff := cmp.Diff([]Box{{0, 0}, {0, 1}}, play(t, p, h(0, 1))); diff != "" {
		t.Error(diff)
	}
}

func TestIllegalLinesChangeNothing(t *testing.T) {
	p := mustNew(t, 3, 3)
	play(t, p, Line{Vertical, 0, 0})
	before := p.Clone()
	for l, want := range map[Line]error{
		{Vertical, 0, 0}:    ErrFull,
		{Vertical, 0, 2}:    ErrBound,
		{Vertical, 3, 0}:    ErrBound,
		{Horizontal, 2, 0}:  ErrBound,
		{Horizontal, 0, 3}:  ErrBound,
		{Horizontal, -1, 0}: ErrBound,
		{Kind(7), 0, 0}:     ErrBound,
	} {
		if _, err := p.Play(l); !errors.Is(err, want) {
			t.Errorf("%v: %v, want %v", l, err, want)
		}
	}
	if diff := cmp.Diff(before, p, cmp.AllowUnexported(Position{})); diff != "" {
		t.Error(diff)
	}
	for !p.Over() {
		for l := range p.FreeLines() {
			play(t, p, l)
			break
		}
	}
	if _, err := p.Play(Line{Vertical, 0, 0}); !errors.Is(err, ErrOver) {
		t.Errorf("after the end: %v", err)
	}
}

// The arrays are x-major: the second element is one further down.
func TestArraysAreXMajor(t *testing.T) {
	p := mustNew(t, 3, 4)
	play(t, p, Line{Vertical, 0, 1}, Line{Vertical, 1, 0}, Line{Horizontal, 0, 1}, Line{Horizontal, 1, 0})
	if diff := cmp.Diff([]byte{0, 1, 0, 1, 0, 0, 0, 0, 0}, p.Vertical()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]byte{0, 1, 0, 0, 1, 0, 0, 0}, p.Horizontal()); diff != "" {
		t.Error(diff)
	}
	if len(p.Owners()) != 6 || slices.ContainsFunc(p.Owners(), func(o int8) bool { return o != Nobody }) {
		t.Errorf("owners %v", p.Owners())
	}
}

// Any game on any board keeps to the rules as a slow count from scratch has them.
func TestRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := Size{rapid.IntRange(2, 7).Draw(t, "width"), rapid.IntRange(2, 7).Draw(t, "height")}
		p, err := New(size)
		if err != nil {
			t.Fatal(err)
		}
		drawn := map[Line]bool{}
		var score [2]int
		for !p.Over() {
			free := slices.Collect(p.FreeLines())
			if len(free) != p.Free() || len(free)+len(drawn) != size.Lines() {
				t.Fatalf("%d free lines, Free %d, %d drawn", len(free), p.Free(), len(drawn))
			}
			l := rapid.SampledFrom(free).Draw(t, "line")
			mover := p.Turn()
			before := complete(size, drawn)
			drawn[l] = true
			after := complete(size, drawn)
			won, err := p.Play(l)
			if err != nil {
				t.Fatal(err)
			}
			score[mover] += len(after) - len(before)
			if len(won) != len(after)-len(before) || p.Score(0) != score[0] || p.Score(1) != score[1] {
				t.Fatalf("%v wins %v, score %d:%d, want %v", l, won, p.Score(0), p.Score(1), score)
			}
			for _, b := range won {
				if before[b] || !after[b] || p.Owner(b) != mover {
					t.Fatalf("%v wins %v for %d", l, b, p.Owner(b))
				}
			}
			if (p.Turn() == mover) != (len(won) > 0) {
				t.Fatalf("after %v by %d and %d boxes it is the turn of %d", l, mover, len(won), p.Turn())
			}
		}
		if score[0]+score[1] != size.Boxes() {
			t.Fatalf("%v boxes on a board of %d", score, size.Boxes())
		}
	})
}

// complete returns the boxes whose four sides are drawn.
func complete(size Size, drawn map[Line]bool) map[Box]bool {
	boxes := map[Box]bool{}
	for x := range size.Width - 1 {
		for y := range size.Height - 1 {
			if drawn[Line{Vertical, x, y}] && drawn[Line{Vertical, x + 1, y}] && drawn[Line{Horizontal, x, y}] && drawn[Line{Horizontal, x, y + 1}] {
				boxes[Box{x, y}] = true
			}
		}
	}
	return boxes
}

func FuzzParseLine(f *testing.F) {
	f.Add("H(1,2)")
	f.Add("v10,0")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLine(text)
		if err != nil {
			return
		}
		if again, err := ParseLine(l.String()); err != nil || again != l {
			t.Errorf("%q: %v, then %v, %v", text, l, again, err)
		}
	})
}
