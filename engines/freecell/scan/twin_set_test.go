package scan

import (
	"math"
	"slices"
	"strings"

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
	board      *freecell.Board
	start      *twinState
	stored     map[string]*twinState
	checked    int
	optimizing bool // the scans have ended and optimize is under way

	until   int // iterations when the turn is over
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
	started bool
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
	r := &twinSet{Set: set, board: b, start: newTwinState(b), stored: map[string]*twinState{}, trace: trace}
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
	union := ""
	for _, t := range r.threads {
		union += testsOf(t.orders[:1])
	}
	for _, t := range r.threads {
		t.complete = containsTests(testsOf(t.orders[:1]), union)
	}
	return r.run()
}

// run gives the scans their turns.
func (r *twinSet) run() twinResult {
	turn := 0
	next := 0
	for {
		var quota int
		if turn < len(r.Prelude) {
			next, quota = r.Prelude[turn].Scan, r.Prelude[turn].Iterations
			turn++
		} else {
			quota = r.Scans[next].Step
		}
		t := r.threads[next]
		next = (next + 1) % len(r.threads)
		if t.done {
			continue
		}
		if !t.started {
			t.started = true
			t.search.start(r.start)
		}
		r.until = r.checked + quota
		if r.Limit > 0 {
			r.until = min(r.until, r.Limit)
		}
		for event := twinOn; event == twinOn; {
			switch event = t.search.step(); event {
			case twinSolved:
				if r.Optimize && !r.optimize(t) {
					return r.result("intractable", nil)
				}
				return r.result("solved", t.current)
			case twinExhausted:
				t.done = true
				if t.complete && r.Synergy == NoSynergy || !slices.ContainsFunc(r.threads, func(t *twinThread) bool { return !t.done }) {
					return r.result("unsolved", nil)
				}
			case twinLimit:
				if r.Limit > 0 && r.checked >= r.Limit {
					return r.result("intractable", nil)
				}
			}
		}
	}
}

// full tells whether the turn is over.
func (r *twinSet) full() bool { return r.checked >= r.until }

// testsOf returns the tests of the orders, each once.
func testsOf(orders []Order) string {
	out := ""
	for _, o := range orders {
		for _, g := range o.Groups {
			for _, t := range g.Tests {
				if !strings.ContainsRune(out, t) {
					out += string(t)
				}
			}
		}
	}
	return out
}

// containsTests tells whether all of tests are among others.
func containsTests(others, tests string) bool {
	return strings.IndexFunc(tests, func(t rune) bool { return !strings.ContainsRune(others, t) }) < 0
}

func (r *twinSet) result(status string, end *twinState) twinResult {
	out := twinResult{status: status, checked: r.checked, generated: len(r.stored)}
	if end != nil {
		out.moves = r.solution(end)
	}
	return out
}

// store returns the state of the collection that equals s, which is s itself
// when it is new.
func (r *twinSet) store(s, parent *twinState) *twinState {
	if old := r.stored[s.key()]; old != nil {
		if (r.Reparent || r.optimizing) && old.depth > parent.depth+1 {
			if !old.dead {
				if old.parent.children--; old.parent.children == 0 && r.Synergy == DeadEndMarks && len(r.threads) > 1 && !r.optimizing {
					old.parent.kill()
				}
				parent.children++
			}
			old.parent, old.depth, old.moves = parent, parent.depth+1, s.moves
		}
		return old
	}
	s.parent, s.depth = parent, parent.depth+1
	parent.children++
	r.stored[s.key()] = s
	return s
}

// skips tells whether the scan has no business with s any more.
func (t *twinThread) skips(s *twinState) bool {
	return s.visited&t.bit != 0 || s.dead && !t.set.optimizing
}

// finish notes that a complete scan has done all tests of s. A state that leads
// nowhere new is a dead end, and so is its parent when all of its tests are done
// and it has no other children.
func (t *twinThread) finish(s *twinState, deadEnd bool) {
	if !t.complete {
		return
	}
	s.complete = true
	if deadEnd && t.set.Synergy == DeadEndMarks {
		s.kill()
	}
}

// kill marks a state as a dead end, and its parent, when all of its tests are
// done and it has no other children.
func (s *twinState) kill() {
	for {
		s.dead = true
		if s.parent == nil {
			return
		}
		s = s.parent
		if s.children--; s.children != 0 || !s.complete {
			return
		}
	}
}

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

// optimize searches breadth first the states on the way that a scan found, which get
// parents at smaller depths. It returns false when the limit came first.
func (r *twinSet) optimize(by *twinThread) bool {
	r.optimizing = true
	path := map[*twinState]bool{}
	for s := by.current; s != nil; s = s.parent {
		path[s] = true
	}
	all := ""
	for _, t := range r.threads {
		all += testsOf(t.orders[:1])
	}
	tests := "" // each once, in the order of the list of tests
	for _, test := range "0123456789ABCDEj" + simonTests {
		if strings.ContainsRune(all, test) {
			tests += string(test)
		}
	}
	sc := Scan{Method: BFS, Prune: by.scan.Prune, Orders: []Order{{Groups: []Group{{Tests: tests}}}}}
	t := &twinThread{set: r, scan: sc, orders: sc.Orders, bit: 1 << len(r.threads)}
	b := &twinBest{twinThread: t, path: path}
	b.start(r.start)
	r.until = math.MaxInt
	if r.Limit > 0 {
		r.until = r.Limit
	}
	for {
		switch b.step() {
		case twinLimit:
			return false
		case twinSolved, twinExhausted:
			return true
		}
	}
}
