package dotsnet

import (
	"fmt"
	"regexp"
	"strings"

	"puzzlekit/engines/dots"
	"puzzlekit/internal/dotswire"
)

// View is a game as a client sees it, in either dialect: what the server has said,
// and what follows from it, since servers of the old dialect say little. It is
// not safe for concurrent use.
type View struct {
	Seat    int // -1 looks on
	Seats   [2]dotswire.Occupant
	Size    dots.Size // the zero value before it is known
	Scores  [2]int
	Asked   bool // for options
	MayMove bool // it is the client's turn
	Over    bool
	Winner  int

	drawn  map[dots.Line]bool
	owners map[dots.Box]int
	last   *dots.Line
	turn   int        // of the seat to move, as far as it is known
	sent   *dots.Line // not answered yet
}

// NewView returns the view of a client that has heard nothing.
func NewView() *View {
	v := &View{Seat: nobody}
	v.clear()
	return v
}

func (v *View) clear() {
	v.Scores, v.MayMove, v.Over, v.last, v.sent, v.turn = [2]int{}, false, false, nil, nil, 0
	v.drawn, v.owners = map[dots.Line]bool{}, map[dots.Box]int{}
}

// Send notes a line that the client sends; there is one at a time.
func (v *View) Send(l dots.Line) dotswire.SendMove {
	v.sent, v.MayMove = &l, false
	return dotswire.SendMove{Line: toWire(l)}
}

// Apply takes in what the server says. It returns a sentence about what nobody
// sees on the board.
func (v *View) Apply(m dotswire.ServerMessage) string {
	switch m := m.(type) {
	case dotswire.Seat:
		v.Seat = int(m.Number)
		if v.Seat == nobody {
			return "You look on."
		}
		return fmt.Sprintf("You have seat %d.", v.Seat)
	case dotswire.Players:
		v.Seats = m.Seats
		return "Players: " + v.name(0) + ", " + v.name(1) + "."
	case dotswire.RequestOptions:
		v.Asked = true
	case dotswire.Options:
		v.Asked = false
		v.Size = dots.Size{Width: int(m.Width), Height: int(m.Height)}
		v.clear()
	case dotswire.RequestMove:
		v.MayMove, v.turn = true, v.Seat
	case dotswire.MoveResult:
		return v.result(m)
	case dotswire.Move:
		mover := 1 - v.Seat
		if v.Seat == nobody {
			mover = v.turn
		}
		v.draw(fromWire(m.Line), mover)
	case dotswire.Sync:
		v.sync(m)
	case dotswire.GameOver:
		v.Over, v.Winner, v.MayMove = true, int(m.Winner), false
		return v.verdict()
	}
	return ""
}

func (v *View) result(m dotswire.MoveResult) string {
	line := v.sent
	v.sent = nil
	if m.Status < 0 {
		return map[dotswire.Status]string{
			dotswire.ErrState: "No game is running.",
			dotswire.ErrTurn:  "It is not your turn.",
			dotswire.ErrBound: "There is no such line.",
			dotswire.ErrFull:  "That line is drawn already.",
		}[m.Status]
	}
	if line != nil {
		v.draw(*line, v.Seat)
	}
	return ""
}

// draw draws a line and gives the boxes that it completes to the mover.
func (v *View) draw(l dots.Line, mover int) {
	if !v.Size.Has(l) || mover < 0 {
		return
	}
	v.drawn[l] = true
	v.last = &l
	v.turn = 1 - mover
	for _, b := range v.Size.BoxesAt(l) {
		complete := true
		for _, side := range b.Sides() {
			complete = complete && v.drawn[side]
		}
		if complete {
			v.owners[b] = mover
			v.Scores[mover]++
			v.turn = mover
		}
	}
}

func (v *View) sync(m dotswire.Sync) {
	v.Scores = [2]int{int(m.Scores[0]), int(m.Scores[1])}
	if m.Vertical == nil {
		return
	}
	w, h := v.Size.Width, v.Size.Height
	for i, on := range m.Vertical {
		if on == 1 {
			v.drawn[dots.Line{Kind: dots.Vertical, X: i / (h - 1), Y: i % (h - 1)}] = true
		}
	}
	for i, on := range m.Horizontal {
		if on == 1 {
			v.drawn[dots.Line{Kind: dots.Horizontal, X: i / h, Y: i % h}] = true
		}
	}
	for i, owner := range m.Owners {
		if owner >= 0 {
			v.owners[dots.Box{X: i / (h - 1), Y: i % (h - 1)}] = int(owner)
		}
	}
	v.turn = max(0, int(m.Turn)) // before a game seat 0 is to move
	v.Over = len(v.drawn) == w*(h-1)+(w-1)*h
}

// Position returns the lines as a position, for a computer player. Whose boxes
// they are and whose turn it is are not those of the game, which matters to no
// move.
func (v *View) Position() (*dots.Position, error) {
	p, err := dots.New(v.Size)
	if err != nil {
		return nil, err
	}
	for l := range v.drawn {
		if _, err := p.Play(l); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (v *View) name(seat int) string {
	o := v.Seats[seat]
	switch o.Assignment {
	case dotswire.Player:
		return o.Name
	case dotswire.Bot:
		return o.Name + " (bot)"
	case dotswire.Reserved, dotswire.Abandoned:
		return o.Name + " (away)"
	}
	return "nobody"
}

func (v *View) verdict() string {
	score := fmt.Sprintf("%d to %d", v.Scores[0], v.Scores[1])
	switch v.Winner {
	case dotswire.Tie:
		return "A tie, " + score + "."
	case v.Seat:
		return "You win, " + score + "."
	}
	return v.name(v.Winner) + " wins, " + score + "."
}

// String draws the board: owners are the numbers of their seats, the latest line
// is double.
func (v *View) String() string {
	if v.Size.Check() != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("    ")
	for x := range v.Size.Width {
		fmt.Fprintf(&b, "%-4d", x)
	}
	line := func(l dots.Line, plain, latest, none string) {
		switch {
		case v.last != nil && *v.last == l:
			b.WriteString(latest)
		case v.drawn[l]:
			b.WriteString(plain)
		default:
			b.WriteString(none)
		}
	}
	for y := range v.Size.Height {
		fmt.Fprintf(&b, "\n%-4d", y)
		for x := range v.Size.Width {
			b.WriteString("+")
			if x < v.Size.Width-1 {
				line(dots.Line{Kind: dots.Horizontal, X: x, Y: y}, "---", "===", "   ")
			}
		}
		if y == v.Size.Height-1 {
			break
		}
		b.WriteString("\n    ")
		for x := range v.Size.Width {
			line(dots.Line{Kind: dots.Vertical, X: x, Y: y}, "|", "#", " ")
			if owner, ok := v.owners[dots.Box{X: x, Y: y}]; ok {
				fmt.Fprintf(&b, " %d ", owner)
			} else if x < v.Size.Width-1 {
				b.WriteString("   ")
			}
		}
	}
	fmt.Fprintf(&b, "\n%s %d, %s %d\n", v.name(0), v.Scores[0], v.name(1), v.Scores[1])
	return trailing.ReplaceAllString(b.String(), "\n")
}

// trailing are blanks at the ends of lines.
var trailing = regexp.MustCompile(` +\n`)
