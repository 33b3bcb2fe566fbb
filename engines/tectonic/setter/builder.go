package setter

import (
	"iter"
	"math/rand/v2"
	"slices"
)

// builder is a board in the making. Invariant: the values of the regions placed so
// far keep the rules.
type builder struct {
	rng           *rand.Rand
	width, height int
	most          int
	region        []int   // of each cell: the number of its region, -1 where it is free
	cells         [][]int // of each region; nil for those taken away again
	values        []int   // of each cell, 0 where it is free
	filler
}

func newBuilder(rng *rand.Rand, width, height, most int) *builder {
	b := &builder{
		rng: rng, width: width, height: height, most: most,
		region: make([]int, width*height), values: make([]int, width*height),
	}
	for i := range b.region {
		b.region[i] = -1
	}
	b.filler = filler{choices: make([]uint16, width*height), open: make([]bool, width*height)}
	return b
}

// tightest returns a free cell with the fewest free neighbors, -1 if there is none.
func (b *builder) tightest() int {
	best, fewest := -1, 5
	for i, r := range b.region {
		if r >= 0 {
			continue
		}
		n := 0
		for j := range b.beside(i) {
			if b.region[j] < 0 {
				n++
			}
		}
		if n < fewest {
			best, fewest = i, n
		}
	}
	return best
}

// attempts is how many shapes are tried at a cell before a region beside it is
// taken away. More of them cost more than they find.
const attempts = 6

// placeAt puts a random region at a cell.
func (b *builder) placeAt(cell int) bool {
	for try := range attempts {
		size := b.most
		if b.rng.IntN(4) == 0 || try >= attempts/2 {
			size = 1 + b.rng.IntN(b.most)
		}
		shape, ok := b.grow(cell, size)
		if !ok {
			continue
		}
		number := slices.IndexFunc(b.cells, func(cells []int) bool { return cells == nil })
		if number < 0 {
			number = len(b.cells)
			b.cells = append(b.cells, nil)
		}
		b.cells[number] = shape
		for _, c := range shape {
			b.region[c] = number
		}
		if b.fill([]int{number}) || b.fill(b.neighbors(number)) {
			return true
		}
		b.remove(number)
	}
	return false
}

// grow returns a random connected set of free cells.
func (b *builder) grow(cell, size int) ([]int, bool) {
	shape := []int{cell}
	var rim []int
	for next := cell; len(shape) < size; {
		for j := range b.beside(next) {
			if b.region[j] < 0 && !slices.Contains(shape, j) && !slices.Contains(rim, j) {
				rim = append(rim, j)
			}
		}
		if len(rim) == 0 {
			return nil, false
		}
		k := b.rng.IntN(len(rim))
		next = rim[k]
		rim = slices.Delete(rim, k, k+1)
		shape = append(shape, next)
	}
	return shape, true
}

// neighbors returns a region and those that touch it.
func (b *builder) neighbors(number int) []int {
	near := []int{number}
	for _, c := range b.cells[number] {
		for j := range b.around(c) {
			if r := b.region[j]; r >= 0 && !slices.Contains(near, r) {
				near = append(near, r)
			}
		}
	}
	return near
}

// free takes one of the regions beside a cell away, sometimes more.
func (b *builder) free(cell int) {
	var near []int
	for j := range b.beside(cell) {
		if r := b.region[j]; r >= 0 && !slices.Contains(near, r) {
			near = append(near, r)
		}
	}
	for len(near) > 0 {
		k := b.rng.IntN(len(near))
		b.remove(near[k])
		near = slices.Delete(near, k, k+1)
		if b.rng.IntN(6) > 0 {
			return
		}
	}
}

// remove takes a region away.
func (b *builder) remove(number int) {
	for _, c := range b.cells[number] {
		b.region[c], b.values[c] = -1, 0
	}
	b.cells[number] = nil
}

// beside goes through the cells that share a side with a cell.
func (b *builder) beside(cell int) iter.Seq[int] {
	return func(yield func(int) bool) {
		column := cell % b.width
		if cell >= b.width && !yield(cell-b.width) || column > 0 && !yield(cell-1) ||
			column < b.width-1 && !yield(cell+1) || cell+b.width < len(b.values) && !yield(cell+b.width) {
			return
		}
	}
}

// around goes through a cell and those that touch it.
func (b *builder) around(cell int) iter.Seq[int] {
	return func(yield func(int) bool) {
		row, column := cell/b.width, cell%b.width
		for y := max(row-1, 0); y <= min(row+1, b.height-1); y++ {
			for x := max(column-1, 0); x <= min(column+1, b.width-1); x++ {
				if !yield(y*b.width + x) {
					return
				}
			}
		}
	}
}
