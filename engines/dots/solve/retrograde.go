package solve

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"puzzlekit/engines/dots"
)

// MaxRetrograde is the number of free lines that Retrograde can deal with: a
// byte for each set of them.
const MaxRetrograde = 31

// Retrograde returns the value of a position, like Solver.Value, from the values
// of all sets of its free lines, the smallest first. It knows no more than the
// rules, takes 2^n bytes for n free lines, and its work is n/2 times that. It
// calls tick, which may be nil, with the share that is done.
func Retrograde(ctx context.Context, p *dots.Position, tick func(share float64)) (int, error) {
	values, err := retrograde(ctx, p, tick)
	if err != nil {
		return 0, err
	}
	return int(values[len(values)-1]), nil
}

// retrograde returns the values of all sets of the free lines, which have bits in
// the order of FreeLines.
func retrograde(ctx context.Context, p *dots.Position, tick func(share float64)) ([]int8, error) {
	n := p.Free()
	if n > MaxRetrograde {
		return nil, fmt.Errorf("solve: %d free lines: expected at most %d to count back over all sets of them", n, MaxRetrograde)
	}
	boxes := freeBoxes(p)
	values := make([]int8, 1<<n)
	for free := uint32(1); free < 1<<n; free++ {
		if free&(1<<20-1) == 0 {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("solve: %w", err)
			}
			if tick != nil {
				tick(float64(free) / float64(uint32(1)<<n))
			}
		}
		// The lines that win one box, and those that win another one.
		one, two := uint32(0), uint32(0)
		for _, sides := range boxes {
			if last := free & sides; last&(last-1) == 0 {
				two |= one & last
				one |= last
			}
		}
		best := int8(math.MinInt8)
		for rest := one; rest != 0; rest &= rest - 1 {
			bit := rest & -rest
			won := int8(1)
			if two&bit != 0 {
				won = 2
			}
			best = max(best, won+values[free^bit])
		}
		worst := int8(math.MaxInt8) // for the opponent
		for rest := free &^ one; rest != 0; rest &= rest - 1 {
			worst = min(worst, values[free&^(rest&-rest)])
		}
		values[free] = max(best, -worst)
	}
	return values, nil
}

// freeBoxes returns the free sides of each box that nobody owns as bits in the
// order of FreeLines.
func freeBoxes(p *dots.Position) []uint32 {
	sides := map[dots.Box]uint32{}
	bit := uint32(1)
	for l := range p.FreeLines() {
		for _, b := range p.Size().BoxesAt(l) {
			sides[b] |= bit
		}
		bit <<= 1
	}
	return slices.Collect(maps.Values(sides))
}
