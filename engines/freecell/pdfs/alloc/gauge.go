package alloc

import "puzzlekit/engines/freecell/pdfs"

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
	changes int
	weight  float64 // of the state at Start
	left    float64
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
		if !ok || r.changes != w.changes {
			r = reading{changes: w.changes}
			r.weight, r.left = g.weigh(w)
		}
		known[w.ID] = r
		left += r.left
	}
	g.known = known
	return max(0, min(1, 1-left))
}

// Part returns the weight of the state at which a work starts and of what is left
// of the work, when Done was asked last; nothing for a work too deep to see.
func (g *Gauge) Part(work int64) (weight, left float64) {
	r := g.known[work]
	return r.weight, r.left
}

// weigh returns the weight of the state at which w starts and of what is left of
// w. A work too deep to see weighs nothing: its weight stays with the work that it
// was taken from.
func (g *Gauge) weigh(w *Work) (start, left float64) {
	if len(w.Start) > maxLook {
		return 0, 0
	}
	at := w.At[:min(len(w.At), maxLook)]
	widths, err := g.tree.Widths(at)
	if err != nil {
		return 0, 0
	}
	weight := 1.0
	for d, c := range at {
		if d == len(w.Start) {
			start = weight
		}
		share := weight / float64(widths[d])
		if d >= len(w.Start) {
			left += share * float64(w.cut(d, widths[d])-1-c)
		}
		weight = share
	}
	if len(at) == len(w.Start) {
		start = weight
	}
	if n := len(at); n == len(w.At) && widths[n] > 0 {
		weight *= float64(w.cut(n, widths[n])) / float64(widths[n])
	}
	left += weight
	for _, h := range w.Holes {
		left -= g.weight(h)
	}
	return start, max(0, left)
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
	if seq[len(seq)-1] >= widths[len(widths)-1] {
		return 0 // no such state
	}
	return weight
}
