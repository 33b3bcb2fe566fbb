package fcc

import "math/bits"

// table is the set of the states of a group that have been found, by open
// addressing with linear probing. A word is
//
//	63        ...        6  5 .. 3  2      1 0
//	[label] [key]           unused  entry  level modulo 3, plus 1
//
// and 0 when empty. The label names the source that a state was found from; when
// key and label do not fit into 58 bits the labels have an array of their own.
//
// A small table is one segment. A large one has 256 by the top bits of the hash,
// which grow one at a time by a quarter, so that the table is never far from full
// and growing it takes little memory on the side.
type table struct {
	segments []segment
	mask     uint64 // of the segment's number

	keyMask uint64 // of the key in a word
	split   bool   // labels are apart
	moves   bool   // ways are kept

	// The words of the one segment and, while it grows, of the one before, kept
	// from group to group.
	small, spare []uint64
}

// segment is one part of a table.
type segment struct {
	words  []uint64
	labels []uint32 // nil unless they are apart
	ways   []uint8  // how a state was found, nil unless they are kept
	used   int
	limit  int // grow when used reaches it
}

const (
	levelMask = 3
	entryFlag = 4
	tagBits   = 6

	smallest    = 64      // slots
	largest     = 1 << 17 // slots of a table of one segment
	segmentBits = 8
	startSlots  = 1 << 10 // of one of many segments
)

// reset empties the table for keys of the given width.
func (t *table) reset(keyBits int, split, moves bool) {
	t.keyMask = (1<<keyBits - 1) << tagBits
	t.split, t.moves, t.mask = split, moves, 0
	if t.small == nil {
		t.small = make([]uint64, smallest)
	}
	t.segments = append(t.segments[:0], segment{})
	s := &t.segments[0]
	s.words = t.small[:smallest]
	clear(s.words)
	t.fit(s)
}

// fit makes what goes with new words.
func (t *table) fit(s *segment) {
	n := len(s.words)
	s.used, s.limit = 0, n*27/32
	if len(t.segments) == 1 {
		s.limit = n * 3 / 4
	}
	s.labels, s.ways = nil, nil
	if t.split {
		s.labels = make([]uint32, n)
	}
	if t.moves {
		s.ways = make([]uint8, n)
	}
}

// hash mixes a key by a folded product (Wang Yi's wyhash, 2019).
func hash(key uint64) uint64 {
	hi, lo := bits.Mul64(key^0x2d358dccaa6c78a5, 0x8bb84b93962eacc9)
	return hi ^ lo
}

// find returns the segment and the slot of a key: where it is, or the empty slot
// where it belongs.
func (t *table) find(key uint64) (*segment, int) {
	h := hash(key)
	s := &t.segments[h>>(64-segmentBits)&t.mask]
	words := s.words
	i := int(h << segmentBits >> 32 * uint64(len(words)) >> 32)
	want := key << tagBits
	for {
		w := words[i]
		if w == 0 || (w^want)&t.keyMask == 0 {
			return s, i
		}
		if i++; i == len(words) {
			i = 0
		}
	}
}

// grow makes room in a segment. All slots move.
func (t *table) grow(s *segment) {
	old := *s
	switch n := len(s.words); {
	case len(t.segments) > 1:
		s.words = make([]uint64, n+n/4)
		t.fit(s)
	case n < largest:
		t.small, t.spare = t.spare, t.small
		if room := min(4*n, largest); len(t.small) < room {
			t.small = make([]uint64, room)
		}
		s.words = t.small[:min(4*n, largest)]
		clear(s.words)
		t.fit(s)
	default:
		t.segments = make([]segment, 1<<segmentBits)
		t.mask = 1<<segmentBits - 1
		for i := range t.segments {
			t.segments[i].words = make([]uint64, startSlots)
			t.fit(&t.segments[i])
		}
	}
	t.move(&old)
}

// move puts the words of an old segment where they belong now.
func (t *table) move(old *segment) {
	for i, w := range old.words {
		if w == 0 {
			continue
		}
		s, j := t.find(w & t.keyMask >> tagBits)
		s.words[j] = w
		if t.split {
			s.labels[j] = old.labels[i]
		}
		if t.moves {
			s.ways[j] = old.ways[i]
		}
		s.used++
	}
}
