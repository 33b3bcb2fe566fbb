package scan

import (
	"fmt"
	"slices"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
)

// solved makes the result of a run that a thread has ended at a solved state.
func (r *Runner) solved(b *freecell.Board, t *thread, checked int64) (Result, error) {
	end := t.at()
	if r.set.Optimize {
		checked, end = r.optimize(b, t, checked)
	}
	res := r.result(Solved, checked)
	var err error
	res.Moves, err = r.trace(b, end)
	return res, err
}

// optimize searches breadth first, with all tests of all scans, the states on the
// way to the solved state that a thread has come to: they get parents at smaller
// depths. It returns the solved state to trace back from; when the search reaches
// none, by the limit or by pruning, that is the old one.
func (r *Runner) optimize(b *freecell.Board, by *thread, checked int64) (int64, uint32) {
	for i := range uint32(r.graph.Len()) {
		r.graph.Node(i).Visited = 0 // the scans are over
	}
	end := by.at()
	i := end
	for r.graph.Node(i).Flags |= graph.OnPath; r.graph.Node(i).Test != 0; {
		i = r.graph.Node(i).Parent
		r.graph.Node(i).Flags |= graph.OnPath
	}
	var all uint64
	for j := range r.set.Scans {
		all |= testSet(&r.set.Scans[j], r.variant)
	}
	order := Order{Groups: []Group{{}}}
	for _, test := range []byte("0123456789ABCDj" + simonTests) {
		if all&testBit(test) != 0 {
			order.Groups[0].Tests += string(test)
		}
	}
	r.marks.reparent = true
	t := thread{pos: *freecell.NewPosition(b)}
	s := &best{
		d:    deriver{p: &t.pos, g: r.graph, variant: r.variant, marks: &r.marks},
		scan: &Scan{Method: BFS, Prune: by.scan.Prune, Orders: []Order{order}},
		bit:  1, path: true,
	}
	s.start(i)
	checked, why := s.run(checked, r.limit())
	if why == solved {
		end = s.at()
	}
	return checked, end
}

// trace returns the moves from the start to a state, along the parents.
func (r *Runner) trace(b *freecell.Board, end uint32) ([]freecell.Move, error) {
	var way []uint32
	for i := end; r.graph.Node(i).Test != 0; i = r.graph.Node(i).Parent {
		way = append(way, i)
	}
	p := freecell.NewPosition(b)
	d := deriver{p: p, g: r.graph, variant: r.variant, marks: &marks{}}
	table := newTable(b)
	var from uint32 // the start
	for i := len(way) - 1; i >= 0; i-- {
		if err := d.follow(from, way[i], table); err != nil {
			return nil, err
		}
		from = way[i]
	}
	return table.moves, nil
}

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
