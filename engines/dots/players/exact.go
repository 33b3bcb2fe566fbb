package players

import (
	"context"
	"errors"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/coins"
	"puzzlekit/engines/dots/solve"
)

// exactPlayer searches for a proof that it wins, and plays what it has proved.
// Before the end is in sight, or when all is lost, it plays like chains.
type exactPlayer struct {
	chains chainsPlayer
	opts   Options
	solver *solve.Solver // of this game, nil before the first search; remembers what was found
	before int64         // positions searched before this move
	limit  int64         // of those for this move; 0 for none
	proved bool
}

const (
	// searchLines is how many free lines a search is tried with. With four more
	// it takes some fifty times as long.
	searchLines = 44
	// defaultPositions is what a move may cost when no limit is given at all.
	defaultPositions = 200_000
)

// errBudget says that a move has cost what it may.
var errBudget = errors.New("players: no positions left")

// Proved reports whether the player has proved at some move that it wins the
// game, whatever the opponent does.
func (e *exactPlayer) Proved() bool { return e.proved }

// Move draws a line that wins as much as can be proved.
func (e *exactPlayer) Move(ctx context.Context, p *dots.Position) (dots.Line, error) {
	line, err := e.chains.Move(ctx, p)
	if err != nil {
		return line, err
	}
	if !e.prepare(p) {
		return line, nil
	}
	e.before, e.limit = e.solver.Positions(), e.opts.Positions
	search, cancel := ctx, context.CancelFunc(func() {})
	if deadline := soon(ctx); !deadline.IsZero() {
		search, cancel = context.WithDeadline(ctx, deadline)
	} else if e.limit == 0 {
		e.limit = defaultPositions
	}
	defer cancel()
	if better, ok := e.search(search, p); ok {
		line = better
	}
	return line, ready(ctx, p)
}

// prepare makes a solver that holds the position, or reports that there are too
// many lines.
func (e *exactPlayer) prepare(p *dots.Position) bool {
	if e.solver != nil && e.solver.Holds(p) {
		return true
	}
	e.solver, e.proved = nil, false
	if len(coins.New(p).Start().Capture().Quiet) > searchLines {
		return false
	}
	var err error
	e.solver, err = solve.New(p, solve.Options{Memory: e.opts.Memory, Tick: e.tick})
	return err == nil
}

// tick ends a search that costs too much.
func (e *exactPlayer) tick() error {
	if e.limit > 0 && e.solver.Positions()-e.before >= e.limit {
		return errBudget
	}
	return nil
}

// search returns a line that wins or ties for sure, and by as much as it has time
// to prove.
func (e *exactPlayer) search(ctx context.Context, p *dots.Position) (line dots.Line, ok bool) {
	lead := p.Score(p.Turn()) - p.Score(1-p.Turn())
	// The margin at the end is lead + value; it has the parity of all boxes.
	margin := 1
	if p.Size().Boxes()%2 == 0 {
		margin = 2
	}
	wins, err := e.solver.AtLeast(ctx, p, margin-lead)
	switch {
	case err != nil:
		return line, false
	case wins:
		e.proved = true
	case margin == 1:
		return line, false
	default:
		margin = 0
		if ties, err := e.solver.AtLeast(ctx, p, -lead); err != nil || !ties {
			return line, false
		}
	}
	for {
		better, found, err := e.solver.Line(ctx, p, margin-lead)
		if err != nil || !found {
			return line, ok
		}
		line, ok = better, true
		margin += 2
		if more, err := e.solver.AtLeast(ctx, p, margin-lead); err != nil || !more {
			return line, ok
		}
	}
}
