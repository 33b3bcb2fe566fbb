package commands

import (
	"context"
	"errors"
	"fmt"
	"time"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
)

// tectonicSolveCmd counts solutions.
type tectonicSolveCmd struct {
	TectonicInput `embed:""`
	Limit         int    `default:"1000" placeholder:"N" help:"Solutions to count at most."`
	Guesses       int64  `default:"0" placeholder:"N" help:"Give up after so many guesses; 0 never."`
	Format        string `default:"ascii" enum:"code,url,sgt,sgr,ascii,none" placeholder:"FORM" help:"How a solution is written: ascii, code, url, sgt, sgr or none."`
	All           bool   `help:"Write all solutions that are counted, not only the first."`
}

// Help returns the longer help text.
func (*tectonicSolveCmd) Help() string {
	return `The verdict is unique (exit code 0), several with their number, or none (3), and gave up (4) when the guesses ran out. Without --all a solution is written only if it is the only one. Every format that is written is read: codes, puzz.link links, game ids of Seismic, sgr files, DIMACS CNF, drawings, SVG, PDF and HTML pages.

Examples:

  puzzlekit tectonic solve 15202013101030403030332013303230114030353430403030
  puzzlekit tectonic solve https://puzz.link/p?suguru/5/5/5nb9m0bdi1h2h44r5g --format code`
}

// solveTectonicJSON is a verdict as JSON.
type solveTectonicJSON struct {
	Verdict   string   `json:"verdict"` // unique, several, none or limit
	Solutions int      `json:"solutions"`
	More      bool     `json:"more"` // whether there may be more solutions
	Reason    string   `json:"reason,omitempty"`
	Guesses   int64    `json:"guesses"`
	Seconds   float64  `json:"seconds"`
	Puzzle    string   `json:"puzzle"`          // code
	Found     []string `json:"found,omitempty"` // codes
	solutions [][]int  // the values of those in Found
}

// Run prints the verdicts.
func (c *tectonicSolveCmd) Run(ctx context.Context, env *Env) error {
	if c.Limit < 1 || c.Guesses < 0 {
		return usageErrorf("--limit %d, --guesses %d: expected 1 or more and 0 or more", c.Limit, c.Guesses)
	}
	list, err := c.read(env)
	if err != nil {
		return err
	}
	code := exitDone
	for _, p := range list {
		v, err := c.solve(ctx, p)
		if err != nil {
			return err
		}
		switch v.Verdict {
		case "limit":
			code = exitLimit
		case "several", "none":
			code = max(code, exitNo)
		}
		if env.JSON {
			err = env.PrintJSON(v)
		} else {
			err = c.print(env, p, v)
		}
		if err != nil {
			return err
		}
	}
	if code != exitDone {
		return &ExitError{Code: code}
	}
	return nil
}

func (c *tectonicSolveCmd) solve(ctx context.Context, p *puzzle.Puzzle) (solveTectonicJSON, error) {
	var v solveTectonicJSON
	var err error
	if v.Puzzle, err = codeOf(p); err != nil {
		return v, err
	}
	if conflict := p.Conflict(); conflict != nil {
		v.Verdict, v.Reason = "none", conflict.Error()
		return v, nil //nolint:nilerr // it is the answer
	}
	start := time.Now()
	solver := puzzle.NewSolver(p.Layout)
	err = solver.Each(ctx, p.Clues, c.Guesses, func(values []int) bool {
		if c.All || v.Solutions == 0 {
			v.solutions = append(v.solutions, values)
		}
		v.Solutions++
		return v.Solutions < max(c.Limit, 2)
	})
	v.Seconds, v.Guesses = time.Since(start).Seconds(), solver.Nodes
	v.More = v.Solutions >= max(c.Limit, 2)
	switch {
	case errors.Is(err, puzzle.ErrGuesses):
		v.Verdict, v.More = "limit", true
	case err != nil:
		return v, err
	case v.Solutions == 0:
		v.Verdict = "none"
	case v.Solutions == 1:
		v.Verdict = "unique"
	default:
		v.Verdict = "several"
	}
	if v.Verdict != "unique" && !c.All {
		v.solutions = nil
	}
	for _, values := range v.solutions {
		code, err := codeOf(filled(p, values))
		if err != nil {
			return v, err
		}
		v.Found = append(v.Found, code)
	}
	return v, nil
}

func (c *tectonicSolveCmd) print(env *Env, p *puzzle.Puzzle, v solveTectonicJSON) error {
	text := v.Verdict
	switch {
	case v.Verdict == "limit":
		text = fmt.Sprintf("gave up: %s and perhaps more after %s", count(v.Solutions, "solution"), count(int(v.Guesses), "guess"))
	case v.More:
		text = fmt.Sprintf("several: %d solutions or more", v.Solutions)
	case v.Verdict == "several":
		text = fmt.Sprintf("several: %d solutions", v.Solutions)
	case v.Reason != "":
		text += ": " + v.Reason
	}
	if _, err := fmt.Fprintln(env.Stdout, text); err != nil || c.Format == "none" {
		return err
	}
	var list []*puzzle.Puzzle
	for _, values := range v.solutions {
		list = append(list, filled(p, values))
	}
	drawn, err := notation.Write(notation.Format(c.Format), list...)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(env.Stdout, drawn)
	return err
}
