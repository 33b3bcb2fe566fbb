package scan

import (
	"slices"

	"puzzlekit/engines/freecell/graph"
)

// best is a breadth-first or best-first scan.
type best struct {
	d     deriver
	scan  *Scan
	bit   uint32 // of this scan in graph.Node.Visited
	tests string
	queue queue
	state uint32 // taken from the queue last
	held  bool   // and it is not done yet
	path  bool   // only states with graph.OnPath are expanded

	// finishes tells that the scan is complete, and so can tell others which
	// states are dead ends.
	finishes bool
}

func (s *best) start(root uint32) {
	d := &s.d
	if s.tests == "" {
		for _, g := range s.scan.OrdersIn(d.variant)[0].Groups {
			s.tests += g.Tests
		}
		if s.scan.Method == AStar {
			d.rater = newRater(s.scan.Weights, d.variant)
		}
	}
	if d.rater != nil {
		d.rater.begin(d.p)
	}
	s.queue.clear(s.scan.Method == BFS)
	s.queue.push(root, 0)
	s.held = false
}

func (s *best) at() uint32 { return s.state }

// run expands states. A state is counted when it is expanded, and one that
// pruning made takes the place of the state that it was made of.
func (s *best) run(checked, until int64) (int64, outcome) {
	d := &s.d
	if s.held && s.passed(s.state) {
		s.held = false // others have seen to it meanwhile
	}
	for {
		if !s.held && !s.next() {
			return checked, dry
		}
		if checked >= until {
			return checked, interrupted
		}
		checked++
		d.g.Load(s.state, d.p)
		if d.p.Solved() {
			return checked, solved
		}
		node := d.g.Node(s.state)
		node.Visited |= s.bit
		d.begin(s.state, node.Depth+1)
		for _, t := range []byte(s.tests) {
			d.run(t)
		}
		for _, c := range d.children {
			s.queue.push(c.state, c.rating)
		}
		if s.finishes {
			d.marks.done(d.g, s.state, len(d.children) == 0)
		}
		s.held = false
	}
}

// next takes states from the queue until one is to be expanded. It returns false
// when there is none.
func (s *best) next() bool {
	d := &s.d
	for {
		state, ok := s.queue.pop()
		if !ok {
			return false
		}
		if s.passed(state) {
			continue
		}
		if s.scan.Prune {
			d.g.Load(state, d.p)
			pruned := s.pruned(state)
			if pruned != state && s.passed(pruned) {
				continue
			}
			state = pruned
		}
		if !s.path || d.g.Node(state).Flags&graph.OnPath != 0 {
			s.state, s.held = state, true
			return true
		}
	}
}

// passed tells whether the scan has no business with a state any more. A state on
// the way to the solution may bear the mark of a dead end, see [graph.Graph.Kill].
func (s *best) passed(state uint32) bool {
	node := s.d.g.Node(state)
	return node.Visited&s.bit != 0 || node.Flags&graph.DeadEnd != 0 && !s.path
}

// pruned returns the state that takes the place of the given one, which the
// position is in: what pruning makes of it, or itself.
func (s *best) pruned(state uint32) uint32 {
	d := &s.d
	node := d.g.Node(state)
	if !s.scan.Prune || node.Flags&graph.Pruned != 0 {
		return state
	}
	d.begin(state, node.Depth+1)
	if !d.offerPruned() {
		return state
	}
	node.Visited |= s.bit
	return d.children[0].state
}

// queue is a queue of states, or with ratings a 1-indexed binary heap of which
// the highest rating comes first.
type queue struct {
	fifo  bool
	heap  []entry // [0] is not in use
	first int     // of a fifo
}

type entry struct {
	rating int32
	state  uint32
}

func (q *queue) clear(fifo bool) {
	q.fifo, q.heap, q.first = fifo, append(q.heap[:0], entry{}), 1
}

func (q *queue) push(state uint32, rating int32) {
	q.heap = append(q.heap, entry{rating, state})
	if q.fifo {
		return
	}
	i := len(q.heap) - 1
	for i > 1 && q.heap[i/2].rating < rating {
		q.heap[i] = q.heap[i/2]
		i /= 2
	}
	q.heap[i] = entry{rating, state}
}

func (q *queue) pop() (uint32, bool) {
	if q.fifo {
		if q.first == len(q.heap) {
			return 0, false
		}
		q.first++
		return q.heap[q.first-1].state, true
	}
	n := len(q.heap) - 1
	if n == 0 {
		return 0, false
	}
	top, last := q.heap[1], q.heap[n]
	q.heap = slices.Delete(q.heap, n, n+1)
	i := 1
	for child := 2; child < n; child = 2 * i {
		if child+1 < n && q.heap[child+1].rating > q.heap[child].rating {
			child++
		}
		if last.rating >= q.heap[child].rating {
			break
		}
		q.heap[i] = q.heap[child]
		i = child
	}
	if n > 1 {
		q.heap[i] = last
	}
	return top.state, true
}
