package commands

import (
	"context"
	"fmt"
	"time"

	"puzzlekit/commands/pdfsnet"
)

func init() {
	register("work", "freecell", "Search for a server of the command serve.", func() any { return &workCmd{} })
}

// workCmd is a process that works for a server.
type workCmd struct {
	Connect     string `required:"" placeholder:"ADDR" help:"Address of the server, host:port."`
	Parallel    int    `default:"1" placeholder:"K" help:"Number of searches at the same time; they share the cache of dead ends."`
	DeadEndFlag `embed:""`
	Retry       time.Duration `default:"1m" placeholder:"TIME" help:"How long to go on trying when there is no server; 0 gives up at once."`

	DialTLSFlags `embed:""`
}

// DeadEndFlag bounds the cache of dead ends of a process.
type DeadEndFlag struct {
	DeadEndCache int64 `default:"1073741824" placeholder:"BYTES" help:"Memory for remembering dead ends; 0 remembers none. A search that outgrows it repeats work."`
}

// Help returns the longer help text.
func (*workCmd) Help() string {
	return `The server says what to search. The process ends, with exit code 0, when the server says that the search is over. When the connection is lost it tries again, for as long as --retry says.

Searches of one process share what they know of dead ends, so one process with --parallel 8 is better than eight processes.

Example:

  puzzlekit work --connect 127.0.0.1:6170 --parallel 8`
}

// Run works until the search is over.
func (c *workCmd) Run(ctx context.Context, env *Env) error {
	switch {
	case c.Parallel < 1:
		return usageErrorf("--parallel %d: expected at least 1", c.Parallel)
	case c.DeadEndCache < 0:
		return usageErrorf("--dead-end-cache %d: expected 0 or more bytes", c.DeadEndCache)
	}
	dial, err := c.dialer(c.Connect)
	if err != nil {
		return err
	}
	var stats pdfsnet.WorkStats
	start := time.Now()
	err = pdfsnet.Work(ctx, pdfsnet.WorkConfig{
		Dial: dial, Log: env.Log, Parallel: c.Parallel, DeadEnds: c.DeadEndCache, Retry: c.Retry,
	}, &stats)
	if err != nil {
		return fmt.Errorf("work for %s: %w", c.Connect, err)
	}
	if env.JSON {
		return env.PrintJSON(workJSON{
			Iterations: stats.Iterations.Load(), Expanded: stats.Expanded.Load(), Assigned: stats.Assigned.Load(),
			Lost: stats.Lost.Load(), MaxDepth: stats.MaxDepth.Load(), Seconds: time.Since(start).Seconds(),
		})
	}
	_, err = fmt.Fprintf(env.Stdout, "done: %d iterations, %d pieces of work, %.1f s\n",
		stats.Iterations.Load(), stats.Assigned.Load(), time.Since(start).Seconds())
	return err
}

// workJSON is what a process has done.
type workJSON struct {
	Iterations int64   `json:"iterations"` // states entered
	Expanded   int64   `json:"expanded"`   // of them those that were no dead ends
	Assigned   int64   `json:"assigned"`   // pieces of work
	Lost       int64   `json:"lost"`       // connections
	MaxDepth   int64   `json:"max_depth"`
	Seconds    float64 `json:"seconds"`
}
