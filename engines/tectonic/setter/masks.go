package setter

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"puzzlekit/engines/tectonic/puzzle"
)

// MostCells is the largest board whose masks can all be looked at.
const MostCells = 24

// Mask is a set of cells: bit i for cell i.
type Mask uint32

// Clues returns the values of a grid in the cells of the mask, 0 elsewhere.
func (m Mask) Clues(g Grid) []int {
	clues := make([]int, len(g.Values))
	for i, v := range g.Values {
		if m>>i&1 == 1 {
			clues[i] = v
		}
	}
	return clues
}

// Masks returns all masks of a grid that leave one solution and that wanted, given
// the number of clues, asks for; ascending by number of clues, then as numbers. A
// mask leaves one solution if it has a cell of every set of cells in which another
// solution of the layout differs from the grid. It fails for boards of more than
// [MostCells] cells and when ctx ends.
func Masks(ctx context.Context, g Grid, wanted func(clues int) bool) ([]Mask, error) {
	n := len(g.Values)
	if n > MostCells {
		return nil, fmt.Errorf("setter: all masks of %d cells: expected at most %d", n, MostCells)
	}
	var differences []Mask
	err := puzzle.NewSolver(g.Layout).Each(ctx, make([]int, n), 0, func(values []int) bool {
		var d Mask
		for i, v := range values {
			if v != g.Values[i] {
				d |= 1 << i
			}
		}
		if d != 0 {
			differences = append(differences, d)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	differences = smallest(differences)
	masks := make([][]Mask, n+1)
	for m := range Mask(1) << n {
		count := bits.OnesCount32(uint32(m))
		if !wanted(count) || slices.ContainsFunc(differences, func(d Mask) bool { return m&d == 0 }) {
			continue
		}
		masks[count] = append(masks[count], m)
	}
	return slices.Concat(masks...), nil
}

// smallest returns the sets that contain no other one.
func smallest(sets []Mask) []Mask {
	slices.SortFunc(sets, func(a, b Mask) int { return bits.OnesCount32(uint32(a)) - bits.OnesCount32(uint32(b)) })
	var kept []Mask
	for _, s := range sets {
		if !slices.ContainsFunc(kept, func(k Mask) bool { return k&^s == 0 }) {
			kept = append(kept, s)
		}
	}
	return kept
}

// Minimal returns those of the masks of a grid in which every clue is needed. All
// masks of the grid that leave one solution have to be given.
func Minimal(masks []Mask) []Mask {
	all := make(map[Mask]bool, len(masks))
	for _, m := range masks {
		all[m] = true
	}
	var kept []Mask
	for _, m := range masks {
		needed := true
		for rest := m; rest != 0 && needed; rest &= rest - 1 {
			needed = !all[m&^(rest&-rest)]
		}
		if needed {
			kept = append(kept, m)
		}
	}
	return kept
}
