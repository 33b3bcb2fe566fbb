package sharing

import (
	"errors"
	"fmt"
	"math"

	"puzzlekit/engines/freecell/pdfs"
)

// RecordTree records what w, which stands at the root and has no cache of dead
// ends, enters until nothing is left or it has entered limit states, past
// solutions as well. A walk that was cut off is a tree, too: one in which nothing
// comes after the last state.
//
// With a cache, what a walk enters depends on what it entered before, so that a
// record of it is not what several clients search: where the one walk turned back
// at once, since it had been there from elsewhere, another client may find all of
// the search. See [Search] for that.
func RecordTree(w *pdfs.Walker, limit int64) (*Tree, error) {
	if limit > math.MaxUint32 {
		return nil, fmt.Errorf("sharing: record %d states: expected at most %d", limit, uint32(math.MaxUint32))
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
		before := w.Expanded()
		entered, _, err := w.Run(1)
		if err != nil {
			return nil, fmt.Errorf("record tree: %w", err)
		}
		if w.Expanded()-before != entered {
			return nil, errors.New("sharing: record tree: the walk has a cache of dead ends")
		}
		if entered == 0 {
			break
		}
		leave(w.Depth())
		path = append(path, uint32(len(t.sizes)))
		t.sizes = append(t.sizes, 1)
	}
	leave(0)
	return t, nil
}
