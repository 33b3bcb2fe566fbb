package notation

import (
	"fmt"
	"slices"
	"strings"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/puzzle"
)

// Format names a way to write puzzles.
type Format string

// The formats.
const (
	Code  Format = "code"
	URL   Format = "url"
	SGT   Format = "sgt"
	SGR   Format = "sgr"
	CNF   Format = "cnf"
	ASCII Format = "ascii"
)

// Single reports whether a text in the format holds one puzzle only.
func (f Format) Single() bool { return f == CNF }

// Write returns puzzles as text that ends with a newline.
func Write(f Format, puzzles ...*puzzle.Puzzle) (string, error) {
	if f.Single() && len(puzzles) != 1 {
		return "", fmt.Errorf("notation: %d puzzles as %s, expected one a file", len(puzzles), f)
	}
	write := map[Format]func(*puzzle.Puzzle) (string, error){
		Code: writeCode, URL: writeURL, SGT: writeSGT, SGR: writeSGR, CNF: writeCNF, ASCII: writeASCII,
	}[f]
	if write == nil {
		return "", fmt.Errorf("notation: no format %q", f)
	}
	var b strings.Builder
	for i, p := range puzzles {
		text, err := write(p)
		if err != nil {
			return "", err
		}
		if i > 0 && (f == ASCII || f == SGR) {
			b.WriteString("\n")
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// GridOf returns the grid of a puzzle, values that are not given being unknown.
func GridOf(p *puzzle.Puzzle) tectonic.Grid {
	g := tectonic.Grid{Width: p.Width, Values: make([]uint8, p.Size()), Regions: make([]uint16, p.Size())}
	for i, r := range p.Regions() {
		g.Values[i], g.Regions[i] = uint8(p.Clues[i]), uint16(r)
	}
	return g
}

// PuzzleOf returns the puzzle of a grid whose last row is complete.
func PuzzleOf(g tectonic.Grid) (*puzzle.Puzzle, error) {
	regions, clues := make([]int, len(g.Regions)), make([]int, len(g.Values))
	for i, r := range g.Regions {
		regions[i], clues[i] = int(r), int(g.Values[i])
	}
	return makePuzzle(g.Width, g.Height(), regions, clues)
}

func makePuzzle(width, height int, regions, clues []int) (*puzzle.Puzzle, error) {
	l, err := puzzle.NewLayout(width, height, regions)
	if err != nil {
		return nil, err
	}
	return puzzle.New(l, clues)
}

func writeCode(p *puzzle.Puzzle) (string, error) {
	most := max(p.Largest(), slices.Max(p.Clues))
	if most > tectonic.MaxValue {
		return "", fmt.Errorf("notation: a code has no clues above %d, and one is %d", tectonic.MaxValue, most)
	}
	return GridOf(p).Code(most) + "\n", nil
}

func writeASCII(p *puzzle.Puzzle) (string, error) {
	if most := slices.Max(p.Clues); most > tectonic.MaxValue {
		return "", fmt.Errorf("notation: a drawing has no clues above %d, and one is %d", tectonic.MaxValue, most)
	}
	return GridOf(p).Draw(tectonic.Drawing{Height: p.Height}), nil
}

// borders returns the inner walls of a layout in the order of links and game ids:
// between left and right cells, then between upper and lower ones.
func borders(l *puzzle.Layout) (upright, flat []bool) {
	for i := range l.Size() {
		if (i+1)%l.Width != 0 {
			upright = append(upright, !l.Same(i, i+1))
		}
		if i+l.Width < l.Size() {
			flat = append(flat, !l.Same(i, i+l.Width))
		}
	}
	return upright, flat
}

// enclosed returns the regions that walls enclose. It fails where a wall has the
// same region on both sides.
func enclosed(width, height int, upright, flat []bool) ([]int, error) {
	regions := make([]int, width*height)
	for i := range regions {
		regions[i] = -1
	}
	// open calls visit for the cells beside a cell with no wall between.
	open := func(i int, visit func(j int)) {
		row, column := i/width, i%width
		if column > 0 && !upright[row*(width-1)+column-1] {
			visit(i - 1)
		}
		if column < width-1 && !upright[row*(width-1)+column] {
			visit(i + 1)
		}
		if row > 0 && !flat[i-width] {
			visit(i - width)
		}
		if row < height-1 && !flat[i] {
			visit(i + width)
		}
	}
	for i := range regions {
		if regions[i] >= 0 {
			continue
		}
		regions[i] = i
		for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
			open(queue[0], func(j int) {
				if regions[j] < 0 {
					regions[j] = i
					queue = append(queue, j)
				}
			})
		}
	}
	for i := range regions {
		row, column := i/width, i%width
		if column < width-1 && upright[row*(width-1)+column] && regions[i] == regions[i+1] {
			return nil, fmt.Errorf("the wall to the right of r%dc%d has the same region on both sides", row+1, column+1)
		}
		if row < height-1 && flat[i] && regions[i] == regions[i+width] {
			return nil, fmt.Errorf("the wall below r%dc%d has the same region on both sides", row+1, column+1)
		}
	}
	return regions, nil
}

// checkSides says whether a board is too large, before memory is taken for it.
func checkSides(width, height int) error {
	if width < 1 || height < 1 || width > puzzle.MaxSide || height > puzzle.MaxSide {
		return fmt.Errorf("%d by %d cells, expected sides of 1 to %d", width, height, puzzle.MaxSide)
	}
	return nil
}
