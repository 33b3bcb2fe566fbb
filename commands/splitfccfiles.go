package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"

	"puzzlekit/commands/fccrun"
	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/cluster/local"
)

// inFiles explores the board in the files of a directory.
func (c *splitSolveCmd) inFiles(ctx context.Context, env *Env, g *fcc.Game, view *splitView) (*splitResult, error) {
	run, err := fccrun.Create(ctx, c.Dir, g, c.Moves == "full", fccrun.Options{
		Workers: c.Workers + c.Processes, ShardSize: c.ShardSize, MaxMemory: c.MaxMemory,
		StopAtSolution: c.StopAtSolution, MaxStates: c.MaxStates, UntilDepth: c.UntilDepth,
		Log: env.Log, Progress: func(p fccrun.Progress) {
			view.show(p.Depth, p.States, p.Share)
			if p.Sealed != nil {
				view.sealed(fcc.DepthStats{Depth: p.Depth, Stats: p.Sealed.Stats}, p.Disk)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	defer func() { _ = run.Close() }() // the lock goes with the process at the latest
	pool := local.New(ctx, local.Config{
		Goroutines: c.Workers, Handler: run.Handle, Processes: c.Processes, Log: env.Log,
		Command: func(ctx context.Context) *exec.Cmd { return c.child(ctx, env) },
	})
	defer pool.Close()
	res, err := run.Solve(ctx, pool)
	if errors.Is(err, context.Canceled) {
		return nil, fmt.Errorf("what has been found is kept in %s; the same command goes on: %w", c.Dir, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	r := &splitResult{shortest: res.Shortest, total: res.Total(), verdict: "limit", disk: res.Bytes()}
	for _, seal := range res.Depths {
		r.depths = append(r.depths, fcc.DepthStats{Depth: seal.Depth, Stats: seal.Stats})
	}
	switch {
	case res.Solvable:
		r.verdict = "solved"
	case res.Complete:
		r.verdict = "unsolvable"
	}
	if res.Shortest < 0 || c.NoSolution {
		return r, nil
	}
	moves, err := run.Solution(ctx, res.Shortest)
	if err != nil {
		return nil, err
	}
	return r, r.solve(g, moves)
}

// child makes a child process that works for the run.
func (c *splitSolveCmd) child(ctx context.Context, env *Env) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		self = os.Args[0]
	}
	cmd := exec.CommandContext(ctx, self, "split-fcc", "worker", c.Dir,
		"--max-memory", strconv.FormatInt(c.MaxMemory, 10), "--shard-size", strconv.FormatInt(c.ShardSize, 10),
		"--workers", strconv.Itoa(c.Workers+c.Processes))
	cmd.Stderr = env.Stderr
	return cmd
}

// splitWorkerCmd is a child process of splitSolveCmd.
type splitWorkerCmd struct {
	Dir       string `arg:"" help:"The run's directory."`
	MaxMemory int64  `default:"0" help:"As of solve."`
	ShardSize int64  `default:"0" help:"As of solve."`
	Workers   int    `default:"1" help:"Of the whole run."`
}

// Run does tasks until standard input ends.
func (c *splitWorkerCmd) Run(ctx context.Context, env *Env) error {
	run, err := fccrun.Open(ctx, c.Dir)
	if err != nil {
		return err
	}
	run.SetOptions(fccrun.Options{MaxMemory: c.MaxMemory, ShardSize: c.ShardSize, Workers: c.Workers})
	return local.Serve(ctx, env.Stdin, env.Stdout, run.Handle)
}
