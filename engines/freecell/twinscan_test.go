package freecell

import "slices"

// twinResult is how a scan ended.
type twinResult struct {
	status    string // solved, unsolved or intractable
	checked   int    // iterations
	generated int    // states stored
	moves     []Move // of the solution
}

// twinScan is a depth-first scan over a collection of states. The tests run one
// after the other: when the children of one have been searched, the next one
// runs. A state's parent is the one that derived it first, so the solution may
// be shorter than the way that the scan took. visit, when not nil, sees each
// state as it is visited.
func twinScan(b *Board, tests string, prune bool, limit int, visit func(*twinState)) twinResult {
	type frame struct {
		state    *twinState
		test     int // the next of tests
		children []*twinState
	}
	if visit == nil {
		visit = func(*twinState) {}
	}
	stored := map[string]*twinState{}
	store := func(states []*twinState, parent *twinState) []*twinState {
		for i, s := range states {
			if old := stored[s.key()]; old != nil {
				states[i] = old
				continue
			}
			s.parent = parent
			stored[s.key()] = s
		}
		return states
	}
	checked := 0
	var stack []frame
	enter := func(s *twinState) {
		s.visited = len(stack) > 0 // the start is visited when it comes up again
		visit(s)
		stack = append(stack, frame{state: s})
	}
	enter(store([]*twinState{newTwin(b)}, nil)[0])
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if checked == limit { // even when the state just entered is solved
			return twinResult{status: "intractable", checked: checked, generated: len(stored)}
		}
		if f.state.board.Solved() {
			r := twinResult{status: "solved", checked: checked + 1, generated: len(stored)}
			for s := f.state; s != nil; s = s.parent {
				r.moves = append(slices.Clone(s.moves), r.moves...)
			}
			return r
		}
		if f.test == 0 && prune && !f.state.pruned {
			if n := f.state.prune(); n != nil {
				f.children, f.test = store([]*twinState{n}, f.state), len(tests)
			}
		}
		if len(f.children) == 0 {
			if f.test == len(tests) {
				stack = stack[:len(stack)-1]
				continue
			}
			f.children = store(f.state.derive(tests[f.test]), f.state)
			f.test++
			continue
		}
		child := f.children[0]
		f.children = f.children[1:]
		if child.visited {
			continue
		}
		checked++
		enter(child)
	}
	return twinResult{status: "unsolved", checked: checked + 1, generated: len(stored)}
}
