package coins

import (
	"strings"
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

// Every coin with two strings is in one chain, and cutting its opener gives away
// at least its coins.
func TestChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := dots.New(dots.Size{Width: 6, Height: 5})
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(5, 48).Draw(t, "before") {
			_, _ = p.Play(anyLine(t, p))
		}
		s := New(p).Start()
		s.TakeAll(nil)
		two := 0
		for c := range s.Coins() {
			if s.Degree(c) == 2 {
				two++
			}
		}
		seen := make([]bool, s.Coins())
		chains := s.Chains(nil, seen)
		for _, ch := range chains {
			two -= ch.Coins
			if s.Degree(ch.Coin) != 2 || !s.Still(ch, seen) || ch.Loop && ch.Coins < 4 {
				t.Fatalf("%+v", ch)
			}
			s.Cut(ch.Opener)
			won, cut := s.TakeAfter(ch.Opener, nil)
			if won < ch.Coins || s.Still(ch, seen) {
				t.Fatalf("%+v gives %d", ch, won)
			}
			for _, str := range append(cut, ch.Opener) {
				s.Undo(str)
			}
		}
		if two != 0 {
			t.Fatalf("%d coins with two strings are not in %+v, or twice", two, chains)
		}
	})
}

// What can be won and left, for positions worked out by hand.
func TestCapture(t *testing.T) {
	tests := []struct {
		name      string
		size      dots.Size
		free      string // all other lines are drawn
		won, keep int
	}{
		{"two boxes with a way out", dots.Size{Width: 5, Height: 2}, "V1,0 H1,0 V4,0 H3,0", 2, 2},
		{"nothing to control", dots.Size{Width: 5, Height: 2}, "V1,0 H1,0", 2, 0},
		{"one box", dots.Size{Width: 4, Height: 2}, "H0,0 V3,0 H2,0", 1, 0},
		{"two boxes, closed", dots.Size{Width: 5, Height: 2}, "V1,0 V4,0 H3,0", 2, 0},
		{"four boxes, closed", dots.Size{Width: 7, Height: 2}, "V1,0 V2,0 V3,0 V6,0 H5,0", 4, 4},
		{"four boxes around one string", dots.Size{Width: 4, Height: 4}, "V1,1 V2,1 H1,1 V0,0 H0,0", 4, 0},
	}
	for _, tt := range tests {
		p, err := dots.New(tt.size)
		if err != nil {
			t.Fatal(err)
		}
		free := map[dots.Line]bool{}
		for _, text := range strings.Fields(tt.free) {
			l, err := dots.ParseLine(text)
			if err != nil {
				t.Fatal(err)
			}
			free[l] = true
		}
		for l := range p.Clone().FreeLines() {
			if !free[l] {
				if _, err := p.Play(l); err != nil {
					t.Fatal(err)
				}
			}
		}
		s := New(p).Start()
		if c := s.Capture(); c.Won != tt.won || c.Keep != tt.keep {
			t.Errorf("%s: %d to win, %d to keep, want %d and %d", tt.name, c.Won, c.Keep, tt.won, tt.keep)
		}
		if s.Left() != len(free) {
			t.Errorf("%s: %d strings are left of %d", tt.name, s.Left(), len(free))
		}
	}
}
