package sharing

import (
	"fmt"

	"puzzlekit/engines/freecell/pdfs"
)

// Tree is a search tree, fixed once and for all: what a depth-first walk enters,
// without what the states are. It is read only and safe for concurrent use.
//
// A tree is the sizes of its subtrees in preorder, 4 bytes a node:
//
//	   0            index   0 1 2 3 4 5 6
//	 / | \          size    7 1 4 2 1 1 1
//	1  2  6
//	  / \           the first child of i is i+1,
//	 3   5          the one after child c is c+size[c],
//	 |              until that is i+size[i]
//	 4
//
// A grafted tree has on some of its leaves a copy of another tree, which is not
// spelled out; see [Tree.Graft].
type Tree struct {
	sizes []uint32

	graft  *Tree    // nil for none; itself not grafted
	grafts []uint32 // of each node, the number of grafted leaves at or below it
}

// node is a node of a tree: inner is its index in the copy of the graft on leaf
// outer, 0 where there is none.
type node struct{ outer, inner uint32 }

// Graft returns t with a copy of scion on about one in every of its leaves,
// chosen by a hash of their index. It keeps t and scion, which must not be
// grafted itself.
//
// It stands for searches that are too long to be recorded. What it gets right is
// the depth and the branching, which are those of real searches, and a spread of
// sizes at the top; what it cannot show is subtrees between two grafted leaves
// that are much larger than both trees suggest.
func (t *Tree) Graft(scion *Tree, every uint64) *Tree {
	g := &Tree{sizes: t.sizes, graft: scion, grafts: make([]uint32, len(t.sizes))}
	// Backwards, so that a node's children are complete before it is.
	for i := len(t.sizes) - 1; i >= 0; i-- {
		if t.sizes[i] == 1 {
			if mix(uint64(i))%every == 0 {
				g.grafts[i] = 1
			}
			continue
		}
		for c := uint32(i) + 1; c < uint32(i)+t.sizes[i]; c += t.sizes[c] {
			g.grafts[i] += g.grafts[c]
		}
	}
	return g
}

// mix is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Size returns the number of nodes, which is the number of iterations of one
// walk over the whole tree.
func (t *Tree) Size() int64 { return t.size(node{}) }

// size returns the number of nodes at or below n.
func (t *Tree) size(n node) int64 {
	switch {
	case t.graft == nil:
		return int64(t.sizes[n.outer])
	case t.isGrafted(n.outer):
		return int64(t.graft.sizes[n.inner])
	}
	return int64(t.sizes[n.outer]) + int64(t.grafts[n.outer])*int64(len(t.graft.sizes)-1)
}

// isGrafted tells whether there is a copy of the graft in place of node i.
func (t *Tree) isGrafted(i uint32) bool {
	return t.graft != nil && t.sizes[i] == 1 && t.grafts[i] == 1
}

// first returns the first child of n, if n has children.
func (t *Tree) first(n node) node {
	if t.isGrafted(n.outer) {
		return node{n.outer, n.inner + 1}
	}
	return node{n.outer + 1, 0}
}

// after returns the node that follows all of n's subtree: the next sibling, if
// there is one.
func (t *Tree) after(n node) node {
	if n.inner > 0 {
		return node{n.outer, n.inner + t.graft.sizes[n.inner]}
	}
	return node{n.outer + t.sizes[n.outer], 0}
}

// width returns the number of children of n.
func (t *Tree) width(n node) int32 {
	sizes, i := t.sizes, n.outer
	if t.isGrafted(n.outer) {
		sizes, i = t.graft.sizes, n.inner
	}
	width := int32(0)
	for c := i + 1; c < i+sizes[i]; c += sizes[c] {
		width++
	}
	return width
}

// child returns child i of n.
func (t *Tree) child(n node, i int32) node {
	c := t.first(n)
	for range i {
		c = t.after(c)
	}
	return c
}

// Widths is alloc.Tree's: the number of children of each node on the way to at.
func (t *Tree) Widths(at pdfs.CoordSeq) ([]int32, error) {
	widths := make([]int32, 0, len(at)+1)
	n := node{}
	for d, i := range at {
		w := t.width(n)
		if i < 0 || i >= w {
			return nil, fmt.Errorf("%w: coordinate %d is %d, of %d", pdfs.ErrNoState, d, i, w)
		}
		widths = append(widths, w)
		n = t.child(n, i)
	}
	return append(widths, t.width(n)), nil
}
