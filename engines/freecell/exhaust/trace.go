package exhaust

import (
	"context"
	"errors"
	"sync"
)

// trace finds a way from the start to the goal, which was found by expanding the
// last level between two marks. It goes back level by level and expands each
// again, as nothing is stored but keys; of the states that lead on it takes the
// one with the smallest key, so that the way is the same for any number of workers.
func (s *search[K]) trace(ctx context.Context, marks []*mark) (Result, error) {
	way := []K{s.goal}
	for depth := len(marks) - 2; depth > 0; depth-- {
		t := newTasks(s.store, marks[depth], marks[depth+1])
		before, found := s.before(ctx, t, way[len(way)-1])
		if ctx.Err() != nil {
			return Result{}, context.Cause(ctx)
		}
		if !found {
			return Result{}, errors.New("exhaust: a state of the way has no parent") // not reached
		}
		way = append(way, before)
	}
	return s.won(len(way), way)
}

// won returns the result of a solved search.
func (s *search[K]) won(depth int, way []K) (Result, error) {
	r := s.result(Solved, depth)
	var err error
	r.Moves, err = s.replay(way)
	return r, err
}

// before returns the smallest key of the tasks' that leads to k.
func (s *search[K]) before(ctx context.Context, t *tasks, k K) (smallest K, found bool) {
	var mu sync.Mutex
	s.together(func(w *worker[K]) {
		for keys := t.take(); keys != nil && ctx.Err() == nil; keys = t.take() {
			for ; len(keys) > 0; keys = keys[s.store.width:] {
				from := get[K](keys[:s.store.width])
				leads := false
				w.expand(from, func(to K) { leads = leads || to == k })
				if !leads {
					continue
				}
				mu.Lock()
				if !found || compare(from, smallest) < 0 {
					smallest, found = from, true
				}
				mu.Unlock()
			}
		}
	})
	return smallest, found
}
