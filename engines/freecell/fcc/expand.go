package fcc

import "math/bits"

// expandLevel makes all moves from the states of the current level.
func (x *Explorer) expandLevel() {
	keyMask := x.table.keyMask
	var label uint32
	for i, w := range x.cur {
		if x.table.split {
			label = x.curLabels[i]
		} else {
			label = uint32(w >> x.labelShift)
		}
		x.expand(w&keyMask>>tagBits, label, uint(w&(1<<tagBits-1)))
	}
}

// expand makes all moves from a state but those of one card, which lead nowhere
// that has not been found: the state was found by moving it.
func (x *Explorer) expand(key uint64, label uint32, skip uint) {
	g, gr := x.g, x.gr
	p := x.planes(key)
	low, high := p.hi&^p.lo, p.hi&p.lo
	cells := gr.Loose &^ (p.hi | p.lo)
	bottoms := p.lo &^ p.hi
	covered := gr.homeCover |
		low&spades<<1 | (low&clubDiam|high&spades)<<3 | (low&hearts|high&clubDiam)<<5 | high&hearts<<7
	tops := (gr.Loose | gr.home) &^ (covered | cells)

	var ontoCell, ontoBottom uint64
	if bits.OnesCount64(cells) < g.cells {
		ontoCell = tops
	}
	if bits.OnesCount64(bottoms) < g.columns {
		ontoBottom = (tops | cells) &^ bottoms
	}
	ontoLow, ontoHigh := onto(tops)
	movers := (tops | cells) & gr.Loose &^ (1 << skip)

	if home := tops & gr.home; home != 0 || gr.ready&(movers|home) != 0 || gr.safe != 0 {
		if g.Prune {
			movers = x.exitsPruned(key, label, p, tops, cells, movers)
		} else {
			movers = x.exits(key, label, p, tops, cells, movers,
				[4]uint64{ontoCell, ontoBottom, ontoLow, ontoHigh})
		}
	}
	for m := movers & ontoCell; m != 0; m &= m - 1 {
		x.visit(key, label, bits.TrailingZeros64(m), inCell, &p)
	}
	for m := movers & ontoBottom; m != 0; m &= m - 1 {
		x.visit(key, label, bits.TrailingZeros64(m), atBottom, &p)
	}
	for m := movers & ontoLow; m != 0; m &= m - 1 {
		x.visit(key, label, bits.TrailingZeros64(m), onLow, &p)
	}
	for m := movers & ontoHigh; m != 0; m &= m - 1 {
		x.visit(key, label, bits.TrailingZeros64(m), onHigh, &p)
	}
}

// visit makes a reversible move and returns the tag of the level at which its
// state was found before, or 0.
func (x *Explorer) visit(from uint64, label uint32, card, place int, p *planes) uint64 {
	key := x.move(from, card, place)
	s, j := x.table.find(key)
	w := s.words[j]
	if w == 0 {
		x.add(s, j, key, key<<tagBits|x.tags[2], label, way(card, p))
		word := key<<tagBits | uint64(card)
		if x.table.split {
			x.nextLabels = append(x.nextLabels, label)
		} else {
			word |= uint64(label) << x.labelShift
		}
		x.next = append(x.next, word)
		return 0
	}
	if x.sets > 1 {
		other := uint32(w >> x.labelShift)
		if x.table.split {
			other = s.labels[j]
		}
		if other != label {
			x.join(label, other)
		}
	}
	if x.moves && w&levelMask == x.tags[2] {
		// Of several ways to a state the least counts, whatever came first.
		s.ways[j] = min(s.ways[j], way(card, p))
	}
	return w & levelMask
}

// way says how a state was found: the card that was moved and where it was.
func way(card int, p *planes) uint8 { return uint8(card<<2 | p.at(card)) }

// exits makes the irreversible moves of a state without pruning, and all moves
// of the cards that go to foundations by them. It returns the other movers.
func (x *Explorer) exits(key uint64, label uint32, p planes, tops, cells, movers uint64, dest [4]uint64) uint64 {
	gr := x.gr
	for m := tops & gr.home; m != 0; m &= m - 1 {
		card := bits.TrailingZeros64(m)
		if gr.ready>>card&1 != 0 {
			x.derive(key, label, card, founded, true)
		}
		for place := range dest {
			if dest[place]>>card&1 != 0 {
				x.derive(key, label, card, place, true)
			}
		}
	}
	// The states that differ only in where a card is reach each other by one
	// move, and the same state when it goes to its foundation. The nearest of
	// them derives it; of those the one with the card at the first place.
	for m := movers & gr.ready; m != 0; m &= m - 1 {
		card := bits.TrailingZeros64(m)
		movers &^= 1 << card
		at := p.at(card)
		nearer, before := false, false
		for place := range dest {
			if dest[place]>>card&1 == 0 {
				continue
			}
			switch x.visit(key, label, card, place, &p) {
			case x.tags[0]:
				nearer = true
			case x.tags[1]:
				before = before || place < at
			}
		}
		if !nearer && (!before || x.moves) {
			x.derive(key, label, card, founded, !before)
		}
	}
	return movers
}
