package technique

import (
	"fmt"
	"math/bits"
)

// nakedSingle finds a cell with one candidate.
func (s *State) nakedSingle() (Step, bool) {
	for i, c := range s.cands {
		if s.values[i] == 0 && bits.OnesCount16(c) == 1 {
			v := bits.TrailingZeros16(c) + 1
			return Step{
				Class: NakedSingle, Name: "naked single", Put: Candidate{i, v}, Cells: []int{i},
				Words: fmt.Sprintf("%s has no other candidate left than %d.", s.layout.Name(i), v),
			}, true
		}
	}
	return Step{}, false
}

// hiddenSingle finds a value with one place in its region.
func (s *State) hiddenSingle() (Step, bool) {
	for r, cells := range s.layout.Cells() {
		if c, v, ok := s.onlyPlace(r); ok {
			return Step{
				Class: HiddenSingle, Name: "hidden single", Put: Candidate{c, v}, Cells: cells,
				Words: fmt.Sprintf("In the region of %s, %d fits only in %s.", s.layout.Name(cells[0]), v, s.layout.Name(c)),
			}, true
		}
	}
	return Step{}, false
}

// onlyPlace returns a value that is not put in and has one place in the region.
func (s *State) onlyPlace(region int) (cell, v int, found bool) {
	var once, twice uint16
	cells := s.layout.Cells()[region]
	for _, c := range cells {
		twice |= once & s.cands[c]
		once |= s.cands[c]
	}
	for _, c := range cells {
		if hidden := s.cands[c] & once &^ twice; s.values[c] == 0 && hidden != 0 {
			return c, bits.TrailingZeros16(hidden) + 1, true
		}
	}
	return 0, 0, false
}

// lacking returns a value of a region that has no place.
func (s *State) lacking() (region, v int, found bool) {
	for r, cells := range s.layout.Cells() {
		var all uint16
		for _, c := range cells {
			all |= s.cands[c]
		}
		if missing := (1<<len(cells) - 1) &^ all; missing != 0 {
			return r, bits.TrailingZeros16(missing) + 1, true
		}
	}
	return 0, 0, false
}

// closeSingles draws all consequences of classes 0 and 1. It returns what was put
// in and, if that ends in a contradiction, what is wrong.
func (s *State) closeSingles() (put []Candidate, wrong string) {
	for {
		if i, ok := s.empty(); ok {
			return put, s.layout.Name(i) + " has no candidate"
		}
		if r, v, ok := s.lacking(); ok {
			return put, fmt.Sprintf("the region of %s has no place for %d", s.layout.Name(s.layout.Cells()[r][0]), v)
		}
		before := len(put)
		for i, c := range s.cands {
			if s.values[i] == 0 && c&(c-1) == 0 && c != 0 {
				v := bits.TrailingZeros16(c) + 1
				s.put(i, v)
				put = append(put, Candidate{i, v})
			}
		}
		if len(put) > before {
			continue
		}
		for r := range s.layout.Cells() {
			if c, v, ok := s.onlyPlace(r); ok {
				s.put(c, v)
				put = append(put, Candidate{c, v})
				break
			}
		}
		if len(put) == before {
			return put, ""
		}
	}
}
