package commands

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"puzzlekit/commands/fccrun"
	"puzzlekit/engines/freecell/fcc"
)

// splitStatusCmd shows how far a run in files is.
type splitStatusCmd struct {
	Dir          string `arg:"" help:"The run's directory."`
	Fingerprints bool   `help:"List the fingerprints of the depths instead of the depths."`
	Depth        *int   `placeholder:"N" help:"Only of this depth below the start."`
}

// Help returns the longer help text.
func (*splitStatusCmd) Help() string {
	return `Lists the depths that have been explored, with the numbers of fingerprints, components, states, entries, consumed and reachable entries and derived states, the least and the greatest number of moves to a state, and the size of the files. The run may be at work meanwhile.

Example:

  puzzlekit split-fcc status deal883`
}

// Run prints the table.
func (c *splitStatusCmd) Run(ctx context.Context, env *Env) error {
	run, err := fccrun.Open(ctx, c.Dir)
	if err != nil {
		return err
	}
	seals, err := run.Seals(ctx)
	if err != nil {
		return err
	}
	if c.Depth != nil {
		var one []*fccrun.Seal
		for _, s := range seals {
			if s.Depth == *c.Depth {
				one = append(one, s)
			}
		}
		seals = one
	}
	if c.Fingerprints {
		return c.fingerprints(ctx, env, run, seals)
	}
	if env.JSON {
		depths := []splitSealJSON{}
		for _, s := range seals {
			depths = append(depths, splitSealJSON{splitDepthJSON{s.Depth, fccJSONOf(s.Stats)}, s.Bytes, s.SHA256})
		}
		return env.PrintJSON(depths)
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "depth\tfingerprints\tFCCs\tstates\tentries\tconsumed\treachable\tderived\tleast\tgreatest\tlargest\tbytes\t")
	var total fcc.Stats
	var size int64
	row := func(name string, s fcc.Stats, bytes int64) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t\n", name, s.Fingerprints, s.FCCs, s.States, s.Entries,
			s.Consumed, s.Reachable, s.Derived, s.MinCount, s.MaxCount, s.Largest, bytes)
	}
	for _, s := range seals {
		row(fmt.Sprint(s.Depth), s.Stats, s.Bytes)
		total.Add(s.Stats)
		size += s.Bytes
	}
	row("all", total, size)
	return w.Flush()
}

// splitSealJSON is a depth with its file.
type splitSealJSON struct {
	splitDepthJSON
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

func (c *splitStatusCmd) fingerprints(ctx context.Context, env *Env, run *fccrun.Run, seals []*fccrun.Seal) error {
	for _, seal := range seals {
		prints, stats, err := run.Fingerprints(ctx, seal.Depth)
		if err != nil {
			return err
		}
		for i, f := range prints {
			if env.JSON {
				err = env.PrintJSON(struct {
					Fingerprint string `json:"fingerprint"`
					splitDepthJSON
				}{f.String(), splitDepthJSON{seal.Depth, fccJSONOf(stats[i])}})
			} else {
				_, err = fmt.Fprintf(env.Stdout, "%d %v %d %d\n", seal.Depth, f, stats[i].FCCs, stats[i].States)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// splitVerifyCmd checks the files of a run.
type splitVerifyCmd struct {
	Dir    string `arg:"" help:"The run's directory."`
	Sample int    `default:"20" placeholder:"N" help:"About how many fingerprints of each depth are explored again; 0 for none."`
}

// Help returns the longer help text.
func (*splitVerifyCmd) Help() string {
	return `Checks every checksum and that the numbers add up, explores some fingerprints of each depth again, compares what they lead to with the entries that are there, and plays stored moves. What is wrong is listed, and the exit code is 3; "solve" with the same board and directory repairs it.

Example:

  puzzlekit split-fcc verify deal883`
}

// Run checks the run.
func (c *splitVerifyCmd) Run(ctx context.Context, env *Env) error {
	run, err := fccrun.Open(ctx, c.Dir)
	if err != nil {
		return &ExitError{Code: exitNo, Err: err}
	}
	check, err := run.Verify(ctx, c.Sample)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		return &ExitError{Code: exitNo, Err: err}
	}
	if env.JSON {
		return env.PrintJSON(check)
	}
	_, err = fmt.Fprintf(env.Stdout, "%s, %s, %s entries: all checksums are right\n# %s explored again, %s played\n",
		count(check.Depths, "depth"), count(int(check.Fingerprints), "fingerprint"), thousands(check.Entries),
		count(check.Explored, "fingerprint"), count(check.Replayed, "stored way"))
	return err
}

// errNoEntries is the answer to a fingerprint that nothing leads to.
var errNoEntries = errors.New("nothing in the run leads to this fingerprint")
