package dots

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is the direction of a line.
type Kind uint8

// The two kinds of line.
const (
	Horizontal Kind = iota
	Vertical
)

// String returns the kind as saved games spell it.
func (k Kind) String() string {
	if k == Vertical {
		return "vertical"
	}
	return "horizontal"
}

// Line is a place for a line: from dot (X, Y) to the right or down.
type Line struct {
	Kind Kind
	X, Y int
}

// String returns the line as "H(1,2)" or "V(0,0)".
func (l Line) String() string {
	kind := 'H'
	if l.Kind == Vertical {
		kind = 'V'
	}
	return fmt.Sprintf("%c(%d,%d)", kind, l.X, l.Y)
}

// ParseLine reads a line as String writes it. Upper and lower case are the
// same, and parentheses may be left out: "h1,2".
func ParseLine(text string) (Line, error) {
	fail := func() (Line, error) {
		return Line{}, fmt.Errorf("dots: line %q: expected H(x,y) or V(x,y)", text)
	}
	if text == "" {
		return fail()
	}
	var l Line
	switch text[0] {
	case 'H', 'h':
		l.Kind = Horizontal
	case 'V', 'v':
		l.Kind = Vertical
	default:
		return fail()
	}
	inner := text[1:]
	if open, ok := strings.CutPrefix(inner, "("); ok {
		if inner, ok = strings.CutSuffix(open, ")"); !ok {
			return fail()
		}
	}
	x, y, ok := strings.Cut(inner, ",")
	var err1, err2 error
	l.X, err1 = strconv.Atoi(x)
	l.Y, err2 = strconv.Atoi(y)
	if !ok || err1 != nil || err2 != nil {
		return fail()
	}
	return l, nil
}

// Box is a square of the board by its upper left dot.
type Box struct {
	X, Y int
}

// Sides returns the four lines around the box: left, right, upper, lower.
func (b Box) Sides() [4]Line {
	return [4]Line{
		{Vertical, b.X, b.Y}, {Vertical, b.X + 1, b.Y},
		{Horizontal, b.X, b.Y}, {Horizontal, b.X, b.Y + 1},
	}
}
