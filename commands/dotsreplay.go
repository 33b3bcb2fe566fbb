package commands

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/picture"
	"puzzlekit/engines/dots/savedgame"
	"puzzlekit/internal/atomicfile"
)

// dotsReplayCmd shows a saved game.
type dotsReplayCmd struct {
	File    string        `arg:"" help:"Saved game, - for standard input."`
	Move    int           `default:"-1" placeholder:"N" help:"Stop after so many moves; -1 is the end."`
	All     bool          `help:"Print the board after every move."`
	SVG     string        `placeholder:"FILE" help:"Write a picture instead, - for standard output."`
	Animate time.Duration `default:"0s" placeholder:"TIME" help:"Let the picture play the game, with a move each time it has passed."`
}

// Help returns the longer help text.
func (*dotsReplayCmd) Help() string {
	return `Reads a game in the text format of the GGZ Gaming Zone, checks every move, and prints the board. The last line drawn is === or !, and boxes have the first letter of their owner.

Examples:

  puzzlekit dots replay game --all
  puzzlekit dots replay game --svg game.svg --animate 500ms`
}

// Run reads the game and shows it.
func (c *dotsReplayCmd) Run(_ context.Context, env *Env) error {
	if c.Animate < 0 || c.Animate > 0 && c.SVG == "" {
		return usageErrorf("--animate %v: expected a time that is not negative, with --svg", c.Animate)
	}
	if c.SVG != "" && (c.All || env.JSON) {
		return usageErrorf("--svg: expected neither --all nor --json with it")
	}
	game, err := readSavedGame(env, c.File)
	if err != nil {
		return err
	}
	lines := game.Lines()
	if c.Move < -1 || c.Move > len(lines) {
		return usageErrorf("--move %d: expected at most the %d moves of the game, or -1 for all", c.Move, len(lines))
	}
	if c.Move >= 0 {
		lines = lines[:c.Move]
	}
	switch {
	case c.SVG != "":
		return c.writeSVG(env, game, lines)
	case env.JSON:
		return c.printJSON(env, game, lines)
	}
	return c.print(env.Stdout, game, lines)
}

func (c *dotsReplayCmd) writeSVG(env *Env, game *savedgame.Game, lines []dots.Line) error {
	text, err := picture.SVG(game.Size, lines, playersOf(game), c.Animate)
	if err != nil {
		return err
	}
	if c.SVG == "-" {
		_, err = io.WriteString(env.Stdout, text)
		return err
	}
	return atomicfile.WriteFile(c.SVG, []byte(text))
}

// playersOf returns who has played last in each seat, whether they left or not.
func playersOf(game *savedgame.Game) [2]string {
	var names [2]string
	for _, e := range game.Events {
		if e.Kind == savedgame.Join {
			names[e.Seat] = e.Name
		}
	}
	return names
}

func (c *dotsReplayCmd) print(w io.Writer, game *savedgame.Game, lines []dots.Line) error {
	p, err := dots.New(game.Size)
	if err != nil {
		return err
	}
	names := playersOf(game)
	letters := picture.Letters(names)
	var sb strings.Builder
	fmt.Fprintf(&sb, "%c %s, %c %s, %s\n", letters[0], nameOr(names, 0), letters[1], nameOr(names, 1), sizeText(game.Size))
	if len(lines) == 0 {
		sb.WriteString("\n" + picture.Text(p, letters, dots.Line{X: -1}))
	}
	for i, l := range lines {
		seat := p.Turn()
		boxes, err := p.Play(l)
		if err != nil {
			return err
		}
		if !c.All && i != len(lines)-1 {
			continue
		}
		fmt.Fprintf(&sb, "\n%d. %c %v", i+1, letters[seat], l)
		if len(boxes) > 0 {
			fmt.Fprintf(&sb, " wins %s", countBoxes(len(boxes)))
		}
		fmt.Fprintf(&sb, ", %d:%d\n%s", p.Score(0), p.Score(1), picture.Text(p, letters, l))
	}
	switch {
	case !p.Over():
		fmt.Fprintf(&sb, "\n%s left, %c to move\n", count(p.Free(), "line"), letters[p.Turn()])
	case p.Winner() == 2:
		sb.WriteString("\na tie\n")
	default:
		fmt.Fprintf(&sb, "\n%c wins\n", letters[p.Winner()])
	}
	_, err = io.WriteString(w, sb.String())
	return err
}

// nameOr returns a player's name, or what to call one who has none.
func nameOr(names [2]string, seat int) string {
	if names[seat] == "" {
		return fmt.Sprintf("player %d", seat+1)
	}
	return names[seat]
}

// countBoxes writes a number of boxes.
func countBoxes(n int) string {
	if n == 1 {
		return "1 box"
	}
	return fmt.Sprintf("%d boxes", n)
}

// dotsGameJSON is a saved game as JSON.
type dotsGameJSON struct {
	Width  int            `json:"width"`  // in dots
	Height int            `json:"height"` // in dots
	Names  [2]string      `json:"names"`  // by seat
	Moves  []dotsMoveJSON `json:"moves"`
	Score  [2]int         `json:"score"` // by seat
	Over   bool           `json:"over"`
	Turn   int            `json:"turn"`   // seat to move, unless it is over
	Winner int            `json:"winner"` // seat with more boxes, 2 for none
}

// dotsMoveJSON is one move.
type dotsMoveJSON struct {
	Seat  int    `json:"seat"`
	Line  string `json:"line"`
	Boxes int    `json:"boxes"` // that it won
}

func (c *dotsReplayCmd) printJSON(env *Env, game *savedgame.Game, lines []dots.Line) error {
	p, err := dots.New(game.Size)
	if err != nil {
		return err
	}
	out := dotsGameJSON{Width: game.Size.Width, Height: game.Size.Height, Names: playersOf(game), Moves: []dotsMoveJSON{}}
	for _, l := range lines {
		seat := p.Turn()
		boxes, err := p.Play(l)
		if err != nil {
			return err
		}
		out.Moves = append(out.Moves, dotsMoveJSON{seat, l.String(), len(boxes)})
	}
	out.Score = [2]int{p.Score(0), p.Score(1)}
	out.Over, out.Turn, out.Winner = p.Over(), p.Turn(), p.Winner()
	return env.PrintJSON(out)
}
