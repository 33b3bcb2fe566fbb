package tectonic

import (
	"fmt"
)

// Bits of w-1 in a code.
const (
	JoinLeft  = 1 // the cell is in the region of its left neighbor
	JoinAbove = 2 // the cell is in the region of the cell above
)

// ParseCode reads the code of a grid of the problem, partial or complete, with or
// without unknown values. A code that is not canonical or breaks a rule of
// [Grid.Check] is refused, never repaired.
func ParseCode(code string, p Problem) (Grid, error) {
	if err := p.Validate(); err != nil {
		return Grid{}, err
	}
	digits := p.Digits()
	if len(code)%digits != 0 {
		return Grid{}, fmt.Errorf("tectonic: code of %d digits: expected %d for each cell", len(code), digits)
	}
	cells := len(code) / digits
	if cells > p.Cells() {
		return Grid{}, fmt.Errorf("tectonic: code of %d cells: expected at most %d×%d", cells, p.Width, p.Height)
	}
	g := Grid{Width: p.Width, Values: make([]uint8, cells), Regions: make([]uint16, cells)}
	parts := newUnion(cells)
	joins := make([]uint8, cells)
	for cell := range cells {
		join, value, err := parseCell(code[cell*digits : cell*digits+digits])
		if err != nil {
			return Grid{}, fmt.Errorf("tectonic: code, digit %d, %s: %w", cell*digits+1, g.Place(cell), err)
		}
		left, hasLeft := g.left(cell)
		if join&JoinLeft != 0 {
			if !hasLeft {
				return Grid{}, fmt.Errorf("tectonic: code, digit %d, %s: joins the left of the first column", cell*digits+1, g.Place(cell))
			}
			parts.join(left, cell)
		}
		if join&JoinAbove != 0 {
			if cell < g.Width {
				return Grid{}, fmt.Errorf("tectonic: code, digit %d, %s: joins the row above the first", cell*digits+1, g.Place(cell))
			}
			parts.join(cell-g.Width, cell)
		}
		joins[cell], g.Values[cell] = join, value
	}
	names := make([]uint16, cells)
	next := uint16(0)
	for cell := range cells {
		root := parts.find(cell)
		if root == cell {
			names[cell] = next
			next++
		}
		g.Regions[cell] = names[root]
	}
	for cell := range cells {
		if want := g.join(cell); joins[cell] != want {
			return Grid{}, fmt.Errorf("tectonic: code, digit %d, %s: w is %d where the regions ask for %d", cell*digits+1, g.Place(cell), joins[cell]+1, want+1)
		}
	}
	if err := g.Check(p.Max); err != nil {
		return Grid{}, err
	}
	return g, nil
}

// parseCell reads the digits of one cell.
func parseCell(digits string) (join, value uint8, err error) {
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, 0, fmt.Errorf("%q is no digit", digits[i])
		}
		if i > 0 {
			value = value*10 + digits[i] - '0'
		}
	}
	if digits[0] < '1' || digits[0] > '4' {
		return 0, 0, fmt.Errorf("w is %c: expected 1 to 4", digits[0])
	}
	return digits[0] - '1', value, nil
}

// join returns w-1 of a cell.
func (g Grid) join(cell int) uint8 {
	var join uint8
	if left, ok := g.left(cell); ok && g.Regions[left] == g.Regions[cell] {
		join |= JoinLeft
	}
	if cell >= g.Width && g.Regions[cell-g.Width] == g.Regions[cell] {
		join |= JoinAbove
	}
	return join
}

// AppendCode appends the code of the grid to dst. The largest
// region that is allowed decides about two or three
// digits a cell.
func (g Grid) AppendCode(dst []byte, most int) []byte {
	digits := Problem{Max: most}.Digits()
	for cell, v := range g.Values {
		dst = append(dst, '1'+g.join(cell))
		if digits == 3 {
			dst = append(dst, '0'+v/10)
		}
		dst = append(dst, '0'+v%10)
	}
	return dst
}

// Code returns the code of the grid.
func (g Grid) Code(most int) string { return string(g.AppendCode(nil, most)) }
