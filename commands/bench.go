package commands

import (
	"context"
	"fmt"
	"text/tabwriter"

	"puzzlekit/bench"
)

func init() {
	register("bench", "about", "Measure the engines and compare results.", func() any { return &benchCmd{} })
}

// benchCmd groups what has to do with measurements.
type benchCmd struct {
	List      benchListCmd      `cmd:"" help:"List the suites of benchmarks."`
	Run       benchRunCmd       `cmd:"" help:"Run a suite and keep its results."`
	Report    benchReportCmd    `cmd:"" help:"Make tables and plots of results."`
	Signature benchSignatureCmd `cmd:"" help:"Compute a number for each engine that must not change by chance."`
}

// Help returns the longer help text.
func (*benchCmd) Help() string {
	return `A suite does fixed work in several ways and measures each. Results are in Go's benchmark format, so benchstat and other tools read them, too.

Example:

  puzzlekit bench run dedup --out results
  puzzlekit bench report results`
}

type benchListCmd struct{}

// Help returns the longer help text.
func (*benchListCmd) Help() string {
	return `Example:

  puzzlekit bench list`
}

// Run lists the suites.
func (*benchListCmd) Run(_ context.Context, env *Env) error {
	type suite struct {
		Name  string `json:"name"`
		Cases int    `json:"cases"`
		Help  string `json:"help"`
	}
	var all []suite
	for _, s := range bench.Suites() {
		cases, err := s.Cases()
		if err != nil {
			return err
		}
		all = append(all, suite{s.Name, len(cases), s.Help})
	}
	if env.JSON {
		return env.PrintJSON(all)
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	for _, s := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, count(s.Cases, "case"), s.Help)
	}
	return w.Flush()
}
