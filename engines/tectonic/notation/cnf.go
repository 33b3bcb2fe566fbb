package notation

import (
	"fmt"
	"slices"
	"strings"

	"puzzlekit/engines/tectonic/puzzle"
)

func writeCNF(p *puzzle.Puzzle) (string, error) {
	first := make([]int, p.Size()+1) // the variable before those of a cell
	for i := range p.Size() {
		first[i+1] = first[i] + p.Values(i)
	}
	var clauses strings.Builder
	count := 0
	clause := func(literals ...int) {
		for _, x := range literals {
			fmt.Fprintf(&clauses, "%d ", x)
		}
		clauses.WriteString("0\n")
		count++
	}
	for i := range p.Size() {
		var some []int
		for v := 1; v <= p.Values(i); v++ {
			some = append(some, first[i]+v)
		}
		clause(some...)
		for v, x := range some {
			for _, y := range some[v+1:] {
				clause(-x, -y)
			}
		}
	}
	for _, cells := range p.Cells() {
		for v := 1; v <= len(cells); v++ {
			var some []int
			for _, c := range cells {
				some = append(some, first[c]+v)
			}
			clause(some...)
		}
	}
	for i := range p.Size() {
		for _, j := range seenAfter(p, i) {
			for v := 1; v <= min(p.Values(i), p.Values(j)); v++ {
				clause(-first[i]-v, -first[j]-v)
			}
		}
	}
	for i, v := range p.Clues {
		switch {
		case v > p.Values(i):
			clause() // a clue that its region cannot have
		case v > 0:
			clause(first[i] + v)
		}
	}
	return fmt.Sprintf("c %s\nc Tectonic: variable k stands for one value of one cell, counted through the cells and their values.\np cnf %d %d\n%s",
		Path(p), first[p.Size()], count, clauses.String()), nil
}

// seenAfter returns the cells after a cell that it sees, ascending.
func seenAfter(p *puzzle.Puzzle, cell int) []int {
	var list []int
	for _, j := range slices.Concat(p.Touching(cell), p.Cells()[p.Regions()[cell]]) {
		if j > cell {
			list = append(list, j)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// readCNF reads the puzzle in the comment and holds the clauses against it.
func readCNF(text string) (*puzzle.Puzzle, error) {
	var path string
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "c suguru/"); ok {
			path = "suguru/" + strings.TrimSpace(rest)
			break
		}
	}
	if path == "" {
		return nil, fmt.Errorf("cnf: no line \"c suguru/…\", which has the puzzle")
	}
	p, err := readURL(path)
	if err != nil {
		return nil, fmt.Errorf("cnf: %w", err)
	}
	want, err := writeCNF(p)
	if err != nil {
		return nil, err
	}
	got, wanted := clauseLines(text), clauseLines(want)
	for i := range max(len(got), len(wanted)) {
		switch {
		case i >= len(got):
			return nil, fmt.Errorf("cnf: it ends before the clause %q of the puzzle in its comment", wanted[i])
		case i >= len(wanted):
			return nil, fmt.Errorf("cnf: the clause %q is not one of the puzzle in its comment", got[i])
		case got[i] != wanted[i]:
			return nil, fmt.Errorf("cnf: %q, expected %q by the puzzle in its comment", got[i], wanted[i])
		}
	}
	return p, nil
}

// clauseLines returns the lines that are no comments.
func clauseLines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != 'c' {
			lines = append(lines, line)
		}
	}
	return lines
}
