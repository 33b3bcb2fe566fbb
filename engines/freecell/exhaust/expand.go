package exhaust

import "puzzlekit/engines/freecell"

// expander derives states. It is for one goroutine.
type expander[K words] struct {
	codec codec[K]
	prune bool
	p     freecell.Position
	moves []freecell.Atomic
	home  []freecell.Atomic // scratch
}

// expand passes on the key of every state that a move leads to from the state of
// k; the same state may come several times. With prune all safe cards go home
// after the move.
func (x *expander[K]) expand(k K, pass func(K)) {
	x.codec.load(k, &x.p)
	p := &x.p
	x.moves = p.AppendMoves(x.moves[:0], freecell.AllAtomic)
	wantsMade := x.codec.wantsMade()
	for _, m := range x.moves {
		under := freecell.NoCard
		if m.To != freecell.InCell && m.To != freecell.AtHome {
			if column := p.Column(uint8(m.To)); len(column) > 0 {
				under = column[len(column)-1]
			}
		}
		prune := x.prune && x.maySave(m)
		if !prune && !wantsMade {
			pass(x.codec.after(p, m, under, nil))
			continue
		}
		p.Make(m)
		x.home = x.home[:0]
		if prune {
			x.home = p.Prune(x.home)
		}
		key := x.codec.after(p, m, under, x.home)
		for i := len(x.home) - 1; i >= 0; i-- {
			p.Unmake(x.home[i])
		}
		p.Unmake(m)
		pass(key)
	}
}

// leads tells whether a move leads from the state of one key to that of another.
func (x *expander[K]) leads(from, to K) bool {
	found := false
	x.expand(from, func(k K) { found = found || k == to })
	return found
}

// maySave tells whether there can be a safe card after m, in a state that has
// none: one that m uncovers, or any when a foundation has changed.
func (x *expander[K]) maySave(m freecell.Atomic) bool {
	if m.To == freecell.AtHome {
		return true
	}
	if m.From == freecell.InCell {
		return false
	}
	column := x.p.Column(uint8(m.From))
	return len(column) > 1 && x.p.Ready()>>column[len(column)-2]&1 != 0
}
