package technique

import (
	"fmt"
	"strings"
)

// trial finds the candidate that is refuted by the fewest consequences.
func (s *State) trial() (Step, bool) {
	var best Step
	shortest := 1 << 30
	try := s.clone()
	for cell := range s.cands {
		if s.values[cell] != 0 {
			continue
		}
		for v := range values(s.cands[cell]) {
			try.copyFrom(s)
			try.put(cell, v)
			put, wrong := try.closeSingles()
			if wrong == "" || len(put) >= shortest {
				continue
			}
			shortest = len(put)
			best = Step{
				Class: Trial, Name: "trial", Removed: []Candidate{{cell, v}}, Cells: []int{cell},
				Words: s.story(cell, v, put, wrong),
			}
		}
	}
	return best, best.Name != ""
}

// story tells of a trial.
func (s *State) story(cell, v int, put []Candidate, wrong string) string {
	var words strings.Builder
	fmt.Fprintf(&words, "If %s were %d, ", s.layout.Name(cell), v)
	for _, c := range put {
		fmt.Fprintf(&words, "%s would be %d, ", s.layout.Name(c.Cell), c.Value)
	}
	fmt.Fprintf(&words, "then %s: %s is not %d.", wrong, s.layout.Name(cell), v)
	return words.String()
}

// nestedTrial finds a candidate that is refuted by all easier classes and, if
// nothing is, by trials inside of trials to any depth.
func (s *State) nestedTrial() (Step, bool) {
	for depth := 1; depth <= s.left; depth++ {
		for cell := range s.cands {
			if s.values[cell] != 0 {
				continue
			}
			for v := range values(s.cands[cell]) {
				if !s.refutes(cell, v, depth) {
					continue
				}
				return Step{
					Class: NestedTrial, Name: "nested trial", Removed: []Candidate{{cell, v}}, Cells: []int{cell},
					Words: fmt.Sprintf("If %s were %d, trials inside this trial (%d deep) would end in a contradiction: %s is not %d.",
						s.layout.Name(cell), v, depth, s.layout.Name(cell), v),
				}, true
			}
		}
	}
	return Step{}, false
}

// refutes reports whether a candidate leads to a contradiction with trials inside
// up to a depth.
func (s *State) refutes(cell, v, depth int) bool {
	try := s.clone()
	try.put(cell, v)
	for {
		if _, wrong := try.closeSingles(); wrong != "" {
			return true
		}
		step, ok := try.Next(SeeingSubset)
		if !ok && depth > 0 {
			step, ok = try.anyRefuted(depth - 1)
		}
		if !ok {
			return false
		}
		if try.Apply(step) != nil {
			return true
		}
	}
}

// anyRefuted finds a candidate that trials up to a depth refute.
func (s *State) anyRefuted(depth int) (Step, bool) {
	for cell := range s.cands {
		if s.values[cell] != 0 {
			continue
		}
		for v := range values(s.cands[cell]) {
			if s.refutes(cell, v, depth) {
				return Step{Removed: []Candidate{{cell, v}}}, true
			}
		}
	}
	return Step{}, false
}
