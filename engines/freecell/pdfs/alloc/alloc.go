// Package alloc shares a pseudo-DFS search among clients and loses none of it:
// the bookkeeping of a server, without a network, a clock or a file.
//
// What is not done yet is a set of [Work]s, each a part of the search tree; they
// do not overlap, and together they are everything that is left. A client has at
// most one. What a client delegates becomes a work of its own. When a client goes
// away its work stays as it was last reported, and is handed out again piece by
// piece, because PLEASE_WORK_ON can name only whole subtrees. Where the search
// tree ends, and so how many pieces there are, a [Tree] tells.
//
// Every change is an [Event]; whoever stores them can make the same allocator
// again with [Restore]. See package pdfs for what CoordSeqs mean.
package alloc

import (
	"container/heap"
	"errors"
	"fmt"
	"maps"
	"slices"

	"puzzlekit/engines/freecell/pdfs"
)

// Tree tells the shape of the search.
type Tree interface {
	// Widths returns the number of next states of each state on the way from the
	// root to at, at included: len(at)+1 numbers, valid until the next call. It
	// fails when the search has no such state.
	Widths(at pdfs.CoordSeq) ([]int32, error)
}

// Grant is a piece of work for a client that waited for one.
type Grant struct {
	Client int64
	Work   int64
	At     pdfs.CoordSeq
}

// ErrLie reports a message that contradicts what the client was given to do.
var ErrLie = errors.New("alloc: impossible message")

// maxRefusals is how often a work may come back from clients that say they
// cannot go on with it before it is set aside.
const maxRefusals = 3

// Allocator knows what is left of a search and who does it. Clients are known by
// positive numbers of the caller's choice. It is not safe for concurrent use.
type Allocator struct {
	tree     Tree
	emit     func(Event)
	works    map[int64]*Work // everything that is not done
	pool     pool            // the ones that nobody has, in order if pooled
	pooled   bool
	aside    map[int64]*Work // the ones that no client could do
	clients  map[int64]*Work // who has what
	waiting  []int64         // clients without work, in order of asking
	lastWork int64
	dropped  int
}

// New returns an allocator with the whole search in it. Every change is passed
// to emit, if it is not nil, before anything that depends on it is returned.
func New(tree Tree, emit func(Event)) *Allocator {
	a := Restore(tree, emit)
	a.open(&Work{ID: 1, checked: true})
	return a
}

// Restore returns an allocator with nothing in it, to which stored events are to
// be applied. They are not emitted again.
func Restore(tree Tree, emit func(Event)) *Allocator {
	if emit == nil {
		emit = func(Event) {}
	}
	return &Allocator{
		tree: tree, emit: emit,
		works: map[int64]*Work{}, aside: map[int64]*Work{}, clients: map[int64]*Work{},
	}
}

// Apply makes the change that a stored event tells of.
func (a *Allocator) Apply(e Event) error {
	if e.Kind == Opened {
		if a.works[e.Work.ID] != nil {
			return fmt.Errorf("%w: work %d is opened twice", ErrEvent, e.Work.ID)
		}
		if err := e.Work.check(); err != nil {
			return err
		}
		a.enter(e.Work)
		a.pooled = false
		return nil
	}
	w := a.works[e.ID]
	if w == nil {
		return fmt.Errorf("%w: kind %d: there is no work %d", ErrEvent, e.Kind, e.ID)
	}
	if err := w.admits(e); err != nil {
		return err
	}
	switch e.Kind {
	case Advanced:
		w.advance(e.Seq)
	case Delegated, Peeled:
		if e.Child < 1 || a.works[e.Child] != nil {
			return fmt.Errorf("%w: kind %d: a part cannot become work %d", ErrEvent, e.Kind, e.Child)
		}
		a.split(e, w)
	case Retired:
		a.remove(w)
	}
	w.left = nil // until it is needed
	a.pooled = false
	return nil
}

// split makes e.Seq, a part of w, a work of its own, which is not in the pool yet.
func (a *Allocator) split(e Event, w *Work) *Work {
	child := &Work{ID: e.Child, Parent: w.ID, Start: e.Seq, At: e.Seq, checked: e.Kind == Peeled}
	switch {
	case e.Kind == Delegated:
		w.dig(e.Seq)
	case slices.Equal(e.Seq, w.At):
		a.remove(w)
	default:
		child.Holes = w.cutOff(e.Seq)
	}
	a.enter(child)
	return child
}

