package solve

import (
	"context"
	"fmt"

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
	// The boxes beside each line as sets of their free lines; a set that no set
	// of lines is in stands for no box.
	boxes := make([][2]uint32, 0, n)
	for l := range p.FreeLines() {
		sides := [2]uint32{1 << 31, 1 << 31}
		for i, b := range p.Size().BoxesAt(l) {
			sides[i] = freeSides(p, b)
		}
		boxes = append(boxes, sides)
	}
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
		best := int8(-128)
		for i, sides := range boxes {
			bit := uint32(1) << i
			if free&bit == 0 {
				continue
			}
			value := values[free^bit]
			won := int8(0)
			if free&sides[0] == bit {
				won++
			}
			if free&sides[1] == bit {
				won++
			}
			if won == 0 {
				value = -value
			}
			best = max(best, value+won)
		}
		values[free] = best
	}
	return values, nil
}

// freeSides returns the free sides of a box as bits in the order of FreeLines.
func freeSides(p *dots.Position, b dots.Box) uint32 {
	sides, i := uint32(0), 0
	for l := range p.FreeLines() {
		for _, side := range b.Sides() {
			if side == l {
				sides |= 1 << i
			}
		}
		i++
	}
	return sides
}
