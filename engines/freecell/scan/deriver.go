package scan

import (
	"math/bits"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
)

// step is one move of a derivation: of one card, or, with n > 1, of a run of n
// cards from one column to another.
type step struct {
	card     freecell.Card // when n is 1
	from, to freecell.Place
	n        uint8
}

// child is a state that was derived, and how it is reached from the state it was
// derived from: by steps[from:to] of the deriver.
type child struct {
	state    uint32
	rating   int32 // 0 without a rater
	from, to int32
}

// deriver makes the move tests on a position. It offers each state that it
// derives to the graph and then takes the moves back. The position may be changed
// between two tests only if it is brought back.
type deriver struct {
	p       *freecell.Position
	g       *graph.Graph
	variant freecell.Variant
	marks   *marks
	state   uint32 // that p is in
	depth   uint32 // of children

	children []child
	steps    []step
	mark     int // where the steps of the child that is being derived begin

	moves []freecell.Atomic // scratch of offerPruned

	rater *rater // rates children, if it is not nil

	// What tests look up in the state, prepared by look.

	cols  []uint8    // columns in canonical order
	where [64]uint16 // place of each card: index in cols << 8 | height; nowhere
	free  int        // empty free cells
	empty int        // empty columns
	slots int        // cards that can be put away
	hits  []uint16   // scratch
}

const nowhere = 1<<16 - 1

// look takes in the state that p is in.
func (d *deriver) look() {
	d.cols = append(d.cols[:0], d.p.Order()...)
	d.free = d.p.FreeCells()
	d.empty = 0
	for d.empty < len(d.cols) && len(d.p.Column(d.cols[d.empty])) == 0 {
		d.empty++
	}
	d.slots = d.free
	if d.variant.Fill == freecell.FillAny {
		d.slots += d.empty
	}
}

// locate fills in where.
func (d *deriver) locate() {
	for i := range d.where {
		d.where[i] = nowhere
	}
	for i, c := range d.cols[d.empty:] {
		at := uint16(i+d.empty) << 8
		for h, card := range d.p.Column(c) {
			if d.variant.Decks == 1 || d.where[card&63] == nowhere {
				d.where[card&63] = at | uint16(h)
			}
		}
	}
}

// begin prepares for the tests on a state, which p is in.
func (d *deriver) begin(state, depth uint32) {
	d.state, d.depth = state, depth
	d.children, d.steps, d.mark = d.children[:0], d.steps[:0], 0
}

// run makes a test.
func (d *deriver) run(test byte) {
	d.look()
	switch test {
	case '0':
		d.topsHome(test)
	case '1':
		d.cellsHome(test)
	case '2':
		d.cellsToParents(test)
	case '3':
		d.buriedHome(test)
	case '4':
		d.runsToParents(test)
	case '5':
		d.withinColumn(test)
	case '6':
		d.runsToEmpty(test)
	case '7', 'E':
		d.cellsToEmpty(test)
	case '8':
		d.runsToOtherParents(test)
	case '9':
		d.columnsToCells(test)
	case 'j':
		d.cellsToEmptyAndCover(test)
	case 'A':
		d.topsToEmpty(test)
	case 'B':
		d.topsToTops(test)
	case 'C':
		d.topsToCells(test)
	case 'D':
		d.cellsToTops(test)
	}
}

// one moves a single card.
func (d *deriver) one(card freecell.Card, from, to freecell.Place) {
	d.p.Make(freecell.Atomic{Card: card, From: from, To: to})
	d.steps = append(d.steps, step{card, from, to, 1})
}

// many moves a run of n cards.
func (d *deriver) many(from, to freecell.Place, n int) {
	if n == 1 {
		column := d.p.Column(uint8(from))
		d.one(column[len(column)-1], from, to)
		return
	}
	d.p.MoveRun(from, to, n)
	d.steps = append(d.steps, step{freecell.NoCard, from, to, uint8(n)})
}

