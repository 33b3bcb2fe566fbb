package scan

import (
	"context"
	"errors"
	"fmt"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/repr"
)

// Verdict is how the scans of a Set ended.
type Verdict string

// The verdicts.
const (
	Solved     Verdict = "solved"
	Unsolvable Verdict = "unsolvable" // a scan whose tests derive every move ran dry
	Unsolved   Verdict = "unsolved"   // the scans ran dry, which proves nothing
	Limit      Verdict = "limit"      // stopped at a limit
)

// Options are how scans run, whatever they are.
type Options struct {
	Repr  repr.Kind
	Dedup graph.Dedup

	// Limit is the most iterations of all scans together, 0 for none; the Set's
	// own holds as well.
	Limit int64

	// MaxMemory is the most bytes that the states may take, 0 for no bound. It is
	// looked at now and then, so it may be passed by a little.
	MaxMemory int64

	// Trace is told of each iteration, if it is not nil. That is slow.
	Trace func(Visit)
}

// Result is what scans came to.
type Result struct {
	Verdict   Verdict
	Reason    string // of Limit
	Checked   int64  // iterations
	Generated int64  // different states that were derived: all that were ever stored
	Stored    int64  // states in the collection
	Moves     []freecell.Move
	Bytes     int64 // that the states and queues take
}

// Runner runs a Set on boards of one variant, one after the other, and keeps its
// memory between them. It is for one goroutine.
type Runner struct {
	set     Set
	variant freecell.Variant
	opts    Options
	graph   *graph.Graph
	height  int // of the highest column that the graph is made for
	threads []*thread
	marks   marks
	recent  *recent

	turns int // that were given so far
	last  int // thread that had the last one

	way   []uint32 // scratch of trace
	steps []step   // the same
}

// thread is one scan of a Runner.
type thread struct {
	scan     *Scan
	bit      uint32
	complete bool // runs every test that any scan does
	begun    bool
	done     bool // ran dry
	pos      freecell.Position
	search
}

// search is a scan that can be interrupted.
type search interface {
	// start puts the scan at the start of a board.
	start(root uint32)

	// run goes on until the scans have checked so many states in all, the state
	// that it is at is solved, or it runs dry.
	run(checked, until int64) (int64, outcome)

	// at returns the state visited last.
	at() uint32
}

// outcome is why a scan stopped.
type outcome int

const (
	interrupted outcome = iota
	solved
	dry
)

// ErrBeam reports a scan of method beam that is not the only one.
var ErrBeam = errors.New("scan: the method beam cannot take turns with other scans: expected it alone")

// NewRunner returns a runner for a Set and boards of a variant.
func NewRunner(set Set, v freecell.Variant, opts Options) (*Runner, error) {
	for i := range set.Scans {
		if set.Scans[i].Method == Beam {
			return nil, ErrBeam
		}
	}
	if err := set.checkTests(v); err != nil {
		return nil, err
	}
	return &Runner{set: set, variant: v, opts: opts}, nil
}

// SetLimit changes the limit that the options gave.
func (r *Runner) SetLimit(iterations int64) { r.opts.Limit = iterations }

// Solve runs the scans on a board of the runner's variant. The only errors are
// ctx's, and of a board that the runner is not for.
func (r *Runner) Solve(ctx context.Context, b *freecell.Board) (Result, error) {
	if b.Variant != r.variant {
		return Result{}, fmt.Errorf("scan: a board of %s for a runner of %s", b.Variant.Name, r.variant.Name)
	}
	if err := r.prepare(b); err != nil {
		return Result{}, err
	}
	if r.opts.Trace != nil {
		r.marks.visits = &visits{report: r.opts.Trace, board: b, iteration: map[uint32]int64{}}
	}
	start := freecell.NewPosition(b)
	r.graph.Base(start)
	root, _ := r.graph.Offer(start)
	checked, limit := int64(0), r.limit()
	for {
		t, quota := r.turn()
		if t == nil {
			return r.result(r.dryVerdict(), checked), nil
		}
		if !t.begun {
			r.begin(t, start, root)
		}
		for until := checked + quota; checked < until; {
			var why outcome
			checked, why = t.run(checked, min(until, limit, checked+checkEvery))
			switch {
			case why == solved:
				return r.solved(b, t, checked)
			case why == dry:
				t.done = true
				if t.complete && r.set.Synergy == NoSynergy {
					return r.result(r.dryVerdict(), checked), nil
				}
				until = checked
			case checked >= limit:
				return r.limited(fmt.Sprintf("%d iterations", limit), checked), nil
			case ctx.Err() != nil:
				return Result{}, context.Cause(ctx)
			case r.opts.MaxMemory > 0 && r.bytes() > r.opts.MaxMemory:
				return r.limited(fmt.Sprintf("%d bytes", r.opts.MaxMemory), checked), nil
			}
		}
	}
}

// checkEvery is how many iterations a scan may do before limits are looked at.
const checkEvery = 1 << 14

