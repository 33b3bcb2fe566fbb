package scan

import "puzzlekit/engines/freecell/graph"

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
	once  bool   // a bfs, the only one that marks states with graph.Queued

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
		d.g.Load(s.state, d.p)
		if v := d.marks.visits; v != nil {
			node := d.g.Node(s.state)
			v.visit(d, s.scan, checked, s.state, node.Parent, int(node.Depth))
		}
		checked++
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
			s.push(c)
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

// push puts a child into the queue. In a queue by age a state has no use for a
// second place, behind its first one; in one by rating it changes the order of
// others.
func (s *best) push(c child) {
	if s.once {
		node := s.d.g.Node(c.state)
		if node.Flags&graph.Queued != 0 {
			return
		}
		node.Flags |= graph.Queued
	}
	s.queue.push(c.state, c.rating)
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
	next  []uint32 // of a fifo
	first int      // of next that was not taken yet
	heap  []entry  // [0] is not in use
}

type entry struct {
	rating int32
	state  uint32
}

func (q *queue) clear(fifo bool) {
	*q = queue{fifo: fifo, next: q.next[:0], heap: append(q.heap[:0], entry{})}
}

func (q *queue) push(state uint32, rating int32) {
	if q.fifo {
		q.append(state)
		return
	}
	q.heap = append(q.heap, entry{rating, state})
	i := len(q.heap) - 1
	for i > 1 && q.heap[i/2].rating < rating {
		q.heap[i] = q.heap[i/2]
		i /= 2
	}
	q.heap[i] = entry{rating, state}
}

// append adds a state to a fifo. When there is no room and half of the states
// were taken, the others move to where these were.
func (q *queue) append(state uint32) {
	if len(q.next) == cap(q.next) && q.first > len(q.next)/2 {
		q.next = q.next[:copy(q.next, q.next[q.first:])]
		q.first = 0
	}
	q.next = append(q.next, state)
}

func (q *queue) pop() (uint32, bool) {
	if q.fifo {
		if q.first == len(q.next) {
			return 0, false
		}
		q.first++
		return q.next[q.first-1], true
	}
	n := len(q.heap) - 1
	if n == 0 {
		return 0, false
	}
	top, last := q.heap[1], q.heap[n]
	q.heap = q.heap[:n]
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

// bytes returns how much memory the queue takes.
func (q *queue) bytes() int64 { return int64(cap(q.next))*4 + int64(cap(q.heap))*8 }
