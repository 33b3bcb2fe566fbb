package pdfs

import (
	"fmt"
	"testing"

	"puzzlekit/engines/freecell"
)

// TestKnownStates searches deals that have no solution to the end, and holds the
// number of different states against those that the reference, Freecell Solver
// 6.16.0, stores for the same scan.
func TestKnownStates(t *testing.T) {
	for _, test := range []struct {
		deal   uint64
		scan   string
		states int
	}{
		{11982, "-to 01ABCDE -sp r:tf", 61809},
		{11982, "-to 01ABCDE", 83239},
		{6, "--freecells-num 0", 6},
		{6, "--freecells-num 1", 85},
		{7, "--freecells-num 0", 278},
		{9, "--freecells-num 0", 5},
		{9, "--freecells-num 1", 74},
	} {
		t.Run(fmt.Sprintf("deal=%d/%s", test.deal, test.scan), func(t *testing.T) {
			t.Parallel()
			w, _ := dealt(t, test.deal, test.scan, 16<<20)
			pos := w.walk.(*walker[freecell.Key]).pos
			states := map[freecell.Key]bool{}
			iterations := int64(0)
			for {
				entered, status, err := w.Run(1)
				if err != nil || status == Solved {
					t.Fatalf("status %v at %v, %v", status, w.At(nil), err)
				}
				iterations += entered
				if status == Exhausted {
					break
				}
				var k freecell.Key
				pos.StateKey(&k)
				states[k] = true
			}
			if len(states) != test.states {
				t.Errorf("%d different states, want %d", len(states), test.states)
			}
			// A full bucket of the cache forgets a state now and then.
			if n := w.Expanded(); n < int64(test.states) || n > int64(test.states)*101/100 {
				t.Errorf("%d states were searched on, want %d and hardly more", n, test.states)
			}

			again, _ := dealt(t, test.deal, test.scan, 16<<20)
			entered, status, err := again.Run(1 << 40)
			if err != nil || status != Exhausted || entered != iterations || again.Expanded() != w.Expanded() {
				t.Errorf("the second time: %d iterations, %d searched on, %v, %v; the first time %d and %d",
					entered, again.Expanded(), status, err, iterations, w.Expanded())
			}
		})
	}
}

// TestKnownSolutions finds solutions and has them checked.
func TestKnownSolutions(t *testing.T) {
	for _, test := range []struct {
		deal uint64
		scan string
	}{
		{1, ""},
		{24, "-sp r:tf"},
		{24, ""},
		{617, "-sp r:tf"},
		{1941, "-sp r:tf"},
		{1 << 31, "-sp r:tf"},
		{1 << 32, "-sp r:tf"},
		{3, "--freecells-num 3"},
		{24, "--game bakers_game -sp r:tf"},
		{24, "--game ko_bakers_game"},
		{24, "--game eight_off -sp r:tf"},
		{24, "--game seahaven_towers"},
		{2, "--game die_schlange -sp r:tf"},
		{4, "--game der_katz"},
	} {
		t.Run(fmt.Sprintf("deal=%d/%s", test.deal, test.scan), func(t *testing.T) {
			t.Parallel()
			w, b := dealt(t, test.deal, test.scan, 64<<20)
			entered, status, err := w.Run(1_000_000)
			if err != nil || status != Solved {
				t.Fatalf("status %v after %d iterations, %v", status, entered, err)
			}
			moves, err := b.Play(w.Moves())
			if err != nil {
				t.Fatal(err)
			}
			out, err := freecell.Check("", b, freecell.Steps(moves))
			if err != nil || !out.Board.Solved() {
				t.Errorf("the solution is none: %v\n%s", err, out.Board)
			}

			// The same state is solved for whoever replays its coordinates.
			server, _ := dealt(t, test.deal, test.scan, 0)
			if err := server.Start(w.At(nil)); err != nil || !server.Solved() {
				t.Errorf("replayed: solved %v, %v", server.Solved(), err)
			}
		})
	}
}