// limit returns the most iterations.
func (r *Runner) limit() int64 {
	limit := int64(1<<63 - 1 - checkEvery)
	if r.opts.Limit > 0 {
		limit = r.opts.Limit
	}
	if r.set.Limit > 0 {
		limit = min(limit, int64(r.set.Limit))
	}
	return limit
}

// prepare makes or resets the collection of states and the threads.
func (r *Runner) prepare(b *freecell.Board) error {
	height := 0
	for _, col := range b.Columns {
		height = max(height, len(col))
	}
	r.turns, r.last = 0, -1
	r.marks = marks{deadEnds: len(r.set.Scans) > 1 && r.set.Synergy == DeadEndMarks, reparent: r.set.Reparent}
	if r.graph != nil && height <= r.height {
		r.graph.Reset()
		if r.recent != nil {
			r.recent.forget()
		}
		for _, t := range r.threads {
			t.begun, t.done = false, false
		}
		return nil
	}
	g, err := graph.New(r.opts.Repr, r.opts.Dedup, b)
	if err != nil {
		return err
	}
	r.graph, r.height = g, height
	if r.variant.Decks == 1 {
		r.recent = newRecent()
	}
	r.threads = r.threads[:0]
	for i := range r.set.Scans {
		r.threads = append(r.threads, r.newThread(i))
	}
	return nil
}

func (r *Runner) newThread(i int) *thread {
	t := &thread{scan: &r.set.Scans[i], bit: 1 << i, complete: r.complete(&r.set.Scans[i])}
	d := deriver{p: &t.pos, g: r.graph, variant: r.variant, marks: &r.marks, recent: r.recent}
	finishes := t.complete && r.marks.deadEnds
	switch t.scan.Method {
	case SoftDFS, RandomDFS:
		t.search = &dfs{d: d, scan: t.scan, bit: t.bit, finishes: finishes}
	default:
		t.search = &best{d: d, scan: t.scan, bit: t.bit, finishes: finishes, once: r.onlyBFS(t.scan)}
	}
	return t
}

// onlyBFS tells whether a scan is the one of method BFS in its set.
func (r *Runner) onlyBFS(s *Scan) bool {
	for i := range r.set.Scans {
		if other := &r.set.Scans[i]; other != s && other.Method == BFS {
			return false
		}
	}
	return s.Method == BFS
}

// bytes returns how much memory the states and the queues take.
func (r *Runner) bytes() int64 {
	bytes := r.graph.Bytes()
	for _, t := range r.threads {
		if s, ok := t.search.(*best); ok {
			bytes += s.queue.bytes()
		}
	}
	return bytes
}

// begin starts a thread.
func (r *Runner) begin(t *thread, start *freecell.Position, root uint32) {
	t.pos = *start
	t.start(root)
	t.begun = true
}

// turn returns whose turn it is and how many iterations it has: first those of
// the prelude, then all scans in turn. It returns nil when all scans are done.
func (r *Runner) turn() (*thread, int64) {
	for ; r.turns < len(r.set.Prelude); r.turns++ {
		turn := r.set.Prelude[r.turns]
		if r.last = turn.Scan; !r.threads[r.last].done {
			r.turns++
			return r.threads[r.last], int64(turn.Iterations)
		}
	}
	for range r.threads {
		r.last = (r.last + 1) % len(r.threads)
		if t := r.threads[r.last]; !t.done {
			return t, int64(t.scan.Step)
		}
	}
	return nil, 0
}

// complete tells whether a scan runs every test, at the start, that any scan
// does.
func (r *Runner) complete(s *Scan) bool {
	own := s.OrdersIn(r.variant)[0].tests()
	for i := range r.set.Scans {
		if r.set.Scans[i].OrdersIn(r.variant)[0].tests()&^own != 0 {
			return false
		}
	}
	return true
}

// dryVerdict is the verdict when no scan goes on. One that has run dry and makes
// every move has proved that there is no solution, unless dead ends that others
// marked kept it from a part of the states: see [graph.Graph.Kill].
func (r *Runner) dryVerdict() Verdict {
	for _, t := range r.threads {
		if t.done && !r.marks.deadEnds && r.exhaustive(t.scan) {
			return Unsolvable
		}
	}
	return Unsolved
}

// exhaustive tells whether a scan makes every move, however deep it is.
func (r *Runner) exhaustive(s *Scan) bool {
	for _, o := range s.OrdersIn(r.variant) {
		if allAtomic&^o.tests() != 0 {
			return false
		}
	}
	return true
}

func (r *Runner) result(v Verdict, checked int64) Result {
	return Result{Verdict: v, Checked: checked, Generated: int64(r.graph.Len()), Stored: int64(r.graph.Len()), Bytes: r.bytes()}
}

func (r *Runner) limited(reason string, checked int64) Result {
	res := r.result(Limit, checked)
	res.Reason = reason
	return res
}
