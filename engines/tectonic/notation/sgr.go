package notation

import (
	"fmt"
	"strconv"
	"strings"

	"puzzlekit/engines/tectonic/puzzle"
)

func writeSGR(p *puzzle.Puzzle) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "width\n%d\n\nheight\n%d\n\nregions\n", p.Width, p.Height)
	digits := len(strconv.Itoa(len(p.Cells()) - 1))
	for i, r := range p.Regions() {
		end := " "
		if (i+1)%p.Width == 0 {
			end = "\n"
		}
		fmt.Fprintf(&b, "%*d%s", digits, r, end)
	}
	b.WriteString("\nvalues\n")
	for i, v := range p.Clues {
		if v > 9 {
			return "", fmt.Errorf("notation: an sgr file has clues up to 9, and %s is %d", p.Name(i), v)
		}
		b.WriteByte(byte('0' + v))
		if (i+1)%p.Width == 0 {
			b.WriteByte('\n')
		}
	}
	return b.String(), nil
}

// sgrReader reads lines of sgr files.
type sgrReader struct {
	lines []line
}

// next returns the words of the next line that has any.
func (r *sgrReader) next(what string) (line, []string, error) {
	if len(r.lines) == 0 {
		return line{}, nil, fmt.Errorf("sgr: it ends before the %s", what)
	}
	l := r.lines[0]
	r.lines = r.lines[1:]
	return l, strings.Fields(l.text), nil
}

// size reads a heading and the number below it.
func (r *sgrReader) size(name string) (int, error) {
	if err := r.heading(name); err != nil {
		return 0, err
	}
	l, words, err := r.next("number of the " + name)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || len(words) != 1 || n < 1 || n > puzzle.MaxSide {
		return 0, l.errorf("sgr: %s %q, expected 1 to %d", name, l.text, puzzle.MaxSide)
	}
	return n, nil
}

func (r *sgrReader) heading(name string) error {
	l, words, err := r.next("line " + name)
	if err == nil && (len(words) != 1 || words[0] != name) {
		err = l.errorf("sgr: %q, expected %s", l.text, name)
	}
	return err
}

// puzzle reads one puzzle.
func (r *sgrReader) puzzle() (*puzzle.Puzzle, error) {
	width, err := r.size("width")
	if err != nil {
		return nil, err
	}
	height, err := r.size("height")
	if err != nil {
		return nil, err
	}
	regions, err := r.rows("regions", width, height, false)
	if err != nil {
		return nil, err
	}
	values, err := r.rows("values", width, height, true)
	if err != nil {
		return nil, err
	}
	return makePuzzle(width, height, regions, values)
}

// rows reads a heading and numbers, a row a line; digits may stand without spaces.
func (r *sgrReader) rows(name string, width, height int, digits bool) ([]int, error) {
	if err := r.heading(name); err != nil {
		return nil, err
	}
	var list []int
	for row := range height {
		l, words, err := r.next(fmt.Sprintf("%s of row %d", name, row+1))
		if err != nil {
			return nil, err
		}
		if digits && len(words) == 1 {
			words = strings.Split(words[0], "")
		}
		if len(words) != width {
			return nil, l.errorf("sgr: %d %s, expected %d", len(words), name, width)
		}
		for _, word := range words {
			n, err := strconv.ParseUint(word, 10, 16)
			if err != nil || digits && n > puzzle.MaxClue {
				return nil, l.errorf("sgr: %q among the %s, expected a number", word, name)
			}
			list = append(list, int(n))
		}
	}
	return list, nil
}

// readSGR reads all puzzles of a file.
func readSGR(lines []line) ([]*puzzle.Puzzle, error) {
	r := sgrReader{}
	for _, l := range lines {
		if strings.TrimSpace(l.text) != "" && l.text[0] != '#' {
			r.lines = append(r.lines, l)
		}
	}
	var puzzles []*puzzle.Puzzle
	for len(r.lines) > 0 {
		first := r.lines[0]
		p, err := r.puzzle()
		if err != nil {
			return nil, first.wrap(err)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, nil
}
