package preset

import (
	"context"
	"fmt"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/scan"
)

// Solver runs a plan on boards of one variant, one after the other, and keeps its
// memory between them. It is for one goroutine.
type Solver struct {
	runners []*scan.Runner
	limit   int64
}

// NewSolver returns a solver. The limit of the options holds for all stages
// together.
func NewSolver(plan Plan, v freecell.Variant, opts scan.Options) (*Solver, error) {
	s := &Solver{limit: opts.Limit}
	for _, set := range plan {
		r, err := scan.NewRunner(set, v, opts)
		if err != nil {
			return nil, err
		}
		s.runners = append(s.runners, r)
	}
	return s, nil
}

// Solve runs the plan on a board. Iterations are counted over all stages; the
// states and bytes are those of the stage that had the most.
func (s *Solver) Solve(ctx context.Context, b *freecell.Board) (scan.Result, error) {
	var total scan.Result
	for i, r := range s.runners {
		if s.limit > 0 {
			r.SetLimit(s.limit - total.Checked)
		}
		result, err := r.Solve(ctx, b)
		if err != nil {
			return result, err
		}
		result.Checked += total.Checked
		result.Stored = max(result.Stored, total.Stored)
		result.Bytes = max(result.Bytes, total.Bytes)
		total = result
		switch {
		case total.Verdict == scan.Solved || total.Verdict == scan.Unsolvable || i == len(s.runners)-1:
			return total, nil
		case s.limit > 0 && total.Checked >= s.limit:
			total.Verdict, total.Reason = scan.Limit, fmt.Sprintf("%d iterations", s.limit)
			return total, nil
		}
	}
	return total, nil
}
