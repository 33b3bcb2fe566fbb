package pdfs

import (
	"errors"
	"fmt"
	"slices"

	"puzzlekit/engines/freecell"
)

// Status is how a walk stands when [Walker.Run] returns.
type Status int

// The states of a walk.
const (
	Working   Status = iota // there is more to enter
	Solved                  // the state just entered is solved
	Exhausted               // nothing is left below the start but what was delegated
)

var (
	// ErrNoState reports a CoordSeq that names no state of this search.
	ErrNoState = errors.New("pdfs: no such state")

	// ErrDepth reports that a walk came to a state deeper than [MaxDepth].
	ErrDepth = errors.New("pdfs: walk too deep")
)

// Walker walks a part of the search in depth-first order. It is one goroutine's.
type Walker struct{ walk }

// walk is what [walker] does whatever its key type.
type walk interface {
	Start(at CoordSeq) error
	Run(budget int64) (entered int64, status Status, err error)
	At(dst CoordSeq) CoordSeq
	Depth() int
	Delegate(count, delta int) []CoordSeq
	Widths(dst []int32) []int32
	Solved() bool
	Moves() []freecell.Atomic
	Expanded() int64
	StoredKeys() int
}

// NewWalker returns a walker over the search that scan spans from b. It stands
// at the root with all of the search to do. dead, which may be nil, must be of
// the same search.
func NewWalker(b *freecell.Board, scan Scan, dead *DeadEnds) *Walker {
	pos := freecell.NewPosition(b)
	if b.Variant.Decks == 2 {
		var c *cache[freecell.LongKey]
		if dead != nil {
			c = dead.long
		}
		return &Walker{newWalker(pos, scan, c, (*freecell.Position).StateLongKey, (*freecell.Position).LongKeyAfter)}
	}
	var c *cache[freecell.Key]
	if dead != nil {
		c = dead.short
	}
	return &Walker{newWalker(pos, scan, c, (*freecell.Position).StateKey, (*freecell.Position).KeyAfter)}
}

// walker is the walk with keys of type K.
type walker[K key] struct {
	stack Stack
	pos   *freecell.Position // the state that the walk is at
	tests string
	prune bool
	dead  *cache[K]

	deepest int // MaxDepth, or less in tests

	keyOf    func(*freecell.Position, *K)
	keyAfter func(*freecell.Position, freecell.Atomic, *K)

	// listed holds the root and then the next states of each state on the path,
	// level by level; moves[i] leads to listed.keys[i].
	listed pathSet[K]
	moves  []next

	frames []frame           // parallel to stack.Levels
	pruned []freecell.Atomic // the moves of all pruning steps on the path

	// Scratch of listAll; touched keeps the compiler from dropping its loads.
	buf     []freecell.Atomic
	keys    []K
	hashes  []uint64
	touched uint64

	fresh    bool  // the start was not entered yet
	expanded int64 // states entered that were no dead ends
}

// next is the way to a next state.
type next struct {
	freecell.Atomic      // without a card when pruning leads there
	dead            bool // a dead end already when it was listed
}

func (n next) prunes() bool { return n.Card == freecell.NoCard }

// frame is what a walk keeps of a state on its path besides the coordinates.
type frame struct {
	first int32 // index in listed of the state's first next state
	undo  int32 // length of pruned before the state was entered
}

func newWalker[K key](pos *freecell.Position, scan Scan, dead *cache[K],
	keyOf func(*freecell.Position, *K), keyAfter func(*freecell.Position, freecell.Atomic, *K)) *walker[K] {
	w := &walker[K]{
		pos: pos, tests: scan.Tests, prune: scan.Prune, dead: dead, deepest: MaxDepth,
		keyOf: keyOf, keyAfter: keyAfter, listed: newPathSet[K](),
	}
	var root K
	keyOf(pos, &root)
	w.listed.add(&root, hash(&root))
	w.moves = append(w.moves, next{}, next{}) // for the unused key and the root
	w.push(0, false)
	w.fresh = true
	return w
}

