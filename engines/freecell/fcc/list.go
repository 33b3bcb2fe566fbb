package fcc

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// List is distinct entries of one fingerprint in the order of their keys, each
// with its least count and, of the ways with that count, the least moves.
type List struct {
	Lo, Hi []uint64 // the keys; Hi is nil when they fit into Lo
	Counts []int32
	Moves  [][]byte // one for each entry, of the length of its count; nil without
}

// Len returns the number of entries.
func (l *List) Len() int { return len(l.Lo) }

// Key returns a key.
func (l *List) Key(i int) Key {
	k := Key{Lo: l.Lo[i]}
	if l.Hi != nil {
		k.Hi = l.Hi[i]
	}
	return k
}

// Reset makes the list empty for entries of the same kind.
func (l *List) Reset() {
	l.Lo, l.Hi, l.Counts, l.Moves = l.Lo[:0], l.Hi[:0], l.Counts[:0], l.Moves[:0]
}

// appendFrom adds an entry of another list, or improves the last one when it has
// the same key.
func (l *List) appendFrom(m *List, i int) {
	k := m.Key(i)
	if n := l.Len(); n > 0 && l.Key(n-1) == k {
		if c := cmp.Compare(m.Counts[i], l.Counts[n-1]); c < 0 || c == 0 && m.Moves != nil && bytes.Compare(m.Moves[i], l.Moves[n-1]) < 0 {
			l.Counts[n-1] = m.Counts[i]
			if m.Moves != nil {
				l.Moves[n-1] = m.Moves[i]
			}
		}
		return
	}
	l.Lo = append(l.Lo, k.Lo)
	if m.Hi != nil {
		l.Hi = append(l.Hi, k.Hi)
	}
	l.Counts = append(l.Counts, m.Counts[i])
	if m.Moves != nil {
		l.Moves = append(l.Moves, m.Moves[i])
	}
}

// MergeLists returns one list of the entries of all. It may return one of them.
// Their moves are shared.
func MergeLists(lists []*List) *List {
	lists = slices.Clone(lists)
	for len(lists) > 1 {
		// Always the two shortest, so that nothing is copied too often.
		slices.SortFunc(lists, func(a, b *List) int { return cmp.Compare(b.Len(), a.Len()) })
		n := len(lists)
		lists[n-2] = merge(lists[n-2], lists[n-1])
		lists = lists[:n-1]
	}
	if len(lists) == 0 {
		return &List{}
	}
	return lists[0]
}

func merge(a, b *List) *List {
	n := a.Len() + b.Len()
	out := &List{Lo: make([]uint64, 0, n), Counts: make([]int32, 0, n)}
	if a.Hi == nil && a.Moves == nil {
		mergePlain(out, a, b)
		return out
	}
	i, j := 0, 0
	for i < a.Len() && j < b.Len() {
		if a.Key(i).Compare(b.Key(j)) <= 0 {
			out.appendFrom(a, i)
			i++
		} else {
			out.appendFrom(b, j)
			j++
		}
	}
	for ; i < a.Len(); i++ {
		out.appendFrom(a, i)
	}
	for ; j < b.Len(); j++ {
		out.appendFrom(b, j)
	}
	return out
}

// mergePlain merges lists of short keys without moves.
func mergePlain(out, a, b *List) {
	i, j := 0, 0
	for i < len(a.Lo) && j < len(b.Lo) {
		x, y := a.Lo[i], b.Lo[j]
		key, count := x, a.Counts[i]
		switch {
		case x > y:
			key, count = y, b.Counts[j]
			j++
		case x == y:
			count = min(count, b.Counts[j])
			i++
			j++
		default:
			i++
		}
		out.Lo, out.Counts = append(out.Lo, key), append(out.Counts, count)
	}
	out.Lo = append(append(out.Lo, a.Lo[i:]...), b.Lo[j:]...)
	out.Counts = append(append(out.Counts, a.Counts[i:]...), b.Counts[j:]...)
}

// ByCount returns the entries as [Explorer.Explore] takes them, and for each of
// their numbers the index in the list.
func (l *List) ByCount() (parts []Entries, index []int32) {
	if l.Len() == 0 {
		return nil, nil
	}
	least, most := slices.Min(l.Counts), slices.Max(l.Counts)
	at := make([]int32, most-least+2) // first by the number of entries, then where they begin
	for _, c := range l.Counts {
		at[c-least+1]++
	}
	for i := range at[1:] {
		at[i+1] += at[i]
	}
	lo := make([]uint64, l.Len())
	var hi []uint64
	if l.Hi != nil {
		hi = make([]uint64, l.Len())
	}
	index = make([]int32, l.Len())
	begin := slices.Clone(at)
	for i, c := range l.Counts {
		j := at[c-least]
		at[c-least]++
		lo[j] = l.Lo[i]
		if hi != nil {
			hi[j] = l.Hi[i]
		}
		index[j] = int32(i)
	}
	for c := range most - least + 1 {
		from, to := begin[c], begin[c+1]
		if from == to {
			continue
		}
		e := Entries{Count: int(c + least), Lo: lo[from:to]}
		if hi != nil {
			e.Hi = hi[from:to]
		}
		parts = append(parts, e)
	}
	return parts, index
}

// Sort makes a list of entries in any order, in which keys may repeat. It uses
// the memory of l.
func (l *List) Sort() *List {
	n := l.Len()
	if l.Hi == nil && l.Moves == nil && n > 0 && packable(l) {
		sortPacked(l)
		return l
	}
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return l.Key(int(a)).Compare(l.Key(int(b))) })
	out := &List{}
	for _, i := range order {
		out.appendFrom(l, int(i))
	}
	return out
}

