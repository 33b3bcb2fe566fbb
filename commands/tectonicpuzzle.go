package commands

import (
	"fmt"
	"io"
	"os"
	"regexp"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/sheet"
)

// tectonicPuzzleCmds are the commands about puzzles.
type tectonicPuzzleCmds struct {
	Puzzle  tectonicPuzzleCmd  `cmd:"" help:"Make random puzzles with one solution."`
	Puzzles tectonicPuzzlesCmd `cmd:"" help:"Make puzzles of the grids of a list."`
	Solve   tectonicSolveCmd   `cmd:"" help:"Solve puzzles and count their solutions."`
	Grade   tectonicGradeCmd   `cmd:"" help:"Say how hard puzzles are for a human."`
	Convert tectonicConvertCmd `cmd:"" help:"Write puzzles in another format."`
	Hint    tectonicHintCmd    `cmd:"" help:"Give the next step of a puzzle in words."`
}

// maxPuzzleBytes bounds what is read of a file with puzzles.
const maxPuzzleBytes = 64 << 20

// TectonicInput names puzzles to read.
type TectonicInput struct {
	Puzzle string `arg:"" optional:"" help:"A code, a link or a game id, or a file with puzzles in any format; - or nothing is standard input."`
	Width  int    `short:"L" default:"0" placeholder:"N" help:"Columns of the board; codes need it where they fit several."`
}

// inline tells puzzles on the command line from names of files.
var inline = regexp.MustCompile(`^\d+$|^\d+x\d+T.*:|suguru/\d`)

// read returns the puzzles.
func (in TectonicInput) read(env *Env) ([]*puzzle.Puzzle, error) {
	if in.Width < 0 || in.Width > puzzle.MaxSide {
		return nil, usageErrorf("--width %d: expected 1 to %d, or 0 to find it", in.Width, puzzle.MaxSide)
	}
	switch {
	case in.Puzzle == "" || in.Puzzle == "-":
		return in.readFrom("standard input", env.Stdin)
	case inline.MatchString(in.Puzzle):
		if _, err := os.Stat(in.Puzzle); err != nil {
			return notation.Read(in.Puzzle, in.Width)
		}
	}
	f, err := os.Open(in.Puzzle)
	if err != nil {
		return nil, fmt.Errorf("read puzzles: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	return in.readFrom(in.Puzzle, f)
}

func (in TectonicInput) readFrom(name string, r io.Reader) ([]*puzzle.Puzzle, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxPuzzleBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read puzzles: %w", err)
	}
	if len(data) > maxPuzzleBytes {
		return nil, fmt.Errorf("read puzzles: %s has more than %d bytes", name, maxPuzzleBytes)
	}
	var list []*puzzle.Puzzle
	if sheet.Is(data) {
		list, err = sheet.Read(data)
	} else {
		list, err = notation.Read(string(data), in.Width)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}

// filled returns a puzzle with values in place of the clues.
func filled(p *puzzle.Puzzle, values []int) *puzzle.Puzzle {
	return &puzzle.Puzzle{Layout: p.Layout, Clues: values}
}

// codeOf returns the code of a puzzle without a newline, for JSON.
func codeOf(p *puzzle.Puzzle) (string, error) {
	text, err := notation.Write(notation.Code, p)
	if err != nil {
		return "", err
	}
	return text[:len(text)-1], nil
}
