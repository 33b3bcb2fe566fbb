package scan

import (
	"math/bits"

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

// deriver makes the move tests on a position. A test plans the steps to a child.
// Only when the child is not one that was met lately are the steps made, the
// state offered to the graph, and the steps taken back. The position may be
// changed between two tests only if it is brought back.
type deriver struct {
	p       *freecell.Position
	g       *graph.Graph
	variant freecell.Variant
	marks   *marks
	recent  *recent // nil for two decks
	sought  *sought // when a state is to be derived once more, nil in a search
	state   uint32  // that p is in
	depth   uint32  // of children

	children []child
	steps    []step

	// The child whose steps are being planned.

	mark      int // where its steps begin
	freeLeft  int // free cells that its steps leave empty
	nextEmpty int // index in cols of the first column that they leave empty

	moves []freecell.Atomic // scratch of offerPruned

	rater *rater // rates children, if it is not nil

	// What tests look up in the state, prepared by look.

	fresh bool                        // the rest is about the state that p is in
	cols  []uint8                     // columns in canonical order
	index [freecell.MaxColumns]uint16 // of each column in cols
	free  int                         // empty free cells
	empty int                         // empty columns
	slots int                         // cards that can be put away
	runs  freecell.Runs               // of two decks a card is in a set when one of the two is
	tops  uint64                      // cards on top of columns
	reach uint64                      // cards whose cover has room in slots
	ends  uint64                      // those of them that end a run
	fits  uint64                      // cards that may be put on one of these
	where [64]uint16                  // of two decks: a place of each card, the first one

	found    []uint16                    // scratch of spots
	heights  [freecell.MaxColumns]uint64 // the same; all 0 between calls
	hits     []uint16                    // scratch of parentsOf
	clearing clearing                    // scratch of the tests of Simple Simon
}

// A place in these lists and in where is the index of a column in cols << 8 and
// the height in it.
const nowhere = 1<<16 - 1

// look takes in the state that p is in.
func (d *deriver) look() {
	if d.fresh {
		return
	}
	d.fresh = true
	d.cols = append(d.cols[:0], d.p.Order()...)
	for i, c := range d.cols {
		d.index[c] = uint16(i)
	}
	d.free = d.p.FreeCells()
	d.empty = 0
	for d.empty < len(d.cols) && len(d.p.Column(d.cols[d.empty])) == 0 {
		d.empty++
	}
	d.slots = d.free
	if d.variant.Fill == freecell.FillAny {
		d.slots += d.empty
	}
	if d.variant.Decks == 1 {
		d.runs = d.p.Runs()
		d.lookDown()
		d.ends = d.reach &^ d.runs.Covered
	} else {
		d.lookAtTwins()
	}
	d.fits = d.p.ChildrenOf(d.ends)
}

// lookDown fills in tops and reach.
func (d *deriver) lookDown() {
	var tops, reach uint64
	slots := d.slots
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		n := len(column) - 1
		tops |= 1 << (column[n] & 63)
		for _, card := range column[max(n-slots, 0):] {
			reach |= 1 << (card & 63)
		}
	}
	d.tops, d.reach = tops, reach
}

// lookAtTwins fills in runs, ends, where and what lookDown does, for two decks.
func (d *deriver) lookAtTwins() {
	d.lookDown()
	for i := range d.where {
		d.where[i] = nowhere
	}
	d.runs, d.ends = freecell.Runs{}, 0
	for i, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		linked := d.p.Linked(c)
		for h, card := range column {
			if d.where[card&63] == nowhere {
				d.where[card&63] = uint16(i+d.empty)<<8 | uint16(h)
			}
			d.runs.InColumns |= 1 << card
			if linked>>h&1 != 0 {
				d.runs.Linked |= 1 << card
			}
			if len(column)-1-h <= d.slots && (h+1 == len(column) || linked>>(h+1)&1 == 0) {
				d.ends |= 1 << card
			}
		}
	}
}

