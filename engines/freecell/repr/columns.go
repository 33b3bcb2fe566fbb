package repr

import (
	"bytes"
	"math/bits"
)

// columnStore holds one copy of each distinct column. A column is referred to by
// where it lies: segments hold columns one after another, each its length and its
// cards, without gaps.
//
//	reference   segment number << segmentBits | offset in the segment
//
// The empty column is reference 0.
type columnStore struct {
	segments [][]byte
	used     int      // bytes of the last segment in use
	table    []uint64 // open addressing: tag<<32 | reference+1, 0 for a free slot
	n        int      // columns in the table
}

const (
	segmentBits = 16
	segmentSize = 1 << segmentBits
)

func newColumnStore() *columnStore {
	s := &columnStore{}
	s.reset()
	return s
}

// reset forgets all columns but keeps one segment's memory, and the table's.
func (s *columnStore) reset() {
	if len(s.segments) == 0 {
		s.segments = [][]byte{make([]byte, segmentSize)}
		s.table = make([]uint64, 1<<8)
	}
	s.segments = s.segments[:1]
	s.segments[0][0] = 0 // the empty column
	s.used, s.n = 1, 0
	clear(s.table)
}

// cards returns the cards of a column.
func (s *columnStore) cards(ref uint32) []byte {
	segment := s.segments[ref>>segmentBits]
	at := ref & (segmentSize - 1)
	return segment[at+1 : at+1+uint32(segment[at])]
}

// find returns the reference of a column that is there.
func (s *columnStore) find(cards []byte, h uint64) (ref uint32, ok bool) {
	mask := uint64(len(s.table) - 1)
	tag := h >> 32
	for i := h & mask; ; i = (i + 1) & mask {
		e := s.table[i]
		if e == 0 {
			return 0, false
		}
		if e>>32 == tag && bytes.Equal(s.cards(uint32(e)-1), cards) {
			return uint32(e) - 1, true
		}
	}
}

// add stores a column that is not there.
func (s *columnStore) add(cards []byte, h uint64) (ref uint32) {
	if s.used+1+len(cards) > segmentSize {
		s.segments = append(s.segments, make([]byte, segmentSize))
		s.used = 0
	}
	segment := s.segments[len(s.segments)-1]
	segment[s.used] = byte(len(cards))
	copy(segment[s.used+1:], cards)
	ref = uint32((len(s.segments)-1)<<segmentBits | s.used)
	s.used += 1 + len(cards)
	s.insert(ref, h)
	if s.n++; s.n*4 > len(s.table)*3 {
		s.grow()
	}
	return ref
}

func (s *columnStore) insert(ref uint32, h uint64) {
	mask := uint64(len(s.table) - 1)
	i := h & mask
	for s.table[i] != 0 {
		i = (i + 1) & mask
	}
	s.table[i] = h>>32<<32 | uint64(ref+1)
}

func (s *columnStore) grow() {
	old := s.table
	s.table = make([]uint64, 2*len(old))
	for _, e := range old {
		if e != 0 {
			ref := uint32(e) - 1
			s.insert(ref, hashColumn(s.cards(ref)))
		}
	}
}

func (s *columnStore) bytes() int64 {
	return int64(len(s.segments))*segmentSize + int64(len(s.table))*8
}

// hashColumn returns 64 mixed bits of a column's cards: folded products of eight
// bytes at a time (Wang Yi's wyhash, 2019).
func hashColumn(cards []byte) uint64 {
	h := uint64(0xa0761d6478bd642f) ^ uint64(len(cards))
	for len(cards) >= 8 {
		w := uint64(cards[0]) | uint64(cards[1])<<8 | uint64(cards[2])<<16 | uint64(cards[3])<<24 |
			uint64(cards[4])<<32 | uint64(cards[5])<<40 | uint64(cards[6])<<48 | uint64(cards[7])<<56
		h = fold(h^w, 0xe7037ed1a0b428db)
		cards = cards[8:]
	}
	var w uint64
	for i, c := range cards {
		w |= uint64(c) << (8 * i)
	}
	return fold(h^w, 0x8ebc6af09c88c6e3)
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
