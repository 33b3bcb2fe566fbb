package commands

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/exhaust"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/preset"
	"puzzlekit/engines/freecell/scan"
	"puzzlekit/internal/scratch"
)

func init() {
	register("solve", "freecell", "Solve a board by scans like Freecell Solver's.", func() any { return &solveCmd{} })
}

// solveCmd solves one board in this process.
type solveCmd struct {
	BoardFlags `embed:""`
	Board      string `arg:"" optional:"" help:"File with the board, - for standard input."`

	ScanFlags `embed:""`
	ReprFlags `embed:""`

	Threads int    `default:"1" placeholder:"K" help:"Threads for the last stage, which is then searched breadth first; it must be a scan of all atomic moves, as that of complete and auto is."`
	TempDir string `placeholder:"DIR" help:"Where --dedup disk keeps its files, instead of the system's directory for temporary files."`

	Limit int64  `default:"0" placeholder:"N" help:"Give up after so many iterations; 0 never."`
	Trace bool   `help:"Print each iteration first, with the state that it came to, as Freecell Solver does. Not of the method beam, nor of a last stage that is searched breadth first, nor with --json."`
	Moves string `default:"notation" enum:"notation,text,states" placeholder:"FORM" help:"How a solution is written: notation, text (a sentence a move) or states (the board after each move)."`
}

// Help returns the longer help text.
func (*solveCmd) Help() string {
	return `Prints the verdict: solved (exit code 0) with the solution, unsolvable (3) when scans that make every move have run dry, unsolved (4) when others have, which proves nothing, or limit (4).

The scans visit the same states in the same order as Freecell Solver's, so the numbers of iterations can be compared.

Examples:

  puzzlekit solve --deal 1941 --profile cpu
  puzzlekit solve --deal 24 --scan "--method random-dfs -to [01][23456789] -seed 8" --json
  puzzlekit solve --deal 24 --game simple_simon --scan "--method soft-dfs -to abcdefgh"`
}

// Run solves the board.
func (c *solveCmd) Run(ctx context.Context, env *Env) error {
	if c.Limit < 0 || c.MaxMemory < 0 || c.Threads < 1 {
		return usageErrorf("--limit %d, --max-memory %d, --threads %d: expected 0 or more, and a thread", c.Limit, c.MaxMemory, c.Threads)
	}
	board, err := c.Read(env, c.Board)
	if err != nil {
		return err
	}
	plan, err := c.PlanFor(env, board)
	if err != nil {
		return err
	}
	opts := preset.Options{Options: c.options()}
	opts.Limit = c.Limit
	if c.Trace {
		opts.Trace = func(v scan.Visit) { writeVisit(env.Stdout, v) }
	}
	if c.Trace && env.JSON {
		return usageErrorf("--trace with --json: expected one of them")
	}
	p := env.Progress("solve")
	defer p.Done()
	if c.Threads > 1 || c.breadthFirst() {
		opts.Exhaust = &exhaust.Options{Workers: c.Threads, Progress: func(e exhaust.Progress) { p.Count(e.States, 0) }}
		opts.Dedup = graph.Table // of the stages before
	}
	if c.Dedup == "disk" {
		dir, err := scratch.Make(c.TempDir, "solve")
		if err != nil {
			return err
		}
		defer func() { _ = dir.Close() }() // what is left is in the way of nobody
		opts.Exhaust.Disk = dir
	}
	solver, err := preset.NewSolver(plan, board.Variant, opts)
	if err != nil {
		return planError(err)
	}
	start := time.Now()
	result, err := solver.Solve(ctx, board)
	if err != nil {
		return err
	}
	p.Done()
	if env.JSON {
		err = c.printJSON(env, board, result, time.Since(start))
	} else {
		err = c.print(env.Stdout, board, result, time.Since(start))
	}
	if err != nil {
		return err
	}
	switch result.Verdict {
	case scan.Solved:
		return nil
	case scan.Unsolvable:
		return &ExitError{Code: exitNo}
	default:
		return &ExitError{Code: exitLimit}
	}
}

