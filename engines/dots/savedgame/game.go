package savedgame

import (
	"fmt"
	"strings"

	"puzzlekit/engines/dots"
)

// Kind says what happened.
type Kind uint8

// The kinds of events.
const (
	Join   Kind = iota // Name took Seat
	Leave              // Name left Seat
	Move               // Seat drew Line
	Winner             // the game is over and Seat won
	Tie                // the game is over and nobody won
)

// Event is one line of a saved game after the size.
type Event struct {
	Kind Kind
	Seat int       // 0 or 1, but for Tie
	Name string    // of Join and Leave
	Line dots.Line // of Move
}

// String returns the event as its line, without the newline.
func (e Event) String() string {
	player := fmt.Sprintf("player%d", e.Seat+1)
	switch e.Kind {
	case Join:
		return player + " join " + e.Name
	case Leave:
		return player + " leave " + e.Name
	case Move:
		return fmt.Sprintf("%s move %d %d %v", player, e.Line.X, e.Line.Y, e.Line.Kind)
	case Winner:
		return player + " winner"
	default:
		return "tie game"
	}
}

// End returns the event that ends a game with this final position.
func End(p *dots.Position) Event {
	if p.Winner() == 2 {
		return Event{Kind: Tie}
	}
	return Event{Kind: Winner, Seat: p.Winner()}
}

// Game is a saved game.
type Game struct {
	Size   dots.Size
	Events []Event
}

// Header returns the lines before the first event, with their newlines.
func Header(size dots.Size) string {
	return fmt.Sprintf("width %d\nheight %d\n", size.Width-1, size.Height-1)
}

// String returns the whole text.
func (g *Game) String() string {
	var b strings.Builder
	b.WriteString(Header(g.Size))
	for _, e := range g.Events {
		b.WriteString(e.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// Lines returns the lines drawn, in order.
func (g *Game) Lines() []dots.Line {
	var lines []dots.Line
	for _, e := range g.Events {
		if e.Kind == Move {
			lines = append(lines, e.Line)
		}
	}
	return lines
}

// Position returns the position after the last move. A game that Parse returned
// has one; the error is that of an illegal move.
func (g *Game) Position() (*dots.Position, error) {
	p, err := dots.New(g.Size)
	if err != nil {
		return nil, err
	}
	for _, l := range g.Lines() {
		if _, err := p.Play(l); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Names returns who sits in each seat at the end, empty if nobody does.
func (g *Game) Names() [2]string {
	var names [2]string
	for _, e := range g.Events {
		switch e.Kind {
		case Join:
			names[e.Seat] = e.Name
		case Leave:
			names[e.Seat] = ""
		}
	}
	return names
}
