package commands

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/fcc"
)

// splitSolveCmd explores a whole board.
type splitSolveCmd struct {
	FCCBoardFlags `embed:""`
	Board         string `arg:"" optional:"" help:"File with the board, - for standard input."`

	Dir       string `placeholder:"DIR" help:"Keep the run in files in this directory, and go on with what is there."`
	Workers   int    `default:"0" placeholder:"N" help:"Threads; 0 for as many as there are processors, or with --processes for none."`
	Processes int    `default:"0" placeholder:"N" help:"Child processes that work beside the threads, with --dir."`
	Moves     string `default:"count" enum:"full,count" help:"What the files have of the ways to states: full for all moves, or count for the number of them."`
	MaxMemory int64  `default:"0" placeholder:"BYTES" help:"Memory for what waits to be written, with --dir; 0 for a good limit."`
	ShardSize int64  `default:"0" placeholder:"BYTES" help:"Size of the entries that make a task, about, with --dir; 0 for a good size."`

	HTTP           string `placeholder:"ADDR" help:"Show a page with the depths at this address, such as 127.0.0.1:8080."`
	ListenTLSFlags `embed:""`

	UntilDepth     int   `default:"0" placeholder:"N" help:"Stop before so many depths below the start, with --dir; 0 never."`
	MaxStates      int64 `default:"0" placeholder:"N" help:"Give up after so many states; 0 never."`
	StopAtSolution bool  `help:"Stop when the solved state has been reached, without a shortest solution."`
	NoSolution     bool  `help:"Find only how long a shortest solution is; takes less memory."`
}

// Help returns the longer help text.
func (*splitSolveCmd) Help() string {
	return `All states that can be reached by moves of single cards are found, each once but for the order of columns and free cells, depth by depth. The verdict is solved (exit code 0) with a solution that has the fewest such moves, unsolvable (3), which is a proof, or limit (4).

Without --dir nothing is kept. With it, everything that is found goes to files, which are the same whatever the number of threads and processes; a run that was stopped or killed, or whose files were damaged, goes on with the same command.

Examples:

  puzzlekit split-fcc solve --deal 11982
  puzzlekit split-fcc solve --deal 114 --freecells-num 2 --prune horne --json
  puzzlekit split-fcc solve --deal 883 --freecells-num 0 --dir deal883 --processes 2 --http 127.0.0.1:8080`
}

// splitResult is what a run has found.
type splitResult struct {
	verdict  string
	shortest int // -1 when it is not known
	moves    []freecell.Move
	total    fcc.Stats
	depths   []fcc.DepthStats
	disk     int64 // bytes of the run's files
	costs    map[int]cost
}

// Run explores the board.
func (c *splitSolveCmd) Run(ctx context.Context, env *Env) error {
	switch {
	case c.Workers < 0:
		return usageErrorf("--workers %d: expected 0 or more", c.Workers)
	case c.MaxStates < 0:
		return usageErrorf("--max-states %d: expected 0 or more", c.MaxStates)
	case c.Processes < 0 || c.MaxMemory < 0 || c.ShardSize < 0 || c.UntilDepth < 0:
		return usageErrorf("--processes %d, --max-memory %d, --shard-size %d, --until-depth %d: expected 0 or more",
			c.Processes, c.MaxMemory, c.ShardSize, c.UntilDepth)
	case c.Dir == "" && (c.Processes > 0 || c.Moves == "full" || c.MaxMemory > 0 || c.ShardSize > 0 || c.UntilDepth > 0):
		return usageErrorf("--processes, --moves full, --max-memory, --shard-size and --until-depth need --dir")
	case c.Workers == 0 && c.Processes == 0:
		c.Workers = runtime.GOMAXPROCS(0)
	}
	g, err := c.game(env, c.Board)
	if err != nil {
		return err
	}
	// Almost all memory is keys, which the collector need not look into: it may
	// as well come often.
	defer debug.SetGCPercent(debug.SetGCPercent(30))
	start := time.Now()
	view := newSplitView(env, g, c.title())
	result, err := c.explore(ctx, env, g, view)
	if err != nil {
		return err
	}
	if env.JSON {
		err = env.PrintJSON(result.json(g, time.Since(start)))
	} else {
		err = result.print(env, g, time.Since(start))
	}
	if err != nil {
		return err
	}
	switch result.verdict {
	case "solved":
		return nil
	case "unsolvable":
		return &ExitError{Code: exitNo}
	default:
		return &ExitError{Code: exitLimit}
	}
}

// title is what is explored, in short.
func (c *splitSolveCmd) title() string {
	name := c.Board
	if c.Deal != 0 {
		name = fmt.Sprintf("deal %d", c.Deal)
	}
	if c.Prune != "none" {
		name += ", pruned"
	}
	return name
}

// explore explores the board and shows a page meanwhile.
func (c *splitSolveCmd) explore(ctx context.Context, env *Env, g *fcc.Game, view *splitView) (*splitResult, error) {
	var beside sync.WaitGroup
	defer beside.Wait()
	besideCtx, stop := context.WithCancel(ctx)
	defer stop()
	if c.HTTP != "" {
		if err := view.serve(besideCtx, &beside, &c.ListenTLSFlags, c.HTTP); err != nil {
			return nil, err
		}
	}
	explore := c.inMemory
	if c.Dir != "" {
		explore = c.inFiles
	}
	result, err := explore(ctx, env, g, view)
	if err != nil {
		view.end("stopped")
		return nil, err
	}
	view.end(result.verdict)
	result.costs = view.costs
	return result, nil
}

