package scan

import (
	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
)

// step is one move of a derivation: of one card, or, with n > 1, of a run of n
// cards from one column to another, or of a whole suit home.
type step struct {
	card     freecell.Card // the lowest one
	from, to freecell.Place
	n        uint8
	code     uint8         // of card afterwards, in the keys of one deck
	onto     freecell.Card // that it comes to lie on, NoCard elsewhere
}

// child is a state that was derived, and how it is reached from the state it was
// derived from: by steps[from:to] of the deriver.
type child struct {
	state    uint32
	rating   int32 // 0 without a rater
	from, to int32
	test     byte
}

// plan begins the steps of a child.
func (d *deriver) plan() {
	d.mark = len(d.steps)
	d.freeLeft, d.nextEmpty = d.free, 0
}

// one plans the move of a single card, which has the code then.
func (d *deriver) one(card freecell.Card, from, to freecell.Place, code uint8) {
	d.steps = append(d.steps, step{card, from, to, 1, code, freecell.NoCard})
}

// onto plans the move of a run of n cards onto a parent in another column.
func (d *deriver) onto(parent, card freecell.Card, from, to freecell.Place, n int) {
	d.steps = append(d.steps, step{card, from, to, uint8(n), d.p.CodeOn(card, parent), parent})
}

// putAway plans to move n cards from the top of column c to slots, one by one: to
// free cells as long as there are any, then to empty columns.
func (d *deriver) putAway(c uint8, n int) {
	column := d.p.Column(c)
	for i := len(column) - 1; i >= len(column)-n; i-- {
		if d.freeLeft > 0 {
			d.freeLeft--
			d.one(column[i], freecell.Place(c), freecell.InCell, freecell.CodeCell)
		} else {
			d.one(column[i], freecell.Place(c), d.emptyColumn(), freecell.CodeBottom)
		}
	}
}

// emptyColumn takes the first column that the planned steps leave empty.
func (d *deriver) emptyColumn() freecell.Place {
	d.nextEmpty++
	return freecell.Place(d.cols[d.nextEmpty-1])
}

// offer ends the plan of a child, finds its state in the graph and begins the
// plan of the next one.
func (d *deriver) offer(test byte) {
	if d.sought != nil {
		d.seek()
		return
	}
	if d.recent == nil || d.rater != nil {
		d.remake(d.mark, len(d.steps))
		d.offerHere(test)
		return
	}
	var key freecell.Key
	d.keyAhead(&key)
	slot := d.recent.slot(&key)
	if d.recent.has(slot, &key) {
		d.derived(slot.state, test)
		return
	}
	d.remake(d.mark, len(d.steps))
	d.offerHere(test)
	d.recent.put(slot, &key, d.children[len(d.children)-1].state)
}

// keyAhead sets key to that of the state that the planned steps lead to, with one
// deck.
func (d *deriver) keyAhead(key *freecell.Key) {
	d.p.StateKey(key)
	for _, s := range d.steps[d.mark:] {
		key.Set(s.card, s.code)
		if s.to == freecell.AtHome && s.n > 1 {
			for c := s.card; c.Rank() >= freecell.Ace; c -= 4 {
				key.Set(c, freecell.CodeHome)
			}
		}
	}
}

// offerHere gives the state that the planned steps have led to to the graph and
// takes them back.
func (d *deriver) offerHere(test byte) {
	mark, n := d.mark, len(d.steps)
	id, added := d.g.Offer(d.p)
	if added {
		*d.g.Node(id) = graph.Node{Parent: d.state, Depth: d.depth, Test: test}
		d.g.Node(d.state).Children++
	}
	d.derived(id, test)
	if d.rater != nil {
		d.children[len(d.children)-1].rating = d.rater.rate(d.p, d.g.Node(id).Depth)
	}
	d.unmake(mark, n)
	d.p.Clean()
}

// derived notes a child.
func (d *deriver) derived(id uint32, test byte) {
	if d.marks.reparent && d.g.Node(id).Depth > d.depth {
		d.marks.adopt(d.g, id, graph.Node{Parent: d.state, Depth: d.depth, Test: test})
	}
	d.children = append(d.children, child{state: id, from: int32(d.mark), to: int32(len(d.steps)), test: test})
	d.plan()
}

// prunedTest is what graph.Node.Test is for a state made by pruning.
const prunedTest = 'p'

// offerPruned offers the state that pruning makes of the one that p is in, as its
// child. It returns false when pruning changes nothing.
func (d *deriver) offerPruned() bool {
	d.plan()
	if !d.prune() {
		return false
	}
	d.offerHere(prunedTest)
	if n := d.g.Node(d.children[len(d.children)-1].state); n.Test == prunedTest {
		n.Flags |= graph.Pruned
	}
	return true
}

// remake and unmake make the steps from one to another and take them back.
func (d *deriver) remake(from, to int) {
	for _, s := range d.steps[from:to] {
		switch {
		case s.n == 1:
			d.p.Make(freecell.Atomic{Card: s.card, From: s.from, To: s.to})
		case s.to == freecell.AtHome:
			d.p.TakeSuit(s.from)
		default:
			d.p.MoveRun(s.from, s.to, int(s.n))
		}
	}
}

func (d *deriver) unmake(from, to int) {
	for i := to - 1; i >= from; i-- {
		s := d.steps[i]
		switch {
		case s.n == 1:
			d.p.Unmake(freecell.Atomic{Card: s.card, From: s.from, To: s.to})
		case s.to == freecell.AtHome:
			d.p.ReturnSuit(s.card.Suit(), s.from)
		default:
			d.p.MoveRun(s.to, s.from, int(s.n))
		}
	}
}
