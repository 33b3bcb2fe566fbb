package puzzle

import (
	"context"
	"errors"
	"math"
	"math/bits"
)

// ErrGuesses means that a search needed more guesses than it was allowed.
var ErrGuesses = errors.New("puzzle: out of guesses")

// Count returns the number of solutions of the puzzle with these clues, or limit
// if there are at least as many.
func (s *Solver) Count(clues []int, limit int) int {
	s.search = search{limit: limit, budget: unbounded}
	s.run(clues)
	return s.found
}

// Another reports whether there is a solution with these clues in which the value
// of the cell is not v. Where v is the value of the cell in a known solution, this
// is the proof that the clue of the cell is needed.
func (s *Solver) Another(clues []int, cell, v int) bool {
	s.search = search{limit: 1, budget: unbounded, bar: true, barCell: int(s.slot[cell]), barValue: v - 1}
	s.run(clues)
	return s.found > 0
}

// Each calls visit for every solution of the puzzle with these clues until it
// returns false. The values are visit's to keep. With guesses above 0 it fails with
// [ErrGuesses] when so many did not suffice, and with the error of ctx when that
// ends.
func (s *Solver) Each(ctx context.Context, clues []int, guesses int64, visit func(values []int) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.search = search{limit: math.MaxInt, budget: unbounded, ctx: ctx}
	if guesses > 0 {
		s.budget = guesses
	}
	s.visit = func(st *state) bool {
		values := make([]int, s.n)
		for slot, c := range s.cell {
			values[c] = bits.TrailingZeros16(st.slots[slot]) + 1
		}
		return visit(values)
	}
	s.run(clues)
	return s.err
}

// search is what one call asks for and how far it is.
type search struct {
	limit  int   // solutions to look for
	found  int   // solutions so far
	budget int64 // guesses left
	err    error // why the search was given up

	ctx   context.Context      // nil if it cannot be stopped
	visit func(st *state) bool // nil if solutions are only counted

	bar               bool // whether a candidate is left out:
	barCell, barValue int
}

const unbounded = math.MaxInt64

// stopped reports whether the search is over.
func (q *search) stopped() bool { return q.found >= q.limit || q.err != nil }

// run searches with the clues.
func (s *Solver) run(clues []int) {
	if s.root == nil {
		return
	}
	st := s.state(0)
	st.copyFrom(s.root)
	for c, v := range clues {
		if v != 0 && !s.keep(st, int(s.slot[c]), v-1) {
			s.abandon()
			return
		}
	}
	if s.bar && !s.remove(st, s.barCell, s.barValue) {
		s.abandon()
		return
	}
	if s.propagate(st) {
		s.explore(0)
	}
}

// explore goes through the solutions of the state of a depth.
func (s *Solver) explore(depth int) {
	for {
		st := s.state(depth)
		slot := s.choose(st)
		if slot < 0 {
			s.found++
			if s.visit != nil && !s.visit(st) {
				s.limit = s.found
			}
			return
		}
		if !s.guess() {
			return
		}
		cell, v := slot, bits.TrailingZeros16(st.slots[slot])
		if slot >= s.n {
			base := int(s.base[slot])
			cell, v = base-s.n+v, slot-base
		}
		next := s.state(depth + 1)
		next.copyFrom(st)
		if !s.keep(next, cell, v) {
			s.abandon()
		} else if s.propagate(next) {
			s.explore(depth + 1)
			if s.stopped() {
				return
			}
		}
		if !s.remove(st, cell, v) {
			s.abandon()
			return
		}
		if !s.propagate(st) {
			return
		}
	}
}

// guess accounts for a guess. It returns false if there may be none.
func (s *Solver) guess() bool {
	if s.budget == 0 {
		s.err = ErrGuesses
		return false
	}
	s.budget--
	s.Nodes++
	if s.ctx != nil && s.Nodes%1024 == 0 {
		s.err = s.ctx.Err()
	}
	return s.err == nil
}

// choose returns the slot to guess at: few choices and many failures so far
// (after Boussemart, Hemery, Lecoutre and Sais, 2004). It returns -1 if every
// cell is known.
func (s *Solver) choose(st *state) int {
	best, bestChoices, bestWeight := -1, 1<<30, uint32(0)
	for slot, choices := range st.slots {
		if choices&(choices-1) == 0 {
			continue
		}
		n := bits.OnesCount16(choices)
		if n < bestChoices || n == bestChoices && s.weight[slot] > bestWeight {
			best, bestChoices, bestWeight = slot, n, s.weight[slot]
		}
	}
	return best
}
