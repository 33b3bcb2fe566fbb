package searchpage

import (
	"cmp"
	"slices"
)

// node is a work's place among those that are shown.
type node struct {
	work  *Work
	under int64 // the shown work that begins nearest above it, 0 for none
	level int   // how many shown works begin above it
	from  int   // at what depth the one it is under begins, 0 for none

	shared int // how many coordinates its start has in common with the deepest one
}

// tree returns the at most limit works that begin nearest to the root, which are
// the largest and have nothing between them left out, in the order of a
// depth-first walk. Of two works that begin at the same state neither is under
// the other; what begins below is under the later one.
//
// Starts may be very deep, and those of one search have most of their
// coordinates in common. So each is first compared with the deepest start: two
// that leave it at different depths need no further look.
func tree(works []Work, limit int) []node {
	nodes := make([]node, len(works))
	for i := range works {
		nodes[i].work = &works[i]
	}
	slices.SortFunc(nodes, func(a, b node) int {
		return cmp.Or(cmp.Compare(len(a.work.Start), len(b.work.Start)), cmp.Compare(a.work.ID, b.work.ID))
	})
	nodes = nodes[:min(len(nodes), limit)]
	if len(nodes) == 0 {
		return nil
	}
	deepest := nodes[len(nodes)-1].work.Start
	for i := range nodes {
		nodes[i].shared = common(nodes[i].work.Start, deepest)
	}
	slices.SortFunc(nodes, func(a, b node) int { return a.compare(b) })

	var above []node // the way from the root to the node at hand
	for i := range nodes {
		n := &nodes[i]
		for len(above) > 0 && !above[len(above)-1].contains(*n) {
			above = above[:len(above)-1]
		}
		if n.level = len(above); n.level > 0 {
			nearest := above[n.level-1].work
			n.under, n.from = nearest.ID, len(nearest.Start)
		}
		above = append(above, *n)
	}
	return nodes
}

// compare orders nodes as a depth-first walk enters their starts.
func (n node) compare(m node) int {
	depth := min(n.shared, m.shared)
	return cmp.Or(slices.Compare(n.work.Start[depth:], m.work.Start[depth:]), cmp.Compare(n.work.ID, m.work.ID))
}

// contains tells whether m begins strictly below the start of n.
func (n node) contains(m node) bool {
	a, b := n.work.Start, m.work.Start
	depth := min(n.shared, m.shared)
	return len(a) < len(b) && slices.Equal(a[depth:], b[depth:len(a)])
}

// block is how many coordinates are compared at once.
const block = 256

// common returns how many coordinates a and b have in common at the beginning.
func common(a, b []int32) int {
	end := min(len(a), len(b))
	i := 0
	for i+block <= end && *(*[block]int32)(a[i:]) == *(*[block]int32)(b[i:]) {
		i += block
	}
	for i < end && a[i] == b[i] {
		i++
	}
	return i
}
