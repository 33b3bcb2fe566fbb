package scan

import (
	"fmt"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/repr"
)

// TestTwin runs scans in several games and compares with the slow twin: how they
// end, how many states they check and store, and how long the solution is.
func TestTwin(t *testing.T) {
	texts := []string{
		"--method soft-dfs -to 0123456789",
		"--method soft-dfs -to 01ABCDE -sp r:tf",
		"--method random-dfs -to [01][23456789] -seed 8 -sp r:tf",
		`--method random-dfs -to 01[2345j]=asw(1) -dto2 "9,[01234]=asw(3,20,10,0,1)" -seed 3`,
		"--method bfs -to 01ABCDE",
		"--method a-star -asw 0.2,0.8,0.1,0.1,0.3,0.2 -sp r:tf",
	}
	for _, game := range []string{"freecell", "bakers_game", "forecell", "eight_off", "seahaven_towers", "relaxed_freecell", "streets_and_alleys"} {
		v, err := freecell.VariantByName(game)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range texts {
			set, err := Parse("text", text)
			if err != nil {
				t.Fatal(err)
			}
			set.Limit = 300
			kind := []repr.Kind{repr.Debug, repr.Compact, repr.Indirect}[i%3]
			r, err := NewRunner(set, v, Options{Repr: kind, Dedup: graph.Table})
			if err != nil {
				t.Fatal(err)
			}
			for deal := uint64(1); deal <= 5; deal++ {
				b, err := freecell.Deal(deal, v)
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.Solve(t.Context(), b)
				if err != nil {
					t.Fatal(err)
				}
				want := runTwin(set, b, nil)
				status := map[Verdict]string{Solved: "solved", Unsolved: "unsolved", Unsolvable: "unsolved", Limit: "intractable"}[got.Verdict]
				line := fmt.Sprint(status, got.Checked, got.Stored, len(got.Moves))
				if twin := fmt.Sprint(want.status, want.checked, want.generated, len(want.moves)); line != twin {
					t.Errorf("%s deal %d, %s: %s, the twin has %s", game, deal, text, line, twin)
				}
			}
		}
	}
}
