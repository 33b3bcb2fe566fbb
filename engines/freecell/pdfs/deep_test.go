package pdfs

import (
	"errors"
	"runtime/debug"
	"slices"
	"testing"

	"puzzlekit/engines/freecell"
)

// dealt returns a walker of a deal, and the board.
func dealt(t testing.TB, n uint64, scan string, deadEnds int64) (*Walker, *freecell.Board) {
	t.Helper()
	s, err := ParseScan(scan)
	if err != nil {
		t.Fatal(err)
	}
	b, err := freecell.Deal(n, s.Variant)
	if err != nil {
		t.Fatal(err)
	}
	return NewWalker(b, s, NewDeadEnds(deadEnds, s.Variant.Decks)), b
}

// TestDeepWalk goes more than 100,000 levels down, which is quick when no card
// may go home, with a stack that would not hold a call for each of them.
func TestDeepWalk(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	const deep = 100_000
	w, _ := dealt(t, 24, "-to EDCBA", 16<<20)
	for w.Depth() < deep {
		entered, status, err := w.Run(10_000)
		if status != Working || err != nil {
			t.Fatalf("status %v at depth %d: %v", status, w.Depth(), err)
		}
		if entered < 10_000 {
			t.Fatalf("%d states entered", entered)
		}
	}
	at, widths, solved, moves := w.At(nil), w.Widths(nil), w.Solved(), w.Moves()
	given := w.Delegate(3, 10)
	if len(given) != 3 || len(given[2]) < deep-10 {
		t.Fatalf("at depth %d the walk gives away %v", w.Depth(), given)
	}

	other, _ := dealt(t, 24, "-to EDCBA", 0)
	for _, seq := range append(given, at) {
		if err := other.Start(seq); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(other.At(nil), seq) {
			t.Fatalf("started at %v and is at %v", seq, other.At(nil))
		}
	}
	if !slices.Equal(other.Widths(nil), widths) || other.Solved() != solved || !slices.Equal(other.Moves(), moves) {
		t.Errorf("two walks at %v do not agree", at)
	}
	for _, back := range []*Walker{w, other} {
		if err := back.Start(nil); err != nil || back.Depth() != 0 || back.StoredKeys() != 1+int(widths[0]) {
			t.Errorf("back at the root: %v, depth %d, %d keys", err, back.Depth(), back.StoredKeys())
		}
	}
}

// TestTooDeep makes walks with a lower limit run into it.
func TestTooDeep(t *testing.T) {
	const limit = 1000
	w, _ := dealt(t, 24, "-to EDCBA", 16<<20)
	inner := w.walk.(*walker[freecell.Key])
	inner.deepest = limit
	for range 2 {
		inner.dead.clear()
		_, _, err := w.Run(100_000)
		if !errors.Is(err, ErrDepth) {
			t.Fatal(err)
		}
		if w.Depth() != limit {
			t.Fatalf("the walk is at depth %d, want %d", w.Depth(), limit)
		}
		at := w.At(nil)
		if err := w.Start(at.Next(0)); !errors.Is(err, ErrNoState) {
			t.Fatal(err)
		}
		if entered, status, err := w.Run(1); entered != 0 || status != Exhausted || err != nil {
			t.Fatalf("after a start that failed: %d states entered, %v, %v", entered, status, err)
		}
		if err := w.Start(at); err != nil {
			t.Fatal(err)
		}
		if err := w.Start(nil); err != nil {
			t.Fatal(err)
		}
	}
}
