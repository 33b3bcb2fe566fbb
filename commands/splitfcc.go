package commands

import (
	"context"
	"fmt"
	"io"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/fcc"
)

func init() {
	register("split-fcc", "freecell", "Explore all of a FreeCell board, component by component.", func() any { return &splitFCCCmd{} })
}

// splitFCCCmd groups the commands that explore a board by fully connected
// components.
type splitFCCCmd struct {
	Solve       splitSolveCmd       `cmd:"" help:"Explore a whole board, in memory or in files."`
	Run         splitRunCmd         `cmd:"" help:"Explore one fingerprint from a file of its entries."`
	Status      splitStatusCmd      `cmd:"" help:"Show how far a run in files is."`
	Verify      splitVerifyCmd      `cmd:"" help:"Check all files of a run and a sample of what they say."`
	Export      splitExportCmd      `cmd:"" help:"Write the entries of one fingerprint of a run, as the command run reads them."`
	Import      splitImportCmd      `cmd:"" help:"Take the report on a fingerprint into a run."`
	Fingerprint splitFingerprintCmd `cmd:"" help:"Print the fingerprint of a state."`
	Worker      splitWorkerCmd      `cmd:"" hidden:"" help:"Do tasks of a run that come on standard input."`
}

// Help returns the longer help text.
func (*splitFCCCmd) Help() string {
	return `Moves that can be taken back join states to fully connected components (FCCs); the other moves lead from component to component and never back. All components with the same cards moved from where they began have one fingerprint, and are explored together.

Example:

  puzzlekit split-fcc solve --deal 11982`
}

// FCCBoardFlags say which board is explored and by what rules.
type FCCBoardFlags struct {
	BoardFlags `embed:""`
	ColumnsNum int    `placeholder:"N" help:"Number of columns, 1 to 20, instead of as many as the board's text has."`
	Prune      string `default:"none" enum:"none,horne" placeholder:"RULE" help:"Cards that are played to the foundations after each move without being counted: none, or horne for those that no card in play can need any more."`
}

// game reads the board.
func (f *FCCBoardFlags) game(env *Env, file string) (*fcc.Game, error) {
	b, err := f.board(env, file)
	if err != nil {
		return nil, err
	}
	g, err := fcc.NewGame(b, f.Prune == "horne")
	if err != nil {
		return nil, usageErrorf("%w", err)
	}
	return g, nil
}

func (f *FCCBoardFlags) board(env *Env, file string) (*freecell.Board, error) {
	if f.ColumnsNum < 0 || f.ColumnsNum > freecell.MaxColumns {
		return nil, usageErrorf("--columns-num %d: expected 1 to %d", f.ColumnsNum, freecell.MaxColumns)
	}
	if file == "" || f.Deal != 0 {
		if f.ColumnsNum != 0 {
			return nil, usageErrorf("--columns-num is for boards in files; deals have the columns of their game")
		}
		return f.Read(env, file)
	}
	v, err := f.Variant()
	if err != nil {
		return nil, err
	}
	return readText(env, file, func(name string, r io.Reader) (*freecell.Board, error) {
		if f.ColumnsNum == 0 {
			return freecell.ReadBoardAsWritten(name, r, v)
		}
		v.Columns = f.ColumnsNum
		return freecell.ReadBoard(name, r, v)
	})
}

// splitFingerprintCmd prints the fingerprint of a state.
type splitFingerprintCmd struct {
	FCCBoardFlags `embed:""`
	Board         string `arg:"" optional:"" help:"File with the board, - for standard input; leave it out with --deal."`
	State         string `arg:"" optional:"" help:"A state's text, 26 characters; the start when it is left out."`
}

// Help returns the longer help text.
func (*splitFingerprintCmd) Help() string {
	return `A fingerprint has a digit for each card: 0 while it lies where it began, on a card it may not be built on, 2 on a foundation and 1 anywhere else. It is printed as 20 characters of Base64 with _ for /, and with it the depth, which is the sum of the digits, and the state's text and board.

Example:

  puzzlekit split-fcc fingerprint --deal 24`
}

// Run prints the fingerprint.
func (c *splitFingerprintCmd) Run(_ context.Context, env *Env) error {
	if c.Deal != 0 && c.State == "" {
		c.Board, c.State = "", c.Board // with --deal the only argument is the state
	}
	g, err := c.game(env, c.Board)
	if err != nil {
		return err
	}
	s := g.Start
	if c.State != "" {
		if s, err = g.ParseState(c.State); err != nil {
			return usageErrorf("%w", err)
		}
	}
	if env.JSON {
		return env.PrintJSON(struct {
			Fingerprint   string `json:"fingerprint"`
			State         string `json:"state"`
			Depth         int    `json:"depth"`
			RelativeDepth int    `json:"relative_depth"`
			Board         string `json:"board"`
		}{s.Fingerprint.String(), s.String(), s.Depth(), s.Depth() - g.Start.Depth(), g.BoardOf(s).String()})
	}
	_, err = fmt.Fprintf(env.Stdout, "%v\n# state %v, depth %d, %d below the start\n%v",
		s.Fingerprint, s, s.Depth(), s.Depth()-g.Start.Depth(), g.BoardOf(s))
	return err
}
