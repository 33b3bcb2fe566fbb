package technique

import (
	"fmt"
	"strings"

	"puzzlekit/engines/tectonic/puzzle"
)

// Class says how hard a step or a puzzle is, from 0 to [Hardest].
type Class int

// The classes, easiest first.
const (
	NakedSingle Class = iota
	HiddenSingle
	Pointing
	Subset
	SeeingSubset
	Trial
	NestedTrial

	Hardest = NestedTrial
)

var classNames = [...]string{
	"naked single", "hidden single", "pointing", "pair or triple in a region",
	"pair or triple across regions", "trial", "nested trial",
}

// String returns the name of the class, like "hidden single".
func (c Class) String() string {
	if c < 0 || c > Hardest {
		return fmt.Sprintf("class %d", int(c))
	}
	return classNames[c]
}

// Candidate is a value of a cell.
type Candidate struct {
	Cell, Value int
}

// Step is one deduction.
type Step struct {
	Class   Class
	Name    string      // of the technique, like "naked pair"
	Put     Candidate   // the value that the step finds; Value is 0 if there is none
	Removed []Candidate // what the step takes away, in the order of cells and values
	Cells   []int       // the cells that are the reason
	Words   string      // the deduction as one or two sentences
}

// names writes cells as "r1c1, r1c2 and r2c1".
func names(l *puzzle.Layout, cells []int) string {
	words := make([]string, len(cells))
	for i, c := range cells {
		words[i] = l.Name(c)
	}
	return list(words)
}

// list writes words as "a, b and c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// valueNames writes a mask of values as "1, 2 and 3".
func valueNames(mask uint16) string {
	var words []string
	for v := range values(mask) {
		words = append(words, fmt.Sprint(v))
	}
	return list(words)
}

// removal writes candidates as "r1c1 is not 2 or 3, r1c2 is not 2".
func removal(l *puzzle.Layout, removed []Candidate) string {
	var parts []string
	for i := 0; i < len(removed); {
		cell := removed[i].Cell
		var vs []string
		for ; i < len(removed) && removed[i].Cell == cell; i++ {
			vs = append(vs, fmt.Sprint(removed[i].Value))
		}
		parts = append(parts, l.Name(cell)+" is not "+strings.Join(vs, " or "))
	}
	return list(parts)
}
