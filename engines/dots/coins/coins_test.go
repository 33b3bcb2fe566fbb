package coins

import (
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/dots"
)

// Cutting strings is drawing lines: coins won, safety and wins agree with the
// rules at every step of any game.
func TestCutIsPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := dots.Size{Width: rapid.IntRange(2, 6).Draw(t, "width"), Height: rapid.IntRange(2, 6).Draw(t, "height")}
		p, err := dots.New(size)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, size.Lines()-1).Draw(t, "before") {
			_, _ = p.Play(anyLine(t, p))
		}
		g := New(p)
		s := g.Start()
		if g.Strings() != p.Free() || g.Coins() != size.Boxes()-p.Score(0)-p.Score(1) {
			t.Fatalf("%d strings, %d coins", g.Strings(), g.Coins())
		}
		for !p.Over() {
			str := anyString(t, s)
			l := g.Line(str)
			wins, safe := false, true
			for _, b := range size.BoxesAt(l) {
				wins = wins || p.Sides(b) == 3
				safe = safe && p.Sides(b) < 2
			}
			if s.Wins(str) != wins || s.Safe(str) != safe {
				t.Fatalf("%v wins %v, safe %v", l, s.Wins(str), s.Safe(str))
			}
			if s.Left() > 1 {
				s.Cut(str)
				s.Undo(str)
			}
			boxes, err := p.Play(l)
			if err != nil {
				t.Fatal(err)
			}
			if won := s.Cut(str); won != len(boxes) || s.Left() != p.Free() {
				t.Fatalf("%v wins %d, %v by the rules", l, won, boxes)
			}
		}
	})
}

// TakeAll wins what repeated simple captures win.
func TestTakeAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := dots.New(dots.Size{Width: 5, Height: 5})
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(10, 38).Draw(t, "before") {
			_, _ = p.Play(anyLine(t, p))
		}
		g := New(p)
		fast, slow := g.Start(), g.Start()
		won, cut := fast.TakeAll(nil)
		want := 0
		for again := true; again; {
			again = false
			for str := range g.Strings() {
				if !slow.IsCut(str) && slow.Wins(str) {
					want += slow.Cut(str)
					again = true
				}
			}
		}
		if won != want || fast.Left() != slow.Left() || len(cut) != g.Strings()-fast.Left() {
			t.Fatalf("wins %d with %d strings left, want %d with %d", won, fast.Left(), want, slow.Left())
		}
		for _, str := range cut {
			fast.Undo(str)
		}
		for c := range g.Coins() {
			if fast.Degree(c) != len(g.At(c)) {
				t.Fatalf("coin %d has %d strings after undo, %d before", c, fast.Degree(c), len(g.At(c)))
			}
		}
	})
}

func anyLine(t *rapid.T, p *dots.Position) dots.Line {
	skip := rapid.IntRange(0, p.Free()-1).Draw(t, "line")
	for l := range p.FreeLines() {
		if skip == 0 {
			return l
		}
		skip--
	}
	panic("no line")
}

func anyString(t *rapid.T, s *State) int {
	skip := rapid.IntRange(0, s.Left()-1).Draw(t, "string")
	for str := range s.Strings() {
		if s.IsCut(str) {
			continue
		}
		if skip == 0 {
			return str
		}
		skip--
	}
	panic("no string")
}
