package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"puzzlekit/commands/tectonicgen"
	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/tier"
	"puzzlekit/internal/cluster/local"
)

// tectonicGenCmd lists all grids.
type tectonicGenCmd struct {
	TectonicSize `embed:""`
	Data         string `type:"path" default:"data" placeholder:"DIR" help:"Directory of the tree of files."`
	Form         string `default:"text" enum:"text,binary" placeholder:"FORM" help:"Form of the files: text or binary."`
	Pruning      string `default:"closure" enum:"closure,weak,viable" placeholder:"KIND" help:"Partial grids to keep: closure, weak or viable."`
	Dedup        string `default:"canonical" enum:"canonical,set,deferred,lookup" placeholder:"HOW" help:"How no grid is made twice: canonical, set, deferred or lookup."`
	Strategy     string `default:"low" enum:"low,high,fifo" placeholder:"ORDER" help:"Tier whose batches are given first: low, high or fifo."`
	Batch        uint64 `default:"100" placeholder:"N" help:"Grids of a batch."`
	PerTier      int    `default:"0" placeholder:"N" help:"Batches of one tier in work at once; 0 is no bound."`
	Workers      int    `default:"0" placeholder:"K" help:"Workers in this process; 0 is one for each processor, or none with --processes."`
	Processes    int    `default:"0" placeholder:"K" help:"Workers that are processes of their own."`
	MaxMemory    string `placeholder:"BYTES" help:"Memory to use, such as 500M or 2G."`
	DropTiers    bool   `help:"Remove each tier when the next one is finished."`
	Stream       bool   `help:"Print the complete grids and store nothing."`
	Search       bool   `help:"With --stream, find the grids by depth-first search instead of the automaton."`

	KillAt string `hidden:"" help:"Kill the process at a point, for tests."`
}

// Help returns the longer help text.
func (*tectonicGenCmd) Help() string {
	return `Cells are assigned row by row. Tier p holds all partial grids with p cells, one file a tier, below DIR/hHHlLL/mMM; the last one is also called grilles.txt. Grids wider than high are made as high ones and transposed.

A finished text file ends with a trailer that stays last when the file is sorted. When the command is stopped or killed, the same command goes on; tiers that problems of other heights or of larger regions have left are reused.

--stream prints the codes of all complete grids in order, at tens of millions a second once the automaton is built.

Examples:

  puzzlekit tectonic gen -L 3 -H 3 -M 5 --data data
  puzzlekit tectonic gen -L 4 -H 4 -M 5 --data data --form binary --batch 100000
  puzzlekit tectonic gen -L 2 -H 3 -M 5 --stream`
}

var tierForms = map[string]tier.Form{"text": tier.Text, "binary": tier.Binary}

// Run makes the lists.
func (c *tectonicGenCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	switch {
	case c.Batch < 1:
		return usageErrorf("--batch 0: expected 1 or more")
	case c.Workers < 0 || c.Processes < 0 || c.PerTier < 0:
		return usageErrorf("--workers, --processes and --per-tier: expected 0 or more")
	case c.Search && !c.Stream:
		return usageErrorf("--search: expected together with --stream")
	case p.Max > tier.MaxValue:
		return usageErrorf("-M %d: expected at most %d", p.Max, tier.MaxValue)
	case c.Dedup != "canonical" && c.Pruning != "closure":
		return usageErrorf("--dedup %s: expected --pruning closure", c.Dedup)
	}
	memory, err := parseBytes(c.MaxMemory)
	if err != nil {
		return usageErrorf("--max-memory %w", err)
	}
	if memory > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(memory))
	}
	if c.Stream {
		return c.stream(ctx, env, p, memory)
	}
	count, dir, err := c.generate(ctx, env, p, memory)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("the work is kept in %s; the same command goes on: %w", dir, err)
	}
	if err != nil {
		return err
	}
	if env.JSON {
		return env.PrintJSON(struct {
			L     int    `json:"L"`
			H     int    `json:"H"`
			M     int    `json:"M"`
			Grids uint64 `json:"grids"`
			Dir   string `json:"dir"`
		}{p.Width, p.Height, p.Max, count, dir})
	}
	_, err = fmt.Fprintf(env.Stdout, "%d grids in %s\n", count, dir)
	return err
}

