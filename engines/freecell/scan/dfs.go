package scan

import (
	"cmp"
	"slices"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
)

// frame is a state on the path of a depth-first scan.
type frame struct {
	state    uint32
	turns    []turn // the tests that are still to be made
	tested   bool   // a test was made, or pruning
	test     byte   // that derived it
	next     int32  // the next of the children that it has, in the deriver
	children int32  // where they begin
	steps    int32  // where their steps begin
	from, to int32  // the steps by which it was entered
}

// turn is tests that are made at once: one test, or a group whose children are
// put in an order of their own.
type turn struct {
	tests string
	kind  Kind
	rater *rater // of kind Sorted
}

// plan is the turns from a depth of the path on.
type plan struct {
	depth int
	turns []turn
}

// plansOf makes the plans of a depth-first scan. A soft-dfs takes every test by
// itself.
func plansOf(s *Scan, v freecell.Variant) []plan {
	var plans []plan
	for _, o := range s.OrdersIn(v) {
		p := plan{depth: o.Depth}
		for _, g := range o.Groups {
			switch {
			case g.Kind == Plain || s.Method == SoftDFS:
				for i := range len(g.Tests) {
					p.turns = append(p.turns, turn{tests: g.Tests[i : i+1]})
				}
			case g.Kind == Sorted:
				p.turns = append(p.turns, turn{g.Tests, g.Kind, newRater(g.Weights, v)})
			default:
				p.turns = append(p.turns, turn{tests: g.Tests, kind: g.Kind})
			}
		}
		plans = append(plans, p)
	}
	return plans
}

// dfs is a depth-first scan.
type dfs struct {
	d      deriver
	scan   *Scan
	bit    uint32 // of this scan in graph.Node.Visited
	plans  []plan // by depth; the first is for depth 0
	random freecell.Random
	frames []frame

	finishes bool // as in best
}

func (s *dfs) start(root uint32) {
	d := &s.d
	if s.plans == nil {
		s.plans = plansOf(s.scan, d.variant)
	}
	for _, p := range s.plans {
		for _, t := range p.turns {
			if t.rater != nil {
				t.rater.begin(d.p)
			}
		}
	}
	s.random = freecell.Random(s.scan.Seed)
	s.frames = append(s.frames[:0], frame{state: root, turns: s.plans[0].turns})
	d.begin(root, 0)
}

func (s *dfs) at() uint32 { return s.frames[len(s.frames)-1].state }

// run visits states. A state is counted when it is entered, and the start is
// neither counted nor marked: when it is derived again, it is entered once more.
// One more is counted at the end.
func (s *dfs) run(checked, until int64) (int64, outcome) {
	d := &s.d
	d.p.Soil() // other scans have told the graph of their states meanwhile
	d.g.Base(d.p)
	for {
		if checked >= until {
			return checked, interrupted
		}
		f := &s.frames[len(s.frames)-1]
		if d.marks.visits != nil {
			s.visited(checked)
		}
		if !f.tested && d.p.Solved() {
			return checked + 1, solved
		}
		for entered := false; !entered; {
			switch {
			case int(f.next) < len(d.children):
				c := d.children[f.next]
				f.next++
				if !s.skips(c) {
					d.g.Node(c.state).Visited |= s.bit
					checked++
					s.enter(c)
					entered = true
				}
			case len(f.turns) > 0:
				s.derive(f)
			case len(s.frames) == 1:
				if s.finishes {
					d.marks.done(d.g, f.state, true)
				}
				return checked + 1, dry
			default:
				if s.finishes {
					d.marks.done(d.g, f.state, true)
				}
				s.leave()
				f = &s.frames[len(s.frames)-1]
			}
		}
	}
}

// visited tells of the state on top of the stack.
func (s *dfs) visited(iteration int64) {
	depth := len(s.frames) - 1
	s.d.marks.visits.visit(&s.d, s.scan, iteration, s.frames[depth].state, s.frames[max(depth-1, 0)].state, depth)
}

// derive makes the next test.
func (s *dfs) derive(f *frame) {
	d := &s.d
	d.children, d.steps = d.children[:f.children], d.steps[:f.steps]
	f.next = f.children
	d.mark = len(d.steps)
	d.state = f.state
	node := d.g.Node(f.state)
	d.depth = node.Depth + 1
	first := !f.tested
	f.tested = true
	if first && s.scan.Prune && node.Flags&graph.Pruned == 0 && d.offerPruned() {
		f.turns = nil
		return
	}
	t := f.turns[0]
	f.turns = f.turns[1:]
	for i := range len(t.tests) {
		d.run(t.tests[i])
	}
	switch t.kind {
	case Rand:
		s.shuffle(d.children[f.children:])
	case Sorted:
		s.sort(t.rater, int(f.children))
	}
}

// sort sorts the children from one on by their ratings, without those that the
// scan is going to skip.
func (s *dfs) sort(rater *rater, from int) {
	d := &s.d
	d.children = d.children[:from+len(slices.DeleteFunc(d.children[from:], s.skips))]
	children := d.children[from:]
	if len(children) < 2 {
		return
	}
	for i := range children {
		c := &children[i]
		d.remake(int(c.from), int(c.to))
		c.rating = rater.rate(d.p, d.g.Node(c.state).Depth)
		d.unmake(int(c.from), int(c.to))
	}
	d.p.Clean()
	slices.SortStableFunc(children, func(a, b child) int { return cmp.Compare(a.rating, b.rating) })
}

// skips tells whether the scan does not go down to a child.
func (s *dfs) skips(c child) bool {
	node := s.d.g.Node(c.state)
	return node.Visited&s.bit != 0 || node.Flags&graph.DeadEnd != 0
}

// shuffle draws two numbers of 15 bits for each place, from the last one down.
func (s *dfs) shuffle(children []child) {
	for i := len(children) - 1; i > 0; i-- {
		low := s.random.Next()
		r := low | s.random.Next()<<15
		j := int(r % uint32(i+1))
		children[i], children[j] = children[j], children[i]
	}
}

// planAt returns the turns for a state at so many levels below the start.
func (s *dfs) planAt(depth int) []turn {
	i := len(s.plans) - 1
	for s.plans[i].depth > depth {
		i--
	}
	return s.plans[i].turns
}

// enter goes down to a child of the state that the scan is at.
func (s *dfs) enter(c child) {
	d := &s.d
	d.remake(int(c.from), int(c.to))
	d.fresh = false
	d.g.Base(d.p)
	s.frames = append(s.frames, frame{
		state: c.state, next: int32(len(d.children)), children: int32(len(d.children)), steps: int32(len(d.steps)),
		from: c.from, to: c.to, test: c.test, turns: s.planAt(len(s.frames)),
	})
}

// leave goes up to the state above.
func (s *dfs) leave() {
	d := &s.d
	n := len(s.frames) - 1
	f := s.frames[n]
	s.frames = s.frames[:n]
	d.children, d.steps = d.children[:f.children], d.steps[:f.steps]
	d.unmake(int(f.from), int(f.to))
	d.fresh = false
	d.g.Base(d.p)
}
