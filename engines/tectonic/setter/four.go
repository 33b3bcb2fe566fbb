package setter

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"puzzlekit/engines/tectonic/puzzle"
)

// colorings is how many fillings are tried with regions of at most four cells
// before it is said that there seems to be no grid.
const colorings = 500

// randomFour returns a random grid with regions of at most four cells on a board
// of two rows and columns or more. Any two by two cells hold 1 to 4 there, so that
// the values come first: all rows, or all columns, alternate between two values,
// with the other two in the next. What is left is to cut the board into regions.
func randomFour(ctx context.Context, rng *rand.Rand, width, height int) (Grid, error) {
	for range colorings {
		if err := ctx.Err(); err != nil {
			return Grid{}, err
		}
		c := cutter{rng: rng, width: width, height: height, values: alternate(rng, width, height), dead: make(map[string]bool)}
		c.region = make([]int, width*height)
		if !c.cut(1) {
			continue
		}
		l, err := puzzle.NewLayout(width, height, c.region)
		return Grid{l, c.values}, err
	}
	return Grid{}, fmt.Errorf("%w: none found of %d by %d cells with regions of at most 4", ErrNoGrid, width, height)
}

// alternate returns values of which four that touch are never equal.
func alternate(rng *rand.Rand, width, height int) []int {
	order := rng.Perm(4)
	byRow := rng.IntN(2) == 0
	lines := max(width, height)
	shift := make([]int, lines)
	for i := range shift {
		shift[i] = rng.IntN(2)
	}
	values := make([]int, width*height)
	for i := range values {
		line, along := i/width, i%width
		if !byRow {
			line, along = along, line
		}
		values[i] = order[line%2*2+(along+shift[line])%2] + 1
	}
	return values
}

// cutter cuts a board with values into regions that hold 1 to their size.
type cutter struct {
	rng           *rand.Rand
	width, height int
	values        []int
	region        []int           // of each cell, 0 where it has none
	dead          map[string]bool // sets of free cells that cannot be cut
}

// cut gives the cells without a region theirs, beginning with the given number.
func (c *cutter) cut(number int) bool {
	cell := slices.Index(c.region, 0)
	if cell < 0 {
		return true
	}
	key := make([]byte, len(c.region))
	for i, r := range c.region {
		if r == 0 {
			key[i] = 1
		}
	}
	if c.dead[string(key)] {
		return false
	}
	shapes := c.shapes([]int{cell}, nil)
	c.rng.Shuffle(len(shapes), func(i, j int) { shapes[i], shapes[j] = shapes[j], shapes[i] })
	for _, shape := range shapes {
		for _, i := range shape {
			c.region[i] = number
		}
		if c.cut(number + 1) {
			return true
		}
		for _, i := range shape {
			c.region[i] = 0
		}
	}
	c.dead[string(key)] = true
	return false
}

// shapes appends the regions that have all cells of shape and free ones besides.
func (c *cutter) shapes(shape []int, list [][]int) [][]int {
	used := 0
	for _, i := range shape {
		used |= 1 << (c.values[i] - 1)
	}
	if used == 1<<len(shape)-1 {
		sorted := slices.Sorted(slices.Values(shape))
		if !slices.ContainsFunc(list, func(other []int) bool { return slices.Equal(other, sorted) }) {
			list = append(list, sorted)
		}
	}
	if len(shape) == 4 {
		return list
	}
	for _, i := range shape {
		for j := range (&builder{width: c.width, values: c.values}).beside(i) {
			if c.region[j] == 0 && used&(1<<(c.values[j]-1)) == 0 && !slices.Contains(shape, j) {
				list = c.shapes(append(slices.Clone(shape), j), list)
			}
		}
	}
	return list
}
