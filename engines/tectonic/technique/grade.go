package technique

import (
	"context"
	"errors"

	"puzzlekit/engines/tectonic/puzzle"
)

// ErrStuck means that no technique goes on: the puzzle has several solutions.
var ErrStuck = errors.New("technique: nothing more follows; the puzzle has several solutions")

// Next returns the easiest step of at most the given class.
func (s *State) Next(most Class) (Step, bool) {
	for class, find := range []func() (Step, bool){
		s.nakedSingle, s.hiddenSingle, s.pointing, s.subset, s.seeingSubset, s.trial, s.nestedTrial,
	} {
		if Class(class) > most {
			break
		}
		if step, ok := find(); ok {
			return step, true
		}
	}
	return Step{}, false
}

// Path solves the rest of the puzzle, always by the easiest step. It fails with
// [ErrStuck] if the puzzle has several solutions and with [ErrContradiction] if
// it has none, or with the error of ctx.
func (s *State) Path(ctx context.Context) ([]Step, error) {
	var path []Step
	for !s.Solved() {
		if err := ctx.Err(); err != nil {
			return path, err
		}
		if r, v, ok := s.lacking(); ok {
			return path, contradiction(s, r, v)
		}
		step, ok := s.Next(Hardest)
		if !ok {
			return path, ErrStuck
		}
		if err := s.Apply(step); err != nil {
			return path, err
		}
		path = append(path, step)
	}
	return path, nil
}

// Grade returns the class of a puzzle that has exactly one solution; proving that
// is for package puzzle. Errors are those of [State.Path].
func Grade(ctx context.Context, p *puzzle.Puzzle) (Class, error) {
	s, err := New(p)
	if err != nil {
		return 0, err
	}
	path, err := s.Path(ctx)
	if err != nil {
		return 0, err
	}
	return Needed(path), nil
}

// Needed returns the hardest class of the steps of a path.
func Needed(path []Step) Class {
	class := NakedSingle
	for _, step := range path {
		class = max(class, step.Class)
	}
	return class
}

// Solves reports whether the classes up to most solve a puzzle.
func Solves(p *puzzle.Puzzle, most Class) bool {
	s, err := New(p)
	if err != nil {
		return false
	}
	for !s.Solved() {
		if most >= HiddenSingle {
			if _, wrong := s.closeSingles(); wrong != "" {
				return false
			}
			if s.Solved() {
				break
			}
		}
		step, ok := s.Next(most)
		if !ok || s.Apply(step) != nil {
			return false
		}
	}
	return true
}
