package tectonic

import "fmt"

// Grid is a partial or complete grid. Whoever makes a Grid owns its slices; the
// methods do not change them.
type Grid struct {
	Width   int      // cells in a row
	Values  []uint8  // of the assigned cells, 0 where unknown
	Regions []uint16 // of the assigned cells, numbered from 0 by first occurrence. Invariant: len(Regions) == len(Values)
}

// Height returns the number of rows that have an assigned cell.
func (g Grid) Height() int { return (len(g.Values) + g.Width - 1) / g.Width }

// Place names a cell of a grid for people, counting from 1.
func (g Grid) Place(cell int) string {
	return fmt.Sprintf("row %d, column %d", cell/g.Width+1, cell%g.Width+1)
}

// Sizes returns the number of cells of each region.
func (g Grid) Sizes() []int {
	var sizes []int
	for _, r := range g.Regions {
		for int(r) >= len(sizes) {
			sizes = append(sizes, 0)
		}
		sizes[r]++
	}
	return sizes
}

// Transpose exchanges rows and columns. Only grids whose rows are all complete can
// be transposed.
func (g Grid) Transpose() (Grid, error) {
	if len(g.Values)%g.Width != 0 {
		return Grid{}, fmt.Errorf("tectonic: transpose: the last row has %d of %d cells; expected complete rows", len(g.Values)%g.Width, g.Width)
	}
	height := g.Height()
	t := Grid{Width: height, Values: make([]uint8, 0, len(g.Values)), Regions: make([]uint16, 0, len(g.Values))}
	for col := range g.Width {
		for row := range height {
			t.Values = append(t.Values, g.Values[row*g.Width+col])
			t.Regions = append(t.Regions, g.Regions[row*g.Width+col])
		}
	}
	renumber(t.Regions)
	return t, nil
}

// renumber numbers regions by first occurrence.
func renumber(regions []uint16) {
	names := map[uint16]uint16{}
	for i, r := range regions {
		name, ok := names[r]
		if !ok {
			name = uint16(len(names))
			names[r] = name
		}
		regions[i] = name
	}
}

// earlier calls visit for each neighbor of the cell, diagonal ones included, that
// comes before it in the order of cells.
func (g Grid) earlier(cell int, visit func(neighbor int)) {
	col := cell % g.Width
	above := cell - g.Width
	if above >= 0 {
		if col > 0 {
			visit(above - 1)
		}
		visit(above)
		if col < g.Width-1 {
			visit(above + 1)
		}
	}
	if col > 0 {
		visit(cell - 1)
	}
}
