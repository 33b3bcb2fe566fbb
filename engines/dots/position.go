package dots

import (
	"errors"
	"fmt"
	"iter"
	"slices"
)

// Nobody owns a box that is not complete.
const Nobody = -1

// What can be wrong with a line. The errors that Play returns wrap them.
var (
	ErrOver  = errors.New("the game is over")
	ErrBound = errors.New("no such line on this board")
	ErrFull  = errors.New("the line is drawn already")
)

// Position is a game between two moves: the lines drawn, the owners of boxes,
// the score and the seat to move. It is not safe for concurrent use.
type Position struct {
	size  Size
	lines []byte // 1 if drawn; vertical ones, then horizontal ones, both x-major
	owner []int8 // of boxes, x-major; 0, 1 or Nobody
	turn  int    // 0 or 1; of no meaning when the game is over
	score [2]int // Invariant: the number of boxes each seat owns
	free  int    // lines not drawn
}

// New returns the empty board, seat 0 to move.
func New(size Size) (*Position, error) {
	if err := size.Check(); err != nil {
		return nil, err
	}
	p := &Position{
		size:  size,
		lines: make([]byte, size.Lines()),
		owner: make([]int8, size.Boxes()),
		free:  size.Lines(),
	}
	for i := range p.owner {
		p.owner[i] = Nobody
	}
	return p, nil
}

// Clone returns a copy that shares nothing with p.
func (p *Position) Clone() *Position {
	q := *p
	q.lines, q.owner = slices.Clone(p.lines), slices.Clone(p.owner)
	return &q
}

// Size returns the extent in dots.
func (p *Position) Size() Size { return p.size }

// Turn returns the seat to move: 0 or 1. It means nothing when the game is over.
func (p *Position) Turn() int { return p.turn }

// Score returns the number of boxes a seat owns.
func (p *Position) Score(seat int) int { return p.score[seat] }

// Free returns the number of lines that are not drawn.
func (p *Position) Free() int { return p.free }

// Over reports whether all lines are drawn.
func (p *Position) Over() bool { return p.free == 0 }

// Winner returns the seat with more boxes, 2 for a tie; that is the winner once
// the game is over.
func (p *Position) Winner() int {
	switch {
	case p.score[0] > p.score[1]:
		return 0
	case p.score[1] > p.score[0]:
		return 1
	}
	return 2
}

// Drawn reports whether the line is drawn. The line must be on the board.
func (p *Position) Drawn(l Line) bool { return p.lines[p.size.index(l)] != 0 }

// Owner returns the seat that owns the box or Nobody. The box must be on the
// board.
func (p *Position) Owner(b Box) int { return int(p.owner[b.X*(p.size.Height-1)+b.Y]) }

// Sides returns how many sides of the box are drawn. The box must be on the
// board.
func (p *Position) Sides(b Box) int {
	n := 0
	for _, l := range b.Sides() {
		n += int(p.lines[p.size.index(l)])
	}
	return n
}

// Vertical returns the vertical lines, x-major: 1 where one is drawn. The
// caller must not change them.
func (p *Position) Vertical() []byte { return p.lines[:p.size.vertical():p.size.vertical()] }

// Horizontal returns the horizontal lines, x-major: 1 where one is drawn. The
// caller must not change them.
func (p *Position) Horizontal() []byte { return p.lines[p.size.vertical():] }

// Owners returns the owners of all boxes, x-major: 0, 1 or Nobody. The caller
// must not change them.
func (p *Position) Owners() []int8 { return p.owner }

// FreeLines returns the lines that are not drawn: vertical ones, then
// horizontal ones, both x-major.
func (p *Position) FreeLines() iter.Seq[Line] {
	return func(yield func(Line) bool) {
		for i, drawn := range p.lines {
			if drawn == 0 && !yield(p.size.line(i)) {
				return
			}
		}
	}
}

// Check returns nil if the seat to move may draw the line, or an error that
// wraps ErrOver, ErrBound or ErrFull.
func (p *Position) Check(l Line) error {
	var err error
	switch {
	case p.Over():
		err = ErrOver
	case !p.size.Has(l):
		err = ErrBound
	case p.Drawn(l):
		err = ErrFull
	default:
		return nil
	}
	return fmt.Errorf("dots: %v: %w", l, err)
}

// Play draws a line for the seat to move. It returns the boxes that the line
// completes, in the order of Size.BoxesAt; when there are any, the same seat
// moves again. An illegal line changes nothing; see Check.
func (p *Position) Play(l Line) ([]Box, error) {
	if err := p.Check(l); err != nil {
		return nil, err
	}
	p.lines[p.size.index(l)] = 1
	p.free--
	var won []Box
	for _, b := range p.size.BoxesAt(l) {
		if p.Sides(b) == 4 {
			won = append(won, b)
			p.owner[b.X*(p.size.Height-1)+b.Y] = int8(p.turn)
		}
	}
	p.score[p.turn] += len(won)
	if len(won) == 0 {
		p.turn = 1 - p.turn
	}
	return won, nil
}
