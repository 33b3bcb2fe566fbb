package commands

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"puzzlekit/commands/fccrun"
	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/atomicfile"
)

// splitExportCmd writes a fingerprint's entries.
type splitExportCmd struct {
	Dir         string `arg:"" help:"The run's directory."`
	Fingerprint string `arg:"" help:"The fingerprint, 20 characters of Base64."`

	Out string `short:"o" placeholder:"FILE" help:"File for the entries, - for standard output, instead of one named by the fingerprint."`
}

// Help returns the longer help text.
func (*splitExportCmd) Help() string {
	return `The fingerprint's depth may have been explored, or be the next one. "run" explores what is written, and "import" takes its report into the run. The moves are there when the run stores them.

Example:

  puzzlekit split-fcc export deal883 qqqqqqqqqqopKCgpaA==`
}

// Run writes the file.
func (c *splitExportCmd) Run(ctx context.Context, env *Env) error {
	f, err := fcc.ParseFingerprint(c.Fingerprint)
	if err != nil {
		return usageErrorf("%w", err)
	}
	run, err := fccrun.Open(ctx, c.Dir)
	if err != nil {
		return err
	}
	list, err := run.Entries(ctx, f)
	if err != nil {
		return err
	}
	if list.Len() == 0 {
		return fmt.Errorf("%v: %w", f, errNoEntries)
	}
	if c.Out == "-" {
		return writeFCCEntries(env.Stdout, run.Game(), f, list)
	}
	if c.Out == "" {
		c.Out = c.Fingerprint
	}
	out, err := atomicfile.Create(c.Out)
	if err != nil {
		return err
	}
	if err := writeFCCEntries(out, run.Game(), f, list); err != nil {
		_ = out.Abort()
		return err
	}
	return out.Commit()
}

// writeFCCEntries writes entries as the command run reads them.
func writeFCCEntries(w io.Writer, g *fcc.Game, f fcc.Fingerprint, list *fcc.List) error {
	out := bufio.NewWriterSize(w, 1<<16)
	_, index := list.ByCount()
	var line []byte
	for _, i := range index {
		var moves []byte
		if list.Moves != nil {
			moves = list.Moves[i]
		}
		line = fcc.AppendEntry(line[:0], g.State(f, list.Key(int(i))), int(list.Counts[i]), moves)
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// splitImportCmd takes a report into a run.
type splitImportCmd struct {
	Dir         string `arg:"" help:"The run's directory."`
	Fingerprint string `arg:"" help:"The fingerprint, and the name of the report without .out."`

	In string `placeholder:"FILE" help:"The report, instead of one named by the fingerprint with .out behind it."`
}

// Help returns the longer help text.
func (*splitImportCmd) Help() string {
	return `The fingerprint is not explored again when the run comes to it, if its entries are those of the report by then.

Example:

  puzzlekit split-fcc import deal883 qqqqqqqqqqopKCgpaA==`
}

// Run reads the report.
func (c *splitImportCmd) Run(ctx context.Context, env *Env) error {
	f, err := fcc.ParseFingerprint(filepath.Base(c.Fingerprint))
	if err != nil {
		return usageErrorf("%w", err)
	}
	run, err := fccrun.Open(ctx, c.Dir)
	if err != nil {
		return err
	}
	if err := run.Lock(); err != nil {
		return err
	}
	defer func() { _ = run.Close() }() // the lock goes with the process at the latest
	if c.In == "" {
		c.In = c.Fingerprint + ".out"
	}
	data, err := os.ReadFile(c.In)
	if err != nil {
		return err
	}
	stats, err := run.Import(ctx, f, c.In, data)
	if err != nil {
		return err
	}
	if env.JSON {
		return env.PrintJSON(fccJSONOf(stats))
	}
	_, err = fmt.Fprintf(env.Stdout, "%s in %s of %s\n", count(int(stats.States), "state"),
		count(int(stats.FCCs), "component"), strings.TrimSuffix(filepath.Base(c.In), ".out"))
	return err
}
