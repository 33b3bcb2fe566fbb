package fcc

import (
	"fmt"
	"testing"

	"puzzlekit/engines/freecell"
)

// BenchmarkSolve explores in memory with one goroutine: a whole graph, and the
// beginning of a large one.
func BenchmarkSolve(b *testing.B) {
	for _, tt := range []struct {
		deal  uint64
		cells int
		most  int64
	}{{883, 0, 0}, {24, 4, 20_000_000}} {
		b.Run(fmt.Sprintf("deal=%d/freecells=%d/workers=1", tt.deal, tt.cells), func(b *testing.B) {
			v, err := freecell.VariantByName("freecell")
			if err != nil {
				b.Fatal(err)
			}
			v.FreeCells = tt.cells
			board, err := freecell.Deal(tt.deal, v)
			if err != nil {
				b.Fatal(err)
			}
			g, err := NewGame(board, false)
			if err != nil {
				b.Fatal(err)
			}
			var states int64
			for b.Loop() {
				res, err := g.Solve(b.Context(), Options{Workers: 1, MaxStates: tt.most})
				if err != nil {
					b.Fatal(err)
				}
				states = res.Total.States
			}
			b.ReportMetric(float64(states), "states")
			b.ReportMetric(float64(states)*float64(b.N)/b.Elapsed().Seconds(), "states/s")
		})
	}
}

// BenchmarkGroup explores the largest fingerprint of a deal, and says how much
// memory its states take: the table and the two levels that wait.
func BenchmarkGroup(b *testing.B) {
	for _, tt := range []struct {
		deal  uint64
		cells int
		most  int64
	}{{883, 0, 0}, {24, 2, 60_000_000}} {
		v, err := freecell.VariantByName("freecell")
		if err != nil {
			b.Fatal(err)
		}
		v.FreeCells = tt.cells
		board, err := freecell.Deal(tt.deal, v)
		if err != nil {
			b.Fatal(err)
		}
		g, err := NewGame(board, false)
		if err != nil {
			b.Fatal(err)
		}
		res, err := g.Solve(b.Context(), Options{Workers: 2, MaxStates: tt.most, KeepEntries: true})
		if err != nil {
			b.Fatal(err)
		}
		var largest Fingerprint
		most := 0
		for f, parts := range res.entries {
			n := 0
			for _, p := range parts {
				n += len(p.Lo)
			}
			if n > most {
				largest, most = f, n
			}
		}
		b.Run(fmt.Sprintf("deal=%d/freecells=%d", tt.deal, tt.cells), func(b *testing.B) {
			x := NewExplorer(g, false, func(Batch) error { return nil })
			var stats Stats
			for b.Loop() {
				if stats, err = x.Explore(b.Context(), largest, res.entries[largest]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(stats.States), "states")
			b.ReportMetric(float64(stats.States)*float64(b.N)/b.Elapsed().Seconds(), "states/s")
			b.ReportMetric(float64(x.bytes())/float64(stats.States), "B/state")
		})
	}
}

// bytes returns the memory that an exploration has taken.
func (x *Explorer) bytes() int {
	n := 8 * (cap(x.cur) + cap(x.next))
	for i := range x.table.segments {
		n += 8*len(x.table.segments[i].words) + 4*len(x.table.segments[i].labels)
	}
	return n + 4*(cap(x.parent)+cap(x.curLabels)+cap(x.nextLabels))
}