// inMemory explores the board without files.
func (c *splitSolveCmd) inMemory(ctx context.Context, _ *Env, g *fcc.Game, view *splitView) (*splitResult, error) {
	res, err := g.Solve(ctx, fcc.Options{
		Workers: c.Workers, MaxStates: c.MaxStates, StopAtSolution: c.StopAtSolution, KeepEntries: !c.NoSolution,
		Progress: view.show, Depth: func(d fcc.DepthStats) { view.sealed(d, 0) },
	})
	if err != nil {
		return nil, err
	}
	r := &splitResult{shortest: res.Shortest, total: res.Total, depths: res.Depths, verdict: "limit"}
	switch {
	case res.Solvable:
		r.verdict = "solved"
	case res.Complete:
		r.verdict = "unsolvable"
	}
	if res.Shortest < 0 || c.NoSolution {
		return r, nil
	}
	moves, err := res.Solution(ctx, g)
	if err != nil {
		return nil, err
	}
	return r, r.solve(g, moves)
}

// solve takes the moves of a solution and plays them by the rules of the game.
func (r *splitResult) solve(g *fcc.Game, moves []byte) error {
	list, err := g.Notation(moves)
	if err != nil {
		return err
	}
	out, err := freecell.Check("", g.Board(), freecell.Steps(list))
	if err != nil {
		return fmt.Errorf("check the solution: %w", err)
	}
	if !out.Board.Solved() {
		return fmt.Errorf("check the solution: it does not solve the board")
	}
	r.moves = out.Moves
	return nil
}

// print writes the verdict for people and for the command check.
func (r *splitResult) print(env *Env, g *fcc.Game, took time.Duration) error {
	var sb strings.Builder
	fmt.Fprintln(&sb, r.verdict)
	if len(r.moves) > 0 {
		text, err := freecell.FormatSolution(g.Board(), r.moves)
		if err != nil {
			return err
		}
		sb.WriteString(text)
	}
	if r.shortest >= 0 {
		fmt.Fprintf(&sb, "# a shortest solution has %s\n", count(r.shortest, "move"))
	}
	t := r.total
	fmt.Fprintf(&sb, "# %s states in %s components of %s fingerprints at %s\n",
		thousands(t.States), thousands(t.FCCs), thousands(t.Fingerprints), count(len(r.depths), "depth"))
	fmt.Fprintf(&sb, "# %s entries, %s of them consumed and %s reachable, %s derived states\n",
		thousands(t.Entries), thousands(t.Consumed), thousands(t.Reachable), thousands(t.Derived))
	if r.disk > 0 {
		fmt.Fprintf(&sb, "# %.1f MB of files\n", float64(r.disk)/1e6)
	}
	u := readUsage()
	fmt.Fprintf(&sb, "# %.3f s, %.3f s of processors, at most %.1f MB of memory\n", took.Seconds(), u.cpu.Seconds(), float64(u.peak)/1e6)
	_, err := env.Stdout.Write([]byte(sb.String()))
	return err
}

// splitJSON is the verdict as JSON.
type splitJSON struct {
	Verdict  string   `json:"verdict"`
	Shortest *int     `json:"shortest"`           // moves of a shortest solution, null when not known
	Solution []string `json:"solution,omitempty"` // standard notation
	fccJSON
	Depths     []splitCostJSON `json:"depths"`
	Seconds    float64         `json:"seconds"`
	CPUSeconds float64         `json:"cpu_seconds"`
	PeakBytes  int64           `json:"peak_bytes"`
	DiskBytes  int64           `json:"disk_bytes"`
}

type splitDepthJSON struct {
	RelativeDepth int `json:"relative_depth"`
	fccJSON
}

// splitCostJSON is a depth with what it has cost. Child processes count when they
// have ended; a depth that was there already has cost nothing.
type splitCostJSON struct {
	splitDepthJSON
	Seconds    float64 `json:"seconds"`
	CPUSeconds float64 `json:"cpu_seconds"`
	PeakBytes  int64   `json:"peak_bytes"` // of memory up to then
}

func (r *splitResult) json(g *fcc.Game, took time.Duration) splitJSON {
	u := readUsage()
	out := splitJSON{
		Verdict: r.verdict, fccJSON: fccJSONOf(r.total), Depths: []splitCostJSON{},
		Seconds: took.Seconds(), CPUSeconds: u.cpu.Seconds(), PeakBytes: u.peak, DiskBytes: r.disk,
	}
	if r.shortest >= 0 {
		out.Shortest = &r.shortest
	}
	for _, d := range r.depths {
		spent := r.costs[d.Depth]
		out.Depths = append(out.Depths, splitCostJSON{
			splitDepthJSON{d.Depth, fccJSONOf(d.Stats)}, spent.seconds, spent.cpu, spent.peak,
		})
	}
	if len(r.moves) > 0 {
		// The moves have been checked.
		text, _ := freecell.FormatSolution(g.Board(), r.moves)
		out.Solution = strings.Fields(text)
	}
	return out
}