// putAway moves n cards from the top of column c to slots, one by one: to free
// cells as long as there are any, then to empty columns.
func (d *deriver) putAway(c uint8, n int) {
	for range n {
		column := d.p.Column(c)
		to := freecell.InCell
		if d.p.FreeCells() == 0 {
			to = freecell.Place(d.p.Order()[0])
		}
		d.one(column[len(column)-1], freecell.Place(c), to)
	}
}

// offer gives the state that the steps led to to the graph and takes them back.
func (d *deriver) offer(test byte) {
	id, added := d.g.Offer(d.p)
	node := d.g.Node(id)
	if added {
		*node = graph.Node{Parent: d.state, Depth: d.depth, Test: test}
		d.g.Node(d.state).Children++
	} else if d.marks.reparent && node.Depth > d.depth {
		d.marks.adopt(d.g, id, graph.Node{Parent: d.state, Depth: d.depth, Test: test})
	}
	c := child{state: id, from: int32(d.mark), to: int32(len(d.steps))}
	if d.rater != nil {
		c.rating = d.rater.rate(d.p, node.Depth)
	}
	d.children = append(d.children, c)
	d.unmake(d.mark, len(d.steps))
	d.mark = len(d.steps)
	d.p.Clean()
}

// prunedTest is what graph.Node.Test is for a state made by pruning.
const prunedTest = 'p'

// offerPruned offers the state that pruning makes of the one that p is in, as its
// child. It returns false when pruning changes nothing.
func (d *deriver) offerPruned() bool {
	if d.moves = d.p.Prune(d.moves[:0]); len(d.moves) == 0 {
		return false
	}
	for _, m := range d.moves {
		d.steps = append(d.steps, step{m.Card, m.From, m.To, 1})
	}
	d.offer(prunedTest)
	if n := d.g.Node(d.children[len(d.children)-1].state); n.Test == prunedTest {
		n.Flags |= graph.Pruned
	}
	return true
}

// remake and unmake make the steps from one to another and take them back.
func (d *deriver) remake(from, to int) {
	for _, s := range d.steps[from:to] {
		if s.n == 1 {
			d.p.Make(freecell.Atomic{Card: s.card, From: s.from, To: s.to})
		} else {
			d.p.MoveRun(s.from, s.to, int(s.n))
		}
	}
}

func (d *deriver) unmake(from, to int) {
	for i := to - 1; i >= from; i-- {
		s := d.steps[i]
		if s.n == 1 {
			d.p.Unmake(freecell.Atomic{Card: s.card, From: s.from, To: s.to})
		} else {
			d.p.MoveRun(s.to, s.from, int(s.n))
		}
	}
}

// onParent tells whether card h of a column lies on one that takes it.
func (d *deriver) onParent(column []freecell.Card, h int) bool {
	return h > 0 && d.p.Parents(column[h])>>column[h-1]&1 != 0
}

// runEnd returns the height above the run that card h of a column belongs to.
func (d *deriver) runEnd(column []freecell.Card, h int) int {
	for h++; h < len(column) && d.onParent(column, h); h++ {
	}
	return h
}

// capacity returns how many cards can move together, when so many have been put
// away, to a column that is or is not empty.
func (d *deriver) capacity(away int, toEmpty bool) int {
	free, empty := d.free-away, d.empty
	if free < 0 {
		empty += free
		free = 0
	}
	return d.variant.Supermove(free, empty, toEmpty)
}

// parentsOf returns the places of the cards in columns that take c and have
// nothing on them that belongs there, in canonical order. They are valid until
// the next call.
func (d *deriver) parentsOf(c freecell.Card) []uint16 {
	hits := d.hits[:0]
	for set := d.p.Parents(c); set != 0; set &= set - 1 {
		at := d.where[bits.TrailingZeros64(set)]
		if at == nowhere {
			continue
		}
		column := d.p.Column(d.cols[at>>8])
		if h := int(at & 0xff); h+1 < len(column) && d.onParent(column, h+1) {
			continue
		}
		i := len(hits)
		hits = append(hits, at)
		for ; i > 0 && hits[i-1] > at; i-- {
			hits[i] = hits[i-1]
		}
		hits[i] = at
	}
	d.hits = hits
	return hits
}
