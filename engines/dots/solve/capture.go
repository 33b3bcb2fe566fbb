package solve

import (
	"slices"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/coins"
)

// capture is what the seat to move can win at once, and what is behind it.
type capture struct {
	won   int   // coins
	keep  int   // how many of them can be left to keep control: 2, 4, or 0 for none
	quiet []int // strings of the quiet position behind it
}

// captureIn returns what can be won in a state. It leaves the state as it was.
func captureIn(s *coins.State) capture {
	won, cut := s.TakeAll(nil)
	c := capture{won: won}
	for str := range s.Strings() {
		if !s.IsCut(str) {
			c.quiet = append(c.quiet, str)
		}
	}
	for _, str := range cut {
		s.Undo(str)
	}
	c.keep = keep(s, cut)
	return c
}

// keep returns how many coins the winner of all that hangs by the given strings
// can leave to the opponent for the last turn, the least number.
//
// Each connected part of what can be won is a tree, because every coin is won by
// a string of its own, except that the last string of a part may win two. If it
// does not, the part has one string that leads out of it, and whoever cuts that
// one early leaves two coins behind that only the opponent can win, when there
// are two. A part without a way out can be cut in the middle instead, so that two
// and two are left, unless all its strings end at the same coin.
func keep(s *coins.State, cut []int) int {
	won := map[int]bool{} // the coins
	degree := map[int]int{}
	for _, str := range cut {
		for _, c := range s.Ends(str) {
			if c != coins.Ground {
				degree[c]++
				won[c] = degree[c] == s.Degree(c)
			}
		}
	}
	least := 0
	seen := map[int]bool{}
	for c := range won {
		if !won[c] || seen[c] {
			continue
		}
		part := partOf(s, c, won, seen)
		switch {
		case part.open && part.coins >= 2:
			return 2
		case !part.open && part.inner:
			least = 4
		}
	}
	return least
}

// part is a connected part of what can be won.
type part struct {
	coins int
	open  bool // a string leads out of it
	inner bool // a string has coins with more strings at both ends
}

// partOf walks the part that coin c belongs to and marks its coins as seen.
func partOf(s *coins.State, c int, won, seen map[int]bool) part {
	var p part
	seen[c] = true
	for todo := []int{c}; len(todo) > 0; {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p.coins++
		for _, str := range s.At(c) {
			if s.IsCut(str) {
				continue
			}
			other := s.Other(str, c)
			if other == coins.Ground || !won[other] {
				p.open = true
				continue
			}
			p.inner = p.inner || s.Degree(c) > 1 && s.Degree(other) > 1
			if !seen[other] {
				seen[other] = true
				todo = append(todo, other)
			}
		}
	}
	return p
}

// Move is a line that can be drawn and what is known of the position behind it.
type Move struct {
	Line dots.Line
	// Value is how many boxes more than the opponent the seat that draws the line
	// wins from before it on.
	Value int

	won   int     // boxes by the line itself
	again bool    // the same seat moves again, because it won one
	after capture // for the seat that moves next
}

// value returns the value of the move when the quiet position behind it has the
// value v.
func (m *Move) value(v int) int {
	next := m.after.value(v)
	if m.again {
		return m.won + next
	}
	return -next
}

// value returns the value for the seat that captures.
func (c *capture) value(v int) int {
	if c.keep == 0 || len(c.quiet) == 0 {
		return c.won + v
	}
	return c.won + max(v, -2*c.keep-v)
}

// movesIn returns all moves of a state, without values.
func movesIn(s *coins.State) []Move {
	var moves []Move
	for str := range s.Strings() {
		if s.IsCut(str) {
			continue
		}
		m := Move{Line: s.Line(str)}
		m.won = s.Cut(str)
		m.again = m.won > 0
		m.after = captureIn(s)
		s.Undo(str)
		moves = append(moves, m)
	}
	return slices.Clip(moves)
}
