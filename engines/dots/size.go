package dots

import (
	"fmt"
	"strconv"
	"strings"
)

// The least and the greatest number of dots each way.
const (
	MinDots = 2
	MaxDots = 25
)

// Size is the extent of a board in dots.
type Size struct {
	Width, Height int
}

// Check returns an error unless both extents are in range.
func (s Size) Check() error {
	if s.Width < MinDots || s.Width > MaxDots || s.Height < MinDots || s.Height > MaxDots {
		return fmt.Errorf("dots: board of %d×%d dots: expected %d to %d each way", s.Width, s.Height, MinDots, MaxDots)
	}
	return nil
}

// ParseSize reads "6x6": width and height in dots. The size may be out of
// range; see Check.
func ParseSize(text string) (Size, error) {
	w, h, ok := strings.Cut(text, "x")
	width, err1 := strconv.Atoi(w)
	height, err2 := strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil {
		return Size{}, fmt.Errorf("dots: size %q: expected WIDTHxHEIGHT such as 6x6", text)
	}
	return Size{width, height}, nil
}

// String returns the size as ParseSize reads it.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Width, s.Height) }

// Boxes returns the number of boxes.
func (s Size) Boxes() int { return (s.Width - 1) * (s.Height - 1) }

// Lines returns the number of lines.
func (s Size) Lines() int { return s.Width*(s.Height-1) + s.Height*(s.Width-1) }

// vertical is the number of vertical lines. They have the indices below it.
func (s Size) vertical() int { return s.Width * (s.Height - 1) }

// index numbers the lines of a board: the vertical ones first, both kinds
// x-major. The line must be on the board.
func (s Size) index(l Line) int {
	if l.Kind == Vertical {
		return l.X*(s.Height-1) + l.Y
	}
	return s.vertical() + l.X*s.Height + l.Y
}

// line is the inverse of index.
func (s Size) line(i int) Line {
	if i < s.vertical() {
		return Line{Vertical, i / (s.Height - 1), i % (s.Height - 1)}
	}
	i -= s.vertical()
	return Line{Horizontal, i / s.Height, i % s.Height}
}

// Has reports whether the line is on the board.
func (s Size) Has(l Line) bool {
	switch l.Kind {
	case Vertical:
		return l.X >= 0 && l.X < s.Width && l.Y >= 0 && l.Y < s.Height-1
	case Horizontal:
		return l.X >= 0 && l.X < s.Width-1 && l.Y >= 0 && l.Y < s.Height
	}
	return false
}

// HasBox reports whether the box is on the board.
func (s Size) HasBox(b Box) bool {
	return b.X >= 0 && b.X < s.Width-1 && b.Y >= 0 && b.Y < s.Height-1
}

// BoxesAt returns the one or two boxes that the line is a side of: the left one
// before the right one, the upper one before the lower one.
func (s Size) BoxesAt(l Line) []Box {
	before := Box{l.X, l.Y - 1}
	if l.Kind == Vertical {
		before = Box{l.X - 1, l.Y}
	}
	after := Box{l.X, l.Y}
	boxes := make([]Box, 0, 2)
	for _, b := range [2]Box{before, after} {
		if s.HasBox(b) {
			boxes = append(boxes, b)
		}
	}
	return boxes
}
