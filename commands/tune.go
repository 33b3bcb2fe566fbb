package commands

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/preset"
	"puzzlekit/engines/freecell/scan"
	"puzzlekit/internal/atomicfile"
)

func init() {
	register("tune", "freecell", "Make a preset from measured runs of candidate scans.", func() any { return &tuneCmd{} })
}

// tuneCmd measures scans and makes a schedule of them.
type tuneCmd struct {
	From       uint64 `arg:"" help:"First deal, 1 to 8589934591."`
	To         uint64 `arg:"" help:"Last deal."`
	Candidates string `arg:"" help:"File with the candidates: scans in Freecell Solver's words, separated by lines that say \"then\"."`

	GameFlags `embed:""`
	ReprFlags `embed:""`

	Limit   int64   `default:"2000" placeholder:"N" help:"Most iterations of a candidate on a deal."`
	Moves   float64 `default:"116" placeholder:"N" help:"Solutions of so many moves are neither good nor bad."`
	Weight  float64 `default:"0" placeholder:"W" help:"How much longer or shorter solutions count, in proportion; 0 is not at all."`
	Threads int     `default:"0" placeholder:"K" help:"Candidates that are measured at the same time; 0 is one for each core. With more than there are cores the times mean little."`
	Out     string  `placeholder:"FILE" help:"Write the preset to this file instead of standard output."`
}

// Help returns the longer help text.
func (*tuneCmd) Help() string {
	return `Runs every candidate by itself on every deal. Then it gives out turns: each time the scan and the number of iterations that solve the most of the remaining deals for the time that these take. The result is a scan text with a prelude, for --scan-file. At most 32 scans are taken.

Example:

  puzzlekit tune 1 2000 candidates.scan --out mine.scan
  puzzlekit range 1 32000 --scan-file mine.scan`
}

// Run measures and schedules.
func (c *tuneCmd) Run(ctx context.Context, env *Env) error {
	switch {
	case c.From < 1 || c.To < c.From || c.To > freecell.MaxDeal:
		return usageErrorf("deals %d to %d: expected 1 to %d, the first one first", c.From, c.To, uint64(freecell.MaxDeal))
	case c.Limit < 1 || c.Moves < 1 || c.Weight < 0 || c.Threads < 0:
		return usageErrorf("--limit %d, --moves %g, --weight %g, --threads %d: expected 1 or more for the first two, 0 or more for the others", c.Limit, c.Moves, c.Weight, c.Threads)
	case c.To-c.From >= maxTuned:
		return usageErrorf("%d deals: expected at most %d", c.To-c.From+1, maxTuned)
	case c.breadthFirst():
		return usageErrorf("--dedup %s: expected table, fingerprint or map", c.Dedup)
	}
	if c.Threads == 0 {
		c.Threads = runtime.GOMAXPROCS(0)
	}
	v, err := c.Variant()
	if err != nil {
		return err
	}
	plan, err := readPlan(env, c.Candidates)
	if err != nil {
		return err
	}
	if v, err = plan.Variant(v); err != nil {
		return usageErrorf("%w", err)
	}
	candidates, err := c.measure(ctx, env, plan, v)
	if err != nil {
		return err
	}
	turns, unsolved := preset.Schedule(candidates, c.Moves, c.Weight)
	if len(turns) == 0 {
		return fmt.Errorf("no candidate solves any of the deals within %d iterations", c.Limit)
	}
	text := c.text(v, candidates, turns, unsolved)
	if c.Out == "" {
		_, err = io.WriteString(env.Stdout, text)
		return err
	}
	file, err := atomicfile.Create(c.Out)
	if err != nil {
		return err
	}
	defer func() { _ = file.Abort() }() // does nothing after Commit
	if _, err := file.Write([]byte(text)); err != nil {
		return err
	}
	return file.Commit()
}

// maxTuned is the most deals that candidates are measured on.
const maxTuned = 1_000_000

