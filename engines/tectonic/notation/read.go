package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/puzzle"
)

// line is a line of a text.
type line struct {
	text   string
	number int
}

// lineError says in which line something is wrong.
type lineError struct {
	number int
	err    error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.number, e.err) }
func (e *lineError) Unwrap() error { return e.err }

func (l line) errorf(format string, args ...any) error {
	return &lineError{l.number, fmt.Errorf(format, args...)}
}

// wrap adds the number of the line unless err has one.
func (l line) wrap(err error) error {
	if _, ok := err.(*lineError); ok { //nolint:errorlint // only this package makes them, unwrapped
		return err
	}
	return &lineError{l.number, err}
}

// Read reads the puzzles of a text in any of the formats, which it tells apart by
// itself. The formats of one puzzle a line may be mixed; there, # begins a comment
// line.
//
// A code does not say its width. If width is 0, it is taken to be the only one that
// makes the code valid, or that of a square board if there are several; where that
// does not decide it, the code is refused.
func Read(text string, width int) ([]*puzzle.Puzzle, error) {
	var lines []line
	number := 0
	for l := range strings.Lines(text) {
		number++
		lines = append(lines, line{strings.TrimRight(l, "\r\n"), number})
	}
	first := slices.IndexFunc(lines, func(l line) bool {
		t := strings.TrimSpace(l.text)
		return t != "" && t[0] != '#'
	})
	if first < 0 {
		return nil, fmt.Errorf("notation: no puzzle, only empty lines")
	}
	var puzzles []*puzzle.Puzzle
	var err error
	switch head := strings.TrimSpace(lines[first].text); {
	case head == "width":
		puzzles, err = readSGR(lines[first:])
	case strings.HasPrefix(head, "c ") || strings.HasPrefix(head, "p cnf"):
		var p *puzzle.Puzzle
		p, err = readCNF(text)
		puzzles = []*puzzle.Puzzle{p}
	case head[0] == '+':
		puzzles, err = readDrawings(lines[first:])
	default:
		puzzles, err = readLines(lines[first:], width)
	}
	if err != nil {
		return nil, fmt.Errorf("notation: %w", err)
	}
	return puzzles, nil
}

// readDrawings reads drawings with other lines between them that are empty or
// comments.
func readDrawings(lines []line) ([]*puzzle.Puzzle, error) {
	var puzzles []*puzzle.Puzzle
	for len(lines) > 0 {
		t := strings.TrimSpace(lines[0].text)
		if t == "" || t[0] == '#' {
			lines = lines[1:]
			continue
		}
		end := slices.IndexFunc(lines, func(l line) bool { return strings.TrimSpace(l.text) == "" })
		if end < 0 {
			end = len(lines)
		}
		if t[0] != '+' || len(t) < 2 {
			return nil, lines[0].errorf("%q, expected a drawing that begins like +-+-+", t)
		}
		p, err := readASCII(lines[:end])
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, p)
		lines = lines[end:]
	}
	return puzzles, nil
}

func readLines(lines []line, width int) ([]*puzzle.Puzzle, error) {
	var puzzles []*puzzle.Puzzle
	for _, l := range lines {
		text := strings.TrimSpace(l.text)
		if text == "" || text[0] == '#' {
			continue
		}
		p, err := readLine(text, width)
		if err != nil {
			return nil, l.wrap(err)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, nil
}

var digits = regexp.MustCompile(`^[0-9]+$`)

func readLine(text string, width int) (*puzzle.Puzzle, error) {
	switch {
	case digits.MatchString(text):
		return readCode(text, width)
	case sgtForm.MatchString(text):
		return readSGT(text)
	case strings.Contains(text, "/"):
		return readURL(text)
	default:
		return nil, fmt.Errorf("%q, expected a code, a link, a game id, a drawing, an sgr file or a CNF", abbreviate(text))
	}
}

func abbreviate(text string) string {
	if len(text) > 60 {
		return text[:60] + "…"
	}
	return text
}

// readCode reads a code of a width, or finds the width.
func readCode(code string, width int) (*puzzle.Puzzle, error) {
	candidates, err := codesOf(code, width, 9)
	if len(candidates) == 0 {
		long, longErr := codesOf(code, width, puzzle.MaxRegion)
		if candidates = long; len(code)%2 != 0 {
			err = longErr
		}
	}
	if len(candidates) == 1 {
		return candidates[0], nil
	}
	for _, p := range candidates {
		if p.Width == p.Height {
			return p, nil
		}
	}
	if len(candidates) > 1 {
		return nil, fmt.Errorf("the code fits boards of %d and of %d columns; say which it is", candidates[0].Width, candidates[1].Width)
	}
	return nil, err
}

// codesOf returns what a code is at a width, or at all widths if that is 0. If it
// is nothing, the error is about the width or a square board, or the first there is.
func codesOf(code string, width, most int) ([]*puzzle.Puzzle, error) {
	digits := tectonic.Problem{Max: most}.Digits()
	if len(code)%digits != 0 {
		return nil, fmt.Errorf("code of %d digits, expected %d for each cell", len(code), digits)
	}
	cells := len(code) / digits
	if width != 0 && cells%width != 0 {
		return nil, fmt.Errorf("code of %d cells, expected complete rows of %d", cells, width)
	}
	var found []*puzzle.Puzzle
	var problem error
	for w := 1; w <= min(cells, puzzle.MaxSide); w++ {
		if width != 0 && w != width || cells%w != 0 || cells/w > puzzle.MaxSide {
			continue
		}
		p, err := codeOf(code, tectonic.Problem{Width: w, Height: cells / w, Max: most})
		switch {
		case err == nil:
			found = append(found, p)
		case problem == nil || w*w == cells:
			problem = err
		}
	}
	if len(found) == 0 && problem == nil {
		problem = fmt.Errorf("code of %d cells, expected sides of 1 to %d", cells, puzzle.MaxSide)
	}
	return found, problem
}

// codeOf reads the walls by the rules of package tectonic. The clues are not held
// to them: a puzzle without a solution is one to be told about.
func codeOf(code string, problem tectonic.Problem) (*puzzle.Puzzle, error) {
	walls := []byte(code)
	digits := problem.Digits()
	clues := make([]int, len(code)/digits)
	for i := range clues {
		for j := 1; j < digits; j++ {
			clues[i] = clues[i]*10 + int(walls[i*digits+j]-'0')
			walls[i*digits+j] = '0'
		}
	}
	g, err := tectonic.ParseCode(string(walls), problem)
	if err != nil {
		return nil, err
	}
	p, err := PuzzleOf(g)
	if err != nil {
		return nil, err
	}
	p.Clues = clues
	return p, nil
}
