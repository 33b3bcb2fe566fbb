package bench

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/exhaust"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/repr"
	"puzzlekit/engines/freecell/scan"
	"puzzlekit/internal/scratch"
)

// games are the games of the suites scans and memory: one of each kind of rules,
// two decks, and columns of 13 cards and more.
var games = []string{"freecell", "bakers_game", "eight_off", "simple_simon", "der_katz", "four_columns"}

// board deals a game, with its usual number of free cells if cells is negative.
// Four columns are two of FreeCell's on one another each, with four more free cells.
func board(game string, deal uint64, cells int) (*freecell.Board, error) {
	name := game
	if game == "four_columns" {
		name = "freecell"
	}
	v, err := freecell.VariantByName(name)
	if err != nil {
		return nil, err
	}
	if cells >= 0 {
		v.FreeCells = cells
	}
	b, err := freecell.Deal(deal, v)
	if err != nil || game != "four_columns" {
		return b, err
	}
	for i := range 4 {
		b.Columns[i] = append(b.Columns[i], b.Columns[i+4]...)
	}
	b.Columns = b.Columns[:4]
	b.FreeCells = append(b.FreeCells, make([]freecell.Card, 4)...)
	b.Variant.Columns, b.Variant.FreeCells = 4, len(b.FreeCells)
	return b, nil
}

// scanTexts are the scans of the suite scans by their names in results.
var scanTexts = []struct{ name, text string }{
	{"soft-dfs", "--method soft-dfs"},
	{"atomic", "--method soft-dfs -to 01ABCDE -sp r:tf"},
	{"bfs", atomicBFS},
	{"a-star", "--method a-star"},
}

// atomicBFS makes every move of a single card, breadth first.
const atomicBFS = "--method bfs -to 01ABCDE"

// wholeSuits tells whether a game moves sequences, which atomic moves are not.
func wholeSuits(game string) bool { return game == "simple_simon" }

// scans is every representation with all kinds of games and scans.
func scans() Suite {
	return Suite{
		Name: "scans", Benchmark: "Scan",
		Tables: []Table{{Unit: "iterations/cpu-s", Rows: []string{"game", "scan"}, Col: "repr"}},
		Help:   "Representations by games and scans: deals 1 to 8, at most 8,000 iterations each.",
		Cases: func() ([]Case, error) {
			var cases []Case
			for _, game := range games {
				for _, s := range scanTexts {
					if wholeSuits(game) && strings.Contains(s.text, "01ABCDE") {
						continue
					}
					for _, r := range []repr.Kind{repr.Debug, repr.Compact, repr.Indirect} {
						c, err := scanCase(game, s.text, scan.Options{Repr: r, Dedup: graph.Table, Limit: 8_000}, -1, 1, 2, 3, 4, 5, 6, 7, 8)
						if err != nil {
							return nil, err
						}
						c.Name = fmt.Sprintf("game=%s/scan=%s/repr=%s", game, s.name, r)
						cases = append(cases, c)
					}
				}
			}
			return cases, nil
		},
	}
}

// scanCase runs a scan on deals, one after the other. Its bytes a state are those of
// the deal with the most states.
func scanCase(game, text string, opts scan.Options, cells int, deals ...uint64) (Case, error) {
	set, err := scan.Parse(game, text)
	if err != nil {
		return Case{}, err
	}
	var boards []*freecell.Board
	for _, deal := range deals {
		b, err := board(game, deal, cells)
		if err != nil {
			return Case{}, err
		}
		boards = append(boards, b)
	}
	return Case{Work: func(ctx context.Context) (Tally, error) {
		runner, err := scan.NewRunner(set, boards[0].Variant, opts)
		if err != nil {
			return Tally{}, err
		}
		t := Tally{Unit: "iterations"}
		most := int64(0)
		for _, b := range boards {
			r, err := runner.Solve(ctx, b)
			if err != nil {
				return Tally{}, err
			}
			t.Done += r.Checked
			if r.Stored > most {
				most = r.Stored
				t.Gauges = []Gauge{{float64(r.Bytes) / float64(r.Stored), "B/state"}}
			}
		}
		return t, nil
	}}, nil
}

// dedups is the ways to find duplicates, in one search that all of them finish.
func dedups() Suite {
	return Suite{
		Name: "dedup", Benchmark: "Dedup",
		Tables: []Table{
			{Unit: "iterations/cpu-s", Rows: []string{"dedup"}, Col: "repr"},
			{Unit: "B/state", Rows: []string{"dedup"}, Col: "repr"},
		},
		Help: "Ways to find duplicates: all 152,846 states of deal 1 with two free cells.",
		Cases: func() ([]Case, error) {
			var cases []Case
			for _, r := range []repr.Kind{repr.Compact, repr.Indirect} {
				for _, d := range []graph.Dedup{graph.Table, graph.Fingerprint, graph.Map} {
					c, err := scanCase("freecell", atomicBFS, scan.Options{Repr: r, Dedup: d}, 2, 1)
					if err != nil {
						return nil, err
					}
					c.Name = fmt.Sprintf("dedup=%s/repr=%s", d, r)
					cases = append(cases, c)
				}
			}
			b, err := board("freecell", 1, 2)
			return append(cases,
				exhaustCase("dedup=keys/repr=none", b, exhaust.Options{}),
				diskCase("dedup=disk/repr=none", b),
			), err
		},
	}
}

