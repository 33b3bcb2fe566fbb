package puzzle

import "math/bits"

// Count returns the number of solutions of the puzzle with these clues, or limit
// if there are at least as many.
func (s *Solver) Count(clues []int, limit int) int {
	count, _ := s.run(clues, limit, -1, nil)
	return count
}

// run counts solutions up to limit with at most budget guesses, without a bound
// if it is negative. It returns false if the budget was too small.
func (s *Solver) run(clues []int, limit int, budget int64, visit func(st *state)) (int, bool) {
	if s.root == nil {
		return 0, true
	}
	st := s.state(0)
	st.copyFrom(s.root)
	for c, v := range clues {
		if v != 0 && !s.keep(st, int(s.slot[c]), v-1) {
			s.abandon()
			return 0, true
		}
	}
	s.limit, s.found, s.budget, s.visit, s.exhausted = limit, 0, budget, visit, false
	if s.propagate(st) {
		s.search(0)
	}
	return s.found, !s.exhausted
}

// search goes through the solutions of the state of a depth.
func (s *Solver) search(depth int) {
	for {
		st := s.state(depth)
		slot := s.choose(st)
		if slot < 0 {
			s.found++
			if s.visit != nil {
				s.visit(st)
			}
			return
		}
		if s.budget == 0 {
			s.exhausted = true
			return
		}
		s.budget--
		s.Nodes++
		cell, v := slot, bits.TrailingZeros16(st.slots[slot])
		if slot >= s.n {
			base := int(s.base[slot])
			cell, v = base-s.n+v, slot-base
		}
		next := s.state(depth + 1)
		next.copyFrom(s.state(depth))
		if s.keep(next, cell, v) && s.propagate(next) {
			s.search(depth + 1)
			if s.found >= s.limit || s.exhausted {
				return
			}
		} else {
			s.abandon()
		}
		st = s.state(depth)
		if !s.remove(st, cell, v) || !s.propagate(st) {
			s.abandon()
			return
		}
	}
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
