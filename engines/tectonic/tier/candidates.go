package tier

import (
	"math/bits"
	"slices"

	"puzzlekit/engines/tectonic"
)

// Candidate is a child as a generator makes it that fuses any two regions.
type Candidate struct {
	Child    Code // in canonical form
	Touching bool // regions were fused that touch each other: another parent has the same child

	// Merged is, when two regions were fused, the code of the parent with these already
	// one, in canonical form. If a member of the parent's tier has this code and these
	// regions, the child has another parent.
	Merged  Code
	Regions []uint16
}

// Candidates calls visit for each candidate after the code that was entered. Only codes
// of packed problems have candidates. What visit is given is valid during the call.
func (e *Expander) Candidates(c Code, visit func(Candidate)) {
	s := e.states[e.head.Tier]
	ruled := e.m.Choices(&s, e.head.Tier)
	free := s.Unruled()
	all := e.m.Choices(&free, e.head.Tier)
	copy(e.child, c)
	for join := range all {
		for v := all[join]; v != 0; v &= v - 1 {
			e.child[e.head.Tier] = Cell(uint8(join), uint8(bits.TrailingZeros32(uint32(v))+1))
			x := Candidate{Child: e.child}
			if join == tectonic.JoinLeft|tectonic.JoinAbove {
				e.fused(&x, ruled[join]&(v&-v) == 0)
			}
			visit(x)
		}
	}
}

// fused completes a candidate whose last cell joins both neighbors.
func (e *Expander) fused(x *Candidate, touching bool) {
	g := e.child.grid(e.head.Width)
	cell := e.head.Tier
	parent := tectonic.Grid{Width: g.Width, Values: g.Values[:cell], Regions: slices.Clone(e.child[:cell].grid(g.Width).Regions)}
	left, above := parent.Regions[cell-1], parent.Regions[cell-g.Width]
	if left == above {
		return
	}
	for i, r := range parent.Regions {
		if r == max(left, above) {
			parent.Regions[i] = min(left, above)
		}
	}
	x.Merged, x.Regions = codeOf(parent), normal(parent.Regions)
	if x.Touching = touching; touching {
		x.Child = codeOf(g)
	}
}

// grid returns the grid of a code, which need not be canonical.
func (c Code) grid(width int) tectonic.Grid {
	g := tectonic.Grid{Width: width, Values: make([]uint8, len(c)), Regions: make([]uint16, len(c))}
	next := uint16(0)
	for i, cell := range c {
		g.Values[i] = value(cell)
		w := join(cell)
		switch {
		case w&tectonic.JoinLeft != 0:
			g.Regions[i] = g.Regions[i-1]
			if w&tectonic.JoinAbove == 0 {
				break
			}
			above := g.Regions[i-width]
			for j, r := range g.Regions[:i] {
				if r == above {
					g.Regions[j] = g.Regions[i]
				}
			}
		case w&tectonic.JoinAbove != 0:
			g.Regions[i] = g.Regions[i-width]
		default:
			g.Regions[i] = next
			next++
		}
	}
	return g
}

// RegionsOf returns the regions of the grid of a code, numbered by first occurrence.
func (c Code) RegionsOf(width int) []uint16 { return normal(c.grid(width).Regions) }

// normal numbers regions by first occurrence.
func normal(regions []uint16) []uint16 {
	names := map[uint16]uint16{}
	for i, r := range regions {
		if _, ok := names[r]; !ok {
			names[r] = uint16(len(names))
		}
		regions[i] = names[r]
	}
	return regions
}

// codeOf returns the canonical code of a grid.
func codeOf(g tectonic.Grid) Code {
	c := make(Code, len(g.Values))
	for i, v := range g.Values {
		w := uint8(0)
		if i%g.Width > 0 && g.Regions[i-1] == g.Regions[i] {
			w |= tectonic.JoinLeft
		}
		if i >= g.Width && g.Regions[i-g.Width] == g.Regions[i] {
			w |= tectonic.JoinAbove
		}
		c[i] = Cell(w, v)
	}
	return c
}

// Transposed returns the code of a complete grid with rows and columns exchanged.
func (c Code) Transposed(width int) (Code, error) {
	g, err := c.grid(width).Transpose()
	return codeOf(g), err
}

// FromGrid returns the code of a grid without unknown values.
func FromGrid(g tectonic.Grid) Code { return codeOf(g) }

// Grid returns the grid of a canonical code.
func (c Code) Grid(width int) tectonic.Grid {
	g := c.grid(width)
	normal(g.Regions)
	return g
}