// place returns where a card is, of two decks the first one; it may be nowhere.
func (d *deriver) place(card freecell.Card) uint16 {
	switch {
	case d.variant.Decks == 2:
		return d.where[card&63]
	case d.runs.InColumns>>card&1 == 0:
		return nowhere
	}
	at := d.p.At(card)
	return d.index[at>>8]<<8 | at&0xff
}

// spots returns the places of the cards of a set that are in columns, in
// canonical order of the columns, and in each from below, or from the top down.
// They are valid until the next call.
func (d *deriver) spots(set uint64, topDown bool) []uint16 {
	if set &= d.runs.InColumns; set == 0 {
		return nil
	}
	var columns uint32
	if d.variant.Decks == 1 {
		for ; set != 0; set &= set - 1 {
			at := d.p.At(freecell.Card(bits.TrailingZeros64(set)))
			i := d.index[at>>8]
			columns |= 1 << i
			d.heights[i] |= 1 << (at & 63)
		}
	} else {
		for i, c := range d.cols[d.empty:] {
			i += d.empty
			for h, card := range d.p.Column(c) {
				if set>>card&1 != 0 {
					columns |= 1 << i
					d.heights[i] |= 1 << (h & 63)
				}
			}
		}
	}
	found := d.found[:0]
	for ; columns != 0; columns &= columns - 1 {
		i := bits.TrailingZeros32(columns)
		heights := d.heights[i]
		d.heights[i] = 0
		for heights != 0 {
			h := bits.TrailingZeros64(heights)
			if topDown {
				h = 63 - bits.LeadingZeros64(heights)
			}
			heights &^= 1 << h
			found = append(found, uint16(i)<<8|uint16(h))
		}
	}
	d.found = found
	return found
}

// insert inserts a place into an ascending list.
func insert(places []uint16, at uint16) []uint16 {
	i := len(places)
	places = append(places, at)
	for ; i > 0 && places[i-1] > at; i-- {
		places[i] = places[i-1]
	}
	places[i] = at
	return places
}

// begin prepares for the tests on a state, which p is in.
func (d *deriver) begin(state, depth uint32) {
	d.fresh = false
	d.state, d.depth = state, depth
	d.children, d.steps, d.mark = d.children[:0], d.steps[:0], 0
}

// run makes a test.
func (d *deriver) run(test byte) {
	d.look()
	d.plan()
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
	default:
		d.simon(test)
	}
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

// prune makes the moves of pruning, which become steps. It returns false when there
// are none.
func (d *deriver) prune() bool {
	if d.variant.WholeSuits {
		return d.pruneSuits()
	}
	d.moves = d.p.Prune(d.moves[:0])
	for _, m := range d.moves {
		d.one(m.Card, m.From, m.To, freecell.CodeHome)
	}
	return len(d.moves) > 0
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

// starts tells whether a run starts at height h of a column.
func (d *deriver) starts(column uint8, h int) bool { return d.p.Linked(column)>>(h&63)&1 == 0 }

// runEnd returns the height above the run that the card at height h of a column
// belongs to.
func (d *deriver) runEnd(column uint8, h int) int {
	next := bits.TrailingZeros64(^d.p.Linked(column) >> (h & 63) >> 1) // runs start again so much above
	return min(h+1+next, len(d.p.Column(column)))
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

// parentsOf returns the places of the cards that take c, end a run and can be
// reached, in canonical order. They are valid until the next call.
func (d *deriver) parentsOf(c freecell.Card) []uint16 {
	hits := d.hits[:0]
	for set := d.p.Parents(c) & d.ends; set != 0; set &= set - 1 {
		if at := d.place(freecell.Card(bits.TrailingZeros64(set))); d.endsAt(at) {
			hits = insert(hits, at)
		}
	}
	d.hits = hits
	return hits
}

// endsAt tells whether a run ends at the place of a card that is in ends. With
// two decks that may be true of the card's twin only.
func (d *deriver) endsAt(at uint16) bool {
	if d.variant.Decks == 1 {
		return true
	}
	c, h := d.cols[at>>8], int(at&0xff)
	return h+1 == len(d.p.Column(c)) || d.starts(c, h+1)
}