// enter takes a work into the books.
func (a *Allocator) enter(w *Work) {
	a.works[w.ID] = w
	a.lastWork = max(a.lastWork, w.ID)
}

// remove strikes a work off the books. A work in the pool stays there until it
// comes to its top.
func (a *Allocator) remove(w *Work) { delete(a.works, w.ID) }

func (a *Allocator) open(w *Work) {
	a.emit(Event{Kind: Opened, Work: w})
	a.enter(w)
	a.pool.add(w)
}

func (a *Allocator) retire(w *Work) {
	a.emit(Event{Kind: Retired, ID: w.ID})
	a.remove(w)
}

// Want puts a client in the queue for work, unless it waits already; what it had
// is done. It returns what can be handed out now.
func (a *Allocator) Want(client int64) []Grant {
	if slices.Contains(a.waiting, client) {
		return nil
	}
	if w := a.clients[client]; w != nil {
		delete(a.clients, client)
		a.retire(w)
	}
	a.waiting = append(a.waiting, client)
	return a.match()
}

// Report notes the state that a client has come to, and keeps at. Nothing of what
// it had to do before that state is left.
func (a *Allocator) Report(client int64, at pdfs.CoordSeq) error {
	w := a.clients[client]
	switch {
	case w == nil:
		return fmt.Errorf("%w: at %v, without work to do", ErrLie, at)
	case !w.Start.Contains(at):
		return fmt.Errorf("%w: at %v, which is not below %v", ErrLie, at, w.Start)
	case hasNegative(at):
		return fmt.Errorf("%w: at %v", ErrLie, at)
	case at.Compare(w.At) < 0:
		return fmt.Errorf("%w: at %v, after having been at %v", ErrLie, at, w.At)
	}
	if hole, ok := w.covering(at); ok && hole.Contains(at) {
		return fmt.Errorf("%w: at %v, which it gave away as %v", ErrLie, at, hole)
	}
	if len(at) == len(w.At) && at.Compare(w.At) == 0 {
		return nil
	}
	a.emit(Event{Kind: Advanced, ID: w.ID, Seq: at})
	w.advance(at)
	return nil
}

// hasNegative tells whether one of the coordinates is negative.
func hasNegative(seq pdfs.CoordSeq) bool {
	return slices.ContainsFunc(seq, func(c int32) bool { return c < 0 })
}

// Delegated takes what a client gives away, all of it or, on an error, nothing,
// and keeps seqs. It returns what can be handed out now.
func (a *Allocator) Delegated(client int64, seqs []pdfs.CoordSeq) ([]Grant, error) {
	w := a.clients[client]
	if w == nil && len(seqs) > 0 {
		return nil, fmt.Errorf("%w: %d CoordSeqs, without work to do", ErrLie, len(seqs))
	}
	for i, seq := range seqs {
		switch {
		case len(seq) <= len(w.Start) || !w.Start.Contains(seq):
			return nil, fmt.Errorf("%w: CoordSeq %d, %v, is not below %v", ErrLie, i, seq, w.Start)
		case hasNegative(seq):
			return nil, fmt.Errorf("%w: CoordSeq %d, %v", ErrLie, i, seq)
		case seq.Compare(w.At) <= 0:
			return nil, fmt.Errorf("%w: CoordSeq %d, %v, was passed on the way to %v", ErrLie, i, seq, w.At)
		}
		if hole, ok := w.covering(seq); ok {
			return nil, fmt.Errorf("%w: CoordSeq %d, %v, overlaps %v, which was given away before", ErrLie, i, seq, hole)
		}
		for _, other := range seqs[:i] {
			if other.Contains(seq) || seq.Contains(other) {
				return nil, fmt.Errorf("%w: CoordSeq %d, %v, overlaps %v", ErrLie, i, seq, other)
			}
		}
	}
	for _, seq := range seqs {
		e := Event{Kind: Delegated, ID: w.ID, Child: a.lastWork + 1, Seq: seq}
		a.emit(e)
		a.pool.add(a.split(e, w))
	}
	return a.match(), nil
}