// Start takes the walk to the state that at names, as the top of a new
// assignment. What was left of an earlier one is forgotten. The states on the
// way there are not searched. On an error the walk stands at the root with
// nothing to do.
func (w *walker[K]) Start(at CoordSeq) error {
	if len(at) > w.deepest {
		w.stop()
		return fmt.Errorf("%w: depth %d exceeds %d", ErrNoState, len(at), w.deepest)
	}
	common := 0
	for common < w.stack.Depth() && common < len(at) && w.stack.Levels[common].Next-1 == at[common] {
		common++
	}
	for w.stack.Depth() > common {
		w.leave()
	}
	for d, c := range at[common:] {
		top := len(w.frames) - 1
		if n := w.width(top); c < 0 || c >= n {
			w.stop()
			return fmt.Errorf("%w: coordinate %d is %d, of %d next states", ErrNoState, common+d, c, n)
		}
		w.stack.Levels[top] = Level{Next: c + 1, End: c + 1}
		w.enter()
	}
	for d := range w.stack.Depth() {
		w.stack.Levels[d].End = w.stack.Levels[d].Next
	}
	w.stack.Base = len(at)
	w.stack.Levels[len(at)] = Level{End: w.width(len(at))}
	for i := w.frames[len(at)].first; int(i) < len(w.moves); i++ {
		w.moves[i].dead = false // what the cache said then may have been forgotten
	}
	w.fresh = true
	return nil
}

// stop takes the walk to the root and leaves it nothing to do.
func (w *walker[K]) stop() {
	for w.stack.Depth() > 0 {
		w.leave()
	}
	w.stack.Base, w.stack.Levels[0] = 0, Level{}
	w.fresh = false
}

// width returns the number of next states of the state at depth d on the path.
func (w *walker[K]) width(d int) int32 {
	end := len(w.moves)
	if d+1 < len(w.frames) {
		end = int(w.frames[d+1].first)
	}
	return int32(end) - w.frames[d].first
}

// Run enters states until it has entered budget of them, at least 1, one is
// solved, or nothing is left. The start counts, and so does a state that the
// cache makes a dead end at once; but the walk does not stop at such a one, so it
// may enter a few more than budget. After Working and Solved the walk is at the
// state entered last, and nothing below it is done. The only error is
// [ErrDepth]; the walk can then only start anew.
func (w *walker[K]) Run(budget int64) (entered int64, status Status, err error) {
	if w.fresh {
		w.fresh = false
		k := w.here()
		if w.dead != nil && w.dead.add(k, hash(k)) {
			w.stack.Levels[w.stack.Base].Next = w.stack.Levels[w.stack.Base].End
			return 1, Exhausted, nil
		}
		entered++
		w.expanded++
		if w.pos.Solved() {
			return entered, Solved, nil
		}
		if entered >= budget {
			return entered, Working, nil
		}
	}
	for {
		d := len(w.stack.Levels) - 1
		l := &w.stack.Levels[d]
		if l.Next == l.End {
			if d == w.stack.Base {
				return entered, Exhausted, nil
			}
			w.leave()
			continue
		}
		l.Next++
		entered++
		if w.dead != nil {
			i := w.frames[d].first + l.Next - 1
			if w.moves[i].dead {
				continue
			}
			if k := &w.listed.keys[i]; w.dead.add(k, hash(k)) {
				continue
			}
		}
		if d == w.deepest {
			return entered, Working, fmt.Errorf("%w: a state at depth %d has next states", ErrDepth, d)
		}
		w.enter()
		w.expanded++
		if w.pos.Solved() {
			return entered, Solved, nil
		}
		if entered >= budget {
			return entered, Working, nil
		}
	}
}

// enter goes down to the state at Next-1 of the deepest level.
func (w *walker[K]) enter() {
	undo := len(w.pruned)
	m := w.taken(len(w.frames) - 1)
	if m.prunes() {
		w.pruned = w.pos.Prune(w.pruned)
	} else {
		w.pos.Make(m.Atomic)
	}
	w.push(undo, m.prunes())
}

// taken returns the way from the state at depth d on the path to its next state
// at Next-1.
func (w *walker[K]) taken(d int) next {
	return w.moves[w.frames[d].first+w.stack.Levels[d].Next-1]
}

// leave goes up to the state above.
func (w *walker[K]) leave() {
	d := len(w.frames) - 1
	f := w.frames[d]
	w.listed.truncate(int(f.first))
	w.moves = w.moves[:f.first]
	w.frames = w.frames[:d]
	w.stack.Pop()
	if m := w.taken(d - 1); m.prunes() {
		w.unprune(int(f.undo))
	} else {
		w.pos.Unmake(m.Atomic)
	}
}

// unprune takes back the pruning moves from the n-th on.
func (w *walker[K]) unprune(n int) {
	for i := len(w.pruned) - 1; i >= n; i-- {
		w.pos.Unmake(w.pruned[i])
	}
	w.pruned = w.pruned[:n]
}

