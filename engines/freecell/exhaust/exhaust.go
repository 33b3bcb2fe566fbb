package exhaust

import (
	"context"
	"errors"
	"fmt"

	"puzzlekit/engines/freecell"
)

// Verdict is how a search ended.
type Verdict string

// The verdicts.
const (
	Solved     Verdict = "solved"
	Unsolvable Verdict = "unsolvable" // every state was expanded
	Limit      Verdict = "limit"      // stopped at a limit, which proves nothing
)

// Options are how to search. The zero value is a search by one worker in memory
// without bounds.
type Options struct {
	// Prune takes safe cards home after every move, as r:tf does in scan texts:
	// fewer states, the same verdict.
	Prune bool

	Workers   int   // 0 is 1
	MaxMemory int64 // bytes of states in memory, 0 for no bound
	MaxStates int64 // 0 for no bound; may be passed by a few thousand

	// Progress is called now and then, by one goroutine at a time, if it is not
	// nil.
	Progress func(Progress)
}

// Progress is how far a search is.
type Progress struct {
	States int64 // found
	Depth  int   // of the states that are being expanded, in moves
	Bytes  int64 // in use
}

// Result is what a search came to.
type Result struct {
	Verdict Verdict
	Reason  string          // of Limit
	States  int64           // different ones that were found
	Depth   int             // of the last ones, in moves; pruning counts none
	Moves   []freecell.Move // of Solved
	Bytes   int64           // most in use at one time
}

// ErrGame reports a game that has other moves than those of single cards.
var ErrGame = errors.New("exhaust: cannot search this game")

// Search searches all states that can be reached from b by moves of single cards,
// breadth first. A solution has as few of these as possible, safe cards not
// counted when they go home by Options.Prune; of several it is always the same one.
// The only errors are ctx's and ErrGame.
func Search(ctx context.Context, b *freecell.Board, opts Options) (Result, error) {
	return dispatch(ctx, b, opts)
}

// dispatch chooses how long keys are.
func dispatch(ctx context.Context, b *freecell.Board, opts Options) (Result, error) {
	if b.Variant.WholeSuits {
		return Result{}, fmt.Errorf("%w: %s moves whole sequences", ErrGame, b.Variant.Name)
	}
	opts.Workers = max(opts.Workers, 1)
	if b.Variant.Decks == 2 {
		d := newDeal(b, decksBits(b), opts.Prune, func() codec[[12]uint64] {
			return &decksCodec[[12]uint64]{columns: b.Variant.Columns}
		})
		return inMemory(ctx, d, opts)
	}
	s, err := newSuits(b)
	if err != nil {
		return Result{}, err
	}
	if s.bits > 128 {
		d := newDeal(b, s.bits, opts.Prune, func() codec[[3]uint64] { return &suitsCodec[[3]uint64]{suits: s} })
		return inMemory(ctx, d, opts)
	}
	d := newDeal(b, s.bits, opts.Prune, func() codec[[2]uint64] { return &suitsCodec[[2]uint64]{suits: s} })
	return inMemory(ctx, d, opts)
}