// Leave ends a client's part: what is left of its work goes back to the pool. It
// returns what can be handed out now.
func (a *Allocator) Leave(client int64) []Grant {
	a.waiting = slices.DeleteFunc(a.waiting, func(c int64) bool { return c == client })
	if w := a.clients[client]; w != nil {
		delete(a.clients, client)
		w.client, w.left = 0, nil
		a.pool.add(w)
	}
	return a.match()
}

// Refuse is Leave for a client that says itself that it stops. A work that comes
// back like this several times without having moved is set aside, so that it
// does not stop one client after the other.
func (a *Allocator) Refuse(client int64) []Grant {
	if w := a.clients[client]; w != nil {
		if w.refusals++; w.refusals >= maxRefusals {
			delete(a.clients, client)
			w.client = 0
			a.aside[w.ID] = w
		}
	}
	return a.Leave(client)
}

// match hands out works to waiting clients as long as there are both.
func (a *Allocator) match() []Grant {
	var grants []Grant
	for len(a.waiting) > 0 {
		w := a.next()
		if w == nil {
			break
		}
		w.client = a.waiting[0]
		a.waiting = a.waiting[1:]
		a.clients[w.client] = w
		grants = append(grants, Grant{w.client, w.ID, w.Start})
	}
	return grants
}

// next takes a fresh work out of the pool, shallow ones first; from one that was
// begun it takes a piece. It returns nil when the pool is empty.
func (a *Allocator) next() *Work {
	if !a.pooled {
		a.refill()
	}
	for len(a.pool) > 0 {
		w := a.pool.take()
		switch {
		case a.works[w.ID] != w: // it is done
		case !w.fresh():
			piece := a.peel(w)
			if a.works[w.ID] == w {
				a.pool.add(w)
			}
			if piece != nil {
				return piece
			}
		case w.checked || a.exists(w.Start):
			w.checked = true
			return w
		default:
			a.dropped++
			a.retire(w)
		}
	}
	return nil
}

// refill makes the pool anew.
func (a *Allocator) refill() {
	a.pool, a.pooled = a.pool[:0], true
	for _, w := range a.works {
		if w.client == 0 && a.aside[w.ID] == nil {
			a.pool = append(a.pool, w)
		}
	}
	heap.Init(&a.pool)
}

// peel takes a piece off w. A piece with holes goes into the pool; then, and when
// nothing is left of w, peel returns nil.
func (a *Allocator) peel(w *Work) *Work {
	if w.left == nil {
		if err := w.open(a.tree); err != nil {
			// The client told of a state that does not exist: what it said of
			// its progress counts for nothing.
			a.emit(Event{Kind: Advanced, ID: w.ID, Seq: w.Start})
			w.advance(w.Start)
			if !a.exists(w.Start) || w.open(a.tree) != nil {
				a.dropped++
				a.retire(w)
				return nil
			}
		}
	}
	seq, ok := w.take()
	if !ok {
		a.retire(w)
		return nil
	}
	e := Event{Kind: Peeled, ID: w.ID, Child: a.lastWork + 1, Seq: seq}
	a.emit(e)
	child := a.split(e, w)
	if !child.fresh() {
		a.pool.add(child)
		return nil
	}
	return child
}

func (a *Allocator) exists(seq pdfs.CoordSeq) bool {
	_, err := a.tree.Widths(seq)
	return err == nil
}

// Waiting returns how many clients wait for work.
func (a *Allocator) Waiting() int { return len(a.waiting) }

// Exhausted tells whether nothing is left of the search.
func (a *Allocator) Exhausted() bool { return len(a.works) == 0 }

// Stuck tells whether what is left is only what no client could do.
func (a *Allocator) Stuck() bool {
	return len(a.aside) > 0 && len(a.aside) == len(a.works)
}

// Dropped returns how many pieces clients gave away that do not exist.
func (a *Allocator) Dropped() int { return a.dropped }

// Works returns the works that are left, by number, as they are now: what the
// allocator does later does not show. The caller must not change the CoordSeqs in
// them.
func (a *Allocator) Works() []Work {
	works := make([]Work, 0, len(a.works))
	for _, w := range a.works {
		now := *w
		now.Holes, now.Cuts = slices.Clone(w.Holes), maps.Clone(w.Cuts)
		works = append(works, now)
	}
	slices.SortFunc(works, func(v, w Work) int { return int(v.ID - w.ID) })
	return works
}

// Client returns the client that has the work, 0 for nobody.
func (w *Work) Client() int64 { return w.client }
