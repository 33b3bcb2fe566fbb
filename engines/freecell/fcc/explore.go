package fcc

import (
	"context"
	"fmt"
	"math/bits"
)

// Entries is a part of a group's entries: states that irreversible moves lead
// to, with the number of moves from the start.
type Entries struct {
	Count int
	Lo    []uint64 // the keys
	Hi    []uint64 // their upper halves; nil when the group's keys fit into Lo
}

// Batch is derived states of one fingerprint and one count. It is lent for the
// call that gets it.
type Batch struct {
	To     Fingerprint
	Count  int
	Lo, Hi []uint64 // the keys; Hi is nil when they fit into Lo

	// With moves: the number of the entry that each state's path begins at, and
	// the paths from there, one after another. Path i ends at Ends[i].
	Sources []uint32
	Paths   []byte
	Ends    []int
}

// Stats counts what an exploration has found. The sum of those of all groups
// of a depth, and of all depths, means the same for them.
type Stats struct {
	Fingerprints int64
	FCCs         int64
	States       int64
	Entries      int64 // distinct ones
	Consumed     int64 // entries that another one reaches in at most their count
	Reachable    int64 // other entries that are not the first of their component
	Derived      int64 // distinct derived states of each fingerprint, summed
	CountSum     int64 // of the entries' counts
	MinCount     int   // the least and the greatest distance from the start
	MaxCount     int
	Largest      int64 // states of the largest fingerprint
}

// Add adds what another exploration has found.
func (s *Stats) Add(t Stats) {
	switch {
	case t.Fingerprints == 0:
		return
	case s.Fingerprints == 0:
		s.MinCount = t.MinCount
	}
	s.MinCount = min(s.MinCount, t.MinCount)
	s.MaxCount = max(s.MaxCount, t.MaxCount)
	s.Largest = max(s.Largest, t.Largest)
	s.Fingerprints += t.Fingerprints
	s.FCCs += t.FCCs
	s.States += t.States
	s.Entries += t.Entries
	s.Consumed += t.Consumed
	s.Reachable += t.Reachable
	s.Derived += t.Derived
	s.CountSum += t.CountSum
}

// Explorer explores groups, one after another. It keeps its memory from group to
// group. It is not safe for concurrent use.
type Explorer struct {
	g     *Game
	moves bool
	emit  func(Batch) error

	gr    *group
	table table
	codes [cards][4]uint64      // a card's bits for each place, in a key
	masks [cards]uint64         // all of a card's bits in a key
	parts [wordParts][16]planes // what each four bits of a key say
	wide  *halves               // nil when keys fit into words

	// The states of the level that is expanded and of the next one, as words of
	// the table in which the card that need not be moved takes the tag's place.
	cur, next             []uint64
	curLabels, nextLabels []uint32 // when they are apart

	labelShift int
	parent     []uint32 // of the sources, a forest; a root is the least of its tree
	entry      []uint32 // number of each source's entry
	sets       int      // trees of the forest
	level      int
	tags       [3]uint64 // of the previous, this and the next level

	targets  []*target
	byCard   [cards][2]*target // by the card that leaves and its new digit less 1
	byPrint  map[Fingerprint]*target
	distinct map[derivedState]int // with pruning: the least count of each
	stats    Stats

	sizes []uint32 // states found from each source, with detail
	detail
}

const (
	wordBits  = 64 - tagBits
	wordParts = (wordBits + 3) / 4
	noCard    = 63
	atSource  = 0xff // in place of the way to a state that is a source
)

// NewExplorer returns an explorer of the game's groups, which hands derived
// states to emit, in the order of their counts. With moves it also says how
// they are reached; then of two ways to one derived state within a fingerprint
// with equal counts both are emitted.
func NewExplorer(g *Game, moves bool, emit func(Batch) error) *Explorer {
	return &Explorer{g: g, moves: moves, emit: emit}
}

// Explore finds all states of a fingerprint from its entries, which are in the
// order of their counts and may repeat.
func (x *Explorer) Explore(ctx context.Context, f Fingerprint, entries []Entries) (Stats, error) {
	n := 0
	for _, e := range entries {
		n += len(e.Lo)
	}
	if n == 0 {
		return Stats{}, fmt.Errorf("fcc: fingerprint %v has no entries", f)
	}
	x.begin(f, n)
	at, first := 0, 0
	x.level = entries[0].Count
	x.stats.MinCount = x.level
	for {
		x.cur, x.next = x.next, x.cur[:0]
		x.curLabels, x.nextLabels = x.nextLabels, x.curLabels[:0]
		for ; at < len(entries) && entries[at].Count <= x.level; at++ {
			x.inject(&entries[at], first)
			first += len(entries[at].Lo)
		}
		if len(x.cur) == 0 {
			if at == len(entries) {
				break
			}
			x.level = entries[at].Count
			continue
		}
		x.stats.MaxCount = x.level
		for i := range x.tags {
			x.tags[i] = x.tag(x.level - 1 + i)
		}
		x.expandLevel()
		if err := x.flush(); err != nil {
			return Stats{}, err
		}
		if err := ctx.Err(); err != nil {
			return Stats{}, err
		}
		x.level++
	}
	s := &x.stats
	s.FCCs = int64(x.sets)
	s.Reachable = s.Entries - s.Consumed - s.FCCs
	s.Largest = s.States
	return *s, nil
}

