package fcc

import "math/bits"

// group is what follows from a fingerprint alone.
type group struct {
	Fingerprint
	home      uint64
	homeCover uint64 // cards that home cards lie on
	free      uint64 // loose cards that no home card holds
	fixed     planes // where the other loose cards are
	ready     uint64 // next on the foundations
	safe      uint64 // of them, those that Horne's rule plays

	layout
}

// layout says where the free cards' bits are in a key: kings, which are never on
// a parent, have one bit, the others two; the lowest card has the highest bits.
type layout struct {
	bits  int // in all
	shift [cards]uint8
}

func newGroup(g *Game, f Fingerprint) *group {
	gr := &group{}
	gr.init(g, f)
	return gr
}

func (gr *group) init(g *Game, f Fingerprint) {
	*gr = group{Fingerprint: f, home: allBits &^ f.Loose &^ f.Founded, ready: ready(f.Founded)}
	gr.homeCover = g.homeCovers(gr.home)
	held := g.held(gr.home)
	gr.free = f.Loose &^ held
	gr.fixed = planes{g.place.hi & f.Loose & held, g.place.lo & f.Loose & held}
	if g.Prune {
		gr.safe = safe(f.Founded)
	}
	for m := gr.free; m != 0; {
		card := 63 - bits.LeadingZeros64(m)
		m &^= 1 << card
		gr.shift[card] = uint8(gr.bits)
		gr.bits += width(card)
	}
}

// held returns the cards below home cards.
func (g *Game) held(home uint64) uint64 {
	var set uint64
	for _, column := range g.column {
		covered := false
		for i := len(column) - 1; i >= 0; i-- {
			if covered {
				set |= 1 << column[i]
			}
			covered = covered || home>>column[i]&1 != 0
		}
	}
	return set
}

// width is the number of a card's bits in keys.
func width(card int) int {
	if card >= 48 {
		return 1
	}
	return 2
}

// Key names a state within its fingerprint. Hi is 0 whenever at most 32 cards
// are free to move.
type Key struct{ Hi, Lo uint64 }

// Compare orders keys as numbers.
func (k Key) Compare(l Key) int {
	switch {
	case k.Hi < l.Hi || k.Hi == l.Hi && k.Lo < l.Lo:
		return -1
	case k == l:
		return 0
	default:
		return 1
	}
}

// or puts bits, at most two, at a place. Invariant: the bits there are 0.
func (k *Key) or(v uint64, shift int) {
	if shift >= 64 {
		k.Hi |= v << (shift - 64)
		return
	}
	k.Lo |= v << shift
	if shift == 63 {
		k.Hi |= v >> 1
	}
}

// get returns the w bits at a place.
func (k Key) get(shift, w int) uint64 {
	v := k.Hi >> (uint(shift) - 64)
	if shift < 64 {
		v = k.Lo>>shift | k.Hi<<(64-shift)
	}
	return v & (1<<w - 1)
}

// insert returns the key with w bits v put in at a place; what is at it or above
// moves up.
func (k Key) insert(v uint64, shift, w int) Key {
	low, high := k.split(shift)
	r := Key{high.Hi<<w | high.Lo>>(64-w), high.Lo << w}
	r.Lo |= low.Lo
	r.Hi |= low.Hi
	r.or(v, shift)
	return r
}

// remove returns the key without the w bits at a place.
func (k Key) remove(shift, w int) Key {
	low, high := k.split(shift)
	_, high = high.split(shift + w)
	return Key{high.Hi>>w | low.Hi, high.Lo>>w | high.Hi<<(64-w) | low.Lo}
}

// split returns the bits below a place and those at or above it.
func (k Key) split(shift int) (low, high Key) {
	if shift >= 64 {
		m := uint64(1)<<(shift-64) - 1
		return Key{k.Hi & m, k.Lo}, Key{k.Hi &^ m, 0}
	}
	m := uint64(1)<<shift - 1
	return Key{0, k.Lo & m}, Key{k.Hi, k.Lo &^ m}
}

// key returns the key of a state of the group.
func (gr *group) key(p planes) Key {
	var k Key
	for m := gr.free; m != 0; m &= m - 1 {
		card := bits.TrailingZeros64(m)
		k.or(uint64(p.at(card)), int(gr.shift[card]))
	}
	return k
}

// planes returns where the cards are in the state of that key.
func (gr *group) planes(k Key) planes {
	p := gr.fixed
	for m := gr.free; m != 0; m &= m - 1 {
		card := bits.TrailingZeros64(m)
		v := k.get(int(gr.shift[card]), width(card))
		p.hi |= v >> 1 << card
		p.lo |= v & 1 << card
	}
	return p
}

// Key returns the key of a state.
func (g *Game) Key(s State) Key { return newGroup(g, s.Fingerprint).key(s.planes) }

// KeyBits returns how many bits the keys of a fingerprint have, at most 100.
func (g *Game) KeyBits(f Fingerprint) int { return newGroup(g, f).bits }

// State returns the state of a fingerprint that has the key.
func (g *Game) State(f Fingerprint, k Key) State {
	gr := newGroup(g, f)
	return State{f, gr.planes(k)}
}
