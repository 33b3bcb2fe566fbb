package exhaust

import (
	"context"

	"puzzlekit/engines/freecell"
)

// SearchWithBuffers searches a one-deck game in files, with buffers of so many
// keys.
func SearchWithBuffers(ctx context.Context, b *freecell.Board, opts Options, keys int) (Result, error) {
	suits, err := newSuits(b)
	if err != nil {
		return Result{}, err
	}
	d := newDeal(b, suits.bits, opts.Prune, func() codec[key] { return &suitsCodec[key]{suits: suits} })
	s, err := newDiskSearch(d, opts)
	if err != nil {
		return Result{}, err
	}
	for _, w := range s.workers {
		w.buffer = make([]key, 0, keys)
	}
	return s.run(ctx)
}
