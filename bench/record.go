package bench

import (
	"fmt"
	"math"

	"puzzlekit/engines/freecell/pdfs"
)

// RecordTree records what w, which stands at the root, enters until nothing is
// left or it has entered limit states, past solutions as well. A walk that was
// cut off is a tree, too: one in which nothing comes after the last state.
//
// A state that the walk's cache of dead ends cuts short is a leaf. A tree
// recorded with a cache is therefore what one walk with one cache searches; that
// several clients, each with a cache of its own, search some states more than
// once is not in it. Without a cache the tree is the search itself.
func RecordTree(w *pdfs.Walker, limit int64) (*Tree, error) {
	if limit > math.MaxUint32 {
		return nil, fmt.Errorf("bench: record %d states: expected at most %d", limit, uint32(math.MaxUint32))
	}
	t := &Tree{}
	var path []uint32 // the indices of the states on the walk's path
	leave := func(depth int) {
		for _, i := range path[depth:] {
			t.sizes[i] = uint32(len(t.sizes)) - i
		}
		path = path[:depth]
	}
	for int64(len(t.sizes)) < limit {
		expanded := w.Expanded()
		entered, _, err := w.Run(1)
		if err != nil {
			return nil, fmt.Errorf("record tree: %w", err)
		}
		if entered == 0 {
			break
		}
		depth := w.Depth()
		if w.Expanded() == expanded {
			depth++ // a dead end: the walk did not go down to it
		}
		leave(depth)
		path = append(path, uint32(len(t.sizes)))
		t.sizes = append(t.sizes, 1)
	}
	leave(0)
	return t, nil
}
