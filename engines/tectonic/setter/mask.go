package setter

import (
	"math/rand/v2"

	"puzzlekit/engines/tectonic/puzzle"
)

// Masker takes clues away from a grid. It is not safe for concurrent use.
type Masker struct {
	Grid   Grid
	Solver *puzzle.Solver
	clues  []int
}

// NewMasker returns a masker for a grid. All of its values are clues.
func NewMasker(g Grid) *Masker {
	return &Masker{Grid: g, Solver: puzzle.NewSolver(g.Layout), clues: append([]int(nil), g.Values...)}
}

// Clues returns the clues that are left, 0 for the other cells.
func (m *Masker) Clues() []int { return append([]int(nil), m.clues...) }

// Reduce goes through the cells in random order and takes clues away while one
// solution is left, keep agrees and there are more than least clues. Without keep
// and least the result is minimal: every clue is needed. It returns the number of
// clues left.
func (m *Masker) Reduce(rng *rand.Rand, least int, keep func(clues []int) bool) int {
	copy(m.clues, m.Grid.Values)
	left := len(m.clues)
	for _, cell := range rng.Perm(len(m.clues)) {
		if left <= least {
			break
		}
		v := m.clues[cell]
		m.clues[cell] = 0
		if m.Solver.Another(m.clues, cell, v) || keep != nil && !keep(m.clues) {
			m.clues[cell] = v
			continue
		}
		left--
	}
	return left
}