// countBits are the bits of a count in a packed entry.
const countBits = 10

// packable tells whether each key and how much its count is above the least one
// fit into a word.
func packable(l *List) bool {
	most := slices.Max(l.Counts)
	if most-slices.Min(l.Counts) >= 1<<countBits {
		return false
	}
	var all uint64
	for _, k := range l.Lo {
		all |= k
	}
	return all>>(64-countBits) == 0
}

// sortPacked sorts entries as words.
func sortPacked(l *List) {
	least := slices.Min(l.Counts)
	for i, c := range l.Counts {
		l.Lo[i] = l.Lo[i]<<countBits | uint64(c-least)
	}
	sortWords(l.Lo)
	n := 0
	for _, w := range l.Lo {
		if n > 0 && l.Lo[n-1] == w>>countBits {
			continue
		}
		l.Lo[n] = w >> countBits
		l.Counts[n] = int32(w&(1<<countBits-1)) + least
		n++
	}
	l.Lo, l.Counts = l.Lo[:n], l.Counts[:n]
}

// sortWords sorts by digits of 8 bits when there are many words.
func sortWords(words []uint64) {
	if len(words) < 256 {
		slices.Sort(words)
		return
	}
	var all uint64
	first := words[0]
	for _, w := range words {
		all |= w ^ first
	}
	spare := make([]uint64, len(words))
	from, to := words, spare
	for shift := 0; all>>shift != 0; shift += 8 {
		if all>>shift&0xff == 0 {
			continue
		}
		var at [256]int
		for _, w := range from {
			at[w>>shift&0xff]++
		}
		sum := 0
		for i, n := range at {
			at[i] = sum
			sum += n
		}
		for _, w := range from {
			d := w >> shift & 0xff
			to[at[d]] = w
			at[d]++
		}
		from, to = to, from
	}
	if &from[0] != &words[0] {
		copy(words, from)
	}
}

// ErrList is in the chain of every error about bytes that are no list.
var ErrList = errors.New("fcc: not a list of entries")

// Encode appends entries from to to of the list:
//
//	uvarint number of entries, uvarint least count
//	for each entry: key − key before, 0 at first; count − least count
//
// all as uvarints; a key of two words is Hi − Hi before and then Lo, or when that
// is 0 Lo − Lo before. Then come the moves, if there are any: count bytes each.
func (l *List) Encode(dst []byte, from, to int) []byte {
	dst = binary.AppendUvarint(dst, uint64(to-from))
	if from == to {
		return dst
	}
	least := slices.Min(l.Counts[from:to])
	dst = binary.AppendUvarint(dst, uint64(least))
	var last Key
	for i := from; i < to; i++ {
		k := l.Key(i)
		if l.Hi != nil {
			dst = binary.AppendUvarint(dst, k.Hi-last.Hi)
			if k.Hi != last.Hi {
				last.Lo = 0
			}
		}
		dst = binary.AppendUvarint(dst, k.Lo-last.Lo)
		dst = binary.AppendUvarint(dst, uint64(l.Counts[i]-least))
		last = k
	}
	if l.Moves != nil {
		for _, m := range l.Moves[from:to] {
			dst = append(dst, m...)
		}
	}
	return dst
}

// Decode appends what Encode wrote of keys of that many bits. The moves are
// copies. Keys must ascend, also from those the list has.
func (l *List) Decode(data []byte, keyBits int, moves bool) error {
	next := func() uint64 {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			data = nil
			return 0
		}
		data = data[n:]
		return v
	}
	n := next()
	if n > uint64(len(data)) {
		return fmt.Errorf("%w: %d entries in %d bytes", ErrList, n, len(data))
	}
	if n == 0 {
		return nil
	}
	least := next()
	var last Key
	begin := l.Len()
	l.Lo = slices.Grow(l.Lo, int(n))
	l.Counts = slices.Grow(l.Counts, int(n))
	for i := range int(n) {
		k := last
		if keyBits > 64 {
			if d := next(); d != 0 {
				k.Hi, k.Lo = k.Hi+d, 0
			}
		}
		k.Lo += next()
		count := least + next()
		if (i > 0 || begin > 0) && k.Compare(l.lastKey()) <= 0 || count > maxCount ||
			keyBits <= 64 && k.Lo>>keyBits != 0 || keyBits > 64 && k.Hi>>(keyBits-64) != 0 {
			return fmt.Errorf("%w: entry %d has no place behind the one before it", ErrList, i+1)
		}
		l.Lo = append(l.Lo, k.Lo)
		if keyBits > 64 {
			l.Hi = append(l.Hi, k.Hi)
		}
		l.Counts = append(l.Counts, int32(count))
		last = k
	}
	if moves {
		rest := bytes.Clone(data)
		for i, c := range l.Counts[begin:] {
			if int(c) > len(rest) {
				return fmt.Errorf("%w: the moves of entry %d are missing", ErrList, i+1)
			}
			l.Moves = append(l.Moves, rest[:c:c])
			rest = rest[c:]
		}
		data = rest
	}
	if len(data) > 0 {
		return fmt.Errorf("%w: %d bytes too many", ErrList, len(data))
	}
	return nil
}

func (l *List) lastKey() Key { return l.Key(l.Len() - 1) }
