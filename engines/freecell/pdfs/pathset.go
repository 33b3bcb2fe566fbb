package pdfs

import "math/bits"

// key is the exact key of a state: freecell.Key, or freecell.LongKey of two
// decks.
type key interface {
	~[3]uint64 | ~[16]uint64
	comparable
}

// hash returns 64 well mixed bits of k by folded 128-bit products, the mixing
// step of wyhash (Wang Yi, 2019).
func hash[K key](k *K) uint64 {
	h := uint64(0xa0761d6478bd642f)
	for i := range len(*k) {
		hi, lo := bits.Mul64((*k)[i]^h, 0xe7037ed1a0b428db)
		h = hi ^ lo
	}
	return h
}

// pathSet is the set of the states on a path and of their next states. Keys
// leave it in the reverse of the order in which they came, so removing one from
// the open-addressing table is clearing its slot: no later key can have been
// pushed past it. Per key it holds the key, its slot, an eighth of both as room,
// and at most 8/(3/8) bytes of table: 53 bytes for one-deck games.
type pathSet[K key] struct {
	keys  []K      // in the order in which they came, after an unused one
	slots []uint32 // where the table holds each key

	// table holds tag<<32 | index in keys, 0 for a free slot. Its length is a
	// power of two and at least 4/3 of len(keys).
	table []uint64
}

func newPathSet[K key]() pathSet[K] {
	return pathSet[K]{keys: make([]K, 1), slots: make([]uint32, 1), table: make([]uint64, 1<<10)}
}

// add adds k, whose hash is h, unless it is there already.
func (s *pathSet[K]) add(k *K, h uint64) bool {
	mask := uint64(len(s.table) - 1)
	tag := h &^ (1<<32 - 1)
	i := h & mask
	for ; s.table[i] != 0; i = (i + 1) & mask {
		e := s.table[i]
		if e&^(1<<32-1) == tag && s.keys[uint32(e)] == *k {
			return false
		}
	}
	s.table[i] = tag | uint64(len(s.keys))
	s.keys = append(roomy(s.keys), *k)
	s.slots = append(roomy(s.slots), uint32(i))
	if len(s.keys)*4 > len(s.table)*3 {
		s.grow()
	}
	return true
}

// grow doubles the table. The keys go into the new one in the order in which
// they came, which keeps removal right.
func (s *pathSet[K]) grow() {
	s.table = make([]uint64, 2*len(s.table))
	mask := uint64(len(s.table) - 1)
	for j := 1; j < len(s.keys); j++ {
		h := hash(&s.keys[j])
		i := h & mask
		for s.table[i] != 0 {
			i = (i + 1) & mask
		}
		s.table[i] = h&^(1<<32-1) | uint64(j)
		s.slots[j] = uint32(i)
	}
}

// truncate removes all keys but the first n.
func (s *pathSet[K]) truncate(n int) {
	for _, slot := range s.slots[n:] {
		s.table[slot] = 0
	}
	s.keys, s.slots = s.keys[:n], s.slots[:n]
}

// touch loads what add with keys of these hashes looks at first.
func (s *pathSet[K]) touch(hashes []uint64) (sum uint64) {
	mask := uint64(len(s.table) - 1)
	for _, h := range hashes {
		sum ^= s.table[h&mask]
	}
	for _, h := range hashes {
		sum ^= s.keys[uint32(s.table[h&mask])][0]
	}
	return sum
}

// roomy returns s with room for one more. A walk may hold millions of keys, so
// when it has to move it takes an eighth more room than it needs: append would
// take a quarter more.
func roomy[T any](s []T) []T {
	if len(s) < cap(s) {
		return s
	}
	return append(make([]T, 0, len(s)+len(s)/8+64), s...)
}
