// Package dedup removes duplicates among 64-bit keys, exactly, in several ways
// behind one interface, so that they can be compared on the same keys. The
// exploration of components has its own table in its inner loop; this package says
// what that is worth. Package extsort is the way when keys do not fit into memory.
package dedup

import (
	"math/bits"
	"slices"
)

// Remover takes keys and keeps one of each. It is not safe for concurrent use.
type Remover interface {
	// Add takes a key.
	Add(key uint64)

	// Len returns the number of different keys so far. It may take time.
	Len() int

	// Bytes returns the memory that the keys take, at its most so far.
	Bytes() int64
}

// Table is open addressing with linear probing. It doubles when it is three
// quarters full.
type Table struct {
	slots []uint64
	shift int // of hashes
	used  int
	zero  bool // the key 0 is there, which stands for an empty slot
	most  int64
}

// NewTable returns an empty table.
func NewTable() *Table { return &Table{slots: make([]uint64, 64), shift: 58, most: 512} }

// Add takes a key.
func (t *Table) Add(key uint64) {
	if key == 0 {
		t.zero = true
		return
	}
	i := t.find(key)
	if t.slots[i] == key {
		return
	}
	t.slots[i] = key
	if t.used++; t.used*4 > len(t.slots)*3 {
		t.grow()
	}
}

func (t *Table) find(key uint64) int {
	hi, lo := bits.Mul64(key, 0x9e3779b97f4a7c15)
	i := int((hi ^ lo) >> t.shift)
	for t.slots[i] != 0 && t.slots[i] != key {
		i = (i + 1) & (len(t.slots) - 1)
	}
	return i
}

func (t *Table) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	t.shift--
	t.most = int64(8 * (len(t.slots) + len(old)))
	for _, key := range old {
		if key != 0 {
			t.slots[t.find(key)] = key
		}
	}
}

// Len returns the number of different keys.
func (t *Table) Len() int {
	if t.zero {
		return t.used + 1
	}
	return t.used
}

// Bytes returns the memory at its most, which is while the table grows.
func (t *Table) Bytes() int64 { return t.most }

// Map is a Go map.
type Map struct{ keys map[uint64]struct{} }

// NewMap returns an empty map.
func NewMap() *Map { return &Map{map[uint64]struct{}{}} }

// Add takes a key.
func (m *Map) Add(key uint64) { m.keys[key] = struct{}{} }

// Len returns the number of different keys.
func (m *Map) Len() int { return len(m.keys) }

// Bytes returns what a map of Go 1.24 and later takes: groups of eight slots of a
// key with a word of control bytes, in tables that double at 7/8 of their slots.
func (m *Map) Bytes() int64 {
	slots := int64(8)
	for slots*7/8 < int64(len(m.keys)) {
		slots *= 2
	}
	return slots * 9
}

// Sorted collects keys and sorts them by digits, again and again when half of
// what is there is new.
type Sorted struct {
	keys  []uint64
	spare []uint64
	done  int // keys at the front that are sorted and different
	most  int64
}

// NewSorted returns an empty collection.
func NewSorted() *Sorted { return &Sorted{} }

const smallest = 1 << 12

// Add takes a key.
func (s *Sorted) Add(key uint64) {
	if len(s.keys) >= max(2*s.done, smallest) {
		s.compact()
	}
	s.keys = append(s.keys, key)
}

func (s *Sorted) compact() {
	s.spare = slices.Grow(s.spare[:0], len(s.keys))[:len(s.keys)]
	s.most = max(s.most, int64(8*(cap(s.keys)+cap(s.spare))))
	s.keys, s.spare = sortByDigits(s.keys, s.spare)
	s.keys = slices.Compact(s.keys)
	s.done = len(s.keys)
}

// Len returns the number of different keys.
func (s *Sorted) Len() int {
	s.compact()
	return s.done
}

// Bytes returns the memory at its most, which is while keys are sorted.
func (s *Sorted) Bytes() int64 { return s.most }

// sortByDigits sorts keys by digits of 8 bits from the lowest up and returns
// them and what is spare then. Digits that all keys share take no pass.
func sortByDigits(keys, spare []uint64) (sorted, rest []uint64) {
	var differ uint64
	for _, k := range keys {
		differ |= k ^ keys[0]
	}
	for shift := 0; shift < 64 && differ>>shift != 0; shift += 8 {
		if differ>>shift&0xff == 0 {
			continue
		}
		var at [256]int
		for _, k := range keys {
			at[k>>shift&0xff]++
		}
		sum := 0
		for d, n := range at {
			at[d] = sum
			sum += n
		}
		for _, k := range keys {
			d := k >> shift & 0xff
			spare[at[d]] = k
			at[d]++
		}
		keys, spare = spare, keys
	}
	return keys, spare
}
