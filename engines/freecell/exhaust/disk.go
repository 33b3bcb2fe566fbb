package exhaust

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// DiskMemory is the memory that a search with files uses when no bound is given.
const DiskMemory = 256 << 20

// maxRuns is how many runs of candidates are merged at once, and maxOpen how many
// files are open then: at most 30 of them have what was seen, as each is more than
// twice as long as the next one.
const (
	maxRuns = 32
	maxOpen = maxRuns + 30 + 1
)

// diskSearch is a search of one deal that keeps its states in files: delayed
// duplicate detection with sorted runs (Korf, 2003 and 2004; Korf and Schultze,
// 2005). What an expansion of a level leads to are candidates, which are sorted in
// memory and written as runs. When the level is done, the candidates are merged,
// those that are in an earlier level are left out, and the rest is the next level:
//
//	level d ──expand──► cache ──► buffer ──sort──► runs ──┐
//	                    (drops what was met lately)      ▼
//	levels 0 to d, merged to few runs ──────────────► merge ──► level d+1
//
// The levels stay until the end, for the way back.
type diskSearch[K words] struct {
	deal[K]
	opts    Options
	width   int
	workers []*diskWorker[K]
	files   fileCount

	levels     []run // the keys of each depth
	seen       []run // all keys of levels, in fewer runs that get shorter
	candidates []run // of the level that is being expanded
	mu         sync.Mutex

	states int64
	solved atomic.Bool
	failed atomic.Pointer[error]
}

// errEnough stops a merge at Options.MaxStates.
var errEnough = errors.New("exhaust: enough states")

func newDiskSearch[K words](d deal[K], opts Options) (*diskSearch[K], error) {
	s := &diskSearch[K]{deal: d, opts: opts, width: width[K](d.bits)}
	if opts.MaxMemory == 0 {
		s.opts.MaxMemory = DiskMemory
	}
	if least := 2 * s.fileMemory(); s.opts.MaxMemory < least {
		return nil, fmt.Errorf("exhaust: %d bytes of memory, expected at least %d for a search with files", s.opts.MaxMemory, least)
	}
	for range opts.Workers {
		s.workers = append(s.workers, newDiskWorker(s))
	}
	return s, nil
}

func (s *diskSearch[K]) run(ctx context.Context) (r Result, err error) {
	defer func() { err = errors.Join(err, s.removeAll()) }()
	first, err := s.write(func(w *runWriter[K]) error { return w.add(s.start) })
	if err != nil {
		return Result{}, err
	}
	s.states, s.levels, s.seen = 1, []run{first}, []run{first}
	if s.start == s.goal {
		return s.won(0, nil)
	}
	for depth := 0; ; depth++ {
		if err := s.expand(ctx, depth); err != nil {
			return Result{}, err
		}
		if s.solved.Load() {
			return s.trace(ctx)
		}
		next, err := s.collect(ctx)
		if errors.Is(err, errEnough) {
			r := s.result(Limit, depth+1)
			r.Reason = fmt.Sprintf("%d states", s.opts.MaxStates)
			return r, nil
		}
		if err != nil {
			return Result{}, err
		}
		if next.keys == 0 {
			s.levels = append(s.levels, next)
			return s.result(Unsolvable, depth), nil
		}
		s.levels, s.seen = append(s.levels, next), append(s.seen, next)
		if err := s.tidy(ctx); err != nil {
			return Result{}, err
		}
	}
}

func (s *diskSearch[K]) result(v Verdict, depth int) Result {
	return Result{Verdict: v, States: s.states, Depth: depth, Bytes: s.memory(), Disk: s.files.peak}
}

// memory returns the bytes in use: the workers' and those of open files.
func (s *diskSearch[K]) memory() int64 {
	bytes := s.fileMemory()
	for _, w := range s.workers {
		bytes += int64(cap(w.cache)+cap(w.buffer)) * int64(8*len(s.start))
	}
	return bytes
}

func (s *diskSearch[K]) fileMemory() int64 { return maxOpen * int64(runBytes(s.width)) }

// expand makes candidates of a level: sorted in the workers' buffers, and in runs
// as far as these do not hold them.
func (s *diskSearch[K]) expand(ctx context.Context, depth int) error {
	err := s.over(ctx, s.levels[depth], func(w *diskWorker[K], keys []K) error {
		for _, k := range keys {
			w.expand(k, w.found)
		}
		if w == s.workers[0] && s.opts.Progress != nil {
			s.opts.Progress(Progress{s.states, depth, s.memory()})
		}
		return w.err
	})
	if err != nil || s.solved.Load() {
		return err
	}
	return s.together(func(w *diskWorker[K]) error {
		w.sort()
		return nil
	})
}

// collect makes the next level of the candidates.
func (s *diskSearch[K]) collect(ctx context.Context) (run, error) {
	for len(s.candidates) > maxRuns {
		some := s.candidates[:maxRuns]
		merged, err := s.merge(ctx, some)
		if err != nil {
			return run{}, err
		}
		s.candidates = append(slices.Clone(s.candidates[maxRuns:]), merged)
		if err := s.remove(some...); err != nil {
			return run{}, err
		}
	}
	cursors, err := s.open(s.candidates)
	defer closeAll(cursors)
	if err != nil {
		return run{}, err
	}
	for _, w := range s.workers {
		cursors = append(cursors, newListCursor(w.buffer))
	}
	seen, err := s.open(s.seen)
	defer closeAll(seen)
	if err != nil {
		return run{}, err
	}
	next, err := s.write(func(out *runWriter[K]) error {
		return merge(ctx, cursors, func(k K) error {
			for _, c := range seen {
				if old, err := c.seek(k); err != nil || old {
					return err
				}
			}
			if s.states++; s.opts.MaxStates > 0 && s.states > s.opts.MaxStates {
				return errEnough
			}
			return out.add(k)
		})
	})
	if err != nil {
		return run{}, err
	}
	for _, w := range s.workers {
		w.buffer = w.buffer[:0]
	}
	err = s.remove(s.candidates...)
	s.candidates = s.candidates[:0]
	return next, err
}

// trace finds the way to the goal, which the last level leads to, as search.trace.
func (s *diskSearch[K]) trace(ctx context.Context) (Result, error) {
	s.solved.Store(false)
	way := []K{s.goal}
	for depth := len(s.levels) - 1; depth > 0; depth-- {
		to := way[len(way)-1]
		var before least[K]
		err := s.over(ctx, s.levels[depth], func(w *diskWorker[K], keys []K) error {
			for _, k := range keys {
				if w.leads(k, to) {
					before.offer(k)
				}
			}
			return nil
		})
		if err != nil {
			return Result{}, err
		}
		way = append(way, before.key)
	}
	return s.won(len(way), way)
}

func (s *diskSearch[K]) won(depth int, way []K) (Result, error) {
	r := s.result(Solved, depth)
	var err error
	r.Moves, err = s.replay(way)
	return r, err
}
