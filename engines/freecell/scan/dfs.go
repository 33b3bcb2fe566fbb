package scan

import (
	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
)

// frame is a state on the path of a depth-first scan.
type frame struct {
	state    uint32
	test     int32 // the next group of tests
	next     int32 // the next of the children that it has, in the deriver
	children int32 // where they begin
	steps    int32 // where their steps begin
	from, to int32 // the steps by which it was entered
}

// dfs is a depth-first scan.
type dfs struct {
	d      deriver
	bit    uint32 // of this scan in graph.Node.Visited
	tests  string
	prune  bool
	frames []frame
	moves  []freecell.Atomic // scratch of pruning
}

// prunedTest is what graph.Node.Test is for a state made by pruning.
const prunedTest = 'p'

// start puts the scan at the state that the deriver's position is in.
func (s *dfs) start(root uint32) {
	s.frames = append(s.frames[:0], frame{state: root})
	s.d.children, s.d.steps, s.d.mark = s.d.children[:0], s.d.steps[:0], 0
}

// run goes on until so many states have been checked in all, or the scan ends.
func (s *dfs) run(checked, limit int64) (int64, string) {
	d := &s.d
	for {
		if checked == limit {
			return checked, "intractable"
		}
		f := &s.frames[len(s.frames)-1]
		if f.test == 0 && d.p.Solved() {
			return checked + 1, "solved"
		}
		for {
			if int(f.next) < len(d.children) {
				c := d.children[f.next]
				f.next++
				node := d.g.Node(c.state)
				if node.Visited&s.bit != 0 || node.Flags&graph.DeadEnd != 0 {
					continue
				}
				node.Visited |= s.bit
				checked++
				s.enter(c)
				break
			}
			if int(f.test) == len(s.tests) {
				if !s.leave() {
					return checked + 1, "unsolved"
				}
				f = &s.frames[len(s.frames)-1]
				continue
			}
			s.derive(f)
		}
	}
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
	if f.test == 0 && s.prune && node.Flags&graph.Pruned == 0 {
		if s.moves = d.p.Prune(s.moves[:0]); len(s.moves) > 0 {
			for _, m := range s.moves {
				d.steps = append(d.steps, step{m.Card, m.From, m.To, 1})
			}
			d.offer(prunedTest)
			if n := d.g.Node(d.children[f.children].state); n.Parent == f.state && n.Test == prunedTest {
				n.Flags |= graph.Pruned
			}
			f.test = int32(len(s.tests))
			return
		}
	}
	d.run(s.tests[f.test])
	f.test++
}

func (s *dfs) enter(c child) {
	d := &s.d
	d.remake(int(c.from), int(c.to))
	d.g.Base(d.p)
	s.frames = append(s.frames, frame{
		state: c.state, next: int32(len(d.children)), children: int32(len(d.children)), steps: int32(len(d.steps)),
		from: c.from, to: c.to,
	})
}

func (s *dfs) leave() bool {
	d := &s.d
	n := len(s.frames) - 1
	if n == 0 {
		return false
	}
	f := s.frames[n]
	s.frames = s.frames[:n]
	d.children, d.steps = d.children[:f.children], d.steps[:f.steps]
	d.unmake(int(f.from), int(f.to))
	d.g.Base(d.p)
	return true
}
