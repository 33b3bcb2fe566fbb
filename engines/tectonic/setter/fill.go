package setter

import "math/bits"

// filler has the memory that [builder.fill] works in.
type filler struct {
	todo    []int    // cells that get a value
	old     []int    // what they had before
	choices []uint16 // of each cell in todo: bit v-1 for the value v
	open    []bool   // of each cell: whether it is in todo and has no value yet
	undo    []change
	nodes   int
}

// change is a former value of choices.
type change struct {
	cell    int
	choices uint16
}

// fillNodes bounds the search for values of a few regions.
const fillNodes = 200

// fill gives new random values to regions so that they fit together and to what is
// around them. It returns false and changes nothing if it finds none.
func (b *builder) fill(regions []int) bool {
	b.todo, b.old = b.todo[:0], b.old[:0]
	for _, r := range regions {
		for _, c := range b.cells[r] {
			b.todo, b.old = append(b.todo, c), append(b.old, b.values[c])
			b.values[c], b.open[c] = 0, true
		}
	}
	for _, c := range b.todo {
		b.choices[c] = 1<<len(b.cells[b.region[c]]) - 1
		for j := range b.around(c) {
			if v := b.values[j]; v != 0 {
				b.choices[c] &^= 1 << (v - 1)
			}
		}
	}
	b.nodes, b.undo = fillNodes, b.undo[:0]
	done := b.assign()
	for i, c := range b.todo {
		b.open[c] = false
		if !done {
			b.values[c] = b.old[i]
		}
	}
	return done
}

// assign gives values to the open cells, those with the fewest choices first.
func (b *builder) assign() bool {
	cell, fewest := -1, 1<<30
	for _, c := range b.todo {
		if n := bits.OnesCount16(b.choices[c]); b.open[c] && n < fewest {
			cell, fewest = c, n
		}
	}
	if cell < 0 {
		return true
	}
	b.open[cell] = false
	for left := b.choices[cell]; left != 0 && b.nodes > 0; b.nodes-- {
		bit := pick(left, b.rng.IntN(bits.OnesCount16(left)))
		left &^= bit
		mark := len(b.undo)
		b.values[cell] = bits.TrailingZeros16(bit) + 1
		if b.bar(cell, bit) && b.assign() {
			return true
		}
		for len(b.undo) > mark {
			last := b.undo[len(b.undo)-1]
			b.undo = b.undo[:len(b.undo)-1]
			b.choices[last.cell] = last.choices
		}
	}
	b.open[cell], b.values[cell] = true, 0
	return false
}

// bar takes a value from the open cells that see a cell.
func (b *builder) bar(cell int, bit uint16) bool {
	for j := range b.around(cell) {
		if !b.barOne(j, bit) {
			return false
		}
	}
	for _, j := range b.cells[b.region[cell]] {
		if !b.barOne(j, bit) {
			return false
		}
	}
	return true
}

func (b *builder) barOne(cell int, bit uint16) bool {
	if !b.open[cell] || b.choices[cell]&bit == 0 {
		return true
	}
	b.undo = append(b.undo, change{cell, b.choices[cell]})
	b.choices[cell] &^= bit
	return b.choices[cell] != 0
}

// pick returns bit number k of a mask, from the lowest.
func pick(mask uint16, k int) uint16 {
	for ; k > 0; k-- {
		mask &= mask - 1
	}
	return mask & -mask
}