// generate makes the list of a problem, or that of the transposed one first.
func (c *tectonicGenCmd) generate(ctx context.Context, env *Env, p tectonic.Problem, memory int64) (uint64, string, error) {
	pruning := tectonicgen.Pruning(c.Pruning)
	dir := tectonicgen.Dir(c.Data, p, pruning)
	if p.Width > p.Height && pruning != tectonicgen.Weak {
		_, from, err := c.generate(ctx, env, p.Transposed(), memory)
		if err != nil {
			return 0, from, err
		}
		count, err := tectonicgen.Transpose(ctx, from, dir, p, tierForms[c.Form], memory)
		return count, dir, err
	}
	point, err := tectonicgen.KillAt(c.KillAt)
	if err != nil {
		return 0, dir, usageErrorf("--kill-at %w", err)
	}
	progress := env.Progress("gen")
	defer progress.Done()
	start := time.Now()
	config := tectonicgen.Config{
		Problem: p, Dir: dir, Form: tierForms[c.Form], Pruning: pruning, Dedup: tectonicgen.Dedup(c.Dedup),
		Strategy: tectonicgen.Strategy(c.Strategy), Batch: c.Batch, PerTier: c.PerTier, Drop: c.DropTiers,
		Workers: c.workers(), Processes: c.Processes, Memory: memory,
		Siblings: tectonicgen.Siblings(c.Data, p), Point: point, Log: env.Log,
		Progress: func(s tectonicgen.Status) { progress.Share(share(p, s), describeTiers(s, time.Since(start))) },
		Command:  c.child(p, dir),
	}
	count, err := tectonicgen.Run(ctx, config)
	return count, dir, err
}

func (c *tectonicGenCmd) workers() int {
	if c.Workers == 0 && c.Processes == 0 {
		return processors(0)
	}
	return c.Workers
}

// child returns the command line of a worker process.
func (c *tectonicGenCmd) child(p tectonic.Problem, dir string) func(context.Context) *exec.Cmd {
	return func(ctx context.Context) *exec.Cmd {
		self, err := os.Executable()
		if err != nil {
			self = os.Args[0]
		}
		cmd := exec.CommandContext(ctx, self, "tectonic", "gen-worker",
			"-L", strconv.Itoa(p.Width), "-H", strconv.Itoa(p.Height), "-M", strconv.Itoa(p.Max),
			"--form", c.Form, "--pruning", c.Pruning, dir)
		cmd.Stderr = os.Stderr
		return cmd
	}
}

// share estimates the share of the work that is done: tiers that are finished, and of
// the others the grids that have been read.
func share(p tectonic.Problem, s tectonicgen.Status) float64 {
	done := 0.0
	for _, t := range s.Counts {
		if t.Grids > 0 {
			done = max(done, float64(t.Number-1)+float64(t.Read)/float64(t.Grids))
		}
	}
	if s.Finished {
		return 1
	}
	return done / float64(p.Cells())
}

// describeTiers shows the profile of the tiers that are in work.
func describeTiers(s tectonicgen.Status, elapsed time.Duration) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s grids made, %s/s", short(s.Made), short(uint64(float64(s.Made)/max(elapsed.Seconds(), 0.001))))
	for _, t := range s.Counts {
		if t.Read < t.Grids || !t.IsFinished {
			fmt.Fprintf(&b, ", p%02d %s of %s", t.Number, short(t.Read), short(t.Grids))
		}
	}
	if s.Waiting > 0 {
		fmt.Fprintf(&b, ", %d answers wait", s.Waiting)
	}
	return b.String()
}

// short writes a number with three digits and a unit.
func short(n uint64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.2f G", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.2f M", float64(n)/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.1f k", float64(n)/1e3)
	}
	return strconv.FormatUint(n, 10)
}

// parseBytes reads a number of bytes with an optional unit K, M, G or T of 1024.
func parseBytes(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	number, unit := strings.TrimSuffix(strings.ToUpper(text), "B"), int64(1)
	for i, symbol := range []string{"K", "M", "G", "T"} {
		if rest, ok := strings.CutSuffix(number, symbol); ok {
			number, unit = rest, 1<<(10*(i+1))
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 1 || n > (1<<62)/unit {
		return 0, fmt.Errorf("%q: expected a number of bytes such as 500M or 2G", text)
	}
	return n * unit, nil
}

// tectonicGenWorkerCmd is a worker process of gen.
type tectonicGenWorkerCmd struct {
	TectonicSize `embed:""`
	Form         string `default:"text" enum:"text,binary" help:"Form of the files."`
	Pruning      string `default:"closure" enum:"closure,weak,viable" help:"Partial grids to keep."`
	Dir          string `arg:"" type:"path" help:"Directory of the tiers."`
}

// Run does tasks from standard input until it ends.
func (c *tectonicGenWorkerCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	w := &tectonicgen.Worker{Problem: p, Dir: c.Dir, Form: tierForms[c.Form], Pruning: tectonicgen.Pruning(c.Pruning)}
	return local.Serve(ctx, env.Stdin, env.Stdout, w.Handle)
}
