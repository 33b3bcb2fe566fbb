package puzzle

import (
	"fmt"
	"slices"
)

// The bounds of what the package handles.
const (
	MaxSide   = 64  // cells along a side of a board
	MaxRegion = 16  // cells of a region
	MaxClue   = 255 // of a cell; those above the size of a region have no solution
)

// Layout is a board cut into regions. It is not changed after [NewLayout], so it
// may be shared.
type Layout struct {
	Width, Height int

	region []int   // of each cell; numbered by first occurrence
	cells  [][]int // of each region, ascending
	touch  [][]int // of each cell: the cells that touch it, ascending
}

// NewLayout returns the layout whose cell i is in region regions[i], whatever the
// numbers are. It fails where a region is not connected or is too large.
func NewLayout(width, height int, regions []int) (*Layout, error) {
	switch {
	case width < 1 || height < 1 || width > MaxSide || height > MaxSide:
		return nil, fmt.Errorf("puzzle: board of %d by %d cells, expected sides of 1 to %d", width, height, MaxSide)
	case len(regions) != width*height:
		return nil, fmt.Errorf("puzzle: %d cells, expected %d for %d by %d", len(regions), width*height, width, height)
	}
	l := &Layout{Width: width, Height: height, region: make([]int, len(regions))}
	number := make(map[int]int)
	for i, name := range regions {
		r, ok := number[name]
		if !ok {
			r = len(l.cells)
			number[name] = r
			l.cells = append(l.cells, nil)
		}
		l.region[i] = r
		l.cells[r] = append(l.cells[r], i)
	}
	for _, cells := range l.cells {
		if len(cells) > MaxRegion {
			return nil, fmt.Errorf("puzzle: the region of %s has %d cells, expected at most %d", l.Name(cells[0]), len(cells), MaxRegion)
		}
		if apart, ok := l.disconnected(cells); ok {
			return nil, fmt.Errorf("puzzle: %s and %s are in one region that is not connected", l.Name(cells[0]), l.Name(apart))
		}
	}
	l.touch = make([][]int, len(regions))
	for i := range l.touch {
		row, column := i/width, i%width
		for y := max(row-1, 0); y <= min(row+1, height-1); y++ {
			for x := max(column-1, 0); x <= min(column+1, width-1); x++ {
				if j := y*width + x; j != i {
					l.touch[i] = append(l.touch[i], j)
				}
			}
		}
	}
	return l, nil
}

// disconnected returns a cell of the region that cannot be reached from its first.
func (l *Layout) disconnected(cells []int) (cell int, found bool) {
	reached := []int{cells[0]}
	for i := 0; i < len(reached); i++ {
		for _, j := range cells {
			if l.Beside(reached[i], j) && !slices.Contains(reached, j) {
				reached = append(reached, j)
			}
		}
	}
	for _, j := range cells {
		if !slices.Contains(reached, j) {
			return j, true
		}
	}
	return 0, false
}

// Size returns the number of cells.
func (l *Layout) Size() int { return len(l.region) }

// Regions returns the region of each cell, numbered by first occurrence. The
// caller does not change it.
func (l *Layout) Regions() []int { return l.region }

// Cells returns the cells of each region, ascending. The caller does not change
// them.
func (l *Layout) Cells() [][]int { return l.cells }

// Touching returns the cells that touch a cell, ascending. The caller does not
// change them.
func (l *Layout) Touching(cell int) []int { return l.touch[cell] }

// Values returns how many values a cell has to choose from: the size of its region.
func (l *Layout) Values(cell int) int { return len(l.cells[l.region[cell]]) }

// Largest returns the size of the largest region.
func (l *Layout) Largest() int {
	largest := 0
	for _, cells := range l.cells {
		largest = max(largest, len(cells))
	}
	return largest
}

// Same reports whether two cells are in one region.
func (l *Layout) Same(a, b int) bool { return l.region[a] == l.region[b] }

// Beside reports whether two cells share a side.
func (l *Layout) Beside(a, b int) bool {
	if a > b {
		a, b = b, a
	}
	return b-a == l.Width || b-a == 1 && b%l.Width != 0
}

// Sees reports whether two cells may not be equal: they are different and touch
// or are in one region.
func (l *Layout) Sees(a, b int) bool {
	if a == b {
		return false
	}
	if l.Same(a, b) {
		return true
	}
	rows, columns := a/l.Width-b/l.Width, a%l.Width-b%l.Width
	return rows*rows <= 1 && columns*columns <= 1
}

// Name returns the name of a cell, like r1c3 for the third cell of the top row.
func (l *Layout) Name(cell int) string {
	return fmt.Sprintf("r%dc%d", cell/l.Width+1, cell%l.Width+1)
}
