package tectonic

import "fmt"

// Limits of what codes and programs take.
const (
	MaxSide  = 64 // cells in a row or column
	MaxValue = 99 // largest region, and so the largest value
)

// Problem names the grids of one size: Width (L), Height (H) and the size of the
// largest region allowed, Max (M).
type Problem struct {
	Width, Height, Max int
}

// Cells returns the number of cells of a complete grid.
func (p Problem) Cells() int { return p.Width * p.Height }

// Transposed returns the problem with rows and columns exchanged.
func (p Problem) Transposed() Problem { return Problem{p.Height, p.Width, p.Max} }

// String returns, for example, "L=4 H=5 M=5".
func (p Problem) String() string {
	return fmt.Sprintf("L=%d H=%d M=%d", p.Width, p.Height, p.Max)
}

// Validate says what is wrong with the numbers.
func (p Problem) Validate() error {
	switch {
	case p.Width < 1 || p.Width > MaxSide:
		return fmt.Errorf("tectonic: width L=%d: expected 1 to %d", p.Width, MaxSide)
	case p.Height < 1 || p.Height > MaxSide:
		return fmt.Errorf("tectonic: height H=%d: expected 1 to %d", p.Height, MaxSide)
	case p.Max < 1 || p.Max > MaxValue:
		return fmt.Errorf("tectonic: largest region M=%d: expected 1 to %d", p.Max, MaxValue)
	}
	return nil
}

// Digits returns the number of digits that codes have for each cell.
func (p Problem) Digits() int {
	if p.Max > 9 {
		return 3
	}
	return 2
}

// SharedTiers returns the deepest tier that the problem has in common with every
// problem of the same width and Max and greater height: closure looks at cells
// below the last assigned one only in the last row.
func (p Problem) SharedTiers() int {
	if p.Width == 1 {
		return p.Height - 1
	}
	return 1 + p.Width*(p.Height-1)
}
