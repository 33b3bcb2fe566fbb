package commands

import (
	"context"
	"errors"
	"fmt"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/technique"
)

// tectonicGradeCmd grades puzzles.
type tectonicGradeCmd struct {
	TectonicInput `embed:""`
	Steps         bool `help:"Also print every step in words."`
}

// Help returns the longer help text.
func (*tectonicGradeCmd) Help() string {
	return `The class of a puzzle is that of the hardest step that it takes, whatever the order of the steps:

  0  naked singles: a cell with one candidate left
  1  hidden singles: a value with one place left in its region
  2  pointing: a cell that sees every place of a value in a region is not that value
  3  pairs and triples in a region, naked and hidden
  4  naked pairs and triples in any cells that all see each other
  5  trial: a candidate whose consequences by classes 0 and 1 are a contradiction
  6  nested trial: trials inside of a trial

A puzzle without exactly one solution has no class (exit code 3).

Example:

  puzzlekit tectonic grade https://puzz.link/p?suguru/5/5/5nb9m0bdi1h2h44r5g`
}

// gradeJSON is a grade as JSON.
type gradeJSON struct {
	Puzzle string     `json:"puzzle"` // code
	Clues  int        `json:"clues"`
	Class  int        `json:"class"` // -1 for a puzzle without exactly one solution
	Name   string     `json:"name,omitempty"`
	Reason string     `json:"reason,omitempty"` // why there is no class
	Counts []int      `json:"counts,omitempty"` // steps by class
	Steps  []stepJSON `json:"steps,omitempty"`  // with --steps
}

// stepJSON is a step as JSON.
type stepJSON struct {
	Class   int             `json:"class"`
	Name    string          `json:"name"`
	Put     *candidateJSON  `json:"put,omitempty"`
	Removed []candidateJSON `json:"removed,omitempty"`
	Words   string          `json:"words"`
}

// candidateJSON is a value of a cell, all counted from 1.
type candidateJSON struct {
	Row    int `json:"row"`
	Column int `json:"column"`
	Value  int `json:"value"`
}

// Run prints the grades.
func (c *tectonicGradeCmd) Run(ctx context.Context, env *Env) error {
	list, err := c.read(env)
	if err != nil {
		return err
	}
	var no error
	for _, p := range list {
		v, path, err := c.grade(ctx, p)
		if err != nil {
			return err
		}
		if v.Class < 0 {
			no = &ExitError{Code: exitNo}
		}
		if env.JSON {
			err = env.PrintJSON(v)
		} else {
			err = c.print(env, v, path)
		}
		if err != nil {
			return err
		}
	}
	return no
}

func (c *tectonicGradeCmd) grade(ctx context.Context, p *puzzle.Puzzle) (gradeJSON, []technique.Step, error) {
	v := gradeJSON{Clues: p.Count(), Class: -1}
	var err error
	if v.Puzzle, err = codeOf(p); err != nil {
		return v, nil, err
	}
	if v.Reason, err = notUnique(ctx, p); err != nil || v.Reason != "" {
		return v, nil, err
	}
	s, err := technique.New(p)
	if err != nil {
		return v, nil, err
	}
	path, err := s.Path(ctx)
	if err != nil {
		return v, nil, err
	}
	class := technique.Needed(path)
	v.Class, v.Name, v.Counts = int(class), class.String(), make([]int, technique.Hardest+1)
	for _, step := range path {
		v.Counts[step.Class]++
		if c.Steps {
			v.Steps = append(v.Steps, makeStepJSON(p, step))
		}
	}
	return v, path, nil
}

// notUnique says why a puzzle has not exactly one solution; "" if it has.
func notUnique(ctx context.Context, p *puzzle.Puzzle) (string, error) {
	if conflict := p.Conflict(); conflict != nil {
		return "no solution: " + conflict.Error(), nil //nolint:nilerr // it is the answer
	}
	found := 0
	err := puzzle.NewSolver(p.Layout).Each(ctx, p.Clues, 0, func([]int) bool {
		found++
		return found < 2
	})
	switch {
	case err != nil:
		return "", err
	case found == 0:
		return "no solution", nil
	case found > 1:
		return "several solutions", nil
	}
	return "", nil
}

func makeStepJSON(p *puzzle.Puzzle, step technique.Step) stepJSON {
	at := func(c technique.Candidate) candidateJSON {
		return candidateJSON{c.Cell/p.Width + 1, c.Cell%p.Width + 1, c.Value}
	}
	out := stepJSON{Class: int(step.Class), Name: step.Name, Words: step.Words}
	if step.Put.Value != 0 {
		put := at(step.Put)
		out.Put = &put
	}
	for _, r := range step.Removed {
		out.Removed = append(out.Removed, at(r))
	}
	return out
}

func (c *tectonicGradeCmd) print(env *Env, v gradeJSON, path []technique.Step) error {
	if v.Class < 0 {
		_, err := fmt.Fprintln(env.Stdout, v.Reason)
		return err
	}
	if c.Steps {
		for i, step := range path {
			if _, err := fmt.Fprintf(env.Stdout, "%3d  %s: %s\n", i+1, step.Name, step.Words); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(env.Stdout, "%d %s (%s)\n", v.Class, v.Name, count(v.Clues, "clue"))
	return err
}

// tectonicHintCmd gives steps.
type tectonicHintCmd struct {
	TectonicInput `embed:""`
	Steps         int `short:"n" default:"1" placeholder:"N" help:"Steps to give."`
}

// Help returns the longer help text.
func (*tectonicHintCmd) Help() string {
	return `The easiest step that goes on from the clues and the values filled in so far, with its technique. Cells are named by row and column: r1c3 is the third cell of the top row.

Example:

  puzzlekit tectonic hint https://puzz.link/p?suguru/5/5/5nb9m0bdi1h2h44r5g -n 3`
}

// Run prints the steps.
func (c *tectonicHintCmd) Run(ctx context.Context, env *Env) error {
	if c.Steps < 1 {
		return usageErrorf("--steps %d: expected 1 or more", c.Steps)
	}
	list, err := c.read(env)
	if err != nil {
		return err
	}
	if len(list) != 1 {
		return usageErrorf("%s: expected one", count(len(list), "puzzle"))
	}
	p := list[0]
	reason, err := notUnique(ctx, p)
	if err != nil {
		return err
	}
	most := technique.Hardest
	if reason != "" { // trials without end would find nothing
		most = technique.Trial
	}
	s, err := technique.New(p)
	for range c.Steps {
		if err != nil || s.Solved() {
			break
		}
		step, ok := s.Next(most)
		if !ok {
			break
		}
		if env.JSON {
			err = env.PrintJSON(makeStepJSON(p, step))
		} else {
			_, err = fmt.Fprintf(env.Stdout, "%s: %s\n", step.Name, step.Words)
		}
		if err != nil {
			return err
		}
		err = s.Apply(step)
	}
	if err != nil && !errors.Is(err, technique.ErrContradiction) {
		return err
	}
	if reason != "" {
		return &ExitError{Code: exitNo, Err: errors.New(reason)}
	}
	return nil
}
