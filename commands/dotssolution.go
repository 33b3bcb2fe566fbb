package commands

import (
	"fmt"
	"io"
	"strings"

	"puzzlekit/engines/dots"
)

// print writes the value and the lines for people.
func (c *dotsSolveCmd) print(w io.Writer, p *dots.Position, out dotsSolution) error {
	var sb strings.Builder
	fmt.Fprintf(&sb, "%s, %s drawn\n", sizeText(p.Size()), count(p.Size().Lines()-p.Free(), "line"))
	mover, other := p.Score(p.Turn()), p.Score(1-p.Turn())
	switch {
	case p.Over():
		fmt.Fprintf(&sb, "the game is over, %d:%d boxes\n", p.Score(0), p.Score(1))
	case mover+other == 0:
		fmt.Fprintf(&sb, "value %s for player %d, who is to move\n", signed(out.Value), p.Turn()+1)
	default:
		fmt.Fprintf(&sb, "value %s for player %d, who is to move; with %d:%d boxes now, %s at the end\n",
			signed(out.Value), p.Turn()+1, mover, other, signed(mover-other+out.Value))
	}
	if c.Moves {
		for _, m := range out.Moves {
			fmt.Fprintf(&sb, "%-9v %s\n", m.Line, signed(m.Value))
		}
	} else if len(out.Moves) > 0 {
		sb.WriteString("best:")
		for _, m := range out.Moves {
			fmt.Fprintf(&sb, " %v", m.Line)
		}
		sb.WriteByte('\n')
	}
	if out.Positions > 0 {
		fmt.Fprintf(&sb, "# %s positions searched, %s stored, ", thousands(out.Positions), thousands(out.Stored))
	} else {
		sb.WriteString("# ")
	}
	fmt.Fprintf(&sb, "%.3f s\n", out.Seconds)
	_, err := io.WriteString(w, sb.String())
	return err
}

// signed writes a number with its sign, if it has one.
func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// dotsSolveJSON is the solution as JSON.
type dotsSolveJSON struct {
	Width     int             `json:"width"`  // in dots
	Height    int             `json:"height"` // in dots
	Free      int             `json:"free"`   // lines
	Turn      int             `json:"turn"`   // seat, 0 or 1
	Score     [2]int          `json:"score"`  // by seat
	Value     int             `json:"value"`  // for the seat to move, from here on
	Moves     []dotsMoveValue `json:"moves"`  // the best ones, with --moves all
	Positions int64           `json:"positions"`
	Stored    int64           `json:"stored"`
	Seconds   float64         `json:"seconds"`
}

// dotsMoveValue is a move and its value.
type dotsMoveValue struct {
	Line  string `json:"line"`
	Value int    `json:"value"`
}

func makeDotsSolveJSON(p *dots.Position, out dotsSolution) dotsSolveJSON {
	v := dotsSolveJSON{
		Width: p.Size().Width, Height: p.Size().Height, Free: p.Free(), Turn: p.Turn(), Score: [2]int{p.Score(0), p.Score(1)},
		Value: out.Value, Moves: []dotsMoveValue{}, Positions: out.Positions, Stored: out.Stored, Seconds: out.Seconds,
	}
	for _, m := range out.Moves {
		v.Moves = append(v.Moves, dotsMoveValue{m.Line.String(), m.Value})
	}
	return v
}
