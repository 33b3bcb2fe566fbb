package pdfsnet

import (
	"fmt"
	"log/slog"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

// The verdict does not depend on how many workers there are, and a solution is
// one by the rules that players know.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		deal      uint64
		freeCells int
		verdict   Verdict
	}{
		{11982, 4, Unsolvable}, // the one impossible deal of the first 32,000
		{32, 2, Unsolvable},
		{25, 2, Unsolvable},
		{24, 4, Solved},
		{30, 1, Solved},
	} {
		scan := mustScan(t, fmt.Sprintf("--freecells-num %d %s", c.freeCells, pdfs.DefaultScan))
		board, err := freecell.Deal(c.deal, scan.Variant)
		if err != nil {
			t.Fatal(err)
		}
		for workers, way := range map[int]string{1: overPipe, 2: overTCP, 3: overPipe, 8: overTCP} {
			t.Run(fmt.Sprintf("deal=%d/freecells=%d/workers=%d/%s", c.deal, c.freeCells, workers, way), func(t *testing.T) {
				s := serve(t, Config{
					Board: board, Scan: scan, Log: slog.New(slog.DiscardHandler),
					CycleLen: 1000, DepthAllocDelta: pdfs.MaxDepth,
				}, way)
				s.workers(t, workers, 64<<20)
				r := s.end(t)
				if r.Verdict != c.verdict {
					t.Fatalf("%s: expected %s", r.Verdict, c.verdict)
				}
				if r.Verdict != Solved {
					return
				}
				moves, err := board.Play(r.Moves)
				if err != nil {
					t.Fatal(err)
				}
				outcome, err := freecell.Check("solution", board, freecell.Steps(moves))
				if err != nil || !outcome.Board.Solved() {
					t.Errorf("not a solution: %v", err)
				}
			})
		}
	}
}

// A search whose tests do not derive every move proves nothing when it ends.
func TestUnsolved(t *testing.T) {
	scan := mustScan(t, "--freecells-num 0 -to 01AB")
	board, err := freecell.Deal(4, scan.Variant)
	if err != nil {
		t.Fatal(err)
	}
	tr := newTreeOf(t, board, scan)
	s := serve(t, tr.config(), overPipe)
	s.workers(t, 2, 0)
	if r := s.end(t); r.Verdict != Unsolved {
		t.Errorf("verdict %s, want %s", r.Verdict, Unsolved)
	}
}
