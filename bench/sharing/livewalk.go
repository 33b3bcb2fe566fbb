package sharing

import (
	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

// Search is a search that simulated clients really walk, past solutions.
type Search struct {
	Board *freecell.Board
	Scan  pdfs.Scan

	// Share clients, like those of one process, have a cache of DeadEnds bytes
	// together. 0 bytes is no cache.
	Share    int
	DeadEnds int64

	cache *pdfs.DeadEnds
}

// walk returns the walk of client i; they are made in order.
func (s *Search) walk(i int) *liveWalk {
	if i%s.Share == 0 {
		s.cache = pdfs.NewDeadEnds(s.DeadEnds, s.Board.Variant.Decks)
	}
	return &liveWalk{walker: pdfs.NewWalker(s.Board, s.Scan, s.cache)}
}

// liveWalk is a real walk.
type liveWalk struct {
	walker *pdfs.Walker
	status pdfs.Status
}

func (w *liveWalk) start(at pdfs.CoordSeq) error {
	w.status = pdfs.Working
	return w.walker.Start(at)
}

func (w *liveWalk) blind() bool { return true }

func (w *liveWalk) reach(n int64) (reached int64, err error) {
	for reached < n && w.status != pdfs.Exhausted && err == nil {
		var entered int64
		entered, w.status, err = w.walker.Run(n - reached)
		reached += entered
	}
	return reached, err
}

func (w *liveWalk) run(int64) {}

func (w *liveWalk) over() bool { return w.status == pdfs.Exhausted }

func (w *liveWalk) at() pdfs.CoordSeq { return w.walker.At(nil) }

func (w *liveWalk) delegate(count, delta int) []pdfs.CoordSeq {
	return w.walker.Delegate(count, delta)
}

// shape answers the allocator's questions about a search.
type shape struct {
	walker *pdfs.Walker
	widths []int32
}

func newShape(s *Search) *shape {
	return &shape{walker: pdfs.NewWalker(s.Board, s.Scan, nil)}
}

// Widths is alloc.Tree's.
func (s *shape) Widths(at pdfs.CoordSeq) ([]int32, error) {
	if err := s.walker.Start(at); err != nil {
		return nil, err
	}
	s.widths = s.walker.Widths(s.widths)
	return s.widths, nil
}
