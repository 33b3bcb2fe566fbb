package automaton

import (
	"iter"
	"math/bits"

	"puzzlekit/engines/tectonic/grow"
)

// table maps keys to numbers of a fixed count of words, by open addressing. It is
// not safe for concurrent use.
type table struct {
	// entries are records of stride words: key and number, the lowest word first. The
	// zero Key marks one that is empty. There is a power of two of them, at most 7/8
	// of which are full.
	entries []uint64
	stride  uint64
	mask    uint64 // number of entries less 1
	n       int    // entries that are full
}

const keyWords = 2

func newTable(limbs int) *table {
	t := &table{stride: uint64(keyWords + limbs)}
	t.resize(16)
	return t
}

// resize gives the table another number of empty entries.
func (t *table) resize(size uint64) {
	t.entries = make([]uint64, size*t.stride)
	t.mask = size - 1
}

// bytes returns the memory of the table.
func (t *table) bytes() int64 { return int64(len(t.entries)) * 8 }

// hash spreads a key over all bits.
func hash(k grow.Key) uint64 {
	high, low := bits.Mul64(k[0]^0x9E3779B97F4A7C15, k[1]^0xE7037ED1A0B428DB)
	x := (high ^ low ^ k[0]) * 0x8EBC6AF09C88C6E3
	return x ^ x>>32
}

// find returns the entry of the key, or the empty one where it belongs.
func (t *table) find(k grow.Key) (entry []uint64, ok bool) {
	for i := hash(k) & t.mask; ; i = (i + 1) & t.mask {
		entry := t.entries[i*t.stride : (i+1)*t.stride]
		if entry[0] == k[0] && entry[1] == k[1] {
			return entry, true
		}
		if entry[0]|entry[1] == 0 {
			return entry, false
		}
	}
}

// add adds to the number of a key and reports whether the sum fits. If not, the table
// is of no use any more.
func (t *table) add(k grow.Key, sum []uint64) bool {
	entry, ok := t.find(k)
	if !ok {
		if uint64(t.n) > t.mask/8*7 {
			t.grow()
			entry, _ = t.find(k)
		}
		t.n++
		entry[0], entry[1] = k[0], k[1]
	}
	return addTo(entry[keyWords:], sum)
}

// addTo adds b to a and reports whether the sum fits.
func addTo(a, b []uint64) bool {
	var carry uint64
	for i := range a {
		a[i], carry = bits.Add64(a[i], b[i], carry)
	}
	return carry == 0
}

// sum returns the number of a key, nil if there is none.
func (t *table) sum(k grow.Key) []uint64 {
	if entry, ok := t.find(k); ok {
		return entry[keyWords:]
	}
	return nil
}

// all yields keys and numbers in no particular order.
func (t *table) all() iter.Seq2[grow.Key, []uint64] {
	return func(yield func(grow.Key, []uint64) bool) {
		for e := t.entries; len(e) > 0; e = e[t.stride:] {
			if k := (grow.Key{e[0], e[1]}); k != (grow.Key{}) && !yield(k, e[keyWords:t.stride]) {
				return
			}
		}
	}
}

// grow doubles the table.
func (t *table) grow() {
	old := *t
	t.resize(2 * (old.mask + 1))
	for e := old.entries; len(e) > 0; e = e[t.stride:] {
		if k := (grow.Key{e[0], e[1]}); k != (grow.Key{}) {
			entry, _ := t.find(k)
			copy(entry, e[:t.stride])
		}
	}
}
