package scan

import (
	"fmt"
	"slices"

	"puzzlekit/engines/freecell"
)

// table is the player's table while a solution is played on it: which free cell
// holds which card.
type table struct {
	cells []freecell.Card
	moves []freecell.Move
}

func newTable(b *freecell.Board) *table { return &table{cells: slices.Clone(b.FreeCells)} }

// follow derives state to from the state that d's position is in, which is state
// from, by the test that derived it first, and leaves the position there. The
// moves go on the table.
func (d *deriver) follow(from, to uint32, t *table) error {
	d.g.Base(d.p)
	d.begin(from, 0)
	if test := d.g.Node(to).Test; test == prunedTest {
		d.offerPruned()
	} else {
		d.run(test)
	}
	i := slices.IndexFunc(d.children, func(c child) bool { return c.state == to })
	if i < 0 {
		return fmt.Errorf("scan: state %d is not derived from state %d again", to, from)
	}
	c := d.children[i]
	d.remake(int(c.from), int(c.to))
	for _, s := range d.steps[c.from:c.to] {
		t.play(s)
	}
	return nil
}

// play makes a step on the table.
func (t *table) play(s step) {
	m := freecell.Move{Cards: int(s.n)}
	switch s.from {
	case freecell.InCell:
		i := slices.Index(t.cells, s.card)
		t.cells[i] = freecell.NoCard
		m.From = freecell.FreeCell(i)
	default:
		m.From = freecell.Column(int(s.from))
	}
	switch s.to {
	case freecell.AtHome:
		m.To = freecell.Foundation
	case freecell.InCell:
		i := slices.Index(t.cells, freecell.NoCard)
		t.cells[i] = s.card
		m.To = freecell.FreeCell(i)
	default:
		m.To = freecell.Column(int(s.to))
	}
	t.moves = append(t.moves, m)
}
