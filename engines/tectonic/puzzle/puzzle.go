package puzzle

import "fmt"

// Puzzle is a layout with some values given.
type Puzzle struct {
	*Layout
	Clues []int // of each cell, 0 where none is given
}

// New returns a puzzle. Clues that break a rule make a puzzle without solutions;
// [Puzzle.Conflict] tells of them.
func New(l *Layout, clues []int) (*Puzzle, error) {
	if len(clues) != l.Size() {
		return nil, fmt.Errorf("puzzle: %d clues, expected one for each of %d cells, 0 where none is given", len(clues), l.Size())
	}
	for i, v := range clues {
		if v < 0 || v > MaxClue {
			return nil, fmt.Errorf("puzzle: %s is %d, expected 1 to %d, or 0 where no clue is given", l.Name(i), v, MaxClue)
		}
	}
	return &Puzzle{Layout: l, Clues: clues}, nil
}

// Conflict says which clue is no value of its region or equals one that it sees.
// It returns nil if there is none.
func (p *Puzzle) Conflict() error {
	for i, v := range p.Clues {
		if v > p.Values(i) {
			return fmt.Errorf("puzzle: %s is %d, expected 1 to %d, the size of its region", p.Name(i), v, p.Values(i))
		}
	}
	if a, b, ok := p.conflict(p.Clues); ok {
		return fmt.Errorf("puzzle: %s and %s see each other and are both %d", p.Name(a), p.Name(b), p.Clues[a])
	}
	return nil
}

// Count returns the number of clues.
func (p *Puzzle) Count() int {
	count := 0
	for _, v := range p.Clues {
		if v != 0 {
			count++
		}
	}
	return count
}

// Solved reports whether values solve the puzzle.
func (p *Puzzle) Solved(values []int) bool {
	if len(values) != p.Size() {
		return false
	}
	for i, v := range values {
		if v < 1 || v > p.Values(i) || p.Clues[i] != 0 && p.Clues[i] != v {
			return false
		}
	}
	_, _, ok := p.conflict(values)
	return !ok
}

// conflict returns two cells that see each other and have the same value.
func (l *Layout) conflict(values []int) (a, b int, found bool) {
	for i, v := range values {
		if v == 0 {
			continue
		}
		for _, j := range l.touch[i] {
			if j > i && values[j] == v {
				return i, j, true
			}
		}
		for _, j := range l.cells[l.region[i]] {
			if j > i && values[j] == v {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}
