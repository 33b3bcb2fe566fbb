package fcc

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
)

// line is an entry of a run by texts.
type line struct {
	state State
	count int
	moves []byte
}

// runByTexts explores a graph fingerprint by fingerprint, through the texts of
// entries and reports alone, and merges them in the plainest way. It hands each
// report to see.
func runByTexts(t *testing.T, g *Game, see func(f Fingerprint, entries int, blocks []*Block)) {
	t.Helper()
	pending := map[int]map[Fingerprint]map[State]line{}
	add := func(l line) {
		depth := l.state.Depth()
		if pending[depth] == nil {
			pending[depth] = map[Fingerprint]map[State]line{}
		}
		group := pending[depth][l.state.Fingerprint]
		if group == nil {
			group = map[State]line{}
			pending[depth][l.state.Fingerprint] = group
		}
		old, ok := group[l.state]
		if !ok || cmp.Or(cmp.Compare(l.count, old.count), bytes.Compare(l.moves, old.moves)) < 0 {
			group[l.state] = l
		}
	}
	add(line{state: g.Start})
	for depth := range 2*cards + 1 {
		for f, group := range pending[depth] {
			var lines []line
			for _, l := range group {
				lines = append(lines, l)
			}
			sort.Slice(lines, func(i, j int) bool {
				a, b := lines[i], lines[j]
				return cmp.Or(cmp.Compare(a.count, b.count), strings.Compare(a.state.String(), b.state.String())) < 0
			})
			var text []byte
			for _, l := range lines {
				text = AppendEntry(text, l.state, l.count, l.moves)
			}
			list, err := g.ReadEntries("entries", bytes.NewReader(text), f)
			if err != nil {
				t.Fatal(err)
			}
			var report bytes.Buffer
			w := NewReportWriter(&report)
			stats, err := g.Components(t.Context(), list, func(dst []byte, entry int) ([]byte, error) {
				return g.ReadMoves(dst, bytes.NewReader(text), list.Offsets[entry])
			}, w.Write)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Close(stats.MaxCount); err != nil {
				t.Fatal(err)
			}
			var blocks []*Block
			maxCount, err := g.ReadReport("report", report.Bytes(), func(b *Block) error {
				blocks = append(blocks, b)
				for _, d := range b.Derived {
					add(line{d.State, d.Count, d.Moves})
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if maxCount != stats.MaxCount {
				t.Fatalf("at most %d moves, want %d", maxCount, stats.MaxCount)
			}
			see(f, len(lines), blocks)
		}
		delete(pending, depth)
	}
}

// TestKnownComponents holds every component of small graphs, as the reports have
// them, against those of two other programs; every derived state's moves lead to
// it.
func TestKnownComponents(t *testing.T) {
	games := map[string]*Game{}
	want := map[string][]string{}
	row := func(f string, depth int, least string, numbers ...int) string {
		return fmt.Sprintln(f, depth, least, numbers)
	}
	for _, r := range readTable(t, "tiny.fccs.tsv") {
		name := r["board"] + "/" + r["freecells"] + "/" + r["prune_horne"]
		if games[name] == nil {
			if strings.Contains(name, "HCDS-r3-c3") {
				continue // its board is not among those that came with the counts
			}
			games[name] = gameOf(t, r)
		}
		num := func(column string) int {
			var n int
			fmt.Sscan(r[column], &n)
			return n
		}
		want[name] = append(want[name], row(r["fingerprint"], num("relative_depth"), r["least_moves"],
			num("states"), num("entries"), num("consumed"), num("reachable_nonconsumed"), num("derived")))
	}
	if len(games) < 6 {
		t.Fatalf("%d graphs", len(games))
	}
	for name, g := range games {
		var got []string
		counts := map[State]int{g.Start: 0}
		runByTexts(t, g, func(f Fingerprint, entries int, blocks []*Block) {
			for _, b := range blocks {
				got = append(got, row(f.String(), f.Depth()-g.Start.Depth(), fmt.Sprint(counts[b.Lead]),
					int(b.States), 1+len(b.Consumed)+len(b.Reachable), len(b.Consumed), len(b.Reachable), len(b.Derived)))
				entries -= 1 + len(b.Consumed) + len(b.Reachable)
				for i, d := range b.Derived {
					if n, ok := counts[d.State]; !ok || d.Count < n {
						counts[d.State] = d.Count
					}
					checkMoves(t, g, d)
					if i > 0 && compareDerived(b.Derived[i-1], d) >= 0 {
						t.Errorf("%s: derived states %v and %v are not in order", name, b.Derived[i-1], d)
					}
				}
			}
			if entries != 0 {
				t.Errorf("%s: the components of %v have %d entries too few", name, f, entries)
			}
		})
		slices.Sort(got)
		slices.Sort(want[name])
		if !slices.Equal(got, want[name]) {
			t.Errorf("%s: got %d components, want %d:\n%s", name, len(got), len(want[name]), firstDifference(got, want[name]))
		}
	}
}

func compareDerived(a, b Derived) int {
	return cmp.Or(strings.Compare(a.Fingerprint.String(), b.Fingerprint.String()),
		cmp.Compare(a.Count, b.Count), strings.Compare(a.String(), b.String()))
}

func firstDifference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "got  " + a[i] + "want " + b[i]
		}
	}
	return "one is longer"
}

