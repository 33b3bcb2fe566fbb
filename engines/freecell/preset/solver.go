package preset

import (
	"context"
	"errors"
	"fmt"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/beam"
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
	stages []stage
	opts   Options
}

// stage is a search that may be run on one board after the other, until it has
// done so many iterations, 0 for no limit.
type stage func(ctx context.Context, b *freecell.Board, limit int64) (scan.Result, error)

// NewSolver returns a solver. The limit of the options holds for all stages
// together.
func NewSolver(plan Plan, v freecell.Variant, opts Options) (*Solver, error) {
	s := &Solver{opts: opts}
	for i, set := range plan {
		newStage := newScans
		switch {
		case i == len(plan)-1 && opts.Exhaust != nil:
			newStage = newExhaust
		case len(set.Scans) == 1 && set.Scans[0].Method == scan.Beam:
			newStage = newBeam
		}
		st, err := newStage(set, v, opts)
		if err != nil {
			return nil, err
		}
		s.stages = append(s.stages, st)
	}
	return s, nil
}

// newScans returns the stage of a set of scans.
func newScans(set scan.Set, v freecell.Variant, opts Options) (stage, error) {
	r, err := scan.NewRunner(set, v, opts.Options)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, b *freecell.Board, limit int64) (scan.Result, error) {
		r.SetLimit(limit)
		return r.Solve(ctx, b)
	}, nil
}

// newBeam returns the stage of a scan of method beam.
func newBeam(set scan.Set, v freecell.Variant, opts Options) (stage, error) {
	s, err := beam.NewSearcher(v, set.Scans[0].Width, opts.MaxMemory)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, b *freecell.Board, limit int64) (scan.Result, error) {
		if own := int64(set.Limit); own > 0 && (limit == 0 || own < limit) {
			limit = own
		}
		r, err := s.Search(ctx, b, limit)
		result := scan.Result{Verdict: scan.Unsolved, Checked: r.Visited, Generated: r.Seen, Stored: r.Seen, Moves: r.Moves, Bytes: r.Bytes}
		switch {
		case r.Solved:
			result.Verdict = scan.Solved
		case r.Limit != "":
			result.Verdict, result.Reason = scan.Limit, r.Limit
		}
		return result, err
	}, nil
}

// newExhaust returns the last stage by package exhaust.
func newExhaust(set scan.Set, v freecell.Variant, opts Options) (stage, error) {
	if !set.Atomic(v) {
		return nil, ErrExhaust
	}
	e := *opts.Exhaust
	e.Prune = set.Scans[0].Prune
	e.MaxMemory = opts.MaxMemory
	return func(ctx context.Context, b *freecell.Board, limit int64) (scan.Result, error) {
		e.MaxStates = limit
		r, err := exhaust.Search(ctx, b, e)
		return scan.Result{
			Verdict: scan.Verdict(r.Verdict), Reason: r.Reason, Checked: r.States, Generated: r.States, Stored: r.States, Moves: r.Moves, Bytes: r.Bytes,
		}, err
	}, nil
}

// Solve runs the plan on a board. Iterations and generated states are counted over
// all stages; stored states and bytes are those of the stage that had the most.
func (s *Solver) Solve(ctx context.Context, b *freecell.Board) (scan.Result, error) {
	var total scan.Result
	for _, run := range s.stages {
		left := int64(0)
		if s.opts.Limit > 0 {
			left = s.opts.Limit - total.Checked
		}
		result, err := run(ctx, b, left)
		if err != nil {
			return result, err
		}
		result.Checked += total.Checked
		result.Generated += total.Generated
		result.Stored = max(result.Stored, total.Stored)
		result.Bytes = max(result.Bytes, total.Bytes)
		total = result
		answered := total.Verdict == scan.Solved || total.Verdict == scan.Unsolvable
		if s.opts.Limit > 0 && total.Checked >= s.opts.Limit && !answered {
			total.Verdict, total.Reason = scan.Limit, fmt.Sprintf("%d iterations", s.opts.Limit)
			return total, nil
		}
		if answered || s.opts.MaxMemory > 0 && total.Bytes > s.opts.MaxMemory {
			return total, nil
		}
	}
	return total, nil
}
