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
	MaxStates int64 // 0 for no bound; may be passed by a few thousand

	// MaxMemory is the most bytes of states in memory. Without a Disk the search
	// stops there, and 0 is for no bound; with one it goes on in files, and 0 is for
	// DiskMemory.
	MaxMemory int64

	// Disk is where states are kept, nil for memory.
	Disk Disk

	// Progress is called now and then, by one goroutine at a time, if it is not
	// nil.
	Progress func(Progress)
}

// Progress is how far a search is.
type Progress struct {
	States int64 // found
	Depth  int   // of the states that are being expanded, in moves
	Bytes  int64 // of memory, in use
}

// Result is what a search came to.
type Result struct {
	Verdict Verdict
	Reason  string          // of Limit
	States  int64           // different ones that were found
	Depth   int             // of the last ones, in moves; pruning counts none
	Moves   []freecell.Move // of Solved
	Bytes   int64           // of memory, the most in use at one time
	Disk    int64           // bytes of files, the most at one time
}

// ErrGame reports a game that has other moves than those of single cards.
var ErrGame = errors.New("exhaust: cannot search this game")

// Search searches all states that can be reached from b by moves of single cards,
// breadth first. A solution has as few of these as possible, safe cards not
// counted when they go home by Options.Prune; of several it is always the same one.
// The errors are ctx's, ErrGame, and those of Options.Disk, with the name of the
// file: what Disk returns, or ErrDamaged. All files have been removed then, as far
// as Disk could.
func Search(ctx context.Context, b *freecell.Board, opts Options) (Result, error) {
	if b.Variant.WholeSuits {
		return Result{}, fmt.Errorf("%w: %s moves whole sequences", ErrGame, b.Variant.Name)
	}
	opts.Workers = max(opts.Workers, 1)
	if b.Variant.Decks == 2 {
		d := newDeal(b, decksBits(b), opts.Prune, func() codec[[12]uint64] {
			return &decksCodec[[12]uint64]{columns: b.Variant.Columns}
		})
		return searchDeal(ctx, d, opts)
	}
	s, err := newSuits(b)
	if err != nil {
		return Result{}, err
	}
	if s.bits > 128 {
		d := newDeal(b, s.bits, opts.Prune, func() codec[[3]uint64] { return &suitsCodec[[3]uint64]{suits: s} })
		return searchDeal(ctx, d, opts)
	}
	d := newDeal(b, s.bits, opts.Prune, func() codec[[2]uint64] { return &suitsCodec[[2]uint64]{suits: s} })
	return searchDeal(ctx, d, opts)
}

func searchDeal[K words](ctx context.Context, d deal[K], opts Options) (Result, error) {
	if opts.Disk != nil {
		s, err := newDiskSearch(d, opts)
		if err != nil {
			return Result{}, err
		}
		return s.run(ctx)
	}
	return newSearch(d, opts).run(ctx)
}
