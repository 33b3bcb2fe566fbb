package puzzle_test

import (
	"fmt"
	"testing"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/puzzle/puzzletest"
)

func TestSolutionCounts(t *testing.T) {
	for _, row := range puzzletest.Table(t, "solution_counts.tsv") {
		code := row["puzzle_code(0=unknown)"]
		p := puzzletest.Decode(t, puzzletest.Number(t, row["L"]), code)
		if got, want := puzzle.NewSolver(p.Layout).Count(p.Clues, 1<<30), puzzletest.Number(t, row["solutions"]); got != want {
			t.Errorf("%s: %d solutions, want %d", code, got, want)
		}
	}
}

func BenchmarkUnique(b *testing.B) {
	puzzles := make(map[int][]*puzzle.Puzzle)
	for _, row := range puzzletest.Table(b, "puzzles.tsv") {
		width := puzzletest.Number(b, row["L"])
		puzzles[width] = append(puzzles[width], puzzletest.Decode(b, width, row["puzzle_code"]))
	}
	for _, width := range []int{5, 6, 7, 8, 9, 12} {
		b.Run(fmt.Sprintf("size=%dx%d", width, width), func(b *testing.B) {
			var solvers []*puzzle.Solver
			for _, p := range puzzles[width] {
				solvers = append(solvers, puzzle.NewSolver(p.Layout))
			}
			nodes := int64(0)
			b.ResetTimer()
			for b.Loop() {
				for i, p := range puzzles[width] {
					before := solvers[i].Nodes
					if solvers[i].Count(p.Clues, 2) != 1 {
						b.Fatal("not unique")
					}
					nodes += solvers[i].Nodes - before
				}
			}
			per := float64(b.N) * float64(len(solvers))
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/per/1000, "us/puzzle")
			b.ReportMetric(float64(nodes)/per, "guesses/puzzle")
		})
	}
}
