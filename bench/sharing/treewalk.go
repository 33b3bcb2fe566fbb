package sharing

import (
	"fmt"

	"puzzlekit/engines/freecell/pdfs"
)

// treeWalk walks a part of a tree as [pdfs.Walker] walks a search, with the same
// stack and so the same delegation. But it knows the sizes of subtrees and enters
// only those in which it comes to a halt.
type treeWalk struct {
	tree  *Tree
	stack pdfs.Stack
	path  []node // the nodes on the path, parallel to stack.Levels
	next  []node // of each level the child at Next, if there is one
	fresh bool   // the start was not entered yet
	left  int64  // how many nodes are left to enter
}

func newTreeWalk(t *Tree) *treeWalk {
	w := &treeWalk{tree: t}
	w.push(node{})
	return w
}

func (w *treeWalk) push(n node) {
	w.stack.Push(int(w.tree.width(n)))
	w.path = append(w.path, n)
	w.next = append(w.next, w.tree.first(n))
}

func (w *treeWalk) pop() {
	w.stack.Pop()
	d := len(w.path) - 1
	w.path, w.next = w.path[:d], w.next[:d]
}

// start takes the walk to the node at names, as the top of a new part of the
// tree.
func (w *treeWalk) start(at pdfs.CoordSeq) error {
	common := 0
	for common < w.stack.Depth() && common < len(at) && w.stack.Levels[common].Next-1 == at[common] {
		common++
	}
	for w.stack.Depth() > common {
		w.pop()
	}
	for d := common; d < len(at); d++ {
		i := at[d]
		if n := w.tree.width(w.path[d]); i < 0 || i >= n {
			return fmt.Errorf("%w: coordinate %d is %d, of %d next states", pdfs.ErrNoState, d, i, n)
		}
		w.stack.Levels[d].Next = i + 1
		w.push(w.tree.child(w.path[d], i))
	}
	for d := range len(at) {
		w.stack.Levels[d].End = w.stack.Levels[d].Next
	}
	top := w.path[len(at)]
	w.stack.Base = len(at)
	w.stack.Levels[len(at)] = pdfs.Level{End: w.tree.width(top)}
	w.next[len(at)] = w.tree.first(top)
	w.fresh, w.left = true, w.tree.size(top)
	return nil
}

func (w *treeWalk) blind() bool { return false }

func (w *treeWalk) reach(n int64) (int64, error) { return min(n, w.left), nil }

func (w *treeWalk) over() bool { return w.left == 0 }

// run enters n nodes. The walk is then where [pdfs.Walker.Run] is after as many.
func (w *treeWalk) run(n int64) {
	w.left -= n
	if w.fresh && n > 0 {
		w.fresh = false
		n--
	}
	for n > 0 {
		d := w.stack.Depth()
		l := &w.stack.Levels[d]
		if l.Next == l.End {
			w.pop()
			continue
		}
		child := w.next[d]
		l.Next++
		w.next[d] = w.tree.after(child)
		if size := w.tree.size(child); size < n {
			n -= size
			continue
		}
		n--
		w.push(child)
	}
}

func (w *treeWalk) at() pdfs.CoordSeq { return w.stack.At(nil) }

// delegate takes up to count subtrees off the walk; see [pdfs.Stack.Delegate].
func (w *treeWalk) delegate(count, delta int) []pdfs.CoordSeq {
	seqs := w.stack.Delegate(count, delta, nil)
	for _, seq := range seqs {
		d := len(seq) - 1
		n := w.next[d]
		for range seq[d] - w.stack.Levels[d].Next {
			n = w.tree.after(n)
		}
		w.left -= w.tree.size(n)
	}
	return seqs
}
