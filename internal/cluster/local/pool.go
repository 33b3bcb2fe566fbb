package local

import (
	"context"
	"errors"
	"log/slog"
	"os/exec"
	"sync"

	"puzzlekit/internal/cluster"
)

// Config says what workers a pool has.
type Config struct {
	Goroutines int             // workers in this process
	Handler    cluster.Handler // what they do

	Processes int                             // workers that are child processes
	Command   func(context.Context) *exec.Cmd // makes one, which must call [Serve]

	Log *slog.Logger
}

// Pool is a queue with its workers.
type Pool struct {
	*queue
	cancel  context.CancelFunc
	workers sync.WaitGroup

	crashes sync.Mutex
	crashed map[string]int // by task
}

// New starts the workers. They end when the pool is closed or ctx is canceled.
func New(ctx context.Context, c Config) *Pool {
	ctx, cancel := context.WithCancel(ctx)
	p := &Pool{queue: newQueue(), cancel: cancel, crashed: map[string]int{}}
	for range c.Goroutines {
		p.workers.Go(func() {
			if err := cluster.Work(ctx, p, c.Handler); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, cluster.ErrClosed) {
				c.Log.Error("a worker stopped", "err", err)
			}
		})
	}
	for range c.Processes {
		p.workers.Go(func() { p.children(ctx, c) })
	}
	return p
}

// Close stops the workers in the middle of what they do and waits for them.
func (p *Pool) Close() {
	p.close()
	p.cancel()
	p.workers.Wait()
}
