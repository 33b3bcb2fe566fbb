package notation

import (
	"strconv"
	"strings"

	"puzzlekit/engines/tectonic/puzzle"
)

// readASCII reads one drawing.
func readASCII(lines []line) (*puzzle.Puzzle, error) {
	top := lines[0]
	text := strings.TrimRight(top.text, " \t")
	step := strings.IndexByte(text[1:], '+') + 1 // characters from wall to wall
	if step < 2 || (len(text)-1)%step != 0 {
		return nil, top.errorf("drawing: %q, expected a line like +-+-+", text)
	}
	width, height := (len(text)-1)/step, (len(lines)-1)/2
	if len(lines)%2 == 0 {
		return nil, lines[len(lines)-1].errorf("drawing: %d lines, expected an odd number of them", len(lines))
	}
	if err := checkSides(width, height); err != nil {
		return nil, top.errorf("drawing: %w", err)
	}
	d := drawing{width: width, height: height, step: step}
	for i, l := range lines {
		var err error
		if i%2 == 0 {
			err = d.wallLine(l, i/2)
		} else {
			err = d.cellLine(l)
		}
		if err != nil {
			return nil, err
		}
	}
	regions, err := enclosed(width, height, d.upright, d.flat)
	if err != nil {
		return nil, top.errorf("drawing: %w", err)
	}
	p, err := makePuzzle(width, height, regions, d.clues)
	if err != nil {
		return nil, top.wrap(err)
	}
	return p, nil
}

// drawing is what was read of a drawing.
type drawing struct {
	width, height, step int
	upright, flat       []bool
	clues               []int
}

// pad returns the characters of a line, which may lack spaces at its end.
func (d *drawing) pad(l line) (string, error) {
	length := d.width*d.step + 1
	text := strings.TrimRight(l.text, " \t\r")
	if len(text) > length {
		return "", l.errorf("drawing: %d characters, expected %d", len(text), length)
	}
	return text + strings.Repeat(" ", length-len(text)), nil
}

// wallLine reads the line above a row.
func (d *drawing) wallLine(l line, row int) error {
	text, err := d.pad(l)
	if err != nil {
		return err
	}
	for column := range d.width + 1 {
		if text[column*d.step] != '+' {
			return l.errorf("drawing, column %d: %q, expected +", column*d.step+1, text[column*d.step])
		}
		if column == d.width {
			break
		}
		between := text[column*d.step+1 : (column+1)*d.step]
		wall := between == strings.Repeat("-", d.step-1)
		switch {
		case !wall && strings.TrimSpace(between) != "":
			return l.errorf("drawing, column %d: %q, expected - or a space", column*d.step+2, between)
		case row == 0 || row == d.height:
			if !wall {
				return l.errorf("drawing, column %d: no wall at the edge of the board", column*d.step+2)
			}
		default:
			d.flat = append(d.flat, wall)
		}
	}
	return nil
}

// cellLine reads the line of a row.
func (d *drawing) cellLine(l line) error {
	text, err := d.pad(l)
	if err != nil {
		return err
	}
	for column := range d.width + 1 {
		c := text[column*d.step]
		switch {
		case c != '|' && c != ' ':
			return l.errorf("drawing, column %d: %q, expected | or a space", column*d.step+1, c)
		case column == 0 || column == d.width:
			if c != '|' {
				return l.errorf("drawing, column %d: no wall at the edge of the board", column*d.step+1)
			}
		default:
			d.upright = append(d.upright, c == '|')
		}
		if column == d.width {
			break
		}
		word := strings.TrimSpace(text[column*d.step+1 : (column+1)*d.step])
		if word == "." || word == "" {
			d.clues = append(d.clues, 0)
			continue
		}
		v, err := strconv.ParseUint(word, 10, 8)
		if err != nil || v == 0 {
			return l.errorf("drawing, column %d: %q, expected a clue or a point", column*d.step+2, word)
		}
		d.clues = append(d.clues, int(v))
	}
	return nil
}
