package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"puzzlekit/bench"
	"puzzlekit/internal/atomicfile"
)

// benchRunCmd runs one suite.
type benchRunCmd struct {
	Suite string        `arg:"" help:"Name of the suite, from puzzlekit bench list."`
	Out   string        `required:"" placeholder:"DIR" help:"Directory for the results, which are written to SUITE.txt there."`
	Count int           `default:"10" placeholder:"N" help:"Results for each case."`
	Time  time.Duration `default:"0s" placeholder:"DURATION" help:"Least time for a result; a case is repeated until then."`
	Match string        `placeholder:"REGEXP" help:"Run only cases whose names match."`
}

// Help returns the longer help text.
func (*benchRunCmd) Help() string {
	return `All cases run in turn, then all again, so that what disturbs the machine for a while disturbs all alike. The file is written when all is done.

Example:

  puzzlekit bench run scans --out results --count 3 --match game=freecell`
}

// Run runs the suite.
func (c *benchRunCmd) Run(ctx context.Context, env *Env) error {
	suite, err := bench.SuiteByName(c.Suite)
	if err != nil {
		return usageErrorf("%w", err)
	}
	if c.Count < 1 || c.Time < 0 {
		return usageErrorf("--count %d, --time %v: expected at least 1 and no negative time", c.Count, c.Time)
	}
	progress := env.Progress("bench")
	defer progress.Done()
	opts := bench.RunOptions{
		Count: c.Count, Time: c.Time, Host: benchHost(),
		Progress: func(done, all int, name string) { progress.Share(float64(done)/float64(all), name) },
	}
	if c.Match != "" {
		if opts.Match, err = regexp.Compile(c.Match); err != nil {
			return usageErrorf("--match: %w", err)
		}
	}
	if err := os.MkdirAll(c.Out, 0o777); err != nil {
		return fmt.Errorf("make the directory for results: %w", err)
	}
	var results bytes.Buffer
	err = bench.Run(ctx, &results, suite, opts)
	progress.Done()
	switch {
	case errors.Is(err, bench.ErrNoCase):
		return usageErrorf("%w", err)
	case err != nil:
		return err
	}
	name := filepath.Join(c.Out, suite.Name+".txt")
	if err := atomicfile.WriteFile(name, results.Bytes()); err != nil {
		return err
	}
	_, err = fmt.Fprintln(env.Stdout, name)
	return err
}

// benchHost returns what there is to say of this machine and this program.
func benchHost() []bench.Host {
	var hosts []bench.Host
	if info, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if m := regexp.MustCompile(`(?m)^model name\s*:\s*(.*)$`).FindSubmatch(info); m != nil {
			hosts = append(hosts, bench.Host{Key: "cpu", Value: string(m[1])})
		}
	}
	return append(hosts, bench.Host{Key: "commit", Value: readVersion().Commit})
}
