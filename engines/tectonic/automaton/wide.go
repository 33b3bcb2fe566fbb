package automaton

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
)

// countWide counts grids whose states do not fit into keys: the number of ways to
// complete a grid, remembered by its frontier.
func countWide(ctx context.Context, p tectonic.Problem) (*big.Int, error) {
	if p.Max > grow.MaxWide {
		p.Max = min(p.Max, p.Cells()) // no complete grid has larger values
	}
	if p.Max > grow.MaxWide {
		return nil, fmt.Errorf("automaton: %v: regions of more than %d cells are out of reach", p, grow.MaxWide)
	}
	w := wide{Wide: grow.Wide{Problem: p}, known: map[string]*big.Int{}, ctx: ctx}
	n := w.count(tectonic.Grid{Width: p.Width})
	return n, ctx.Err()
}

type wide struct {
	grow.Wide
	known map[string]*big.Int
	ctx   context.Context // of one call
}

// count returns the number of ways to complete g.
func (w *wide) count(g tectonic.Grid) *big.Int {
	if len(g.Values) == w.Problem.Cells() {
		return big.NewInt(1)
	}
	key := wideKey(g)
	if n, ok := w.known[key]; ok || w.ctx.Err() != nil {
		return n
	}
	total := new(big.Int)
	c := w.Choices(g)
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			n := w.count(w.Extend(g, uint8(join), uint8(bits.TrailingZeros32(uint32(v))+1)))
			if w.ctx.Err() != nil {
				return nil
			}
			total.Add(total, n)
		}
	}
	w.known[key] = total
	return total
}

// wideKey describes the frontier of a grid: cells that can be touched with their
// values and regions, and the values of these regions and which of them touch.
func wideKey(g tectonic.Grid) string {
	var b strings.Builder
	from := max(0, len(g.Values)-g.Width-1)
	names := map[uint16]int{}
	var order []uint16
	fmt.Fprintf(&b, "%d", len(g.Values))
	for cell := from; cell < len(g.Values); cell++ {
		r := g.Regions[cell]
		// The first of these cells touches the next one only diagonally.
		if _, ok := names[r]; !ok && cell > len(g.Values)-g.Width-1 {
			names[r] = len(order)
			order = append(order, r)
		}
		name, ok := names[r]
		if !ok {
			name = -1
		}
		fmt.Fprintf(&b, " %d:%d", g.Values[cell], name)
	}
	for _, r := range order {
		values := grow.Values(0)
		for cell, other := range g.Regions {
			if other == r {
				values |= 1 << (g.Values[cell] - 1)
			}
		}
		fmt.Fprintf(&b, " %x", values)
	}
	touching := map[[2]int]bool{}
	for cell, r := range g.Regions {
		a, ok := names[r]
		if !ok {
			continue
		}
		for _, other := range []int{cell - 1, cell - g.Width} {
			if other < 0 || other == cell-1 && cell%g.Width == 0 {
				continue
			}
			if c, ok := names[g.Regions[other]]; ok && c != a {
				touching[[2]int{min(a, c), max(a, c)}] = true
			}
		}
	}
	pairs := make([]string, 0, len(touching))
	for pair := range touching {
		pairs = append(pairs, fmt.Sprint(pair))
	}
	slices.Sort(pairs)
	return b.String() + strings.Join(pairs, "")
}
