package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"puzzlekit/engines/tectonic/puzzle"
)

const linkPrefix = "https://puzz.link/p?"

func writeURL(p *puzzle.Puzzle) (string, error) {
	return linkPrefix + Path(p) + "\n", nil
}

// Path returns the part of a link that has the puzzle, like "suguru/2/2/…".
func Path(p *puzzle.Puzzle) string {
	var b strings.Builder
	fmt.Fprintf(&b, "suguru/%d/%d/", p.Width, p.Height)
	upright, flat := borders(p.Layout)
	writeBits(&b, upright)
	writeBits(&b, flat)
	blank := 0
	skip := func() {
		if blank > 0 {
			b.WriteByte(byte('g' + blank - 1))
			blank = 0
		}
	}
	for _, v := range p.Clues {
		switch {
		case v == 0:
			if blank++; blank == 20 {
				skip()
			}
		case v < 16:
			skip()
			b.WriteString(strconv.FormatInt(int64(v), 16))
		default:
			skip()
			fmt.Fprintf(&b, "-%02x", v)
		}
	}
	skip()
	return b.String()
}

// writeBits writes five bits a digit.
func writeBits(b *strings.Builder, list []bool) {
	for i := 0; i < len(list); i += 5 {
		digit := int64(0)
		for j := i; j < i+5; j++ {
			digit *= 2
			if j < len(list) && list[j] {
				digit++
			}
		}
		b.WriteString(strconv.FormatInt(digit, 32))
	}
}

// readURL reads a link of any site that uses the form of puzz.link.
func readURL(text string) (*puzzle.Puzzle, error) {
	if i := strings.LastIndex(text, "?"); i >= 0 {
		text = text[i+1:]
	}
	parts := strings.Split(text, "/")
	if parts[0] != "suguru" {
		return nil, fmt.Errorf("link to a puzzle %q, expected suguru/COLUMNS/ROWS/…", parts[0])
	}
	if len(parts) != 4 {
		return nil, fmt.Errorf("link of %d parts, expected suguru/COLUMNS/ROWS/…", len(parts))
	}
	width, errWidth := strconv.Atoi(parts[1])
	height, errHeight := strconv.Atoi(parts[2])
	if err := errors.Join(errWidth, errHeight, checkSides(width, height)); err != nil {
		return nil, fmt.Errorf("link: %w", err)
	}
	r := linkReader{text: parts[3]}
	upright, err := r.bits((width-1)*height, "vertical walls")
	if err != nil {
		return nil, err
	}
	flat, err := r.bits(width*(height-1), "horizontal walls")
	if err != nil {
		return nil, err
	}
	clues, err := r.clues(width * height)
	if err != nil {
		return nil, err
	}
	regions, err := enclosed(width, height, upright, flat)
	if err != nil {
		return nil, fmt.Errorf("link: %w", err)
	}
	return makePuzzle(width, height, regions, clues)
}

// linkReader reads the last part of a link.
type linkReader struct {
	text string
	at   int
}

func (r *linkReader) errorf(format string, args ...any) error {
	return fmt.Errorf("link, character %d after the size: %w", r.at+1, fmt.Errorf(format, args...))
}

func (r *linkReader) bits(count int, what string) ([]bool, error) {
	list := make([]bool, 0, count+5)
	for len(list) < count {
		if r.at == len(r.text) {
			return nil, r.errorf("it ends within the %s", what)
		}
		digit, err := strconv.ParseUint(r.text[r.at:r.at+1], 32, 8)
		if err != nil || r.text[r.at] >= 'A' && r.text[r.at] <= 'Z' {
			return nil, r.errorf("%q, expected 0 to 9 or a to v for %s", r.text[r.at], what)
		}
		for bit := 4; bit >= 0; bit-- {
			list = append(list, digit>>bit&1 == 1)
		}
		r.at++
	}
	for _, padding := range list[count:] {
		if padding {
			r.at--
			return nil, r.errorf("more %s than the board has", what)
		}
	}
	return list[:count], nil
}

func (r *linkReader) clues(cells int) ([]int, error) {
	var clues []int
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c >= 'g' && c <= 'z':
			for range c - 'g' + 1 {
				clues = append(clues, 0)
			}
			r.at++
		case c == '-' && r.at+3 <= len(r.text):
			v, err := strconv.ParseUint(r.text[r.at+1:r.at+3], 16, 8)
			if err != nil || v < 16 {
				return nil, r.errorf("%q, expected - and a clue of two hexadecimal digits", r.text[r.at:r.at+3])
			}
			clues = append(clues, int(v))
			r.at += 3
		default:
			v, err := strconv.ParseUint(r.text[r.at:r.at+1], 16, 8)
			if err != nil || v == 0 || c >= 'A' && c <= 'Z' {
				return nil, r.errorf("%q, expected a clue (1 to 9, a to f, -xx) or g to z for cells without one", c)
			}
			clues = append(clues, int(v))
			r.at++
		}
	}
	if len(clues) != cells {
		return nil, r.errorf("clues for %d cells, expected %d", len(clues), cells)
	}
	return clues, nil
}
