package scan

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/repr"
)

// TestTwin runs scans in several games and compares with the slow twin: how they
// end, how many states they check and store, and how long the solution is. Half
// of the deals are end-games, which end before the limit does.
func TestTwin(t *testing.T) {
	texts := []string{
		"--method soft-dfs -to 0123456789",
		"--method soft-dfs -to 01ABCDE -sp r:tf",
		"--method random-dfs -to [01][23456789] -seed 8 -sp r:tf",
		`--method random-dfs -to 01[2345j]=asw(1) -dto2 "9,[01234]=asw(3,20,10,0,1)" -seed 3`,
		"--method bfs -to 01ABCDE",
		"--method a-star -asw 0.2,0.8,0.1,0.1,0.3,0.2 -sp r:tf",
		"--method soft-dfs -to 01ABCDE --reparent-states -opt",
		"--method a-star -sp r:tf -opt",
		"--method bfs --reparent-states",
		`--method soft-dfs -to 0123467 -step 10 --st-name a -nst --method a-star -to 01ABCDE23 -sp r:tf -step 7 --st-name b -nst
			--method random-dfs -to [0123][467ABCDE] -seed 9 -sp r:tf -step 30 --st-name c --prelude 20@b,13@a -opt`,
		`--method random-dfs -to [01][ABCDE] -step 5 -nst --method bfs -to 01ABCDE -step 4 -nst --method soft-dfs -to EDCBA10 -step 3 --reparent-states`,
		`--method a-star -to 01AB -step 5 -nst --method soft-dfs -to 01ABCDE -step 40 -sp r:tf --scans-synergy none`,
	}
	for _, game := range []string{"freecell", "bakers_game", "forecell", "eight_off", "seahaven_towers", "relaxed_freecell", "streets_and_alleys"} {
		v, err := freecell.VariantByName(game)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range texts {
			text := strings.Join(strings.Fields(text), " ")
			set, err := Parse("text", text)
			if err != nil {
				t.Fatal(err)
			}
			set.Limit = []int{300, 150}[i%2]
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
				if deal%2 == 0 {
					endGame(b, 16)
				}
				got, err := r.Solve(t.Context(), b)
				if err != nil {
					t.Fatalf("%s deal %d, %s: %v", game, deal, text, err)
				}
				want := runTwin(set, b, nil)
				status := map[Verdict]string{Solved: "solved", Unsolved: "unsolved", Unsolvable: "unsolved", Limit: "intractable"}[got.Verdict]
				if got.Verdict == Solved && set.Optimize && want.checked == set.Limit {
					want.status, want.moves = "solved", got.Moves // unlike the reference, we keep what -opt was to shorten
				}
				line := fmt.Sprint(status, got.Checked, got.Stored, len(got.Moves))
				if twin := fmt.Sprint(want.status, want.checked, want.generated, len(want.moves)); line != twin {
					t.Errorf("%s deal %d, %s: %s, the twin has %s", game, deal, text, line, twin)
				}
			}
		}
	}
}

// endGame leaves so many cards, those of the highest ranks, and takes the others
// home from wherever they lie.
func endGame(b *freecell.Board, left int) {
	low := freecell.King - freecell.Rank(left/4) // the highest rank that is home
	for i := range b.Foundations {
		b.Foundations[i] = low
	}
	for i, col := range b.Columns {
		b.Columns[i] = slices.DeleteFunc(col, func(c freecell.Card) bool { return c.Rank() <= low })
	}
}