// exhaustCase searches a board, or so many of its states.
func exhaustCase(name string, b *freecell.Board, opts exhaust.Options) Case {
	return Case{name, func(ctx context.Context) (Tally, error) {
		r, err := exhaust.Search(ctx, b, opts)
		if err != nil {
			return Tally{}, err
		}
		return Tally{r.States, "iterations", []Gauge{{float64(r.Bytes) / float64(r.States), "B/state"}}}, nil
	}}
}

// diskCase searches a board in files. Its bytes a state are those of the files.
func diskCase(name string, b *freecell.Board) Case {
	return Case{name, func(ctx context.Context) (t Tally, err error) {
		dir, err := scratch.Make("", "bench")
		if err != nil {
			return Tally{}, err
		}
		defer func() {
			if closeErr := dir.Close(); err == nil {
				err = closeErr
			}
		}()
		r, err := exhaust.Search(ctx, b, exhaust.Options{Disk: dir, MaxMemory: 64 << 20})
		if err != nil {
			return Tally{}, err
		}
		return Tally{r.States, "iterations", []Gauge{{float64(r.Disk) / float64(r.States), "B/state"}}}, nil
	}}
}

// memory is what states take, by game.
func memory() Suite {
	return Suite{
		Name: "memory", Benchmark: "Memory",
		Help:   "Bytes a state by games: 100,000 iterations of deal 24, breadth first.",
		Tables: []Table{{Unit: "B/state", Rows: []string{"game"}, Col: "repr"}},
		Cases: func() ([]Case, error) {
			const states = 100_000
			var cases []Case
			for _, game := range games {
				text := atomicBFS
				if wholeSuits(game) {
					text = "--method bfs"
				}
				for _, r := range []repr.Kind{repr.Debug, repr.Compact, repr.Indirect} {
					c, err := scanCase(game, text, scan.Options{Repr: r, Dedup: graph.Table, Limit: states}, -1, 24)
					if err != nil {
						return nil, err
					}
					c.Name = fmt.Sprintf("game=%s/repr=%s", game, r)
					cases = append(cases, c)
				}
				if wholeSuits(game) {
					continue
				}
				b, err := board(game, 24, -1)
				if err != nil {
					return nil, err
				}
				cases = append(cases, exhaustCase(fmt.Sprintf("game=%s/repr=keys", game), b, exhaust.Options{MaxStates: states}))
			}
			return cases, nil
		},
	}
}

// growth is how memory grows with the states.
func growth() Suite {
	return Suite{
		Name: "growth", Benchmark: "Growth",
		Tables: []Table{{Unit: "B/state", Rows: []string{"states"}, Col: "repr"}},
		Plots: []Plot{
			{File: "growth.svg", Title: "Memory of a breadth-first search", Unit: "B/state", X: "states", By: "repr", XLog: true, YLog: true},
			{File: "growth-speed.svg", Title: "Speed of a breadth-first search", Unit: "iterations/cpu-s", X: "states", By: "repr", XLog: true},
		},
		Help: "Bytes a state against the number of states: deal 2 with one free cell, breadth first.",
		Cases: func() ([]Case, error) {
			b, err := board("freecell", 2, 1)
			if err != nil {
				return nil, err
			}
			var cases []Case
			for _, states := range []int64{10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000} {
				for _, r := range []repr.Kind{repr.Debug, repr.Compact, repr.Indirect} {
					if r == repr.Debug && states > 300_000 {
						continue // a kilobyte a state
					}
					c, err := scanCase("freecell", atomicBFS, scan.Options{Repr: r, Dedup: graph.Table, Limit: states}, 1, 2)
					if err != nil {
						return nil, err
					}
					c.Name = fmt.Sprintf("states=%d/repr=%s", states, r)
					cases = append(cases, c)
				}
				cases = append(cases, exhaustCase(fmt.Sprintf("states=%d/repr=keys", states), b, exhaust.Options{MaxStates: states}))
			}
			return cases, nil
		},
	}
}

// threads is one search by more and more workers.
func threads() Suite {
	return Suite{
		Name: "threads", Benchmark: "Thread",
		Tables: []Table{{Unit: "iterations/s", Col: "workers"}, {Unit: "iterations/cpu-s", Col: "workers"}},
		Help:   "Workers on one deal: a million states of deal 2 with one free cell.",
		Cases: func() ([]Case, error) {
			b, err := board("freecell", 2, 1)
			if err != nil {
				return nil, err
			}
			var cases []Case
			for workers := 1; workers <= max(2, runtime.NumCPU()); workers *= 2 {
				cases = append(cases, exhaustCase(fmt.Sprintf("workers=%d", workers), b, exhaust.Options{Workers: workers, MaxStates: 1_000_000}))
			}
			return cases, nil
		},
	}
}
