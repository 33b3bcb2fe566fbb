package players

import (
	"context"
	"math/rand/v2"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/coins"
)

// greedyPlayer does what the bot of the GGZ Gaming Zone did: it takes any box it
// can, else draws a random safe line, else gives away as little as possible.
type greedyPlayer struct {
	rng *rand.Rand
}

// Move looks one move ahead.
func (g *greedyPlayer) Move(ctx context.Context, p *dots.Position) (dots.Line, error) {
	if err := ready(ctx, p); err != nil {
		return dots.Line{}, err
	}
	graph := coins.New(p)
	s := graph.Start()
	return graph.Line(g.choose(s)), nil
}

// choose returns the string to cut.
func (g *greedyPlayer) choose(s *coins.State) int {
	wins, safe := pick{rng: g.rng}, pick{rng: g.rng}
	for str := range s.Strings() {
		switch {
		case s.IsCut(str):
		case s.Wins(str):
			wins.add(str)
		case s.Safe(str):
			safe.add(str)
		}
	}
	switch {
	case wins.n > 0:
		return wins.chosen
	case safe.n > 0:
		return safe.chosen
	}
	return g.cheapest(s)
}

// cheapest returns a string after whose cut the opponent can win the fewest
// coins. There is nothing to win in s.
func (g *greedyPlayer) cheapest(s *coins.State) int {
	best := pick{rng: g.rng}
	least := s.Coins() + 1
	var cut []int
	for str := range s.Strings() {
		if s.IsCut(str) {
			continue
		}
		s.Cut(str)
		var cost int
		cost, cut = s.TakeAfter(str, cut[:0])
		for _, c := range cut {
			s.Undo(c)
		}
		s.Undo(str)
		if cost < least {
			least, best = cost, pick{rng: g.rng}
		}
		if cost == least {
			best.add(str)
		}
	}
	return best.chosen
}

// pick chooses one of the strings added to it, each with the same chance.
type pick struct {
	rng    *rand.Rand
	n      int // added so far
	chosen int
}

func (p *pick) add(str int) {
	p.n++
	if p.rng.IntN(p.n) == 0 {
		p.chosen = str
	}
}
