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
