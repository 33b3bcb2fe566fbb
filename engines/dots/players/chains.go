package players

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/coins"
)

// chainsPlayer plays by the theory of chains (Berlekamp, "The Dots and Boxes
// Game", 2000). It looks one move ahead, to the quiet position behind it, and
// estimates that one.
//
// It double-deals because of how a capture is valued: when the quiet position is
// bad enough for the seat to move there, two coins of a chain or four of a loop
// are left to the opponent. It keeps the long-chain rule because a quiet position
// is estimated by what becomes of it: safe lines are drawn at random to the last
// one, many times, and who has to open the first long chain then loses them
// all. The line is drawn after which that is most often the opponent.
type chainsPlayer struct {
	rng *rand.Rand
}

// Move draws the line with the best estimate.
func (c *chainsPlayer) Move(ctx context.Context, p *dots.Position) (dots.Line, error) {
	if err := ready(ctx, p); err != nil {
		return dots.Line{}, err
	}
	g := coins.New(p)
	line := g.Line(c.choose(ctx, g))
	return line, ready(ctx, p)
}

const (
	// playoutStrings bounds the work for a move: so many strings are cut in playouts.
	playoutStrings = 150_000
	// maxPlayouts bounds the playouts of one position; more change nothing.
	maxPlayouts = 400
	// maxMoves bounds the moves that are compared; on large boards many are alike.
	maxMoves = 120
)

// choose returns the string to cut.
func (c *chainsPlayer) choose(ctx context.Context, g *coins.Graph) int {
	moves := c.candidates(g)
	playouts := min(max(playoutStrings/(len(moves)*g.Strings()), 2), maxPlayouts)
	deadline := soon(ctx)
	e := newEstimator(g, c.rng)
	best, most := moves[0], math.Inf(-1)
	for i, m := range moves {
		if i > 0 && !deadline.IsZero() && time.Now().After(deadline) {
			break
		}
		value := m.Value(e.quiet(m.After.Quiet, playouts))
		// Of equal moves that which wins something now.
		if value > most || value == most && m.Won > best.Won {
			best, most = m, value
		}
	}
	return best.String
}

// candidates returns the moves to compare, in random order but for those that
// win something first, then those that give little away.
func (c *chainsPlayer) candidates(g *coins.Graph) []coins.Move {
	moves := g.Start().Moves()
	c.rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	slices.SortStableFunc(moves, func(a, b coins.Move) int {
		if a.Won > 0 || b.Won > 0 {
			return cmp.Compare(b.Won, a.Won)
		}
		return cmp.Compare(a.After.Won, b.After.Won)
	})
	return moves[:min(len(moves), maxMoves)]
}

// soon returns a time a little before the deadline of ctx, zero without one.
func soon(ctx context.Context) time.Time {
	deadline, ok := ctx.Deadline()
	if !ok {
		return time.Time{}
	}
	left := time.Until(deadline)
	return deadline.Add(-min(left/5, 50*time.Millisecond))
}
