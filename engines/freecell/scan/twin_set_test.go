package scan

import (
	"slices"

	"puzzlekit/engines/freecell"
)

// twinResult is how the scans of a Set ended.
type twinResult struct {
	status    string // solved, unsolved or intractable
	checked   int    // iterations
	generated int    // states stored
	moves     []freecell.Move
}

// twinSet runs the scans of a Set over one collection of states.
type twinSet struct {
	Set
	start   *twinState
	stored  map[string]*twinState
	checked int
	threads []*twinThread

	trace func(t *twinThread, s *twinState) // sees each state that is visited
}

// twinThread is one scan of a Set.
type twinThread struct {
	set      *twinSet
	scan     Scan
	orders   []Order
	bit      uint64 // of twinState.visited
	complete bool   // runs every test that any scan of the Set runs
	rng      uint32

	search interface {
		start(root *twinState)
		step() twinEvent
	}
	current *twinState // visited last
	done    bool
}

// twinEvent is what a step of a scan came to.
type twinEvent int

const (
	twinOn twinEvent = iota
	twinSolved
	twinExhausted
	twinLimit
)

// runTwin runs a Set on a board.
func runTwin(set Set, b *freecell.Board, trace func(t *twinThread, s *twinState)) twinResult {
	r := &twinSet{Set: set, start: newTwinState(b), stored: map[string]*twinState{}, trace: trace}
	if trace == nil {
		r.trace = func(*twinThread, *twinState) {}
	}
	r.stored[r.start.key()] = r.start
	for i, sc := range set.Scans {
		t := &twinThread{set: r, scan: sc, orders: sc.OrdersIn(b.Variant), bit: 1 << i, rng: sc.Seed}
		switch sc.Method {
		case SoftDFS, RandomDFS:
			t.search = &twinDFS{twinThread: t}
		default:
			t.search = &twinBest{twinThread: t}
		}
		r.threads = append(r.threads, t)
	}
	t := r.threads[0]
	t.search.start(r.start)
	for {
		switch t.search.step() {
		case twinSolved:
			return r.result("solved", t.current)
		case twinExhausted:
			return r.result("unsolved", nil)
		case twinLimit:
			return r.result("intractable", nil)
		}
	}
}

// full tells whether the limit of iterations is reached.
func (r *twinSet) full() bool { return r.Limit > 0 && r.checked >= r.Limit }

func (r *twinSet) result(status string, end *twinState) twinResult {
	out := twinResult{status: status, checked: r.checked, generated: len(r.stored)}
	for s := end; s != nil; s = s.parent {
		out.moves = append(slices.Clone(s.moves), out.moves...)
	}
	return out
}

// store returns the state of the collection that equals s, which is s itself
// when it is new.
func (r *twinSet) store(s, parent *twinState) *twinState {
	if old := r.stored[s.key()]; old != nil {
		return old
	}
	s.parent, s.depth = parent, parent.depth+1
	r.stored[s.key()] = s
	return s
}

// skips tells whether the scan has no business with s any more.
func (t *twinThread) skips(s *twinState) bool { return s.visited&t.bit != 0 || s.dead }

// leave is told that the scan has done all tests of s and backs out.
func (t *twinThread) leave(s *twinState) {}

// prune returns the state that s is pruned to, nil when it is not.
func (t *twinThread) prune(s *twinState) *twinState {
	if !t.scan.Prune || s.pruned {
		return nil
	}
	n := s.prune()
	if n == nil {
		return nil
	}
	return t.set.store(n, s)
}

// deriveAll returns the states that the tests derive from s.
func (t *twinThread) deriveAll(s *twinState, tests string) []*twinState {
	var out []*twinState
	for _, test := range []byte(tests) {
		for _, n := range s.derive(test) {
			out = append(out, t.set.store(n, s))
		}
	}
	return out
}
