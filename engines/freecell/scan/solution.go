package scan

import (
	"fmt"

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
	var stack *dfs
	if s, ok := t.search.(*dfs); ok && !r.set.Reparent && !r.set.Optimize && r.variant.Decks == 1 {
		stack = s
	}
	res.Moves, err = r.trace(b, end, stack)
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
	root := end
	for ; r.graph.Node(root).Test != 0; root = r.graph.Node(root).Parent {
		r.graph.Node(root).Flags |= graph.OnPath
	}
	r.graph.Node(root).Flags |= graph.OnPath
	var all uint64
	for j := range r.set.Scans {
		all |= r.set.Scans[j].OrdersIn(r.variant)[0].tests()
	}
	order := Order{Groups: []Group{{}}}
	for _, test := range []byte("0123456789ABCDj" + simonTests) {
		if all&testBit(test) != 0 {
			order.Groups[0].Tests += string(test)
		}
	}
	r.marks = marks{reparent: true}
	t := thread{pos: *freecell.NewPosition(b)}
	s := &best{
		d:    deriver{p: &t.pos, g: r.graph, variant: r.variant, marks: &r.marks},
		scan: &Scan{Method: BFS, Prune: by.scan.Prune, Orders: []Order{order}},
		bit:  1, path: true,
	}
	s.start(root)
	checked, why := s.run(checked, r.limit())
	if why == solved {
		end = s.at()
	}
	return checked, end
}

// trace returns the moves from the start to a state, along the parents. The stack
// of a depth-first scan that ended there, if there is one, has most of the steps.
func (r *Runner) trace(b *freecell.Board, end uint32, stack *dfs) ([]freecell.Move, error) {
	r.way = r.way[:0]
	for i := end; r.graph.Node(i).Test != 0; i = r.graph.Node(i).Parent {
		r.way = append(r.way, i)
	}
	p := freecell.NewPosition(b)
	d := deriver{p: p, g: r.graph, variant: r.variant, marks: &marks{}, sought: &sought{}, steps: r.steps[:0]}
	t := freecell.NewTable(b)
	level := 0 // of the stack where the last steps were found
	for i := len(r.way) - 1; i >= 0; i-- {
		if stack != nil {
			if found := stack.entered(r.way[i], level); found > 0 {
				level = found
				f := &stack.frames[level]
				for _, s := range stack.d.steps[f.from:f.to] {
					d.steps = append(d.steps[:0], d.here(s))
					d.goOn(t)
				}
				continue
			}
		}
		if err := d.follow(r.way[i], t); err != nil {
			return nil, err
		}
	}
	r.steps = d.steps
	return t.Moves(), nil
}

// entered returns the level, above the given one, on which the scan entered a
// state from its parent by the steps by which it was derived first, 0 for none. A
// test derives a state from another one in no two ways, with one deck.
func (s *dfs) entered(state uint32, above int) int {
	for i := above + 1; i < len(s.frames); i++ {
		if s.frames[i].state == state {
			if node := s.d.g.Node(state); node.Parent == s.frames[i-1].state && node.Test == s.frames[i].test {
				return i
			}
			return 0
		}
	}
	return 0
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
func (d *deriver) follow(state uint32, t *freecell.Table) error {
	d.begin(0, 0)
	if d.g.Node(state).Test == prunedTest {
		d.prune()
		for _, s := range d.steps {
			t.Play(s.card, s.from, s.to, int(s.n))
		}
		return nil
	}
	d.g.Base(d.p)
	*d.sought = sought{state: state}
	d.run(d.g.Node(state).Test)
	if !d.sought.found {
		return fmt.Errorf("scan: state %d is not derived again", state)
	}
	d.goOn(t)
	return nil
}

// here returns a step that a scan made in the state that p is in, or on the way to
// the next one. The columns may be in other places here, as the scan may have come
// to the state another way.
func (d *deriver) here(s step) step {
	if s.from < freecell.InCell {
		s.from = freecell.Place(d.p.At(s.card) >> 8)
	}
	switch {
	case s.to >= freecell.InCell:
	case s.onto == freecell.NoCard:
		s.to = freecell.Place(d.p.Order()[0])
	default:
		s.to = freecell.Place(d.p.At(s.onto) >> 8)
	}
	return s
}

// goOn makes the steps on the position and on the table.
func (d *deriver) goOn(t *freecell.Table) {
	d.remake(0, len(d.steps))
	for _, s := range d.steps {
		t.Play(s.card, s.from, s.to, int(s.n))
	}
}
