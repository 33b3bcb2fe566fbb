package setter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/technique"
)

// ErrGaveUp means that no puzzle as ordered was found in the tries allowed.
var ErrGaveUp = errors.New("setter: gave up")

// Any is a class that is not cared about.
const Any technique.Class = -1

// Order says what puzzle is wanted.
type Order struct {
	Width, Height int
	Most          int             // cells of the largest region
	Class         technique.Class // exactly, or Any
	Clues         int             // exactly; 0 for as few as possible
	// Minimal asks for a puzzle in which every clue is needed for one solution.
	// Without it, and with a class, every clue is needed for one solution that
	// is not harder to find.
	Minimal bool
	Tries   int // grids to try; 0 for any number
}

// Made is a puzzle with what is known of it.
type Made struct {
	*puzzle.Puzzle
	Solution []int
	Class    technique.Class
	Tries    int // grids it took
}

// Make makes puzzle number of an order. The same seed, number and order give the
// same puzzle. It fails with [ErrGaveUp], [ErrNoGrid] or the error of ctx.
func Make(ctx context.Context, o Order, seed, number uint64) (Made, error) {
	rng := rand.New(rand.NewPCG(seed, number))
	for try := 1; o.Tries == 0 || try <= o.Tries; try++ {
		g, err := Random(ctx, rng, o.Width, o.Height, o.Most)
		if err != nil {
			return Made{}, err
		}
		made, ok, err := o.mask(ctx, rng, NewMasker(g))
		if err != nil {
			return Made{}, err
		}
		if ok {
			made.Tries = try
			return made, nil
		}
	}
	return Made{}, fmt.Errorf("%w after %d grids", ErrGaveUp, o.Tries)
}

// mask makes a puzzle of a grid. It returns false if it is not as ordered.
func (o Order) mask(ctx context.Context, rng *rand.Rand, m *Masker) (Made, bool, error) {
	var keep func(clues []int) bool
	if o.Class != Any && o.Class < technique.Trial && !o.Minimal {
		keep = func(clues []int) bool {
			return technique.Solves(&puzzle.Puzzle{Layout: m.Grid.Layout, Clues: clues}, o.Class)
		}
	}
	left := m.Reduce(rng, o.Clues, keep)
	if o.Clues != 0 && left != o.Clues {
		return Made{}, false, nil
	}
	p := &puzzle.Puzzle{Layout: m.Grid.Layout, Clues: slices.Clone(m.clues)}
	// Most puzzles are of another class, and a cheap look tells.
	if o.Class != Any && o.Class < technique.Trial && !technique.Solves(p, o.Class) {
		return Made{}, false, nil
	}
	class, err := technique.Grade(ctx, p)
	if err != nil {
		return Made{}, false, err
	}
	return Made{Puzzle: p, Solution: m.Grid.Values, Class: class}, o.Class == Any || class == o.Class, nil
}
