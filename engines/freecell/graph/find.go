package graph

import (
	"unsafe"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/repr"
)

// tableFinder is an open-addressing table of the numbers of stored states, with
// linear probing. A slot is tag<<32 | number+1, 0 when it is free; the tag is the
// upper half of the state's hash, and its upper bits are the place where probing
// begins, so that growing needs no hash. Only states with the right tag are
// compared.
type tableFinder struct {
	slots []uint64
	shift int // 64 less the binary logarithm of len(slots)
	n     int

	// spare holds tables that were grown out of, by the binary logarithm of their
	// length: the next game needs them again, and most games are small.
	spare [64][]uint64
}

func newTableFinder() *tableFinder {
	f := &tableFinder{}
	f.resize(minBits)
	return f
}

const (
	minBits = 8

	// maxKept is the largest table, in slots, that is kept for the next game.
	maxKept = 1 << 16
)

// resize takes an empty table of 1<<bits slots.
func (f *tableFinder) resize(bits int) {
	f.shift = 64 - bits
	if f.slots = f.spare[bits]; f.slots == nil {
		f.slots = make([]uint64, 1<<bits)
		if len(f.slots) <= maxKept {
			f.spare[bits] = f.slots
		}
		return
	}
	clear(f.slots)
}

func (f *tableFinder) offer(states repr.States, p *freecell.Position) (uint32, bool) {
	h := p.Hash()
	mask, tag := uint64(len(f.slots)-1), h>>32
	i := h >> f.shift
	probed := false
	for ; f.slots[i] != 0; i = (i + 1) & mask {
		e := f.slots[i]
		if e>>32 != tag {
			continue
		}
		if !probed {
			states.Probe(p)
			probed = true
		}
		if states.Same(uint32(e) - 1) {
			return uint32(e) - 1, false
		}
	}
	if !probed {
		states.Probe(p)
	}
	n := states.Add()
	f.slots[i] = tag<<32 | uint64(n+1)
	if f.n++; f.n*4 > len(f.slots)*3 {
		f.grow()
	}
	return n, true
}

// grow doubles the table.
func (f *tableFinder) grow() {
	old := f.slots
	f.resize(64 - f.shift + 1)
	mask := uint64(len(f.slots) - 1)
	for _, e := range old {
		if e == 0 {
			continue
		}
		i := e >> f.shift
		for f.slots[i] != 0 {
			i = (i + 1) & mask
		}
		f.slots[i] = e
	}
}

func (f *tableFinder) bytes() int64 {
	bytes := 0
	for _, s := range f.spare {
		bytes += len(s) * 8
	}
	if len(f.slots) > maxKept {
		bytes += len(f.slots) * 8
	}
	return int64(bytes)
}

func (f *tableFinder) reset() {
	f.resize(minBits)
	f.n = 0
}

// mapFinder is Go's map with exact keys.
type mapFinder[K comparable] struct {
	numbers map[K]uint32
	keyOf   func(*freecell.Position, *K)
}

func newMapFinder[K comparable](keyOf func(*freecell.Position, *K)) *mapFinder[K] {
	return &mapFinder[K]{map[K]uint32{}, keyOf}
}

func (f *mapFinder[K]) offer(states repr.States, p *freecell.Position) (uint32, bool) {
	var k K
	f.keyOf(p, &k)
	if i, ok := f.numbers[k]; ok {
		return i, false
	}
	states.Probe(p)
	i := states.Add()
	f.numbers[k] = i
	return i, true
}

// bytes is an estimate: Go does not tell. A slot of its map holds a key, a value
// and a byte of control, and at most 7 of 8 are in use.
func (f *mapFinder[K]) bytes() int64 {
	var k K
	return int64(len(f.numbers)) * int64(unsafe.Sizeof(k)+5) * 8 / 7
}

func (f *mapFinder[K]) reset() { clear(f.numbers) }
