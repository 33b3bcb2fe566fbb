package grow

import (
	"math/bits"
	"slices"

	"puzzlekit/engines/tectonic"
)

// Wide grows grids of any size. It looks at the whole grid each time and is slow; its
// choices are those of Machine.
type Wide struct {
	Problem tectonic.Problem
	Pruning Pruning
}

// MaxWide is the largest region that Wide takes: values are bits of a word.
const MaxWide = 31

// region is what decides about a region beside the next cell.
type region struct {
	values Values
	open   bool // it can grow elsewhere than at the next cell
}

// Choices returns the values that the next cell of g can take.
func (w Wide) Choices(g tectonic.Grid) Choices {
	cell := len(g.Values)
	at := placeOf(w.Problem, cell)
	free := w.free(g)
	var c Choices
	// try finds the values for a cell that joins the given regions.
	try := func(join uint8, joined ...uint16) {
		var values Values
		open := at.right || at.below
		size := 1
		for _, r := range joined {
			reg := w.region(g, r)
			if values&reg.values != 0 {
				return
			}
			values |= reg.values
			size += bits.OnesCount32(uint32(reg.values))
			open = open || reg.open
		}
		for _, r := range w.beside(g) {
			reg := w.region(g, r)
			if !slices.Contains(joined, r) && !reg.open && !reg.values.complete() && w.Pruning == Closure {
				return
			}
		}
		if size > w.Problem.Max {
			return
		}
		for v := Values(1); v < 1<<w.Problem.Max; v <<= 1 {
			if free&v != 0 && values&v == 0 && (open || w.Pruning == Weak || (values | v).complete()) {
				c[join] |= v
			}
		}
	}
	try(0)
	switch {
	case at.left && at.above:
		left, above := g.Regions[cell-1], g.Regions[cell-w.Problem.Width]
		if left == above {
			try(3, left)
			break
		}
		try(tectonic.JoinLeft, left)
		try(tectonic.JoinAbove, above)
		if !touch(g, left, above) {
			try(3, left, above)
		}
	case at.left:
		try(tectonic.JoinLeft, g.Regions[cell-1])
	case at.above:
		try(tectonic.JoinAbove, g.Regions[cell-w.Problem.Width])
	}
	return c
}

// Extend returns a new grid: g with one more cell.
func (w Wide) Extend(g tectonic.Grid, join uint8, value uint8) tectonic.Grid {
	cell := len(g.Values)
	next := tectonic.Grid{
		Width:   g.Width,
		Values:  append(slices.Clip(g.Values), value),
		Regions: append(slices.Clone(g.Regions), 0),
	}
	switch join {
	case 0:
		for _, r := range g.Regions {
			next.Regions[cell] = max(next.Regions[cell], r+1)
		}
	case tectonic.JoinLeft:
		next.Regions[cell] = g.Regions[cell-1]
	case tectonic.JoinAbove:
		next.Regions[cell] = g.Regions[cell-g.Width]
	default:
		left, above := g.Regions[cell-1], g.Regions[cell-g.Width]
		keep, gone := min(left, above), max(left, above)
		next.Regions[cell] = keep
		for i, r := range next.Regions {
			switch {
			case r == gone:
				next.Regions[i] = keep
			case r > gone && keep != gone:
				next.Regions[i]--
			}
		}
	}
	return next
}

// placeOf returns the place of one cell.
func placeOf(p tectonic.Problem, cell int) place {
	row, col := cell/p.Width, cell%p.Width
	return place{above: row > 0, left: col > 0, right: col < p.Width-1, below: row < p.Height-1}
}

// free returns the values that the next cell's assigned neighbors do not have.
func (w Wide) free(g tectonic.Grid) Values {
	cell, width := len(g.Values), g.Width
	free := Values(1)<<w.Problem.Max - 1
	for other, v := range g.Values {
		rows, cols := cell/width-other/width, cell%width-other%width
		if rows <= 1 && cols >= -1 && cols <= 1 {
			free &^= 1 << (v - 1)
		}
	}
	return free
}

// beside returns the regions of the left neighbor and of the cell above.
func (w Wide) beside(g tectonic.Grid) []uint16 {
	cell := len(g.Values)
	var list []uint16
	if cell%g.Width > 0 {
		list = append(list, g.Regions[cell-1])
	}
	if cell >= g.Width {
		list = append(list, g.Regions[cell-g.Width])
	}
	return list
}

// region looks at one region of the grid.
func (w Wide) region(g tectonic.Grid, r uint16) region {
	next := len(g.Values)
	var reg region
	for cell, other := range g.Regions {
		if other != r {
			continue
		}
		reg.values |= 1 << (g.Values[cell] - 1)
		right := cell%g.Width < g.Width-1 && cell+1 > next
		below := cell+g.Width > next && cell+g.Width < w.Problem.Cells()
		reg.open = reg.open || right || below
	}
	return reg
}

// touch reports whether a cell of one region is orthogonally beside one of the other.
func touch(g tectonic.Grid, a, b uint16) bool {
	for cell, r := range g.Regions {
		if r != a && r != b {
			continue
		}
		if cell%g.Width > 0 {
			if left := g.Regions[cell-1]; left != r && (left == a || left == b) {
				return true
			}
		}
		if cell >= g.Width {
			if above := g.Regions[cell-g.Width]; above != r && (above == a || above == b) {
				return true
			}
		}
	}
	return false
}
