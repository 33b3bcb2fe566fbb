package setter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"puzzlekit/engines/tectonic/puzzle"
)

// ErrNoGrid means that there is no grid of the size asked for.
var ErrNoGrid = errors.New("setter: no such grid")

// Grid is a solved board.
type Grid struct {
	Layout *puzzle.Layout
	Values []int // of each cell
}

// patience is after how many failures a cell a new board is begun.
const patience = 30

// Random returns a random grid with regions of at most most cells. It fails with
// [ErrNoGrid] if it is known that there is none, or when ctx ends.
//
// Region after region is placed where the free cells are tightest, in a random
// shape. The values of what is placed are always a solution: where a new region
// does not fit, its neighbors get other values, and only where that fails too
// another shape is tried, and in the end some neighbors are taken away.
func Random(ctx context.Context, rng *rand.Rand, width, height, most int) (Grid, error) {
	if width < 1 || height < 1 || width > puzzle.MaxSide || height > puzzle.MaxSide || most < 1 || most > puzzle.MaxRegion {
		return Grid{}, fmt.Errorf("setter: %d by %d cells in regions of at most %d: expected sides of 1 to %d and regions of 1 to %d",
			width, height, most, puzzle.MaxSide, puzzle.MaxRegion)
	}
	if most == 1 && width*height > 1 {
		return Grid{}, fmt.Errorf("%w: a 1 would touch a 1", ErrNoGrid)
	}
	if width > 1 && height > 1 && most < 4 {
		return Grid{}, fmt.Errorf("%w: four cells that all touch need four values, and the largest region has %d", ErrNoGrid, most)
	}
	if width > 1 && height > 1 && most == 4 {
		return randomFour(ctx, rng, width, height)
	}
	b := newBuilder(rng, width, height, most)
	for failures := 0; ; {
		if err := ctx.Err(); err != nil {
			return Grid{}, err
		}
		cell := b.tightest()
		if cell < 0 {
			break
		}
		if b.placeAt(cell) {
			continue
		}
		b.free(cell)
		// Some corners have no way out that takes regions away one by one.
		if failures++; failures%(patience*width*height) == 0 {
			b = newBuilder(rng, width, height, most)
		}
	}
	l, err := puzzle.NewLayout(width, height, b.region)
	if err != nil {
		return Grid{}, err
	}
	return Grid{l, b.values}, nil
}
