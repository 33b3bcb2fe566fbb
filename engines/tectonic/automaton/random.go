package automaton

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
)

// Random returns the code of a complete grid found by depth-first search in random
// order, which starts again when it has met too many dead ends. It needs no automaton;
// every grid can come, but not all with the same chance.
func Random(ctx context.Context, p tectonic.Problem, random *rand.Rand) (string, error) {
	if err := p.Validate(); err != nil {
		return "", err
	}
	if p.Max > grow.MaxWide {
		p.Max = grow.MaxWide
	}
	r := randomizer{ctx: ctx, p: p, random: random, wide: grow.Wide{Problem: p}}
	if grow.Packs(p) {
		r.m = grow.New(p, grow.Closure)
	}
	for budget := 50 * p.Cells(); ; budget += budget / 8 {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		r.code, r.left = r.code[:0], budget
		var found bool
		if r.m != nil {
			found = r.cell(r.m.Start(), 0)
		} else {
			found = r.wideCell(tectonic.Grid{Width: p.Width})
		}
		if found {
			return string(r.code), nil
		}
		if r.left > 0 {
			return "", fmt.Errorf("automaton: %v has no grid", p)
		}
	}
}

// randomizer is one call of Random.
type randomizer struct {
	ctx    context.Context // of one call
	p      tectonic.Problem
	random *rand.Rand
	m      *grow.Machine
	wide   grow.Wide
	code   []byte
	left   int // cells that may still be assigned before the search starts again
}

// choice is a way to assign a cell.
type choice struct {
	join, value uint8
}

// shuffled returns all choices in random order.
func (r *randomizer) shuffled(c grow.Choices) []choice {
	var list []choice
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			list = append(list, choice{uint8(join), uint8(bits.TrailingZeros32(uint32(v)) + 1)})
		}
	}
	r.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

func (r *randomizer) cell(s grow.State, cell int) bool {
	if cell == r.p.Cells() {
		return true
	}
	size := len(r.code)
	for _, c := range r.shuffled(r.m.Choices(&s, cell)) {
		if r.left--; r.left <= 0 {
			return false
		}
		r.code = append(r.code[:size], '1'+c.join, '0'+c.value)
		if r.cell(r.m.Step(&s, cell, c.join, 1<<(c.value-1)), cell+1) {
			return true
		}
	}
	return false
}

func (r *randomizer) wideCell(g tectonic.Grid) bool {
	if len(g.Values) == r.p.Cells() {
		r.code = g.AppendCode(r.code, r.p.Max)
		return true
	}
	for _, c := range r.shuffled(r.wide.Choices(g)) {
		if r.left--; r.left <= 0 {
			return false
		}
		if r.wideCell(r.wide.Extend(g, c.join, c.value)) {
			return true
		}
	}
	return false
}
