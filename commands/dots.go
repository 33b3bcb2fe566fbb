package commands

import (
	"puzzlekit/engines/dots"
)

func init() {
	register("dots", "dots", "Play, host, solve and replay Dots (Dots and Boxes).", func() any { return &dotsCmd{} })
}

// dotsCmd groups the commands for Dots.
type dotsCmd struct {
	DotsNetwork `embed:""` // those that speak to others

	Match  dotsMatchCmd  `cmd:"" help:"Let two computer players play games against each other."`
	Replay dotsReplayCmd `cmd:"" help:"Show a saved game, as text or as a picture."`
	Solve  dotsSolveCmd  `cmd:"" help:"Find the exact value and the best lines of a position."`
}

// Help returns the longer help text.
func (*dotsCmd) Help() string {
	return `Two players draw lines between dots; who draws the fourth line of a box owns it and moves again. The origin is the top left: H(x,y) is the line from dot (x,y) to the right, V(x,y) the line down.

Example:

  puzzlekit dots match --players chains:greedy`
}

// SizeFlags choose the extent of a board.
type SizeFlags struct {
	Size  string `default:"6x6" placeholder:"WxH" help:"Board in dots, 2x2 to 25x25; 6x6 dots make 5x5 boxes."`
	Boxes string `placeholder:"WxH" help:"Board in boxes instead."`
}

// size returns the extent that the flags name.
func (f *SizeFlags) size() (dots.Size, error) {
	text, extra := f.Size, 0
	if f.Boxes != "" {
		text, extra = f.Boxes, 1
	}
	size, err := dots.ParseSize(text)
	size.Width += extra
	size.Height += extra
	if err == nil {
		err = size.Check()
	}
	if err != nil {
		return size, usageErrorf("%w", err)
	}
	return size, nil
}
