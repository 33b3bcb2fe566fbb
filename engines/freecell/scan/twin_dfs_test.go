package scan

import (
	"slices"
)

// twinFrame is a state on the path of a depth-first scan.
type twinFrame struct {
	state    *twinState
	order    Order
	group    int // the next group of the order
	test     int // the next test of that group
	children []*twinState
	pruned   bool // was looked at for pruning
}

// twinDFS is a soft-dfs or random-dfs scan.
type twinDFS struct {
	*twinThread
	stack []*twinFrame
}

func (d *twinDFS) start(root *twinState) { d.push(root) }

// push enters a state.
func (d *twinDFS) push(s *twinState) {
	f := &twinFrame{state: s}
	for _, o := range d.orders {
		if o.Depth <= len(d.stack) {
			f.order = o
		}
	}
	d.stack = append(d.stack, f)
}

// step visits the state that was entered last and goes on to the next one.
func (d *twinDFS) step() twinEvent {
	if d.set.full() {
		return twinLimit
	}
	d.current = d.stack[len(d.stack)-1].state
	d.set.trace(d.twinThread, d.current)
	if d.current.solved() {
		d.set.checked++
		return twinSolved
	}
	for len(d.stack) > 0 {
		f := d.stack[len(d.stack)-1]
		for len(f.children) > 0 {
			child := f.children[0]
			f.children = f.children[1:]
			if d.skips(child) {
				continue
			}
			d.set.checked++
			child.visited |= d.bit
			d.push(child)
			return twinOn
		}
		if !d.derive(f) {
			d.finish(f.state, true)
			d.stack = d.stack[:len(d.stack)-1]
		}
	}
	d.set.checked++
	return twinExhausted
}

// derive runs the next tests for a state. It returns false when there are none
// left.
func (d *twinDFS) derive(f *twinFrame) bool {
	if !f.pruned {
		f.pruned = true
		if n := d.prune(f.state); n != nil {
			f.children = []*twinState{n}
			f.group = len(f.order.Groups)
			return true
		}
	}
	if f.group == len(f.order.Groups) {
		return false
	}
	g := f.order.Groups[f.group]
	if g.Kind == Plain || d.scan.Method == SoftDFS {
		f.children = d.deriveAll(f.state, g.Tests[f.test:f.test+1])
		if f.test++; f.test == len(g.Tests) {
			f.group, f.test = f.group+1, 0
		}
		return true
	}
	f.group++
	f.children = d.deriveAll(f.state, g.Tests)
	switch g.Kind {
	case Rand:
		d.shuffle(f.children)
	case Sorted:
		rating := newTwinRating(d.set.start, g.Weights)
		slices.SortStableFunc(f.children, func(a, b *twinState) int { return rating.of(a) - rating.of(b) })
	}
	return true
}

// shuffle shuffles states by the Microsoft generator, which goes on from one
// shuffle to the next.
func (d *twinDFS) shuffle(states []*twinState) {
	for i := len(states) - 1; i > 0; i-- {
		j := d.random() % (i + 1)
		states[i], states[j] = states[j], states[i]
	}
}

// random draws 30 bits.
func (d *twinDFS) random() int {
	draw := func() int {
		d.rng = d.rng*214013 + 2531011
		return int(d.rng >> 16 & 0x7fff)
	}
	low := draw()
	return low | draw()<<15
}
