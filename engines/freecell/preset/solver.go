package preset

import (
	"context"
	"errors"
	"fmt"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/exhaust"
	"puzzlekit/engines/freecell/scan"
)

// Options are how a plan runs.
type Options struct {
	scan.Options

	// Exhaust makes the last stage, which must be one scan of all atomic moves, a
	// breadth-first search of package exhaust: by several threads, in little
	// memory or on disk. Its limits are those of scan.Options. Nil for a scan.
	Exhaust *exhaust.Options
}

// ErrExhaust reports a plan whose last stage cannot be searched by package
// exhaust.
var ErrExhaust = errors.New("preset: the last scan cannot be searched by several threads, by keys or on disk: expected one scan of all atomic moves, as in --method bfs -to 01ABCDE")

// Solver runs a plan on boards of one variant, one after the other, and keeps its
// memory between them. It is for one goroutine.
type Solver struct {
	runners []*scan.Runner
	opts    Options
}

// NewSolver returns a solver. The limit of the options holds for all stages
// together.
func NewSolver(plan Plan, v freecell.Variant, opts Options) (*Solver, error) {
	s := &Solver{opts: opts}
	if opts.Exhaust != nil {
		last := &plan[len(plan)-1]
		if !last.Atomic(v) {
			return nil, ErrExhaust
		}
		e := *opts.Exhaust
		e.Prune = last.Scans[0].Prune
		e.MaxMemory = opts.MaxMemory
		s.opts.Exhaust = &e
		plan = plan[:len(plan)-1]
	}
	for _, set := range plan {
		r, err := scan.NewRunner(set, v, opts.Options)
		if err != nil {
			return nil, err
		}
		s.runners = append(s.runners, r)
	}
	return s, nil
}

// Solve runs the plan on a board. Iterations and generated states are counted over
// all stages; stored states and bytes are those of the stage that had the most.
func (s *Solver) Solve(ctx context.Context, b *freecell.Board) (scan.Result, error) {
	var total scan.Result
	stages := len(s.runners)
	if s.opts.Exhaust != nil {
		stages++
	}
	for i := range stages {
		result, err := s.stage(ctx, i, b, s.opts.Limit-total.Checked)
		if err != nil {
			return result, err
		}
		result.Checked += total.Checked
		result.Generated += total.Generated
		result.Stored = max(result.Stored, total.Stored)
		result.Bytes = max(result.Bytes, total.Bytes)
		total = result
		switch {
		case total.Verdict == scan.Solved || total.Verdict == scan.Unsolvable || i == stages-1:
			return total, nil
		case s.opts.Limit > 0 && total.Checked >= s.opts.Limit:
			total.Verdict, total.Reason = scan.Limit, fmt.Sprintf("%d iterations", s.opts.Limit)
			return total, nil
		}
	}
	return total, nil
}

// stage runs a stage with what is left of the limit, if there is one.
func (s *Solver) stage(ctx context.Context, i int, b *freecell.Board, left int64) (scan.Result, error) {
	if s.opts.Limit == 0 {
		left = 0
	}
	if i < len(s.runners) {
		s.runners[i].SetLimit(left)
		return s.runners[i].Solve(ctx, b)
	}
	e := *s.opts.Exhaust
	e.MaxStates = left
	r, err := exhaust.Search(ctx, b, e)
	if err != nil {
		return scan.Result{}, err
	}
	return scan.Result{
		Verdict: scan.Verdict(r.Verdict), Reason: r.Reason, Checked: r.States, Generated: r.States, Stored: r.States, Moves: r.Moves, Bytes: r.Bytes,
	}, nil
}
