package puzzle_test

import (
	"fmt"
	"strconv"
	"testing"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/fixtures"
)

// read reads one code of a table, and a number.
func read(t testing.TB, width, code, number string) (*puzzle.Puzzle, int) {
	t.Helper()
	w, err := strconv.Atoi(width)
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	list, err := notation.Read(code, w)
	if err != nil {
		t.Fatal(err)
	}
	return list[0], n
}

func TestSolutionCounts(t *testing.T) {
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/solution_counts.tsv") {
		p, want := read(t, row[0], row[3], row[4])
		if got := puzzle.NewSolver(p.Layout).Count(p.Clues, 1<<30); got != want {
			t.Errorf("%s: %d solutions, want %d", row[3], got, want)
		}
	}
}

func BenchmarkUnique(b *testing.B) {
	puzzles := make(map[int][]*puzzle.Puzzle)
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/puzzles.tsv") {
		p, _ := read(b, row[0], row[4], row[5])
		puzzles[p.Width] = append(puzzles[p.Width], p)
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
