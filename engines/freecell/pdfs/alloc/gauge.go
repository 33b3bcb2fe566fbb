package alloc

import (
	"slices"

	"puzzlekit/engines/freecell/pdfs"
)

// maxLook is how many levels below the root a gauge looks: what is further down
// weighs too little to be seen, and may be a million levels deep.
const maxLook = 512

// Gauge estimates how much of a search is done, by Knuth's weights ("Estimating
// the efficiency of backtrack programs", 1975): the root weighs 1 and every
// state passes its weight on to its next states in equal parts. It is not safe
// for concurrent use.
type Gauge struct {
	tree  Tree
	known map[int64]reading
}

// reading is what is left of a work that looked like this.
type reading struct {
	at          pdfs.CoordSeq
	holes, cuts int
	left        float64
}

// NewGauge returns a gauge that asks tree, which nobody else must use meanwhile.
func NewGauge(tree Tree) *Gauge { return &Gauge{tree: tree} }

// Done returns the share, from 0 to 1, of a search of which these works are
// left. Works that did not change since the last call cost nothing.
func (g *Gauge) Done(works []Work) float64 {
	known := make(map[int64]reading, len(works))
	left := 0.0
	for i := range works {
		w := &works[i]
		r, ok := g.known[w.ID]
		if !ok || r.holes != len(w.Holes) || r.cuts != len(w.Cuts) || !slices.Equal(r.at, w.At) {
			r = reading{w.At, len(w.Holes), len(w.Cuts), g.left(w)}
		}
		known[w.ID] = r
		left += r.left
	}
	g.known = known
	return max(0, min(1, 1-left))
}

// left returns the weight of what is left of w, nothing for a work too deep to
// see: its weight stays with the work that it was taken from.
func (g *Gauge) left(w *Work) float64 {
	if len(w.Start) > maxLook {
		return 0
	}
	at := w.At[:min(len(w.At), maxLook)]
	widths, err := g.tree.Widths(at)
	if err != nil {
		return 0
	}
	weight, left := 1.0, 0.0
	for d, c := range at {
		share := weight / float64(widths[d])
		if d >= len(w.Start) {
			left += share * float64(w.cut(d, widths[d])-1-c)
		}
		weight = share
	}
	if n := len(at); n == len(w.At) && widths[n] > 0 {
		weight *= float64(w.cut(n, widths[n])) / float64(widths[n])
	}
	left += weight
	for _, h := range w.Holes {
		left -= g.weight(h)
	}
	return max(0, left)
}

// weight returns the weight of the state at seq, nothing when it is too deep.
func (g *Gauge) weight(seq pdfs.CoordSeq) float64 {
	if len(seq) > maxLook {
		return 0
	}
	widths, err := g.tree.Widths(seq[:len(seq)-1])
	if err != nil {
		return 0
	}
	weight := 1.0
	for _, n := range widths {
		weight /= float64(n)
	}
	return weight
}
