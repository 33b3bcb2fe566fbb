package exhaust

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// search is a search of one deal in memory, level by level. Its workers share the
// store; between two levels they wait for one another.
type search[K words] struct {
	deal[K]
	opts    Options
	memory  budget
	store   *store[K]
	workers []*worker[K]
	states  atomic.Int64
	stop    atomic.Pointer[string] // the reason of Limit
	solved  atomic.Bool
}

func newSearch[K words](d deal[K], opts Options) *search[K] {
	s := &search[K]{deal: d, opts: opts}
	s.memory.max = opts.MaxMemory
	s.store = newStore[K](d.bits, &s.memory)
	for range opts.Workers {
		s.workers = append(s.workers, newWorker(s))
	}
	return s
}

func (s *search[K]) run(ctx context.Context) (Result, error) {
	marks := []*mark{s.store.mark()}
	if _, ok := s.store.add(shardOf(hash(s.start)), []K{s.start}); !ok {
		return s.limited(0), nil
	}
	s.states.Store(1)
	if s.start == s.goal {
		return s.won(0, nil)
	}
	for depth := 0; ; depth++ {
		marks = append(marks, s.store.mark())
		if *marks[depth] == *marks[depth+1] {
			return s.result(Unsolvable, depth-1), nil
		}
		s.level(ctx, depth, newTasks(s.store, marks[depth], marks[depth+1]))
		switch {
		case ctx.Err() != nil:
			return Result{}, context.Cause(ctx)
		case s.solved.Load():
			return s.trace(ctx, marks)
		case s.stop.Load() != nil:
			return s.limited(depth), nil
		}
	}
}

func (s *search[K]) result(v Verdict, depth int) Result {
	return Result{Verdict: v, States: s.states.Load(), Depth: depth, Bytes: s.memory.peak.Load()}
}

func (s *search[K]) limited(depth int) Result {
	r := s.result(Limit, depth)
	r.Reason = fmt.Sprintf("%d bytes", s.opts.MaxMemory)
	if reason := s.stop.Load(); reason != nil {
		r.Reason = *reason
	}
	return r
}

// together runs work by all workers.
func (s *search[K]) together(work func(w *worker[K])) {
	var wg sync.WaitGroup
	for _, w := range s.workers {
		wg.Go(func() { work(w) })
	}
	wg.Wait()
}

// level expands the states of a level.
func (s *search[K]) level(ctx context.Context, depth int, t *tasks) {
	s.together(func(w *worker[K]) {
		for keys := t.take(); keys != nil; keys = t.take() {
			for ; len(keys) > 0; keys = keys[s.store.width:] {
				w.expand(get[K](keys[:s.store.width]), w.found)
			}
			if w == s.workers[0] && s.opts.Progress != nil {
				s.opts.Progress(Progress{s.states.Load(), depth, s.memory.used.Load()})
			}
			if ctx.Err() != nil || s.solved.Load() || s.stop.Load() != nil {
				return
			}
		}
		w.flush()
	})
}

// batchKeys is how many keys of a shard a worker adds at once.
const batchKeys = 64

// worker expands states for a search and adds what it finds to the store. It
// collects keys by shard first: a lock is worth its time then, and the slots of
// one shard are near each other.
type worker[K words] struct {
	*expander[K]
	search *search[K]
	batch  [shardCount][]K
}

func newWorker[K words](s *search[K]) *worker[K] {
	w := &worker[K]{search: s, expander: s.expander()}
	all := make([]K, shardCount*batchKeys)
	if !s.memory.take(int64(len(all) * 8 * len(s.start))) {
		s.halt(fmt.Sprintf("%d bytes", s.opts.MaxMemory))
	}
	for i := range w.batch {
		w.batch[i] = all[i*batchKeys : i*batchKeys : (i+1)*batchKeys]
	}
	return w
}

// found takes in a state that an expansion led to.
func (w *worker[K]) found(k K) {
	if k == w.search.goal {
		w.search.solved.Store(true)
	}
	shard := shardOf(hash(k))
	w.batch[shard] = append(w.batch[shard], k)
	if len(w.batch[shard]) == batchKeys {
		w.send(shard)
	}
}

func (w *worker[K]) flush() {
	for i := range w.batch {
		if len(w.batch[i]) > 0 {
			w.send(uint8(i))
		}
	}
}

// send adds a batch to the store.
func (w *worker[K]) send(shard uint8) {
	added, ok := w.search.store.add(shard, w.batch[shard])
	w.batch[shard] = w.batch[shard][:0]
	states := w.search.states.Add(int64(added))
	switch {
	case !ok && w.search.opts.MaxMemory > 0:
		w.search.halt(fmt.Sprintf("%d bytes", w.search.opts.MaxMemory))
	case !ok:
		w.search.halt(fmt.Sprintf("%d states, the most that can be numbered", states))
	case w.search.opts.MaxStates > 0 && states > w.search.opts.MaxStates:
		w.search.halt(fmt.Sprintf("%d states", w.search.opts.MaxStates))
	}
}

// halt stops the search with a reason, unless it has one.
func (s *search[K]) halt(reason string) { s.stop.CompareAndSwap(nil, &reason) }