// push lists the next states of the state that pos is at and makes it the
// deepest level.
func (w *walker[K]) push(undo int, byPrune bool) {
	f := frame{first: int32(len(w.moves)), undo: int32(undo)}
	if !w.prune || byPrune || !w.listPruned() {
		w.listAll()
	}
	w.frames = append(roomy(w.frames), f)
	w.stack.Push(len(w.moves) - int(f.first))
}

// listPruned lists what pruning makes of the state, unless it changes nothing.
func (w *walker[K]) listPruned() bool {
	before := len(w.pruned)
	w.pruned = w.pos.Prune(w.pruned)
	if len(w.pruned) == before {
		return false
	}
	k := w.here()
	w.unprune(before)
	w.list(k, hash(k), freecell.Atomic{})
	return true
}

// here returns the key of the state that pos is at, until keys is used again.
func (w *walker[K]) here() *K {
	w.keys = slices.Grow(w.keys[:0], 1)[:1]
	w.keyOf(w.pos, &w.keys[0])
	return &w.keys[0]
}

// listAll lists what the moves of the state derive. The tables of a deep walk
// are larger than the processor's caches, so what the look-ups of all candidates
// begin with is touched first: the misses then overlap instead of following one
// another.
func (w *walker[K]) listAll() {
	w.buf = w.pos.AppendMoves(w.buf[:0], w.tests)
	n := len(w.buf)
	w.keys, w.hashes = slices.Grow(w.keys[:0], n)[:n], slices.Grow(w.hashes[:0], n)[:n]
	for i, m := range w.buf {
		w.keyAfter(w.pos, m, &w.keys[i])
		w.hashes[i] = hash(&w.keys[i])
	}
	w.touched ^= w.listed.touch(w.hashes)
	if w.dead != nil {
		w.touched ^= w.dead.touch(w.hashes)
	}
	for i, m := range w.buf {
		w.list(&w.keys[i], w.hashes[i], m)
	}
}

// list makes k, which m leads to and whose hash is h, the next state in order
// unless it is on the path or listed there.
func (w *walker[K]) list(k *K, h uint64, m freecell.Atomic) {
	if w.listed.add(k, h) {
		w.moves = append(roomy(w.moves), next{m, w.dead != nil && w.dead.has(k, h)})
	}
}

// At appends the CoordSeq of the state that the walk is at to dst[:0].
func (w *walker[K]) At(dst CoordSeq) CoordSeq { return w.stack.At(dst) }

// Depth returns the depth of the state that the walk is at.
func (w *walker[K]) Depth() int { return w.stack.Depth() }

// Delegate hands up to count states of the walk to others; see [Stack.Delegate].
// States that are remembered as dead ends are not worth handing over.
func (w *walker[K]) Delegate(count, delta int) []CoordSeq {
	return w.stack.Delegate(count, delta, func(depth int, i int32) bool {
		if w.dead == nil {
			return false
		}
		k := &w.listed.keys[w.frames[depth].first+i]
		return w.dead.has(k, hash(k))
	})
}

// Widths appends the number of next states of each state from the root to the
// one that the walk is at, delegated ones included, to dst[:0].
func (w *walker[K]) Widths(dst []int32) []int32 {
	dst = dst[:0]
	for d := range w.frames {
		dst = append(dst, w.width(d))
	}
	return dst
}

// Solved tells whether the state that the walk is at is solved.
func (w *walker[K]) Solved() bool { return w.pos.Solved() }

// Moves returns the moves from the root to the state that the walk is at.
func (w *walker[K]) Moves() []freecell.Atomic {
	var moves []freecell.Atomic
	for d := range w.Depth() {
		m := w.taken(d)
		if !m.prunes() {
			moves = append(moves, m.Atomic)
			continue
		}
		end := len(w.pruned)
		if d+2 < len(w.frames) {
			end = int(w.frames[d+2].undo)
		}
		moves = append(moves, w.pruned[w.frames[d+1].undo:end]...)
	}
	return moves
}

// Expanded returns how many of the states that Run entered in the walker's life
// were not cut short by the cache of dead ends.
func (w *walker[K]) Expanded() int64 { return w.expanded }

// StoredKeys returns how many states the walk holds: those on its path and the
// ones listed there.
func (w *walker[K]) StoredKeys() int { return len(w.listed.keys) - 1 }