// measure runs the candidates on the deals, each on its own thread.
func (c *tuneCmd) measure(ctx context.Context, env *Env, plan preset.Plan, v freecell.Variant) ([]preset.Candidate, error) {
	deals := make([]*freecell.Board, 0, c.To-c.From+1)
	for n := c.From; n <= c.To; n++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		b, err := freecell.Deal(n, v)
		if err != nil {
			return nil, err
		}
		deals = append(deals, b)
	}
	candidates := make([]preset.Candidate, len(plan))
	for i := range plan {
		if len(plan[i].Scans) > 1 {
			return nil, usageErrorf("%s: candidate %d has %d scans, expected one", c.Candidates, i+1, len(plan[i].Scans))
		}
		if plan[i].Optimize || plan[i].Reparent || plan[i].Scans[0].Method == scan.Beam {
			return nil, usageErrorf("%s: candidate %d: expected no -opt, no --reparent-states and not the method beam, which cannot take turns", c.Candidates, i+1)
		}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	p := env.Progress("tune")
	defer p.Done()
	var mu sync.Mutex
	next, done := 0, int64(0)
	var wg sync.WaitGroup
	for range c.Threads {
		wg.Go(func() {
			for {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= len(plan) {
					return
				}
				var err error
				if candidates[i], err = c.try(ctx, plan[i], v, deals); err != nil {
					stop(err)
					return
				}
				mu.Lock()
				done++
				p.Count(done, int64(len(plan)))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return candidates, nil
}

// try runs one candidate on the deals.
func (c *tuneCmd) try(ctx context.Context, set scan.Set, v freecell.Variant, deals []*freecell.Board) (preset.Candidate, error) {
	opts := c.options()
	opts.Limit = c.Limit
	runner, err := scan.NewRunner(set, v, opts)
	if err != nil {
		return preset.Candidate{}, err
	}
	candidate := preset.Candidate{Scan: set.Scans[0], Trials: make([]preset.Trial, len(deals))}
	start, iterations := time.Now(), int64(1)
	for i, b := range deals {
		r, err := runner.Solve(ctx, b)
		if err != nil {
			return candidate, err
		}
		candidate.Trials[i] = preset.Trial{Solved: r.Verdict == scan.Solved, Iterations: int(r.Checked), Moves: len(r.Moves)}
		iterations += r.Checked
	}
	candidate.Cost = time.Since(start).Seconds() / float64(iterations)
	return candidate, nil
}

// text writes the scans that have turns, and these, as a scan text.
func (c *tuneCmd) text(v freecell.Variant, candidates []preset.Candidate, turns []scan.Turn, unsolved int) string {
	var set scan.Set
	set.FreeCells = -1
	if named, err := freecell.VariantByName("freecell"); err == nil && v != named {
		set.Game, set.FreeCells = v.Name, v.FreeCells
	}
	set.Synergy = scan.NoSynergy
	place := map[int]int{} // of a candidate among the scans
	for _, t := range turns {
		i, ok := place[t.Scan]
		if !ok && len(set.Scans) == scan.MaxScans {
			continue
		}
		if !ok {
			i = len(set.Scans)
			place[t.Scan] = i
			s := candidates[t.Scan].Scan
			s.Name = fmt.Sprint(i + 1)
			set.Scans = append(set.Scans, s)
		}
		set.Prelude = append(set.Prelude, scan.Turn{Scan: i, Iterations: t.Iterations})
	}
	var sb strings.Builder
	fmt.Fprintf(&sb, "# Made by tune from %d candidates on deals %d to %d of %s", len(candidates), c.From, c.To, v.Name)
	if unsolved > 0 {
		fmt.Fprintf(&sb, ";\n# %d of them remained unsolved", unsolved)
	}
	sb.WriteString(".\n" + strings.NewReplacer(" -nst ", " -nst\n", " --prelude ", "\n--prelude ").Replace(set.String()) + "\n")
	return sb.String()
}
