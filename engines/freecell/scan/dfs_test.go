package scan

import (
	"fmt"
	"strings"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/repr"
	"puzzlekit/fixtures"
)

// referenceScans are scan texts of the scans in fixtures.
var referenceScans = map[string]string{
	"softdfs":    "--method soft-dfs -to 0123456789",
	"atomic":     "--method soft-dfs -to 01ABCDE",
	"atomic_rtf": "--method soft-dfs -to 01ABCDE -sp r:tf",
	"astar":      "--method a-star",
	"astar_rtf":  "--method a-star -sp r:tf",
	"random24":   "--method random-dfs -to [01][23456789] -seed 24",
	"random8":    "--method random-dfs -to [01][23456789] -seed 8",
}

// TestReference runs scans that the reference ran too.
func TestReference(t *testing.T) {
	checkReference(t, "freecell/reference.tsv", "freecell", referenceScans)
}

// checkReference runs scans of a file in fixtures: status, states checked and
// stored, and the length of the solution must agree.
func checkReference(t *testing.T, file, game string, scans map[string]string) {
	data, err := fixtures.FreeCell.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	v, err := freecell.VariantByName(game)
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		f := strings.Split(line, "\t")
		text, ok := scans[f[1]]
		if !ok {
			continue
		}
		met++
		var deal uint64
		if _, err := fmt.Sscan(f[0], &deal); err != nil {
			t.Fatal(err)
		}
		b, err := freecell.Deal(deal, v)
		if err != nil {
			t.Fatal(err)
		}
		set, err := Parse(f[1], text)
		if err != nil {
			t.Fatal(err)
		}
		kinds := []repr.Kind{repr.Debug, repr.Compact, repr.Indirect}
		if len(f[3]) > 4 {
			kinds = kinds[1:2] // what is long is not run three times
		}
		for _, kind := range kinds {
			r, err := NewRunner(set, v, Options{Repr: kind, Dedup: graph.Table, Limit: 500_000})
			if err != nil {
				t.Fatal(err)
			}
			res, err := r.Solve(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			status, moves := map[Verdict]string{Solved: "solved", Unsolved: "unsolved", Unsolvable: "unsolved", Limit: "intractable"}[res.Verdict], "None"
			if res.Verdict == Solved {
				moves = fmt.Sprint(len(res.Moves))
				out, err := freecell.Check("", b, freecell.Steps(res.Moves))
				if err != nil || !out.Board.Solved() {
					t.Errorf("deal %d, %s: the solution is not one: %v", deal, f[1], err)
				}
			}
			got := fmt.Sprintf("%s\t%d\t%d\t%s", status, res.Checked, res.Stored, moves)
			if want := strings.Join(f[2:], "\t"); got != want {
				t.Errorf("deal %d, %s, %s: %s, expected %s", deal, f[1], kind, got, want)
			}
		}
	}
	if met == 0 {
		t.Error("no reference scans")
	}
}
