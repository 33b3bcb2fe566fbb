package scan

import (
	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
)

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
