package exhaust

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// diskWorker expands states for a diskSearch.
type diskWorker[K words] struct {
	*expander[K]
	search *diskSearch[K]
	part   []K // of a level, to be expanded

	// cache has keys that were met lately, each at a place that its hash names:
	// what is there need not be a candidate again. It is only ever right to forget
	// a key. It begins with the start everywhere.
	cache []K

	buffer []K   // candidates
	err    error // of the disk
}

// Of the memory that files leave, a quarter is for the workers' caches and half for
// their buffers; the rest is for what nobody counts.
func newDiskWorker[K words](s *diskSearch[K]) *diskWorker[K] {
	keys := int(s.opts.MaxMemory-s.fileMemory()) / s.opts.Workers / (8 * len(s.start))
	w := &diskWorker[K]{
		expander: s.expander(), search: s,
		part:   make([]K, 0, 256),
		cache:  make([]K, keys/4),
		buffer: make([]K, 0, keys/2),
	}
	for i := range w.cache {
		w.cache[i] = s.start
	}
	return w
}

// found takes in a state that an expansion led to.
func (w *diskWorker[K]) found(k K) {
	if k == w.search.goal {
		w.search.solved.Store(true)
	}
	place := &w.cache[slotOf(hash(k), len(w.cache))]
	if *place == k || w.err != nil {
		return
	}
	*place = k
	if len(w.buffer) == cap(w.buffer) {
		w.err = w.spill()
	}
	w.buffer = append(w.buffer, k)
}

// spill makes room in the buffer.
func (w *diskWorker[K]) spill() error {
	if w.sort(); len(w.buffer) < cap(w.buffer)/2 {
		return nil // many were the same
	}
	r, err := w.search.write(func(out *runWriter[K]) error {
		for _, k := range w.buffer {
			if err := out.add(k); err != nil {
				return err
			}
		}
		return nil
	})
	w.buffer = w.buffer[:0]
	if err != nil {
		return err
	}
	w.search.mu.Lock()
	defer w.search.mu.Unlock()
	w.search.candidates = append(w.search.candidates, r)
	return nil
}

// sort puts the buffer into order, each key once.
func (w *diskWorker[K]) sort() {
	slices.SortFunc(w.buffer, compare)
	w.buffer = slices.Compact(w.buffer)
}

// together runs work by all workers and returns the first error.
func (s *diskSearch[K]) together(work func(w *diskWorker[K]) error) error {
	s.failed.Store(nil)
	var wg sync.WaitGroup
	for _, w := range s.workers {
		wg.Go(func() {
			if err := work(w); err != nil {
				s.failed.CompareAndSwap(nil, &err)
			}
		})
	}
	wg.Wait()
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// over passes on all keys of a level to the workers, in parts.
func (s *diskSearch[K]) over(ctx context.Context, level run, work func(w *diskWorker[K], keys []K) error) error {
	c, err := newRunCursor[K](s.opts.Disk, level, s.width)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	err = s.together(func(w *diskWorker[K]) error {
		for s.failed.Load() == nil && ctx.Err() == nil && !s.solved.Load() {
			w.part = w.part[:0]
			mu.Lock()
			for !c.ended && len(w.part) < cap(w.part) && err == nil {
				w.part = append(w.part, c.head)
				err = c.next()
			}
			failed := err
			mu.Unlock()
			if failed != nil || len(w.part) == 0 {
				return failed
			}
			if err := work(w, w.part); err != nil {
				return err
			}
		}
		return context.Cause(ctx)
	})
	return errors.Join(err, c.close())
}
