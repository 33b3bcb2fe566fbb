package commands

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"puzzlekit/engines/tectonic/automaton"
	"puzzlekit/internal/report"
)

// tectonicCountCmd counts complete grids.
type tectonicCountCmd struct {
	TectonicSize `embed:""`
	Workers      int    `default:"0" placeholder:"K" help:"Goroutines; 0 is one for each processor."`
	By           string `default:"rows" enum:"rows,cells" placeholder:"STEP" help:"Go from row to row or from cell to cell: rows or cells."`
	MaxMemory    string `placeholder:"BYTES" help:"Memory for the tables of states, such as 2G; no bound if it is not given."`
}

// Help returns the longer help text.
func (*tectonicCountCmd) Help() string {
	return `The number is exact, however large. Grids are not listed: those whose unfinished parts look alike are counted together. Time and memory grow by a factor of about 30 with each column, counted along the shorter side, and little with each row. --by cells is a second way to the same number. Exit code 4 says that the memory was not enough.

Example:

  puzzlekit tectonic count -L 3 -H 9 -M 5`
}

// Run prints the number.
func (c *tectonicCountCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	memory, err := parseBytes(c.MaxMemory)
	if err != nil {
		return usageErrorf("--max-memory %w", err)
	}
	progress := env.Progress("count")
	defer progress.Done()
	n, err := automaton.Count(ctx, p, automaton.Options{Workers: processors(c.Workers), Memory: memory, ByCells: c.By == "cells", Progress: showStates(progress)})
	if errors.Is(err, automaton.ErrMemory) {
		return &ExitError{Code: exitLimit, Err: err}
	}
	if err != nil {
		return err
	}
	progress.Done()
	if env.JSON {
		return env.PrintJSON(struct {
			L     int    `json:"L"`
			H     int    `json:"H"`
			M     int    `json:"M"`
			Grids string `json:"grids"`
		}{p.Width, p.Height, p.Max, n.String()})
	}
	_, err = fmt.Fprintln(env.Stdout, n)
	return err
}

// showStates shows the progress of an automaton.
func showStates(progress *report.Progress) func(done, total int, states int64) {
	return func(done, total int, states int64) {
		progress.Share(float64(done)/float64(total), fmt.Sprintf("step %d of %d, %s states", done, total, short(uint64(states))))
	}
}

// processors returns the number of workers asked for: 0 is one for each processor.
func processors(workers int) int {
	if workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return workers
}
