package bench

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/fcc"
)

// spread takes the keys of one fingerprint away from those of others. Two states
// may get one word by chance, which a measurement does not mind.
const spread = 0x9e3779b97f4a7c15

// derivedKeys explores a board, without pruning, and returns the states that its
// components lead to, as often and in the order in which they are derived.
func derivedKeys(b *freecell.Board) ([]uint64, error) {
	g, err := fcc.NewGame(b, false)
	if err != nil {
		return nil, err
	}
	var keys []uint64
	number := map[fcc.Fingerprint]uint64{}
	pending := map[int]map[fcc.Fingerprint]*fcc.List{}
	add := func(f fcc.Fingerprint, count int, lo []uint64) error {
		if g.KeyBits(f) > 64 {
			return fmt.Errorf("bench: a key of %d bits, expected at most 64", g.KeyBits(f))
		}
		if pending[f.Depth()] == nil {
			pending[f.Depth()] = map[fcc.Fingerprint]*fcc.List{}
		}
		l := pending[f.Depth()][f]
		if l == nil {
			l = &fcc.List{}
			pending[f.Depth()][f] = l
			number[f] = uint64(len(number))
		}
		for _, k := range lo {
			keys = append(keys, k+number[f]*spread)
			l.Lo, l.Counts = append(l.Lo, k), append(l.Counts, int32(count))
		}
		return nil
	}
	start := g.Start
	if err := add(start.Fingerprint, 0, []uint64{g.Key(start).Lo}); err != nil {
		return nil, err
	}
	x := fcc.NewExplorer(g, false, func(b fcc.Batch) error { return add(b.To, b.Count, b.Lo) })
	for depth := start.Depth(); depth <= fcc.Solved.Depth(); depth++ {
		for _, f := range slices.SortedFunc(maps.Keys(pending[depth]), fcc.Fingerprint.Compare) {
			parts, _ := pending[depth][f].Sort().ByCount()
			if _, err := x.Explore(context.Background(), f, parts); err != nil {
				return nil, err
			}
		}
		delete(pending, depth)
	}
	return keys, nil
}