// tag is what a table's word has for a level.
func (x *Explorer) tag(level int) uint64 { return uint64((level+3)%3) + 1 }

// begin prepares for a fingerprint with n entries.
func (x *Explorer) begin(f Fingerprint, n int) {
	x.gr = newGroup(x.g, f)
	x.stats = Stats{Fingerprints: 1}
	keyBits := x.gr.bits
	x.wide = nil
	if keyBits > wordBits {
		x.wide = newHalves()
		keyBits = wordBits
	}
	labelBits := bits.Len(uint(n))
	x.table.reset(keyBits, keyBits+labelBits > wordBits, x.moves)
	x.labelShift = keyBits + tagBits
	x.parent, x.entry, x.sizes, x.sets = x.parent[:0], x.entry[:0], x.sizes[:0], 0
	x.cur, x.next = x.cur[:0], x.next[:0]
	x.curLabels, x.nextLabels = x.curLabels[:0], x.nextLabels[:0]
	x.targets = x.targets[:0]
	clear(x.byCard[:])
	if x.g.Prune {
		x.byPrint = map[Fingerprint]*target{}
		x.distinct = map[derivedState]int{}
	}
	x.detail.begin()
	if x.wide == nil {
		x.tabulate()
	}
}

// tabulate fills the tables that take keys apart and put them together.
func (x *Explorer) tabulate() {
	for i := range (x.gr.bits + 3) / 4 {
		x.parts[i] = [16]planes{}
	}
	for m := x.gr.free; m != 0; m &= m - 1 {
		card := bits.TrailingZeros64(m)
		shift := int(x.gr.shift[card])
		for place := range x.codes[card] {
			x.codes[card][place] = uint64(place) << shift
		}
		x.masks[card] = x.codes[card][inCell] | x.codes[card][atBottom]
		x.part(shift, planes{lo: 1 << card})
		if width(card) == 2 {
			x.masks[card] = x.codes[card][onHigh]
			x.part(shift+1, planes{hi: 1 << card})
		}
	}
}

// part says what one bit of keys means.
func (x *Explorer) part(shift int, p planes) {
	t := &x.parts[shift/4]
	for v := range t {
		if v>>(shift%4)&1 != 0 {
			t[v].hi |= p.hi
			t[v].lo |= p.lo
		}
	}
}

// planes takes a key apart.
func (x *Explorer) planes(key uint64) planes {
	if x.wide != nil {
		return x.gr.planes(x.wide.key(key))
	}
	p := x.gr.fixed
	for i := 0; key != 0; i++ {
		q := &x.parts[i][key&15]
		p.hi |= q.hi
		p.lo |= q.lo
		key >>= 4
	}
	return p
}

// move returns the key after a card has gone to a place.
func (x *Explorer) move(key uint64, card, place int) uint64 {
	if x.wide != nil {
		return x.wide.move(key, int(x.gr.shift[card]), width(card), uint64(place))
	}
	return key&^x.masks[card] | x.codes[card][place]
}

// inject adds the entries of a level, numbered from first, as sources unless
// they have been reached.
func (x *Explorer) inject(e *Entries, first int) {
	tag := x.tag(x.level)
	for i, lo := range e.Lo {
		key := lo
		if x.wide != nil {
			k := Key{Lo: lo}
			if e.Hi != nil {
				k.Hi = e.Hi[i]
			}
			key = x.wide.intern(k)
		}
		s, j := x.table.find(key)
		switch w := s.words[j]; {
		case w == 0:
			label := uint32(len(x.parent))
			x.parent = append(x.parent, label)
			x.sets++
			if x.moves {
				x.entry = append(x.entry, uint32(first+i))
				x.sizes = append(x.sizes, 0)
			}
			word := key<<tagBits | noCard
			x.add(s, j, key, word&^(1<<tagBits-1)|tag|entryFlag, label, atSource)
			if x.table.split {
				x.curLabels = append(x.curLabels, label)
			} else {
				word |= uint64(label) << x.labelShift
			}
			x.cur = append(x.cur, word)
		case w&entryFlag == 0:
			s.words[j] |= entryFlag
			x.stats.Consumed++
			if x.moves {
				label := uint32(w >> x.labelShift)
				if x.table.split {
					label = s.labels[j]
				}
				x.consumed = append(x.consumed, consumedByFrom{uint32(first + i), label})
			}
		default:
			continue // it came before, with at most this count
		}
		x.stats.Entries++
		x.stats.CountSum += int64(x.level)
	}
}

// add fills an empty slot.
func (x *Explorer) add(s *segment, j int, key, word uint64, label uint32, way uint8) {
	if s.used >= s.limit {
		x.table.grow(s)
		s, j = x.table.find(key)
	}
	s.used++
	x.stats.States++
	if x.table.split {
		s.labels[j] = label
	} else {
		word |= uint64(label) << x.labelShift
	}
	s.words[j] = word
	if x.moves {
		s.ways[j] = way
		x.sizes[label]++
	}
}

// root returns the first source of a component.
func (x *Explorer) root(label uint32) uint32 {
	p := x.parent
	for p[label] != label {
		p[label] = p[p[label]]
		label = p[label]
	}
	return label
}

// join notes that two sources are of one component.
func (x *Explorer) join(a, b uint32) {
	a, b = x.root(a), x.root(b)
	if a == b {
		return
	}
	x.sets--
	x.parent[max(a, b)] = min(a, b)
}
