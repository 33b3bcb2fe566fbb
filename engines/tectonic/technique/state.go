package technique

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"

	"puzzlekit/engines/tectonic/puzzle"
)

// ErrContradiction means that a cell has no candidate or a value no place: the
// puzzle has no solution, or a wrong value was put in.
var ErrContradiction = errors.New("technique: contradiction")

// State is what is known of a puzzle: the values put in and the candidates of the
// other cells. It is not safe for concurrent use.
type State struct {
	layout *puzzle.Layout
	values []int    // of each cell, 0 if it is not put in
	cands  []uint16 // of each cell: bit v-1 for candidate v. Invariant: one bit where values is not 0
	left   int      // cells without a value
}

// New returns the state in which the clues have taken their candidates away. It
// fails with [ErrContradiction] if that leaves a cell without candidates.
func New(p *puzzle.Puzzle) (*State, error) {
	s := &State{layout: p.Layout, values: make([]int, p.Size()), cands: make([]uint16, p.Size()), left: p.Size()}
	for i := range s.cands {
		s.cands[i] = 1<<p.Values(i) - 1
	}
	for i, v := range p.Clues {
		if v == 0 {
			continue
		}
		if v > p.Values(i) || s.cands[i]&bit(v) == 0 {
			return nil, fmt.Errorf("%w: %s cannot be %d", ErrContradiction, p.Name(i), v)
		}
		s.put(i, v)
	}
	if i, ok := s.empty(); ok {
		return nil, fmt.Errorf("%w: %s has no candidate", ErrContradiction, p.Name(i))
	}
	return s, nil
}

// Values returns the values put in so far, 0 for the other cells. The caller does
// not change them.
func (s *State) Values() []int { return s.values }

// Candidates returns the candidates of a cell, ascending.
func (s *State) Candidates(cell int) []int {
	var list []int
	for v := range values(s.cands[cell]) {
		list = append(list, v)
	}
	return list
}

// Solved reports whether every cell has its value.
func (s *State) Solved() bool { return s.left == 0 }

// Apply does a step. It fails with [ErrContradiction] if that leaves a cell
// without candidates.
func (s *State) Apply(step Step) error {
	for _, c := range step.Removed {
		s.cands[c.Cell] &^= bit(c.Value)
	}
	if step.Put.Value != 0 {
		s.put(step.Put.Cell, step.Put.Value)
	}
	if i, ok := s.empty(); ok {
		return fmt.Errorf("%w: %s has no candidate", ErrContradiction, s.layout.Name(i))
	}
	return nil
}

// contradiction is the error about a region that has no place for v.
func contradiction(s *State, region, v int) error {
	return fmt.Errorf("%w: the region of %s has no place for %d", ErrContradiction, s.layout.Name(s.layout.Cells()[region][0]), v)
}

func (s *State) clone() *State {
	return &State{s.layout, append([]int(nil), s.values...), append([]uint16(nil), s.cands...), s.left}
}

func (s *State) copyFrom(other *State) {
	copy(s.values, other.values)
	copy(s.cands, other.cands)
	s.left = other.left
}

// put writes a value and takes it from the cells that see it.
func (s *State) put(cell, v int) {
	s.values[cell], s.cands[cell] = v, bit(v)
	s.left--
	for j := range s.seen(cell) {
		switch s.values[j] {
		case 0:
			s.cands[j] &^= bit(v)
		case v:
			s.cands[j] = 0
		}
	}
}

// empty returns a cell without candidates.
func (s *State) empty() (cell int, found bool) {
	for i, c := range s.cands {
		if c == 0 {
			return i, true
		}
	}
	return 0, false
}

// seen returns the cells that a cell sees; those it sees twice come twice.
func (s *State) seen(cell int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, j := range s.layout.Touching(cell) {
			if !yield(j) {
				return
			}
		}
		for _, j := range s.layout.Cells()[s.layout.Regions()[cell]] {
			if j != cell && !yield(j) {
				return
			}
		}
	}
}

// places returns the cells of a region that may be v.
func (s *State) places(region, v int) []int {
	var places []int
	for _, c := range s.layout.Cells()[region] {
		if s.cands[c]&bit(v) != 0 {
			places = append(places, c)
		}
	}
	return places
}

func bit(v int) uint16 { return 1 << (v - 1) }

// values goes through the values of a mask.
func values(mask uint16) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; mask != 0; mask &= mask - 1 {
			if !yield(bits.TrailingZeros16(mask) + 1) {
				return
			}
		}
	}
}
