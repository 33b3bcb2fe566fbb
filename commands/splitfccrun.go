package commands

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/atomicfile"
)

// splitRunCmd explores one fingerprint.
type splitRunCmd struct {
	FCCBoardFlags `embed:""`
	Board         string `arg:"" optional:"" help:"File with the board; leave it out with --deal."`
	Fingerprint   string `arg:"" optional:"" help:"The fingerprint, and the name of the file with its entries."`

	In  string `placeholder:"FILE" help:"File with the entries, instead of one named by the fingerprint."`
	Out string `short:"o" placeholder:"FILE" help:"File for the report, - for standard output, instead of the entries' file with .out behind its name."`
}

// Help returns the longer help text.
func (*splitRunCmd) Help() string {
	return `The file of entries has a line for each known state of the fingerprint,

  STATE COUNT MOVES

sorted by COUNT as a number and then by the bytes of STATE. COUNT is the number of moves from the start; MOVES, which may be left out in all lines, is the Base64 of a byte for each move.

The report has a block for each component: its first entry, the number of its states, the entries that another one reaches in at most their count, the other entries, and the states of other fingerprints that one move leads to, as FINGERPRINT STATE COUNT MOVES. A line with a checksum ends it. It is written whole or not at all.

Example:

  puzzlekit split-fcc run board.txt qqqqqqqqqqopKCgpaA==`
}

// Run explores the fingerprint and writes its report.
func (c *splitRunCmd) Run(ctx context.Context, env *Env) error {
	if c.Deal != 0 && c.Fingerprint == "" {
		c.Board, c.Fingerprint = "", c.Board // with --deal the only argument is the fingerprint
	}
	if c.Fingerprint == "" {
		return usageErrorf("no fingerprint: expected 20 characters of Base64")
	}
	f, err := fcc.ParseFingerprint(filepath.Base(c.Fingerprint))
	if err != nil {
		return usageErrorf("%w", err)
	}
	g, err := c.game(env, c.Board)
	if err != nil {
		return err
	}
	if c.In == "" {
		c.In = c.Fingerprint
	}
	if c.Out == "" {
		c.Out = c.In + ".out"
	}
	in, err := os.Open(c.In)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // only read from
	start := time.Now()
	list, err := g.ReadEntries(c.In, in, f)
	if err != nil {
		return err
	}
	stats, err := c.report(ctx, env, g, list, in)
	if err != nil || c.Out == "-" {
		return err
	}
	if env.JSON {
		return env.PrintJSON(fccJSONOf(stats))
	}
	_, err = fmt.Fprintf(env.Stdout, "%s in %s, %d consumed, %d reachable, %s derived, %.3f s: %s\n",
		count(int(stats.States), "state"), count(int(stats.FCCs), "component"), stats.Consumed, stats.Reachable,
		thousands(stats.Derived), time.Since(start).Seconds(), c.Out)
	return err
}

// report writes the report to its place.
func (c *splitRunCmd) report(ctx context.Context, env *Env, g *fcc.Game, list *fcc.EntryList, in io.ReaderAt) (fcc.Stats, error) {
	if c.Out == "-" {
		return writeFCCReport(ctx, env.Stdout, g, list, in)
	}
	out, err := atomicfile.Create(c.Out)
	if err != nil {
		return fcc.Stats{}, err
	}
	stats, err := writeFCCReport(ctx, out, g, list, in)
	if err != nil {
		_ = out.Abort()
		return stats, err
	}
	return stats, out.Commit()
}

// writeFCCReport explores the entries and writes the report to w. Their moves, if
// they have any, are read again from in.
func writeFCCReport(ctx context.Context, w io.Writer, g *fcc.Game, list *fcc.EntryList, in io.ReaderAt) (fcc.Stats, error) {
	var moves func([]byte, int) ([]byte, error)
	if list.HasMoves {
		moves = func(dst []byte, entry int) ([]byte, error) { return g.ReadMoves(dst, in, list.Offsets[entry]) }
	}
	report := fcc.NewReportWriter(w)
	stats, err := g.Components(ctx, list, moves, report.Write)
	if err != nil {
		return stats, err
	}
	return stats, report.Close(stats.MaxCount)
}

// fccJSON is the numbers of one or many fingerprints as JSON.
type fccJSON struct {
	States       int64 `json:"states"`
	FCCs         int64 `json:"fccs"`
	Fingerprints int64 `json:"fingerprints"`
	Entries      int64 `json:"entries"`
	Consumed     int64 `json:"consumed"`
	Reachable    int64 `json:"reachable"`
	Derived      int64 `json:"derived"`
	CountSum     int64 `json:"count_sum"` // of the entries' counts
	MinCount     int   `json:"min_count"` // least and greatest distance of a state
	MaxCount     int   `json:"max_count"`
	Largest      int64 `json:"largest"` // states of the largest fingerprint
}

func fccJSONOf(s fcc.Stats) fccJSON {
	return fccJSON{
		States: s.States, FCCs: s.FCCs, Fingerprints: s.Fingerprints, Entries: s.Entries, Consumed: s.Consumed,
		Reachable: s.Reachable, Derived: s.Derived, CountSum: s.CountSum, MinCount: s.MinCount, MaxCount: s.MaxCount, Largest: s.Largest,
	}
}
