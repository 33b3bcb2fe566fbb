// Package puzzletest reads the puzzles of package fixtures for the tests of the
// packages that work on puzzles. It has its own short decoder of codes, so that
// the real one is tested against it.
package puzzletest

import (
	"strconv"
	"strings"
	"testing"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/fixtures"
)

// Table returns the rows of a table of fixtures, by column name.
func Table(t testing.TB, name string) []map[string]string {
	t.Helper()
	text, err := fixtures.TectonicPuzzles.ReadFile("tectonic/" + name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	head := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := make(map[string]string)
		for i, field := range strings.Split(line, "\t") {
			row[head[i]] = field
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows", name)
	}
	return rows
}

// Number reads a number.
func Number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Decode reads a code of two digits a cell.
func Decode(t testing.TB, width int, code string) *puzzle.Puzzle {
	t.Helper()
	regions := make([]int, len(code)/2)
	clues := make([]int, len(regions))
	for i := range regions {
		wall := code[2*i] - '1'
		clues[i] = int(code[2*i+1] - '0')
		regions[i] = i
		for _, joined := range []struct{ bit, cell int }{{1, i - 1}, {2, i - width}} {
			if int(wall)&joined.bit == 0 {
				continue
			}
			from, to := regions[joined.cell], regions[i]
			for j := range i + 1 {
				if regions[j] == from {
					regions[j] = to
				}
			}
		}
	}
	l, err := puzzle.NewLayout(width, len(regions)/width, regions)
	if err != nil {
		t.Fatal(err)
	}
	p, err := puzzle.New(l, clues)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
