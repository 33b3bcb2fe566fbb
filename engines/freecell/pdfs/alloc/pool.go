package alloc

import (
	"container/heap"
	"slices"
)

// pool is a heap of works, those that begin nearest to the root first: they tend
// to be the large ones.
type pool []*Work

func (p pool) Len() int { return len(p) }

func (p pool) Less(i, j int) bool {
	if len(p[i].Start) != len(p[j].Start) {
		return len(p[i].Start) < len(p[j].Start)
	}
	return p[i].ID < p[j].ID
}

func (p pool) Swap(i, j int) { p[i], p[j] = p[j], p[i] }

// Push is for package heap.
func (p *pool) Push(w any) { *p = append(*p, w.(*Work)) }

// Pop is for package heap.
func (p *pool) Pop() any {
	last := len(*p) - 1
	w := (*p)[last]
	*p = slices.Delete(*p, last, last+1)
	return w
}

// remove takes out a work that was just put in.
func (p *pool) remove(w *Work) {
	if i := slices.Index(*p, w); i >= 0 {
		heap.Remove(p, i)
	}
}