// checkMoves plays the moves of a derived state from the start.
func checkMoves(t *testing.T, g *Game, d Derived) {
	t.Helper()
	if len(d.Moves) != d.Count {
		t.Fatalf("%d moves to %v, want %d", len(d.Moves), d.State, d.Count)
	}
	s := g.Start
	var err error
	for _, m := range d.Moves {
		if s, err = g.Play(s, m); err != nil {
			t.Fatal(err)
		}
	}
	if s != d.State {
		t.Fatalf("the moves to %v lead to %v", d.State, s)
	}
}

// TestTextsAgreeWithMemory holds whole runs by texts against those in memory.
func TestTextsAgreeWithMemory(t *testing.T) {
	for _, row := range readTable(t, "endgames.summary.tsv") {
		if len(row["states"]) > 4 {
			continue
		}
		g := gameOf(t, row)
		var got Stats
		runByTexts(t, g, func(f Fingerprint, entries int, blocks []*Block) {
			got.Fingerprints++
			got.Entries += int64(entries)
			got.FCCs += int64(len(blocks))
			distinct := map[State]bool{}
			for _, b := range blocks {
				got.States += b.States
				got.Consumed += int64(len(b.Consumed))
				got.Reachable += int64(len(b.Reachable))
				for _, d := range b.Derived {
					distinct[d.State] = true
				}
			}
			got.Derived += int64(len(distinct))
		})
		have := totals(got)
		delete(have, "max_dist")
		delete(have, "entry_moves_sum")
		compare(t, row["board"]+" "+row["prune"], row, have)
	}
}

// TestShortestSolutions walks back from the solved state.
func TestShortestSolutions(t *testing.T) {
	for _, row := range readTable(t, "endgames.summary.tsv") {
		if row["solvable"] == "no" || len(row["states"]) > 6 {
			continue
		}
		g := gameOf(t, row)
		res, err := g.Solve(t.Context(), Options{Workers: 1, KeepEntries: true})
		if err != nil {
			t.Fatal(err)
		}
		moves, err := res.Solution(t.Context(), g)
		if err != nil {
			t.Fatalf("%s %s: %v", row["board"], row["prune"], err)
		}
		checkMoves(t, g, Derived{State: State{Fingerprint: Solved}, Count: res.Shortest, Moves: moves})
		list, err := g.Notation(moves)
		if err != nil {
			t.Fatal(err)
		}
		if row["prune"] == "none" && len(list) != res.Shortest {
			t.Errorf("%s: %d moves, want %d", row["board"], len(list), res.Shortest)
		}
	}
}
