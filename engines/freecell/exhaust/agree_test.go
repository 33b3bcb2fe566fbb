package exhaust_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/exhaust"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
	"puzzlekit/engines/freecell/repr"
	"puzzlekit/engines/freecell/scan"
)

// TestAllAgree searches boards breadth first in every way that there is: by scans
// over all representations with all ways to find duplicates, and here by one to
// three workers in memory and in files. The verdict must be one, the scans must
// count the same iterations, and those of a board without a solution are the
// states found here. Every solution passes the check.
func TestAllAgree(t *testing.T) {
	games := pdfstest.Games()
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		v := games[random.IntN(len(games))]
		b := pdfstest.Endgame(random, v, 2+random.IntN(4), random.IntN(4), 3+random.IntN(10))
		prune := random.IntN(2) == 0
		first := search(t, b, exhaust.Options{Prune: prune, MaxStates: 5000})
		if first.Verdict == exhaust.Limit {
			return
		}
		checked := int64(-1)
		for _, kind := range []repr.Kind{repr.Debug, repr.Compact, repr.Indirect} {
			for _, dedup := range []graph.Dedup{graph.Table, graph.Fingerprint, graph.Map} {
				way := fmt.Sprintf("scan, %s, %s", kind, dedup)
				r := bfs(t, b, prune, scan.Options{Repr: kind, Dedup: dedup})
				if string(r.Verdict) != string(first.Verdict) || checked >= 0 && r.Checked != checked {
					t.Fatalf("%s: %v after %d iterations, want %v after %d\n%v", way, r.Verdict, r.Checked, first.Verdict, checked, b)
				}
				checked = r.Checked
				mustSolve(t, way, b, r.Moves, first.Verdict)
			}
		}
		if first.Verdict == exhaust.Unsolvable && first.States != checked {
			t.Fatalf("%d states, but scans made %d iterations\n%v", first.States, checked, b)
		}
		for workers := 1; workers <= 3; workers++ {
			for _, disk := range []exhaust.Disk{nil, newMemoryDisk()} {
				way := fmt.Sprintf("%d workers, in files: %v", workers, disk != nil)
				r := search(t, b, exhaust.Options{Prune: prune, Workers: workers, Disk: disk, MaxMemory: int64(4*v.Decks-3) * little})
				if outcomeOf(r).String() != outcomeOf(first).String() {
					t.Fatalf("%s: %v, want %v\n%v", way, outcomeOf(r), outcomeOf(first), b)
				}
				mustSolve(t, way, b, r.Moves, first.Verdict)
			}
		}
	})
}

// bfs runs a breadth-first scan.
func bfs(t *rapid.T, b *freecell.Board, prune bool, opts scan.Options) scan.Result {
	text := "--method bfs -to 01ABCDE"
	if prune {
		text += " -sp r:tf"
	}
	set, err := scan.Parse("bfs", text)
	if err != nil {
		t.Fatal(err)
	}
	runner, err := scan.NewRunner(set, b.Variant, opts)
	if err != nil {
		t.Fatal(err)
	}
	r, err := runner.Solve(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mustSolve plays the moves of a solved search.
func mustSolve(t *rapid.T, way string, b *freecell.Board, moves []freecell.Move, verdict exhaust.Verdict) {
	if verdict != exhaust.Solved {
		return
	}
	out, err := freecell.Check("", b, freecell.Steps(moves))
	if err != nil || !out.Board.Solved() {
		t.Fatalf("%s: the solution does not pass the check: %v\n%v", way, err, b)
	}
}
