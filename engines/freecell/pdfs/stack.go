package pdfs

// Level is what is left to do among the next states of one state on a path.
type Level struct {
	Next int32 // the first next state that was not entered; the path goes on at Next-1
	End  int32 // the states from End on were delegated, or belong to somebody else
}

// Stack is the coordinates of a depth-first walk: one level for each state from
// the root to the one that the walk is at. It knows nothing of what the states
// are, so that the same allocation serves a real walk, a simulated one, and what
// a client left behind when it went away. The zero value is a stack without
// levels; push the root's before use.
//
// Invariant: 0 <= Next <= End in every level; above Base, Next == End.
type Stack struct {
	Levels []Level
	Base   int // depth of the state at which the walk began
}

// Depth returns the depth of the state that the walk is at.
func (s *Stack) Depth() int { return len(s.Levels) - 1 }

// Push goes down to the state at Next-1 of the deepest level, which has n next
// states.
func (s *Stack) Push(n int) { s.Levels = append(roomy(s.Levels), Level{End: int32(n)}) }

// Pop goes up to the state above.
func (s *Stack) Pop() { s.Levels = s.Levels[:len(s.Levels)-1] }

// At appends the CoordSeq of the state that the walk is at to dst[:0].
func (s *Stack) At(dst CoordSeq) CoordSeq {
	dst = dst[:0]
	for _, l := range s.Levels[:s.Depth()] {
		dst = append(dst, l.Next-1)
	}
	return dst
}

// Delegate takes up to count states off the walk and returns their CoordSeqs.
// It looks at the levels from delta above the current depth, but not above
// Base, the shallowest first; of each it takes the last state that was neither
// entered nor delegated, and it goes round until it has enough or nothing is
// left. States for which skip is true are taken off the walk without being
// returned: they need no more work. A nil skip skips none.
func (s *Stack) Delegate(count, delta int, skip func(depth int, i int32) bool) []CoordSeq {
	depth := s.Depth()
	top := max(s.Base, depth-delta)
	var out []CoordSeq
	for found := true; found && len(out) < count; {
		found = false
		for d := top; d <= depth && len(out) < count; d++ {
			l := &s.Levels[d]
			for l.Next < l.End {
				l.End--
				if skip != nil && skip(d, l.End) {
					continue
				}
				out = append(out, s.pathTo(d, l.End))
				found = true
				break
			}
		}
	}
	return out
}

// pathTo returns the CoordSeq of the i-th next state of the state at depth d on
// the path.
func (s *Stack) pathTo(d int, i int32) CoordSeq {
	seq := make(CoordSeq, d+1)
	for j, l := range s.Levels[:d] {
		seq[j] = l.Next - 1
	}
	seq[d] = i
	return seq
}
