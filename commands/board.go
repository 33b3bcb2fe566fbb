package commands

import (
	"io"
	"os"

	"puzzlekit/engines/freecell"
)

// GameFlags choose the game's rules. A command embeds them in its struct, alone
// or within [BoardFlags].
type GameFlags struct {
	Game         string `default:"freecell" placeholder:"GAME" help:"Game to play: freecell, bakers_game, eight_off and so on; an unknown name lists all."`
	FreecellsNum *int   `placeholder:"N" help:"Number of free cells, 0 to 20, instead of the game's own."`
}

// Variant returns the rules that the flags ask for, or a usage error.
func (f *GameFlags) Variant() (freecell.Variant, error) {
	v, err := freecell.VariantByName(f.Game)
	if err != nil {
		return v, usageErrorf("--game: %w", err)
	}
	if f.FreecellsNum != nil {
		n := *f.FreecellsNum
		if n < 0 || n > freecell.MaxFreeCells {
			return v, usageErrorf("--freecells-num %d: expected 0 to %d", n, freecell.MaxFreeCells)
		}
		v.FreeCells = n
	}
	return v, nil
}

// BoardFlags say which board a command works on: a file, which is an argument of
// the command itself, or a deal by its number.
//
//	type serveCmd struct {
//		BoardFlags `embed:""`
//		Board      string `arg:"" optional:"" help:"File with the board, - for standard input."`
//	}
//
//	board, err := c.BoardFlags.Read(env, c.Board)
type BoardFlags struct {
	GameFlags `embed:""`
	Deal      uint64 `placeholder:"N" help:"Take the Microsoft deal of this number, 1 to 8589934591, instead of a file."`
}

// Read returns the board in the file, - for standard input, or the deal when
// file is empty. The rules are the board's Variant. Both at once or neither is a
// usage error.
func (f *BoardFlags) Read(env *Env, file string) (*freecell.Board, error) {
	v, err := f.Variant()
	if err != nil {
		return nil, err
	}
	switch {
	case file == "" && f.Deal == 0:
		return nil, usageErrorf("no board: expected a file, - for standard input, or --deal N")
	case file != "" && f.Deal != 0:
		return nil, usageErrorf("two boards, %s and --deal %d: expected one of them", file, f.Deal)
	case file == "":
		b, err := freecell.Deal(f.Deal, v)
		if err != nil {
			return nil, usageErrorf("%w", err)
		}
		return b, nil
	}
	return readText(env, file, func(name string, r io.Reader) (*freecell.Board, error) {
		return freecell.ReadBoard(name, r, v)
	})
}

// readText reads a file, - for standard input, with the reader of its format.
func readText[T any](env *Env, file string, read func(name string, r io.Reader) (T, error)) (T, error) {
	if file == "-" {
		return read("standard input", env.Stdin)
	}
	f, err := os.Open(file)
	if err != nil {
		var none T
		return none, err
	}
	defer func() { _ = f.Close() }() // only read from
	return read(file, f)
}
