package commands

import (
	"context"
	"fmt"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/preset"
	"puzzlekit/engines/freecell/scan"
)

func init() {
	register("hint", "freecell", "Print the next move of a solution from the middle of a game.", func() any { return &hintCmd{} })
}

// hintCmd looks one move ahead.
type hintCmd struct {
	BoardFlags `embed:""`
	Board      string `arg:"" optional:"" help:"File with the board, - for standard input."`

	ScanFlags `embed:""`
	ReprFlags `embed:""`

	Limit int64 `default:"0" placeholder:"N" help:"Give up after so many iterations; 0 never."`
}

// Help returns the longer help text.
func (*hintCmd) Help() string {
	return `Prints the first move of a solution, in standard notation and in words, and how many more follow. A game that cannot be won any more is lost (exit code 3); with --limit or scans that do not make every move the answer may be unknown (4).

Examples:

  puzzlekit hint game.board
  puzzlekit hint --deal 617 --preset short --json`
}

// hintJSON is a hint as JSON.
type hintJSON struct {
	Answer string `json:"answer"`          // move, won, lost or unknown
	Move   string `json:"move,omitempty"`  // standard notation
	Words  string `json:"words,omitempty"` // the same as a sentence
	Moves  int    `json:"moves"`           // of the solution, this one included
}

// Run solves the board and prints the first move.
func (c *hintCmd) Run(ctx context.Context, env *Env) error {
	if c.Limit < 0 || c.MaxMemory < 0 {
		return usageErrorf("--limit %d, --max-memory %d: expected 0 or more", c.Limit, c.MaxMemory)
	}
	if c.breadthFirst() {
		return usageErrorf("--dedup %s: expected table, fingerprint or map for a hint", c.Dedup)
	}
	b, err := c.Read(env, c.Board)
	if err != nil {
		return err
	}
	plan, err := c.PlanFor(env, b)
	if err != nil {
		return err
	}
	opts := preset.Options{Options: c.options()}
	opts.Limit = c.Limit
	solver, err := preset.NewSolver(plan, b.Variant, opts)
	if err != nil {
		return planError(err)
	}
	result, err := solver.Solve(ctx, b)
	if err != nil {
		return err
	}
	return c.print(env, b, result)
}

// print writes the hint and chooses the exit code.
func (c *hintCmd) print(env *Env, b *freecell.Board, r scan.Result) error {
	hint := hintJSON{Answer: "unknown", Moves: len(r.Moves)}
	code := exitLimit
	switch {
	case r.Verdict == scan.Solved && len(r.Moves) == 0:
		hint.Answer, code = "won", exitDone
	case r.Verdict == scan.Solved:
		hint.Answer, code = "move", exitDone
		hint.Move, hint.Words = r.Moves[0].String(), r.Moves[0].Words()
	case r.Verdict == scan.Unsolvable:
		hint.Answer, code = "lost", exitNo
	}
	var err error
	switch {
	case env.JSON:
		err = env.PrintJSON(hint)
	case hint.Answer == "move":
		_, err = fmt.Fprintf(env.Stdout, "%s  %s\n# %s to the end of the game\n", hint.Move, hint.Words, count(hint.Moves, "move"))
	default:
		_, err = fmt.Fprintln(env.Stdout, hint.Answer)
	}
	if err != nil || code == exitDone {
		return err
	}
	return &ExitError{Code: code}
}
