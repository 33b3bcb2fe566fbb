package commands

import (
	"context"
	"errors"
	"fmt"

	"puzzlekit/engines/freecell"
)

func init() {
	register("check", "freecell", "Check a solution move by move.", func() any { return &checkCmd{} })
}

// checkCmd plays a solution by the rules.
type checkCmd struct {
	Files      []string `arg:"" name:"file" help:"The board, left out with --deal, and the solution; - is standard input."`
	BoardFlags `embed:""`
	Explain    bool `help:"Print every move in words."`
}

// Help returns the longer help text.
func (*checkCmd) Help() string {
	return `The solution is in standard notation: 37 moves from column 3 to column 7, 5a to free cell a, 8h to the foundations, 37v4 four cards to an empty column; a comment begins with #. What Freecell Solver prints with -m -snx is read as it is. With -sn it leaves out how many cards go to an empty column; one and as many as fit are tried.

The verdict is solved (exit code 0), or not solved or illegal (3), followed by the board after the last legal move.

Examples:

  puzzlekit check 24.board 24.solution
  puzzlekit check --deal 24 --game eight_off solution.txt`
}

// Run checks the solution and prints the verdict.
func (c *checkCmd) Run(_ context.Context, env *Env) error {
	boardFile, solutionFile, err := c.files()
	if err != nil {
		return err
	}
	b, err := c.Read(env, boardFile)
	if err != nil {
		return err
	}
	steps, err := readText(env, solutionFile, freecell.ReadSolution)
	if err != nil {
		return err
	}
	if solutionFile == "-" {
		solutionFile = "standard input"
	}
	out, err := freecell.Check(solutionFile, b, steps)
	var illegal *freecell.IllegalMoveError
	if err != nil && !errors.As(err, &illegal) {
		return err
	}
	if env.JSON {
		err = env.PrintJSON(makeCheckJSON(out, illegal, c.Explain))
	} else {
		err = c.print(env, steps, out, illegal)
	}
	if err == nil && (illegal != nil || !out.Board.Solved()) {
		err = &ExitError{Code: exitNo}
	}
	return err
}

// files tells the board's file, empty with --deal, from the solution's.
func (c *checkCmd) files() (board, solution string, err error) {
	switch {
	case c.Deal != 0 && len(c.Files) == 1:
		return "", c.Files[0], nil
	case c.Deal == 0 && len(c.Files) == 2 && c.Files[0] == "-" && c.Files[1] == "-":
		return "", "", usageErrorf("the board and the solution cannot both be standard input")
	case c.Deal == 0 && len(c.Files) == 2:
		return c.Files[0], c.Files[1], nil
	case c.Deal != 0:
		return "", "", usageErrorf("%s with --deal %d: expected the solution alone", count(len(c.Files), "file"), c.Deal)
	default:
		return "", "", usageErrorf("%s: expected the board and the solution, or --deal N and the solution", count(len(c.Files), "file"))
	}
}

func (c *checkCmd) print(env *Env, steps []freecell.Step, out freecell.Outcome, illegal *freecell.IllegalMoveError) error {
	if c.Explain {
		for i, m := range out.Moves {
			if _, err := fmt.Fprintf(env.Stdout, "%4d  %-5s  %s\n", i+1, steps[i].Text, m.Words()); err != nil {
				return err
			}
		}
	}
	var err error
	switch {
	case illegal != nil:
		_, err = fmt.Fprintf(env.Stdout, "illegal: %v\n\n%v", illegal, out.Board)
	case out.Board.Solved():
		_, err = fmt.Fprintf(env.Stdout, "solved: %s\n", count(len(out.Moves), "move"))
	default:
		_, err = fmt.Fprintf(env.Stdout, "not solved: %s, %s left\n\n%v",
			count(len(out.Moves), "legal move"), count(cardsLeft(out.Board), "card"), out.Board)
	}
	return err
}

// count writes a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// cardsLeft counts the cards that are not on the foundations.
func cardsLeft(b *freecell.Board) int {
	left := 0
	for _, r := range b.Foundations {
		left += int(freecell.King - r)
	}
	return left
}

// checkJSON is the verdict as JSON.
type checkJSON struct {
	Verdict string       `json:"verdict"` // solved, unsolved or illegal
	Moves   int          `json:"moves"`   // legal ones
	Left    int          `json:"left"`    // cards that are not home after them
	Illegal *illegalJSON `json:"illegal,omitempty"`
	Words   []string     `json:"words,omitempty"` // the legal moves, with --explain
	Board   *boardJSON   `json:"board,omitempty"` // after them, unless solved
}

// illegalJSON is the first illegal move.
type illegalJSON struct {
	Move   int    `json:"move"` // from 1
	Text   string `json:"text"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Reason string `json:"reason"`
}

func makeCheckJSON(out freecell.Outcome, illegal *freecell.IllegalMoveError, explain bool) checkJSON {
	v := checkJSON{Verdict: "unsolved", Moves: len(out.Moves), Left: cardsLeft(out.Board)}
	switch {
	case illegal != nil:
		v.Verdict = "illegal"
		v.Illegal = &illegalJSON{illegal.Index, illegal.Step.Text, illegal.Step.Line, illegal.Step.Column, illegal.Reason.Error()}
	case out.Board.Solved():
		v.Verdict = "solved"
	}
	if v.Verdict != "solved" {
		board := makeBoardJSON(out.Board)
		v.Board = &board
	}
	if explain {
		for _, m := range out.Moves {
			v.Words = append(v.Words, m.Words())
		}
	}
	return v
}
