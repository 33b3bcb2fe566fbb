package scan

import (
	"fmt"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/repr"
)

// simonScans are scan texts of the scans of Simple Simon in fixtures.
var simonScans = map[string]string{
	"simon":         "--method soft-dfs -to abcdefgh",
	"simon_i":       "--method soft-dfs -to abcdefghi",
	"simon_astar":   "--method a-star -to abcdefgh",
	"simon_astar_i": "--method a-star -asw 0.3,0.1,0.2,0.1,0.2,0.1 -to iabcdefgh",
	"simon_bfs":     "--method bfs -to abcdefgh -mi 2000",
	"simon_random":  "--method random-dfs -to [abc][defgh] -seed 5",
	"simon_opt":     "--method soft-dfs -to abcdefgh -opt",
	"simon_set": "--method soft-dfs -to abcdefgh -step 40 -nst --method a-star -to abcdefghi -step 30 -nst " +
		"--method random-dfs -to [abcde] -seed 9 -step 10",
}

// TestSimonReference runs scans of Simple Simon that the reference ran too.
func TestSimonReference(t *testing.T) {
	checkReference(t, "freecell/simon.tsv", "simple_simon", simonScans)
}

// TestSimonTwin runs scans in Simple Simon and compares with the slow twin.
func TestSimonTwin(t *testing.T) {
	v, err := freecell.VariantByName("simple_simon")
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{
		"--method soft-dfs",
		"--method soft-dfs -to abcdefghi -sp r:tf",
		"--method random-dfs -to [ab][cdefgh] -seed 8",
		`--method random-dfs -to ab[cdefi]=asw(1,0,2,1,0,1) -dto2 9,[abcdefgh]=asw(3,20,10,0,1) -seed 3`,
		"--method bfs -to abcdefghi",
		"--method bfs -to hgfedcba",
		"--method a-star -sp r:tf",
		"--method a-star -to iabcdefgh -asw 0.2,0.8,0.1,0.1,0.3,0.2 -opt",
		"--method soft-dfs -step 20 -nst --method a-star -step 30 -nst --method random-dfs -to [abcde] --reparent-states -opt",
	}
	for i, text := range texts {
		set, err := Parse("text", text)
		if err != nil {
			t.Fatal(err)
		}
		set.Limit = 400
		r, err := NewRunner(set, v, Options{Repr: []repr.Kind{repr.Debug, repr.Compact, repr.Indirect}[i%3], Dedup: graph.Table})
		if err != nil {
			t.Fatal(err)
		}
		for deal := uint64(1); deal <= 15; deal++ {
			b, err := freecell.Deal(deal, v)
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Solve(t.Context(), b)
			if err != nil {
				t.Fatalf("deal %d, %s: %v", deal, text, err)
			}
			if got.Verdict == Solved {
				out, err := freecell.Check("", b, freecell.Steps(got.Moves))
				if err != nil || !out.Board.Solved() {
					t.Errorf("deal %d, %s: the solution is not one: %v", deal, text, err)
				}
			}
			want := runTwin(set, b, nil)
			if set.Optimize && got.Verdict == Solved && want.checked == set.Limit {
				want.status, want.moves = "solved", got.Moves // unlike the reference, we keep what -opt was to shorten
			}
			status := map[Verdict]string{Solved: "solved", Unsolved: "unsolved", Limit: "intractable"}[got.Verdict]
			line := fmt.Sprint(status, got.Checked, got.Stored, len(got.Moves))
			if twin := fmt.Sprint(want.status, want.checked, want.generated, len(want.moves)); line != twin {
				t.Errorf("deal %d, %s: %s, the twin has %s", deal, text, line, twin)
			}
		}
	}
}
