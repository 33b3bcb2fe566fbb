package alloc

import (
	"cmp"
	"container/heap"
	"slices"
)

// pool is a heap of works, those first of which the next piece is nearest to the
// root: it tends to be large.
type pool []*Work

// add puts in a work that nobody has.
func (p *pool) add(w *Work) { heap.Push(p, w) }

// take takes out the first work.
func (p *pool) take() *Work { return heap.Pop(p).(*Work) }

// Len is for package heap.
func (p pool) Len() int { return len(p) }

// Less is for package heap.
func (p pool) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(p[i].depth(), p[j].depth()), cmp.Compare(p[i].ID, p[j].ID)) < 0
}

// Swap is for package heap.
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