// print writes the verdict for people and for the command check.
func (c *solveCmd) print(w io.Writer, b *freecell.Board, r scan.Result, took time.Duration) error {
	var sb strings.Builder
	fmt.Fprintln(&sb, r.Verdict)
	if r.Reason != "" {
		fmt.Fprintf(&sb, "# stopped at %s\n", r.Reason)
	}
	if r.Verdict == scan.Solved {
		if err := c.writeSolution(&sb, b, r.Moves); err != nil {
			return err
		}
		fmt.Fprintf(&sb, "# %s\n", count(len(r.Moves), "move"))
	}
	fmt.Fprintf(&sb, "# %s iterations, %s states stored (%s, %.1f MB), %.3f s\n",
		thousands(r.Checked), thousands(r.Stored), c.Repr, float64(r.Bytes)/1e6, took.Seconds())
	_, err := io.WriteString(w, sb.String())
	return err
}

// writeVisit writes an iteration the way Freecell Solver does, which always says
// that it has stored 0 states.
func writeVisit(w io.Writer, v scan.Visit) {
	var sb strings.Builder
	fmt.Fprintf(&sb, "Iteration: %d\nDepth: %d\nStored-States: 0\nScan: %s\nParent Iteration: %d\n\nFoundations:", v.Iteration, v.Depth, v.Scan, v.Parent)
	for i, r := range v.Board.Foundations {
		fmt.Fprintf(&sb, " %s-%s", freecell.Suit(i%4), r)
	}
	cells := "Freecells:"
	for _, c := range v.Board.FreeCells {
		if c == freecell.NoCard {
			cells += "    "
		} else {
			cells += "  " + c.String()
		}
	}
	sb.WriteString("\n" + strings.TrimRight(cells, " ") + "\n")
	for _, column := range v.Board.Columns {
		sb.WriteByte(':')
		for _, c := range column {
			sb.WriteString(" " + c.String())
		}
		sb.WriteByte('\n')
	}
	sb.WriteString("\n---------------\n\n\n")
	_, _ = io.WriteString(w, sb.String()) // the result is written to the same place and has the error too
}

// writeSolution writes the moves as --moves asks.
func (c *solveCmd) writeSolution(sb *strings.Builder, b *freecell.Board, moves []freecell.Move) error {
	if c.Moves == "notation" {
		text, err := freecell.FormatSolution(b, moves)
		sb.WriteString(text)
		return err
	}
	steps := freecell.Steps(moves)
	for i, m := range moves {
		if c.Moves == "text" {
			fmt.Fprintf(sb, "%4d  %-5s  %s\n", i+1, m, m.Words())
			continue
		}
		out, err := freecell.Check("", b, steps[i:i+1])
		if err != nil {
			return err
		}
		b = out.Board
		fmt.Fprintf(sb, "%d  %s\n\n%s\n", i+1, m, b)
	}
	return nil
}

// solveJSON is the verdict as JSON.
type solveJSON struct {
	Deal      uint64       `json:"deal,omitempty"`
	Game      string       `json:"game"`
	Verdict   scan.Verdict `json:"verdict"`
	Reason    string       `json:"reason,omitempty"` // of limit
	Checked   int64        `json:"checked"`          // iterations
	Generated int64        `json:"generated"`        // different states that were derived
	Stored    int64        `json:"stored"`           // of them, in the largest collection of a stage
	Moves     int          `json:"moves"`
	Solution  []string     `json:"solution,omitempty"` // standard notation
	Repr      string       `json:"repr"`
	Dedup     string       `json:"dedup"`
	Seconds   float64      `json:"seconds"`
	Bytes     int64        `json:"bytes"`      // that the states took
	PeakBytes int64        `json:"peak_bytes"` // that the process took
}

func (c *solveCmd) printJSON(env *Env, b *freecell.Board, r scan.Result, took time.Duration) error {
	out := solveJSON{
		Deal: c.Deal, Game: b.Variant.Name, Verdict: r.Verdict, Reason: r.Reason, Checked: r.Checked, Generated: r.Generated, Stored: r.Stored,
		Moves: len(r.Moves), Repr: c.Repr, Dedup: c.Dedup, Seconds: took.Seconds(), Bytes: r.Bytes, PeakBytes: readUsage().peak,
	}
	if r.Verdict == scan.Solved {
		text, err := freecell.FormatSolution(b, r.Moves)
		if err != nil {
			return err
		}
		out.Solution = strings.Fields(text)
	}
	return env.PrintJSON(out)
}
