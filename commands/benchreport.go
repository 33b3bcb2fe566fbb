package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"puzzlekit/bench"
	"puzzlekit/bench/report"
	"puzzlekit/internal/atomicfile"
)

// benchReportCmd makes tables and plots.
type benchReportCmd struct {
	Dir  string `arg:"" help:"Directory with results of bench run. Plots are written there as well."`
	Into string `placeholder:"FILE" help:"Markdown page that has a place for each suite, between <!-- bench SUITE --> and <!-- /bench -->; its tables are replaced. Without it the tables are printed."`
}

// Help returns the longer help text.
func (*benchReportCmd) Help() string {
	return `A number is the median of a case's results with its 95 % confidence interval.

Example:

  puzzlekit bench report results --into BENCHMARKS.md`
}

// Run writes the report.
func (c *benchReportCmd) Run(_ context.Context, env *Env) error {
	if _, err := os.Stat(c.Dir); err != nil {
		return fmt.Errorf("read results: %w", err)
	}
	sections := map[string]string{}
	var printed strings.Builder
	below := c.Dir
	if c.Into != "" {
		var err error
		if below, err = filepath.Rel(filepath.Dir(c.Into), c.Dir); err != nil {
			return fmt.Errorf("find the way from the page to the plots: %w", err)
		}
	}
	plots := map[string][]byte{}
	for _, s := range bench.Suites() {
		name := filepath.Join(c.Dir, s.Name+".txt")
		data, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("read results: %w", err)
		}
		results, err := report.Read(name, bytes.NewReader(data))
		if err != nil {
			return err
		}
		if sections[s.Name], err = report.Markdown(s, results, filepath.ToSlash(below)); err != nil {
			return err
		}
		fmt.Fprintf(&printed, "## %s\n\n%s\n%s\n", s.Name, s.Help, sections[s.Name])
		for _, p := range s.Plots {
			if plots[filepath.Join(c.Dir, p.File)], err = report.SVG(s, p, results); err != nil {
				return err
			}
		}
	}
	if len(sections) == 0 {
		return fmt.Errorf("%s has no results of a suite, expected SUITE.txt as bench run writes it", c.Dir)
	}
	if c.Into != "" {
		if err := updatePage(c.Into, sections); err != nil {
			return err
		}
	}
	for name, svg := range plots {
		if err := atomicfile.WriteFile(name, svg); err != nil {
			return err
		}
	}
	if c.Into != "" {
		return nil
	}
	_, err := env.Stdout.Write([]byte(printed.String()))
	return err
}

// updatePage replaces the sections of a page.
func updatePage(name string, sections map[string]string) error {
	page, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("read the page: %w", err)
	}
	text, err := report.Update(string(page), sections)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return atomicfile.WriteFile(name, []byte(text))
}
