package puzzle

import "math/bits"

// Solver finds the solutions of the puzzles of one layout: propagation on bit
// masks, and search where that stops. It keeps its tables and what it learned
// about the layout from call to call, which changes the speed and never an
// answer; it is not safe for concurrent use.
//
// The state of a search is three views of the same candidates:
//
//	slots 0 to n   the cells of region 0, then 1, …: a bit for each candidate
//	slots n to 2n  the values 1, 2, … of region 0, then 1, …: a bit for each place
//	lines          the rows of the board for value 1, then 2, …: a bit for each
//	               column where the value is possible
//
// The first two are matrices of which one is the transpose of the other, and rules
// about cells and about values are the same rule there.
type Solver struct {
	layout *Layout
	n      int      // cells
	stride int      // lines of a value: the rows of the board and two that stay empty
	cell   []int    // of each slot below n
	slot   []uint16 // of each cell
	base   []uint16 // of each slot, first of its region; the same for the values
	row    []uint8  // of each slot below n
	column []uint8
	weight []uint32 // of each slot: how often it failed; guides the search

	reach  []reach  // of sets of cells of one region; see reachOf
	first  []int32  // of each slot from n on: where the sets of its region begin in reach, -1 if it is too large
	root   *state   // without clues, nil if it has no solution
	stack  []*state // of the search
	known  []uint16 // slots that have one choice left since the last look
	narrow []uint16 // values that have fewer places since the last look
	queued []bool   // of each slot: whether it is in narrow

	// Nodes counts the guesses of the calls so far.
	Nodes int64

	search
}

// state is a set of candidates in three views; see [Solver].
type state struct {
	slots []uint16
	lines []uint64
}

func (s *Solver) newState() *state {
	return &state{make([]uint16, 2*s.n), make([]uint64, s.layout.Largest()*s.stride)}
}

func (st *state) copyFrom(other *state) {
	copy(st.slots, other.slots)
	copy(st.lines, other.lines)
}

// NewSolver returns a solver for the puzzles of a layout.
func NewSolver(l *Layout) *Solver {
	n := l.Size()
	s := &Solver{
		layout: l, n: n, stride: l.Height + 2,
		cell: make([]int, 0, n), slot: make([]uint16, n), base: make([]uint16, 2*n),
		row: make([]uint8, n), column: make([]uint8, n),
		weight: make([]uint32, 2*n), queued: make([]bool, 2*n),
	}
	for _, cells := range l.cells {
		first := len(s.cell)
		for _, c := range cells {
			slot := len(s.cell)
			s.slot[c] = uint16(slot)
			s.base[slot], s.base[n+slot] = uint16(first), uint16(n+first)
			s.row[slot], s.column[slot] = uint8(c/l.Width), uint8(c%l.Width)
			s.cell = append(s.cell, c)
		}
	}
	s.buildReach()
	root := s.newState()
	s.start(root)
	if s.propagate(root) {
		s.root = root
	}
	return s
}

// state returns the state of a depth of the search.
func (s *Solver) state(depth int) *state {
	if depth == len(s.stack) {
		s.stack = append(s.stack, s.newState())
	}
	return s.stack[depth]
}

// start fills st with all candidates.
func (s *Solver) start(st *state) {
	slot := 0
	for _, cells := range s.layout.cells {
		all := uint16(1<<len(cells) - 1)
		for range cells {
			st.slots[slot], st.slots[s.n+slot] = all, all
			for v := range cells {
				st.lines[v*s.stride+int(s.row[slot])] |= 1 << s.column[slot]
			}
			s.queued[s.n+slot] = true
			s.narrow = append(s.narrow, uint16(s.n+slot))
			slot++
		}
	}
}

// keep leaves a cell one candidate, counted from 0.
func (s *Solver) keep(st *state, slot, v int) bool {
	if st.slots[slot]>>v&1 == 0 { // so it is for v of 16 and more
		return false
	}
	for others := st.slots[slot] &^ (1 << v); others != 0; others &= others - 1 {
		if !s.remove(st, slot, bits.TrailingZeros16(others)) {
			return false
		}
	}
	return true
}

// remove takes a candidate, counted from 0, from a cell. It returns false if the
// cell has none left or the value no place.
func (s *Solver) remove(st *state, slot, v int) bool {
	if st.slots[slot]>>v&1 == 0 {
		return true
	}
	base := int(s.base[slot])
	value := s.n + base + v
	cands := st.slots[slot] &^ (1 << v)
	places := st.slots[value] &^ (1 << (slot - base))
	st.slots[slot], st.slots[value] = cands, places
	st.lines[v*s.stride+int(s.row[slot])] &^= 1 << s.column[slot]
	if cands == 0 {
		s.weight[slot]++
		return false
	}
	if places == 0 {
		s.weight[value]++
		return false
	}
	if cands&(cands-1) == 0 {
		s.known = append(s.known, uint16(slot))
	}
	if places&(places-1) == 0 {
		s.known = append(s.known, uint16(value))
	}
	if !s.queued[value] {
		s.queued[value] = true
		s.narrow = append(s.narrow, uint16(value))
	}
	return true
}

// propagate draws the consequences of what changed:
//
//   - a cell with one candidate takes it from the other cells of the region;
//   - a value with one place takes the other candidates from that cell;
//   - a cell that touches every place of a value of another region is not that
//     value. For one place, these are the neighbors of a known cell.
//
// It returns false if there is a contradiction, with its lists empty in any case.
func (s *Solver) propagate(st *state) bool {
	for {
		if last := len(s.known) - 1; last >= 0 {
			slot := int(s.known[last])
			s.known = s.known[:last]
			base := int(s.base[slot])
			choice := bits.TrailingZeros16(st.slots[slot])
			// The others of its choice in the transposed matrix.
			if slot < s.n {
				for others := st.slots[s.n+base+choice] &^ (1 << (slot - base)); others != 0; others &= others - 1 {
					if !s.remove(st, base+bits.TrailingZeros16(others), choice) {
						s.abandon()
						return false
					}
				}
			} else if !s.keep(st, base-s.n+choice, slot-base) {
				s.abandon()
				return false
			}
			continue
		}
		last := len(s.narrow) - 1
		if last < 0 {
			return true
		}
		slot := int(s.narrow[last])
		s.narrow = s.narrow[:last]
		s.queued[slot] = false
		base := int(s.base[slot])
		if !s.point(st, slot, slot-base) {
			s.abandon()
			return false
		}
	}
}

// abandon empties the lists.
func (s *Solver) abandon() {
	s.known = s.known[:0]
	for _, slot := range s.narrow {
		s.queued[slot] = false
	}
	s.narrow = s.narrow[:0]
}
