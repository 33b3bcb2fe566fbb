package pdfsnet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// WorkConfig is how a process works for a server. Dial and Log are required.
type WorkConfig struct {
	Dial func(ctx context.Context) (net.Conn, error)
	Log  *slog.Logger

	Parallel int   // connections, each a client that walks; at least 1
	DeadEnds int64 // bytes of the cache of dead ends that they share, 0 for none

	// Retry is how long a client goes on trying to get a connection, or a new
	// one when it was lost. 0 means not to try again.
	Retry time.Duration
}

// WorkStats is what a process has done. Its methods and those of the process may
// run at the same time.
type WorkStats struct {
	Iterations atomic.Int64 // states entered
	Expanded   atomic.Int64 // of them those that were no dead ends
	Assigned   atomic.Int64 // pieces of work begun
	Lost       atomic.Int64 // connections lost
	MaxDepth   atomic.Int64 // deepest state that was reported
}

// errQuit is the end of a session whose server said QUIT.
var errQuit = errors.New("the search is over")

// Work works for a server until it says QUIT, the server is lost for good, or ctx
// ends. Stats may be nil.
func Work(ctx context.Context, config WorkConfig, stats *WorkStats) error {
	if stats == nil {
		stats = &WorkStats{}
	}
	parent := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	g := newGroup(config.DeadEnds)
	var clients sync.WaitGroup
	errs := make([]error, config.Parallel)
	for i := range errs {
		clients.Go(func() {
			errs[i] = keepWorking(ctx, config, g, stats)
			if errs[i] == nil {
				cancel(errQuit) // the others may be waiting for a connection
			}
		})
	}
	clients.Wait()
	switch {
	case errors.Is(context.Cause(ctx), errQuit):
		return nil
	case parent.Err() != nil:
		return parent.Err()
	}
	return errs[0] // the others have lost the same server
}

// The pauses between attempts to connect.
const (
	firstPause = 50 * time.Millisecond
	maxPause   = 5 * time.Second
)

// keepWorking is one client: session after session until the server says QUIT.
func keepWorking(ctx context.Context, config WorkConfig, g *group, stats *WorkStats) error {
	pause := firstPause
	last := time.Now() // when a server was last heard
	for {
		err := func() error {
			conn, err := config.Dial(ctx)
			if err != nil {
				return err
			}
			s := newSession(conn, g, stats, config.Log)
			err = s.run(ctx)
			if s.greeted && !errors.Is(err, errQuit) {
				last, pause = time.Now(), firstPause
				stats.Lost.Add(1)
			}
			return err
		}()
		switch {
		case errors.Is(err, errQuit):
			return nil
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case time.Since(last) >= config.Retry:
			return fmt.Errorf("server lost: %w", err)
		}
		config.Log.Warn("no server", "err", err, "again_in", pause)
		select {
		case <-time.After(pause):
			pause = min(2*pause, maxPause)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
