package fcc

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"puzzlekit/engines/freecell"
)

// table reads a table of testdata: its rows by column name.
func readTable(t *testing.T, name string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	header := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, field := range strings.Split(line, "\t") {
			row[header[i]] = field
		}
		rows = append(rows, row)
	}
	return rows
}

// gameOf returns the game of a row.
func gameOf(t *testing.T, row map[string]string) *Game {
	t.Helper()
	v, err := freecell.VariantByName("freecell")
	if err != nil {
		t.Fatal(err)
	}
	v.FreeCells, err = strconv.Atoi(row["freecells"])
	if err != nil {
		t.Fatal(err)
	}
	prune := row["prune"] == "horne" || row["prune_horne"] == "1"
	var b *freecell.Board
	if n, ok := strings.CutPrefix(row["board"], "ms"); ok {
		deal, err := strconv.ParseUint(n, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		b, err = freecell.Deal(deal, v)
		if err != nil {
			t.Fatal(err)
		}
	} else {
		text, err := os.ReadFile("testdata/boards/" + row["board"])
		if err != nil {
			t.Fatal(err)
		}
		v.Columns = strings.Count(string(text), "\n:")
		if b, err = freecell.ReadBoard(row["board"], strings.NewReader(string(text)), v); err != nil {
			t.Fatal(err)
		}
	}
	g, err := NewGame(b, prune)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestKnownGraphs holds whole graphs against counts by two other programs, in
// total and for each depth.
func TestKnownGraphs(t *testing.T) {
	for _, set := range []string{"ms", "endgames"} {
		depths := map[string][]map[string]string{}
		name := func(row map[string]string) string { return row["board"] + "/" + row["freecells"] + "/" + row["prune"] }
		for _, row := range readTable(t, set+".depth.tsv") {
			depths[name(row)] = append(depths[name(row)], row)
		}
		for _, row := range readTable(t, set+".summary.tsv") {
			t.Run(name(row), func(t *testing.T) {
				g := gameOf(t, row)
				res, err := g.Solve(t.Context(), Options{Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				got := totals(res.Total)
				got["solvable"], got["shortest"] = "no", "-"
				if res.Solvable {
					got["solvable"], got["shortest"] = "yes", fmt.Sprint(res.Shortest)
				}
				got["max_states_per_fp"] = fmt.Sprint(res.Total.Largest)
				got["l1_depth_of_start"] = fmt.Sprint(g.Start.Depth())
				compare(t, "in total", row, got)
				rows := depths[name(row)]
				if len(res.Depths) != len(rows) {
					t.Fatalf("%d depths, want %d", len(res.Depths), len(rows))
				}
				for i, d := range res.Depths {
					got := totals(d.Stats)
					got["depth"] = fmt.Sprint(d.Depth)
					got["min_dist"] = fmt.Sprint(d.MinCount)
					compare(t, fmt.Sprintf("at depth %d", d.Depth), rows[i], got)
				}
			})
		}
	}
}

func totals(s Stats) map[string]string {
	return map[string]string{
		"states": fmt.Sprint(s.States), "fccs": fmt.Sprint(s.FCCs), "fingerprints": fmt.Sprint(s.Fingerprints),
		"entries": fmt.Sprint(s.Entries), "consumed": fmt.Sprint(s.Consumed), "reachable_nonconsumed": fmt.Sprint(s.Reachable),
		"derived_per_fp": fmt.Sprint(s.Derived), "entry_moves_sum": fmt.Sprint(s.CountSum), "max_dist": fmt.Sprint(s.MaxCount),
	}
}

func compare(t *testing.T, where string, want, got map[string]string) {
	t.Helper()
	for k, v := range got {
		if want[k] != v {
			t.Errorf("%s: %s = %s, want %s", where, k, v, want[k])
		}
	}
}
