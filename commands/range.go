package commands

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/preset"
	"puzzlekit/engines/freecell/scan"
)

func init() {
	register("range", "freecell", "Solve all deals of a range.", func() any { return &rangeCmd{} })
}

// rangeCmd solves many deals.
type rangeCmd struct {
	From uint64 `arg:"" help:"First deal, 1 to 8589934591."`
	To   uint64 `arg:"" help:"Last deal."`

	GameFlags `embed:""`
	ScanFlags `embed:""`
	ReprFlags `embed:""`

	Limit   int64  `default:"0" placeholder:"N" help:"Give a deal up after so many iterations; 0 never."`
	Threads int    `default:"0" placeholder:"K" help:"Deals that are solved at the same time; 0 is one for each core."`
	Out     string `placeholder:"FILE" help:"Write a line of JSON for each deal to this file. When it is there already, go on behind its last line."`
}

// Help returns the longer help text.
func (*rangeCmd) Help() string {
	return `Prints a summary, and with --json a line for each deal before it, in the order of the deals. The exit code is 0 when every deal has an answer, solved or unsolvable, and 4 when some have none.

With --out the same command goes on where an interrupted or killed run ended: behind the last deal before which all are done.

Examples:

  puzzlekit range 1 32000 --preset quick
  puzzlekit range 1 2000 --scan "--method soft-dfs" --limit 100000 --json
  puzzlekit range 1 1000000 --preset quick --out deals.jsonl`
}

// Run solves the deals.
func (c *rangeCmd) Run(ctx context.Context, env *Env) error {
	switch {
	case c.From < 1 || c.To < c.From || c.To > freecell.MaxDeal:
		return usageErrorf("deals %d to %d: expected 1 to %d, the first one first", c.From, c.To, uint64(freecell.MaxDeal))
	case c.Limit < 0 || c.MaxMemory < 0 || c.Threads < 0:
		return usageErrorf("--limit %d, --max-memory %d, --threads %d: expected 0 or more", c.Limit, c.MaxMemory, c.Threads)
	}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	v, err := c.Variant()
	if err != nil {
		return err
	}
	plan, err := c.Plan(env, v)
	if err != nil {
		return err
	}
	if v, err = plan.Variant(v); err != nil {
		return usageErrorf("%w", err)
	}
	if c.breadthFirst() {
		return usageErrorf("--dedup %s: expected table, fingerprint or map for a range of deals", c.Dedup)
	}
	opts := preset.Options{Options: c.options()}
	opts.Limit = c.Limit
	file, err := c.resume(env, plan, v)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // what matters was flushed before

	start := time.Now()
	p := env.Progress("range")
	err = solveRange(ctx, c.From+file.sum.Deals, c.To, c.Threads, v, func() (*preset.Solver, error) {
		solver, err := preset.NewSolver(plan, v, opts)
		return solver, planError(err)
	}, func(line rangeLine) error {
		if err := file.add(line); err != nil {
			return err
		}
		p.Count(int64(file.sum.Deals), int64(c.To-c.From+1))
		return nil
	})
	p.Done()
	switch {
	case err != nil && ctx.Err() != nil && c.Out != "":
		return errors.Join(file.Close(), fmt.Errorf("stopped after deal %d; the same command goes on behind it: %w", c.From+file.sum.Deals-1, err))
	case err != nil:
		return err
	}
	file.sum.Seconds = time.Since(start).Seconds()
	if err := file.end(); err != nil {
		return err
	}
	return c.print(env, file)
}

// rangeLine is what is written of a deal.
type rangeLine struct {
	Deal    uint64       `json:"deal"`
	Verdict scan.Verdict `json:"verdict"`
	Checked int64        `json:"checked"`
	Moves   int          `json:"moves"`
}

// solveRange solves deals on so many goroutines and hands the results on in the
// order of the deals.
func solveRange(ctx context.Context, from, to uint64, threads int, v freecell.Variant, newSolver func() (*preset.Solver, error), result func(rangeLine) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	// Each goroutine gets every threads-th block of deals. So their results come
	// in order from one channel after the other.
	lanes := make([]chan rangeLine, threads)
	for i := range lanes {
		lanes[i] = make(chan rangeLine, 16*rangeBlock)
		solver, err := newSolver()
		if err != nil {
			return err
		}
		go func() {
			defer close(lanes[i])
			for block := from + uint64(i)*rangeBlock; block <= to; block += uint64(threads) * rangeBlock {
				if err := solveBlock(ctx, solver, v, block, min(to, block+rangeBlock-1), lanes[i]); err != nil {
					stop(err)
					return
				}
			}
		}()
	}
	for block, i := from, 0; block <= to; block, i = block+rangeBlock, (i+1)%threads {
		for deal := block; deal <= min(to, block+rangeBlock-1); deal++ {
			line, ok := <-lanes[i]
			if !ok {
				return context.Cause(ctx)
			}
			if err := result(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// rangeBlock is how many deals a goroutine takes at a time: few enough that
// nobody waits long for the last ones.
const rangeBlock = 16

// solveBlock solves deals one after the other. What is solved when ctx ends is
// still in the lane.
func solveBlock(ctx context.Context, s *preset.Solver, v freecell.Variant, from, to uint64, lane chan<- rangeLine) error {
	for deal := from; deal <= to; deal++ {
		b, err := freecell.Deal(deal, v)
		if err != nil {
			return err
		}
		r, err := s.Solve(ctx, b)
		if err != nil {
			return err
		}
		select {
		case lane <- rangeLine{deal, r.Verdict, r.Checked, len(r.Moves)}:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}
