package technique

import (
	"fmt"
	"math/bits"
	"slices"
)

// pointing finds a cell that sees every place of a value in a region.
func (s *State) pointing() (Step, bool) {
	for r, cells := range s.layout.Cells() {
		for v := 1; v <= len(cells); v++ {
			places := s.places(r, v)
			if len(places) == 0 || s.values[places[0]] == v {
				continue
			}
			removed := s.sharedBy(places, bit(v), func(cell int) bool { return s.layout.Regions()[cell] != r })
			if len(removed) == 0 {
				continue
			}
			return Step{
				Class: Pointing, Name: "pointing", Removed: removed, Cells: places,
				Words: fmt.Sprintf("The %d of the region of %s is in %s. No cell that sees them all is %d: %s.",
					v, s.layout.Name(cells[0]), orNames(s, places), v, removal(s.layout, removed)),
			}, true
		}
	}
	return Step{}, false
}

// orNames writes cells as "r1c1 or r1c2".
func orNames(s *State, cells []int) string {
	text := s.layout.Name(cells[0])
	for _, c := range cells[1:] {
		text += " or " + s.layout.Name(c)
	}
	return text
}

// sharedBy returns the candidates in mask of the cells that see all of the given
// cells and are wanted.
func (s *State) sharedBy(cells []int, mask uint16, wanted func(cell int) bool) []Candidate {
	var removed []Candidate
	var around []int
	for j := range s.seen(cells[0]) {
		around = append(around, j)
	}
	slices.Sort(around)
	for _, j := range slices.Compact(around) {
		if s.values[j] != 0 || s.cands[j]&mask == 0 || !wanted(j) {
			continue
		}
		if slices.ContainsFunc(cells, func(c int) bool { return !s.layout.Sees(c, j) }) {
			continue
		}
		for v := range values(s.cands[j] & mask) {
			removed = append(removed, Candidate{j, v})
		}
	}
	return removed
}

// open returns the cells of a region that have no value.
func (s *State) open(region int) []int {
	var cells []int
	for _, c := range s.layout.Cells()[region] {
		if s.values[c] == 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

var setNames = [...]string{2: "pair", 3: "triple"}

// subset finds pairs and triples in a region.
func (s *State) subset() (Step, bool) {
	for size := 2; size <= 3; size++ {
		for r, cells := range s.layout.Cells() {
			open := s.open(r)
			for set := range subsets(open, size) {
				union := s.union(set)
				if bits.OnesCount16(union) != size {
					continue
				}
				removed := s.sharedBy(set, union, func(cell int) bool { return s.layout.Regions()[cell] == r })
				if len(removed) > 0 {
					return Step{
						Class: Subset, Name: "naked " + setNames[size], Removed: removed, Cells: set,
						Words: fmt.Sprintf("%s share the candidates %s, so the other cells of their region have none of them: %s.",
							names(s.layout, set), valueNames(union), removal(s.layout, removed)),
					}, true
				}
			}
			for set := range subsets(s.openValues(r), size) {
				if step, ok := s.hiddenSubset(r, set, cells); ok {
					return step, true
				}
			}
		}
	}
	return Step{}, false
}

// openValues returns the values of a region that are not put in.
func (s *State) openValues(region int) []int {
	var list []int
	for v := range values(s.union(s.open(region))) {
		list = append(list, v)
	}
	return list
}

// hiddenSubset looks at values of a region for as many places between them.
func (s *State) hiddenSubset(region int, vs, cells []int) (Step, bool) {
	var mask uint16
	for _, v := range vs {
		mask |= bit(v)
	}
	var places []int
	var removed []Candidate
	for _, c := range s.open(region) {
		if s.cands[c]&mask == 0 {
			continue
		}
		places = append(places, c)
		for v := range values(s.cands[c] &^ mask) {
			removed = append(removed, Candidate{c, v})
		}
	}
	if len(places) != len(vs) || len(removed) == 0 {
		return Step{}, false
	}
	return Step{
		Class: Subset, Name: "hidden " + setNames[len(vs)], Removed: removed, Cells: places,
		Words: fmt.Sprintf("In the region of %s, %s fit only in %s, which have no other values: %s.",
			s.layout.Name(cells[0]), valueNames(mask), names(s.layout, places), removal(s.layout, removed)),
	}, true
}

// seeingSubset finds naked pairs and triples in cells that all see each other.
func (s *State) seeingSubset() (Step, bool) {
	for size := 2; size <= 3; size++ {
		for i := range s.cands {
			if s.values[i] != 0 || bits.OnesCount16(s.cands[i]) > size {
				continue
			}
			if step, ok := s.extend([]int{i}, size); ok {
				return step, true
			}
		}
	}
	return Step{}, false
}

// extend adds cells to a set, all seeing each other, until it has size cells.
func (s *State) extend(set []int, size int) (Step, bool) {
	union := s.union(set)
	if bits.OnesCount16(union) > size {
		return Step{}, false
	}
	if len(set) == size {
		removed := s.sharedBy(set, union, func(cell int) bool { return !slices.Contains(set, cell) })
		if len(removed) == 0 {
			return Step{}, false
		}
		return Step{
			Class: SeeingSubset, Name: setNames[size] + " across regions", Removed: removed, Cells: set,
			Words: fmt.Sprintf("%s all see each other and share the candidates %s, so a cell that sees them all has none of them: %s.",
				names(s.layout, set), valueNames(union), removal(s.layout, removed)),
		}, true
	}
	for j := range s.seen(set[0]) {
		if j <= set[len(set)-1] || s.values[j] != 0 ||
			slices.ContainsFunc(set, func(c int) bool { return !s.layout.Sees(c, j) }) {
			continue
		}
		if step, ok := s.extend(append(slices.Clone(set), j), size); ok {
			return step, true
		}
	}
	return Step{}, false
}

// union returns the candidates of cells.
func (s *State) union(cells []int) uint16 {
	var mask uint16
	for _, c := range cells {
		mask |= s.cands[c]
	}
	return mask
}

// subsets goes through the subsets of a size. Each is the caller's to keep.
func subsets(items []int, size int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		chosen := make([]int, 0, size)
		var choose func(from int) bool
		choose = func(from int) bool {
			if len(chosen) == size {
				return yield(slices.Clone(chosen))
			}
			for i := from; i <= len(items)-(size-len(chosen)); i++ {
				chosen = append(chosen, items[i])
				if !choose(i + 1) {
					return false
				}
				chosen = chosen[:len(chosen)-1]
			}
			return true
		}
		choose(0)
	}
}
