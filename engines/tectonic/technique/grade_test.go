package technique

import (
	"testing"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/puzzle/puzzletest"
)

func TestClasses(t *testing.T) {
	for _, row := range puzzletest.Table(t, "puzzles.tsv") {
		p := puzzletest.Decode(t, puzzletest.Number(t, row["L"]), row["puzzle_code"])
		solution := puzzletest.Decode(t, p.Width, row["solution_code"]).Clues
		s, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		path, err := s.Path(t.Context())
		if err != nil {
			t.Errorf("%s: %v", row["puzzle_code"], err)
			continue
		}
		if got, want := Needed(path), Class(puzzletest.Number(t, row["closure_class"])); got != want {
			t.Errorf("%s: class %d, want %d", row["puzzle_code"], got, want)
		}
		if !p.Solved(s.Values()) {
			t.Errorf("%s: %v is no solution", row["puzzle_code"], s.Values())
		}
		for _, step := range path {
			for _, c := range step.Removed {
				if solution[c.Cell] == c.Value {
					t.Errorf("%s: %q takes the solution away", row["puzzle_code"], step.Words)
				}
			}
		}
	}
}

var _ = puzzle.MaxRegion
