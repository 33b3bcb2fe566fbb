package commands

import (
	"context"
	"errors"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/setter"
	"puzzlekit/engines/tectonic/technique"
)

// tectonicConvertCmd writes puzzles in another format.
type tectonicConvertCmd struct {
	TectonicInput `embed:""`
	Format        string `default:"ascii" enum:"code,url,sgt,sgr,cnf,ascii,svg,pdf,html" placeholder:"FORM" help:"How puzzles are written: ascii, code, url, sgt, sgr, cnf, svg, pdf or html."`
	Title         string `default:"Tectonic" placeholder:"TEXT" help:"Title of pages."`
	tectonicOutput
}

// Help returns the longer help text.
func (*tectonicConvertCmd) Help() string {
	return `A pdf and an html page have the solutions of their puzzles, so that each has to have exactly one (exit code 3 otherwise). The other formats take any puzzle.

Example:

  puzzlekit tectonic convert https://puzz.link/p?suguru/5/5/5nb9m0bdi1h2h44r5g --format cnf`
}

// Run writes the puzzles.
func (c *tectonicConvertCmd) Run(ctx context.Context, env *Env) error {
	list, err := c.read(env)
	if err != nil {
		return err
	}
	if err := c.check(c.Format, len(list), env.JSON); err != nil {
		return err
	}
	made := make([]setter.Made, len(list))
	for i, p := range list {
		made[i].Puzzle = p
		if c.Format != "pdf" && c.Format != "html" {
			continue
		}
		reason, err := notUnique(ctx, p)
		if err != nil {
			return err
		}
		if reason != "" {
			return &ExitError{Code: exitNo, Err: errors.New(reason)}
		}
		err = puzzle.NewSolver(p.Layout).Each(ctx, p.Clues, 0, func(values []int) bool {
			made[i].Solution = values
			return false
		})
		if err != nil {
			return err
		}
		if made[i].Class, err = technique.Grade(ctx, p); err != nil {
			return err
		}
	}
	return c.write(env, c.Format, c.Title, made)
}
