package solve_test

import (
	"fmt"
	"slices"
	"testing"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/players"
	"puzzlekit/engines/dots/solve"
)

// endgames returns positions of 5×5 boxes with so many free lines, nothing to
// win, and no box won: greedy against itself drew the other lines, all of them
// safe.
func endgames(tb testing.TB, free, count int) []*dots.Position {
	tb.Helper()
	var positions []*dots.Position
	for seed := uint64(1); len(positions) < count; seed++ {
		player, err := players.New("greedy", players.Options{Seed: seed})
		if err != nil {
			tb.Fatal(err)
		}
		p, err := dots.New(dots.Size{Width: 6, Height: 6})
		if err != nil {
			tb.Fatal(err)
		}
		for p.Free() > free {
			l, err := player.Move(tb.Context(), p)
			if err != nil {
				tb.Fatal(err)
			}
			if _, err := p.Play(l); err != nil {
				tb.Fatal(err)
			}
		}
		if quiet(p) {
			positions = append(positions, p)
		}
	}
	return positions
}

// quiet reports whether there is no box to win and none was won.
func quiet(p *dots.Position) bool {
	for x := range p.Size().Width - 1 {
		for y := range p.Size().Height - 1 {
			if p.Sides(dots.Box{X: x, Y: y}) > 2 {
				return false
			}
		}
	}
	return true
}

// BenchmarkEndgame solves 5×5-box endgames exactly, each with an empty table.
func BenchmarkEndgame(b *testing.B) {
	for _, free := range []int{36, 38, 40} {
		b.Run(fmt.Sprintf("boxes=5x5/free=%d", free), func(b *testing.B) {
			positions := endgames(b, free, 41)
			var searched []int64
			sum, n := int64(0), 0
			for b.Loop() {
				p := positions[n%len(positions)]
				n++
				s, err := solve.New(p, solve.Options{Memory: 256 << 20})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Value(b.Context(), p); err != nil {
					b.Fatal(err)
				}
				searched = append(searched, s.Positions())
				sum += s.Positions()
			}
			slices.Sort(searched)
			b.ReportMetric(float64(searched[len(searched)/2]), "positions/median")
			b.ReportMetric(float64(sum)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
