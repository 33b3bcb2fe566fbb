package bench

import (
	"context"
	"fmt"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/match"
	"puzzlekit/engines/dots/solve"
)

// dotsSolveSignature counts the positions that the values of boards take.
func dotsSolveSignature(ctx context.Context) (int64, error) {
	total := int64(0)
	for _, board := range []struct {
		size  dots.Size
		value int
	}{{dots.Size{Width: 4, Height: 4}, -3}, {dots.Size{Width: 3, Height: 5}, 2}, {dots.Size{Width: 6, Height: 3}, -2}} {
		p, err := dots.New(board.size)
		if err != nil {
			return 0, err
		}
		s, err := solve.New(p, solve.Options{})
		if err != nil {
			return 0, err
		}
		value, err := s.Value(ctx, p)
		if err != nil {
			return 0, err
		}
		if value != board.value {
			return 0, fmt.Errorf("bench: the value of %v dots is %d: expected %d", board.size, value, board.value)
		}
		total += s.Positions()
	}
	return total, nil
}

// dotsPlayersSignature adds up games of players that do not depend on the clock.
func dotsPlayersSignature(ctx context.Context) (int64, error) {
	total := int64(0)
	for _, levels := range [][2]string{{"greedy", "random"}, {"chains", "greedy"}} {
		_, err := match.Run(ctx, match.Options{
			Size: dots.Size{Width: 6, Height: 6}, Levels: levels, Games: 8, Seed: 1, Workers: 1,
			Done: func(g match.Game) {
				for i, l := range g.Lines {
					total += int64((i + 1) * (1 + l.X + 7*l.Y + 49*int(l.Kind)))
				}
			},
		})
		if err != nil {
			return 0, err
		}
	}
	return total, nil
}
