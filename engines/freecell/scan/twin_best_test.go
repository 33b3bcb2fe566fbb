package scan

// twinBest is a bfs or a-star scan.
type twinBest struct {
	*twinThread
	queue  []*twinState // of bfs
	heap   []twinRated  // of a-star; index 0 is not used
	rating *twinRating
	held   *twinState // taken, to be visited in the next turn

	path map[*twinState]bool // the states to keep to, nil for all
}

type twinRated struct {
	state  *twinState
	rating int
}

func (b *twinBest) start(root *twinState) {
	b.heap = make([]twinRated, 1)
	b.rating = newTwinRating(root, b.scan.Weights)
	b.add(root)
}

func (b *twinBest) add(s *twinState) {
	if b.scan.Method == BFS {
		b.queue = append(b.queue, s)
		return
	}
	n := twinRated{s, b.rating.of(s)}
	b.heap = append(b.heap, n)
	i := len(b.heap) - 1
	for i > 1 && b.heap[i/2].rating < n.rating {
		b.heap[i] = b.heap[i/2]
		i /= 2
	}
	b.heap[i] = n
}

func (b *twinBest) take() *twinState {
	if b.scan.Method == BFS {
		if len(b.queue) == 0 {
			return nil
		}
		s := b.queue[0]
		b.queue = b.queue[1:]
		return s
	}
	if len(b.heap) == 1 {
		return nil
	}
	top := b.heap[1].state
	last := b.heap[len(b.heap)-1]
	b.heap = b.heap[:len(b.heap)-1]
	i := 1
	for 2*i < len(b.heap) {
		j := 2 * i
		if j+1 < len(b.heap) && b.heap[j+1].rating > b.heap[j].rating {
			j++
		}
		if b.heap[j].rating <= last.rating {
			break
		}
		b.heap[i] = b.heap[j]
		i = j
	}
	if len(b.heap) > 1 {
		b.heap[i] = last
	}
	return top
}

// step expands the next state.
func (b *twinBest) step() twinEvent {
	if b.held == nil || b.skips(b.held) {
		b.held = b.next()
	}
	s := b.held
	if s == nil {
		return twinExhausted
	}
	if b.set.full() {
		return twinLimit
	}
	b.held = nil
	b.current = s
	b.set.trace(b.twinThread, s)
	b.set.checked++
	if s.solved() {
		return twinSolved
	}
	s.visited |= b.bit
	var tests string
	for _, g := range b.orders[0].Groups {
		tests += g.Tests
	}
	children := b.deriveAll(s, tests)
	for _, child := range children {
		b.add(child) // visited or not
	}
	b.finish(s, len(children) == 0)
	return twinOn
}

// next takes states until one is to be visited; the state that it is pruned to
// stands for it.
func (b *twinBest) next() *twinState {
	for {
		s := b.take()
		if s == nil {
			return nil
		}
		if b.skips(s) {
			continue
		}
		if n := b.prune(s); n != nil {
			s.visited |= b.bit
			if b.skips(n) {
				continue
			}
			s = n
		}
		if b.path == nil || b.path[s] {
			return s
		}
	}
}
