package technique_test

import (
	"strconv"
	"testing"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/technique"
	"puzzlekit/fixtures"
)

// read reads one code of a table.
func read(t *testing.T, width, code string) *puzzle.Puzzle {
	t.Helper()
	w, err := strconv.Atoi(width)
	if err != nil {
		t.Fatal(err)
	}
	list, err := notation.Read(code, w)
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// TestClasses solves known puzzles step by step and compares their classes.
func TestClasses(t *testing.T) {
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/puzzles.tsv") {
		code := row[4]
		p, solution := read(t, row[0], code), read(t, row[0], row[3]).Clues
		s, err := technique.New(p)
		if err != nil {
			t.Fatal(err)
		}
		path, err := s.Path(t.Context())
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		want, err := strconv.Atoi(row[8])
		if err != nil {
			t.Fatal(err)
		}
		if got := technique.Needed(path); got != technique.Class(want) {
			t.Errorf("%s: class %d, want %d", code, got, want)
		}
		for most := technique.NakedSingle; most <= technique.Trial; most++ {
			if got := technique.Solves(p, most); got != (int(most) >= want) {
				t.Errorf("%s, of class %d: solved up to class %d: %v", code, want, most, got)
			}
		}
		if !p.Solved(s.Values()) {
			t.Errorf("%s: %v is no solution", code, s.Values())
		}
		for _, step := range path {
			for _, c := range step.Removed {
				if solution[c.Cell] == c.Value {
					t.Errorf("%s: %q takes the solution away", code, step.Words)
				}
			}
		}
	}
}
