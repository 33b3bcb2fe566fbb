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
	d := deriver{p: p, g: r.graph, variant: r.variant, marks: &marks{}, sought: &sought{}}
	t := &table{cells: slices.Clone(b.FreeCells)}
	for i := len(way) - 1; i >= 0; i-- {
		if err := d.follow(way[i], t); err != nil {
			return nil, err
		}
	}
	return t.moves, nil
}

// table is the player's table while a solution is played on it: which free cell
// holds which card.
type table struct {
	cells []freecell.Card
	moves []freecell.Move
}

// sought is a state that is to be derived once more.
type sought struct {
	state uint32
	found bool
}

// seek keeps the planned steps when they lead to the state that is sought.
func (d *deriver) seek() {
	s := d.sought
	if !s.found {
		d.remake(d.mark, len(d.steps))
		s.found = d.g.Is(s.state, d.p)
		d.unmake(d.mark, len(d.steps))
		if s.found {
			d.plan()
			return
		}
	}
	d.steps = d.steps[:d.mark]
	d.plan()
}

// follow derives a state from the one that d's position is in by the test that
// derived it in the search, and leaves the position there. The moves go on the
// table.
func (d *deriver) follow(state uint32, t *table) error {
	d.begin(0, 0)
	if d.g.Node(state).Test == prunedTest {
		for _, m := range d.p.Prune(d.moves[:0]) {
			t.play(step{card: m.Card, from: m.From, to: m.To, n: 1})
		}
		return nil
	}
	d.g.Base(d.p)
	*d.sought = sought{state: state}
	d.run(d.g.Node(state).Test)
	if !d.sought.found {
		return fmt.Errorf("scan: state %d is not derived again", state)
	}
	d.remake(0, len(d.steps))
	for _, s := range d.steps {
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
