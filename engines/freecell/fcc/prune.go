package fcc

import "math/bits"

// exitsPruned makes the irreversible moves of a state with pruning: those to
// foundations, those of home cards and those that uncover a safe card. It returns
// the movers that have reversible moves.
func (x *Explorer) exitsPruned(key uint64, label uint32, p planes, tops, cells, movers uint64) uint64 {
	g, gr := x.g, x.gr
	low, high := onto(gr.safe)
	uncovering := movers & (low&p.hi&^p.lo | high&p.hi&p.lo)
	s := State{gr.Fingerprint, p}
	leaving := uncovering | tops&gr.home
	for m := leaving | (tops|cells)&gr.ready; m != 0; m &= m - 1 {
		card := bits.TrailingZeros64(m)
		if gr.ready>>card&1 != 0 {
			x.derivePruned(s, key, label, card, founded)
		}
		if leaving>>card&1 != 0 {
			places := g.places(&s, card)
			for place := range founded {
				if places>>place&1 != 0 {
					x.derivePruned(s, key, label, card, place)
				}
			}
		}
	}
	return movers &^ uncovering
}

// places returns the set of places to which an exposed card can move.
func (g *Game) places(s *State, card int) int {
	bit := uint64(1) << card
	cells := s.Loose &^ (s.hi | s.lo)
	bottoms := s.lo &^ s.hi
	tops := g.exposed(s) &^ cells
	set := 0
	if cells&bit == 0 && bits.OnesCount64(cells) < g.cells {
		set |= 1 << inCell
	}
	if bottoms&bit == 0 && bits.OnesCount64(bottoms) < g.columns {
		set |= 1 << atBottom
	}
	low, high := onto(tops)
	if low&bit != 0 {
		set |= 1 << onLow
	}
	if high&bit != 0 {
		set |= 1 << onHigh
	}
	return set
}

// derivePruned makes one irreversible move and plays what is safe after it.
func (x *Explorer) derivePruned(s State, key uint64, label uint32, card, place int) {
	if place == founded {
		s.found(card)
	} else {
		s.put(card, place)
	}
	x.g.settle(&s)
	t := x.byPrint[s.Fingerprint]
	if t == nil {
		t = x.addTarget(s.Fingerprint)
		x.byPrint[s.Fingerprint] = t
	}
	name := derivedState{s.Fingerprint, t.gr.key(s.planes)}
	count, met := x.distinct[name]
	if met && (!x.moves || count < x.level+1) && !x.all {
		return
	}
	if !met {
		x.distinct[name] = x.level + 1
		x.stats.Derived++
	}
	t.add(name.key)
	if x.moves {
		x.record(t, key, label, moveByte(card, place))
	}
}
