package grow

import "puzzlekit/engines/tectonic"

// Pruning says which partial grids are left out.
type Pruning int

// The kinds of pruning that need to look at one grid only.
const (
	Closure Pruning = iota
	Weak
)

// Values is a set of values, value v as bit v-1.
type Values uint32

// complete reports whether the set is 1 to its size.
func (v Values) complete() bool { return v&(v+1) == 0 }

// closing returns the value that makes the set 1 to its size, as a set.
func (v Values) closing() Values {
	missing := ^v & (v + 1)
	if (v | missing).complete() {
		return missing
	}
	return 0
}

// Choices are the values that a cell can take, by w-1 of its code: alone, with the
// left neighbor, with the cell above, with both.
type Choices [4]Values

// place is what the rules ask about a cell's place.
type place struct {
	above, left  bool // there is such a neighbor
	right, below bool // there is such a neighbor, still unassigned
	shift        uint // of the column's lane in a packed word
}

// places returns the places of all cells of a problem.
func places(p tectonic.Problem) []place {
	list := make([]place, p.Cells())
	for cell := range list {
		row, col := cell/p.Width, cell%p.Width
		list[cell] = place{
			above: row > 0, left: col > 0,
			right: col < p.Width-1, below: row < p.Height-1,
			shift: uint(8 * col),
		}
	}
	return list
}
