package players

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"puzzlekit/engines/dots"
)

// Player chooses lines. It is not safe for concurrent use: every seat has its
// own.
type Player interface {
	// Move returns a line that the seat to move may draw. It does not change p.
	//
	// The deadline of ctx is the time the player may take, not a failure: when
	// it is near, the player answers with the best line it has found. Players
	// that need no time to think ignore it. Move returns an error only when the
	// game is over or ctx was canceled.
	Move(ctx context.Context, p *dots.Position) (dots.Line, error)
}

// Levels are the names of the players, the weakest first.
var Levels = []string{"random", "greedy", "chains", "exact"}

// Options are what New may be told. The zero value is a player that always does
// the same.
type Options struct {
	Seed      uint64 // of everything the player leaves to chance
	Positions int64  // exact: searched for one move at most; 0 as many as the time allows, or 200,000 without a deadline
	Memory    int64  // exact: bytes for the table of positions; 0 for 64 MiB
}

// New returns a new player of the level.
func New(level string, opts Options) (Player, error) {
	rng := rand.New(rand.NewPCG(opts.Seed, 0))
	switch level {
	case "random":
		return &randomPlayer{rng}, nil
	case "greedy":
		return &greedyPlayer{rng}, nil
	case "chains":
		return &chainsPlayer{rng}, nil
	case "exact":
		return &exactPlayer{chains: chainsPlayer{rng}, opts: opts}, nil
	}
	return nil, fmt.Errorf("players: level %q: expected one of %s", level, strings.Join(Levels, ", "))
}

// ready returns an error when there is no line to choose or nobody waits for it.
func ready(ctx context.Context, p *dots.Position) error {
	if p.Over() {
		return fmt.Errorf("players: %w", dots.ErrOver)
	}
	if err := ctx.Err(); errors.Is(err, context.Canceled) {
		return fmt.Errorf("players: %w", err)
	}
	return nil
}

// randomPlayer draws any line.
type randomPlayer struct {
	rng *rand.Rand
}

// Move returns any line.
func (r *randomPlayer) Move(ctx context.Context, p *dots.Position) (dots.Line, error) {
	if err := ready(ctx, p); err != nil {
		return dots.Line{}, err
	}
	skip := r.rng.IntN(p.Free())
	for l := range p.FreeLines() {
		if skip == 0 {
			return l, nil
		}
		skip--
	}
	return dots.Line{}, fmt.Errorf("players: %w", dots.ErrOver)
}
