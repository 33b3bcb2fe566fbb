package solve

import (
	"math/bits"
	"unsafe"
)

// bounds is what is known of a value: lo <= value <= hi.
type bounds struct {
	lo, hi int8
}

// entry is one place of a table, 16 bytes. The key is taken apart, or it would
// be 24.
type entry struct {
	strings set
	alone   bag
	bounds
	cost uint8 // logarithm of the positions that it took, 0 for an empty place
	best uint8 // the string that proved lo, or noString
}

// bucket is the places where a key can be: one line of a processor's cache.
type bucket [4]entry

// table remembers bounds of nodes. It has a fixed size; in each bucket the entry
// that cost least makes way. It is not safe for concurrent use.
type table struct {
	buckets []bucket
	shift   int
	stored  int64 // entries in use
}

// newTable returns a table of at most so many bytes, at least one bucket. If
// advise is not nil it is told the table's memory before that is used.
func newTable(bytes int64, advise func([]byte)) *table {
	log := bits.Len64(uint64(max(bytes/64, 1))) - 1
	t := &table{buckets: make([]bucket, 1<<log), shift: 64 - log}
	if advise != nil {
		advise(unsafe.Slice((*byte)(unsafe.Pointer(&t.buckets[0])), len(t.buckets)*int(unsafe.Sizeof(bucket{}))))
	}
	return t
}

// bucket returns the places of a key.
func (t *table) bucket(k key) *bucket {
	return &t.buckets[k.hash()>>t.shift]
}

// find returns the entry of the key, nil if there is none.
func (b *bucket) find(k key) *entry {
	for i := range b {
		if e := &b[i]; e.strings == k.strings && e.alone == k.alone && e.cost != 0 {
			return e
		}
	}
	return nil
}

// put stores what is known of a node.
func (t *table) put(k key, known bounds, cost, best uint8) {
	b := t.bucket(k)
	victim := &b[0]
	for i := range b {
		e := &b[i]
		if e.strings == k.strings && e.alone == k.alone {
			victim = e
			break
		}
		if e.cost < victim.cost {
			victim = e
		}
	}
	if victim.cost == 0 {
		t.stored++
	}
	*victim = entry{k.strings, k.alone, known, cost, best}
}
