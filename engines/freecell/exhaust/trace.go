package exhaust

import (
	"context"
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
		to := way[len(way)-1]
		var before least[K]
		s.together(func(w *worker[K]) {
			for keys := t.take(); keys != nil && ctx.Err() == nil; keys = t.take() {
				for ; len(keys) > 0; keys = keys[s.store.width:] {
					if from := get[K](keys[:s.store.width]); w.leads(from, to) {
						before.offer(from)
					}
				}
			}
		})
		if ctx.Err() != nil {
			return Result{}, context.Cause(ctx)
		}
		way = append(way, before.key)
	}
	return s.won(len(way), way)
}

// least keeps the smallest key that it was offered. It is safe for concurrent use.
type least[K words] struct {
	mu   sync.Mutex
	key  K
	some bool
}

func (l *least[K]) offer(k K) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.some || compare(k, l.key) < 0 {
		l.key, l.some = k, true
	}
}

// won returns the result of a solved search.
func (s *search[K]) won(depth int, way []K) (Result, error) {
	r := s.result(Solved, depth)
	var err error
	r.Moves, err = s.replay(way)
	return r, err
}
