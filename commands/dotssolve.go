package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/savedgame"
	"puzzlekit/engines/dots/solve"
	"puzzlekit/internal/atomicfile"
	"puzzlekit/internal/report"
)

// dotsSolveCmd finds exact values.
type dotsSolveCmd struct {
	SizeFlags `embed:""`
	File      string `arg:"" optional:"" help:"Saved game whose last position to solve, - for standard input; without it, the empty board."`

	Undo   int           `default:"0" placeholder:"N" help:"Take back so many moves of the saved game first."`
	Moves  bool          `help:"Print the value of every move, not only the best ones."`
	Method string        `default:"search" enum:"search,plain,retrograde" placeholder:"KIND" help:"How: search; or to check it, plain, which does not know that chains are alike, or retrograde, which counts back over all sets of up to 31 lines."`
	Memory int64         `default:"256" placeholder:"MB" help:"Memory for the table of positions; long searches want thousands."`
	Limit  int64         `default:"0" placeholder:"N" help:"Give up after so many positions; 0 never."`
	State  string        `placeholder:"FILE" help:"Save the table here, at the end, when interrupted and every few minutes, and go on from it."`
	Every  time.Duration `default:"5m" placeholder:"TIME" help:"How often to save."`
}

// Help returns the longer help text.
func (*dotsSolveCmd) Help() string {
	return `The value is the number of boxes that the player to move wins more than the opponent from here on, when both play perfectly; boxes won before do not count. All lines that keep it are printed.

A position may have 64 free lines, but time grows by nearly two with each: boards of 3x4 boxes (31 lines) take seconds, 3x5 boxes (38 lines) a quarter of an hour, 4x4 boxes (40 lines) an hour or more.

Examples:

  puzzlekit dots solve --boxes 3x3
  puzzlekit dots solve --size 4x5 --moves`
}

// Run solves the position.
func (c *dotsSolveCmd) Run(ctx context.Context, env *Env) error {
	if c.Memory < 1 || c.Limit < 0 || c.Undo < 0 || c.Every <= 0 {
		return usageErrorf("--memory %d, --limit %d, --undo %d, --every %v: expected a megabyte, a while and nothing negative", c.Memory, c.Limit, c.Undo, c.Every)
	}
	p, err := c.position(env)
	if err != nil {
		return err
	}
	progress := env.Progress("solve")
	defer progress.Done()
	start := time.Now()
	var out dotsSolution
	if c.Method == "retrograde" {
		out.Value, err = solve.Retrograde(ctx, p, func(share float64) { progress.Share(share, "counting back") })
	} else {
		out, err = c.search(ctx, p, progress)
	}
	progress.Done()
	if err != nil {
		return err
	}
	out.Seconds = time.Since(start).Seconds()
	if env.JSON {
		return env.PrintJSON(makeDotsSolveJSON(p, out))
	}
	return c.print(env.Stdout, p, out)
}

// position reads the saved game or makes the empty board.
func (c *dotsSolveCmd) position(env *Env) (*dots.Position, error) {
	if c.File == "" {
		size, err := c.size()
		if err != nil {
			return nil, err
		}
		return dots.New(size)
	}
	game, err := readSavedGame(env, c.File)
	if err != nil {
		return nil, err
	}
	lines := game.Lines()
	if c.Undo > len(lines) {
		return nil, usageErrorf("--undo %d: expected at most the %d moves of the game", c.Undo, len(lines))
	}
	p, err := dots.New(game.Size)
	if err != nil {
		return nil, err
	}
	for _, l := range lines[:len(lines)-c.Undo] {
		if _, err := p.Play(l); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// readSavedGame reads a saved game from a file or standard input.
func readSavedGame(env *Env, file string) (*savedgame.Game, error) {
	return readText(env, file, func(name string, r io.Reader) (*savedgame.Game, error) {
		text, err := io.ReadAll(io.LimitReader(r, savedgame.MaxBytes+1))
		if err != nil {
			return nil, err
		}
		return savedgame.Parse(name, string(text))
	})
}

// dotsSolution is what is known of a position.
type dotsSolution struct {
	Value     int
	Moves     []solve.Move // all of them, or the best ones
	Positions int64
	Stored    int64
	Seconds   float64
}

// errPositions says that --limit was reached.
var errPositions = errors.New("limit of positions reached")

// search solves by searching.
func (c *dotsSolveCmd) search(ctx context.Context, p *dots.Position, progress *report.Progress) (dotsSolution, error) {
	var out dotsSolution
	var solver *solve.Solver
	saved := time.Now()
	tick := func() error {
		n := solver.Positions()
		if c.Limit > 0 && n >= c.Limit {
			return errPositions
		}
		progress.Share(shareOf(solver), fmt.Sprintf("%.1f M positions, %.1f M stored", float64(n)/1e6, float64(solver.Stored())/1e6))
		if c.State == "" || time.Since(saved) < c.Every {
			return nil
		}
		saved = time.Now()
		return c.save(solver)
	}
	solver, err := solve.New(p, solve.Options{Memory: c.Memory << 20, Plain: c.Method == "plain", Advise: largePages, Tick: tick})
	if err != nil {
		return out, err
	}
	if err := c.load(solver); err != nil {
		return out, err
	}
	out, err = c.ask(ctx, solver, p)
	if c.State == "" {
		return out, c.explain(err)
	}
	if saveErr := c.save(solver); saveErr != nil || err == nil {
		return out, errors.Join(err, saveErr)
	}
	return out, c.explain(fmt.Errorf("%w; run the same command to go on from %s", err, c.State))
}

// shareOf returns how much of the question that is being answered is done. The
// first hundredth says nothing about the rest.
func shareOf(solver *solve.Solver) float64 {
	share := solver.Share()
	if share < 0.01 {
		return 0
	}
	return share
}

// explain gives the limit its exit code.
func (c *dotsSolveCmd) explain(err error) error {
	if errors.Is(err, errPositions) {
		return &ExitError{Code: exitLimit, Err: err}
	}
	return err
}

// ask asks for the value and the moves.
func (c *dotsSolveCmd) ask(ctx context.Context, solver *solve.Solver, p *dots.Position) (out dotsSolution, err error) {
	if out.Value, err = solver.Value(ctx, p); err != nil {
		return out, err
	}
	if c.Moves {
		out.Moves, err = solver.Moves(ctx, p)
	} else {
		var best []dots.Line
		best, err = solver.Best(ctx, p, out.Value, 0)
		for _, l := range best {
			out.Moves = append(out.Moves, solve.Move{Line: l, Value: out.Value})
		}
	}
	out.Positions, out.Stored = solver.Positions(), solver.Stored()
	return out, err
}

// savedCost is the least number of positions that what is saved has cost. What
// cost less is found again as fast as it is read.
const savedCost = 1 << 8

func (c *dotsSolveCmd) save(solver *solve.Solver) error {
	f, err := atomicfile.Create(c.State)
	if err != nil {
		return err
	}
	if err := solver.Save(f, savedCost); err != nil {
		_ = f.Abort()
		return err
	}
	return f.Commit()
}

func (c *dotsSolveCmd) load(solver *solve.Solver) error {
	if c.State == "" {
		return nil
	}
	f, err := os.Open(c.State)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // only read from
	if err := solver.Load(f); err != nil {
		return fmt.Errorf("%s: %w", c.State, err)
	}
	return nil
}
