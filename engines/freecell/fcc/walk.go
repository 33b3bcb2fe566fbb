package fcc

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
)

// Lookup returns the entries of a fingerprint in the order of their counts, or
// none when nothing leads to it.
type Lookup func(Fingerprint) ([]Entries, error)

// errFound ends an exploration that has met what it was made for.
var errFound = errors.New("found")

// Shortest returns the moves of a shortest solution of that many moves, by
// walking back from the solved state. A group on the way is explored again.
// candidates returns the fingerprints of a depth; it is needed with pruning only
// and may be nil without.
func (g *Game) Shortest(ctx context.Context, count int, lookup Lookup, candidates func(depth int) ([]Fingerprint, error)) ([]byte, error) {
	w := &walker{g: g, lookup: lookup, candidates: candidates, moves: make([]byte, count)}
	at := State{Fingerprint: Solved}
	for {
		// From the state back to an entry of its fingerprint.
		key, n, err := w.enter(ctx, at, count)
		if err != nil {
			return nil, err
		}
		if count = n; count == 0 {
			return w.moves, nil
		}
		// From the entry back to a state of another fingerprint.
		entry := State{at.Fingerprint, newGroup(g, at.Fingerprint).planes(key)}
		if at, err = w.leave(ctx, entry, count); err != nil {
			return nil, err
		}
		count--
	}
}

type walker struct {
	g          *Game
	lookup     Lookup
	candidates func(int) ([]Fingerprint, error)
	moves      []byte // of the solution, filled from its end
}

// enter finds the entry that a state at a distance from the start is reached
// from, fills in the moves from there and returns it and its count.
func (w *walker) enter(ctx context.Context, s State, count int) (Key, int, error) {
	entries, err := w.lookup(s.Fingerprint)
	if err != nil {
		return Key{}, 0, err
	}
	x := NewExplorer(w.g, true, func(Batch) error { return nil })
	if _, err := x.Explore(ctx, s.Fingerprint, entries); err != nil {
		return Key{}, 0, err
	}
	key, ok := x.word(x.gr.key(s.planes))
	if ok {
		seg, i := x.table.find(key)
		ok = seg.words[i] != 0
	}
	if !ok {
		return Key{}, 0, fmt.Errorf("fcc: the way back from the solved state ends at %v", s)
	}
	entry, path := x.path(key)
	copy(w.moves[count-len(path):], path)
	for _, e := range entries {
		if int(entry) < len(e.Lo) {
			k := Key{Lo: e.Lo[entry]}
			if e.Hi != nil {
				k.Hi = e.Hi[entry]
			}
			return k, e.Count, nil
		}
		entry -= uint32(len(e.Lo))
	}
	panic("fcc: an entry without a number")
}

// leave finds a state from which one irreversible move leads to an entry of that
// count, fills in the move and returns the state.
func (w *walker) leave(ctx context.Context, entry State, count int) (State, error) {
	sources, err := w.sources(entry.Fingerprint)
	if err != nil {
		return State{}, err
	}
	want := newGroup(w.g, entry.Fingerprint).key(entry.planes)
	for _, f := range sources {
		entries, err := w.lookup(f)
		if err != nil {
			return State{}, err
		}
		if len(entries) == 0 || entries[0].Count >= count {
			continue
		}
		var from Key
		var x *Explorer
		var source uint32
		var path []byte
		x = NewExplorer(w.g, true, func(b Batch) error {
			if b.To != entry.Fingerprint || b.Count != count {
				return nil
			}
			begin := 0
			for i, lo := range b.Lo {
				k := Key{Lo: lo}
				if b.Hi != nil {
					k.Hi = b.Hi[i]
				}
				if k == want {
					source, path = b.Sources[i], append([]byte(nil), b.Paths[begin:b.Ends[i]]...)
					return errFound
				}
				begin = b.Ends[i]
			}
			return nil
		})
		_, err = x.Explore(ctx, f, entries)
		if err == nil {
			continue
		}
		if !errors.Is(err, errFound) {
			return State{}, err
		}
		for _, e := range entries {
			if int(source) < len(e.Lo) {
				from = Key{Lo: e.Lo[source]}
				if e.Hi != nil {
					from.Hi = e.Hi[source]
				}
				break
			}
			source -= uint32(len(e.Lo))
		}
		w.moves[count-1] = path[len(path)-1]
		s := State{f, newGroup(w.g, f).planes(from)}
		for _, b := range path[:len(path)-1] {
			if s, err = w.g.Play(s, b); err != nil {
				return s, err
			}
		}
		return s, nil
	}
	return State{}, fmt.Errorf("fcc: nothing leads to %v in %d moves", entry, count)
}

// sources returns the fingerprints from which one move may lead to another one.
func (w *walker) sources(f Fingerprint) ([]Fingerprint, error) {
	var list []Fingerprint
	if !w.g.Prune {
		for m := f.Founded; m != 0; m &= m - 1 {
			bit := m & -m
			list = append(list, Fingerprint{f.Loose | bit, f.Founded &^ bit})
			if w.g.locked&bit != 0 {
				list = append(list, Fingerprint{f.Loose, f.Founded &^ bit})
			}
		}
		for m := f.Loose & w.g.locked; m != 0; m &= m - 1 {
			list = append(list, Fingerprint{f.Loose &^ (m & -m), f.Founded})
		}
		return list, nil
	}
	for depth := f.Depth() - 1; depth >= w.g.Start.Depth(); depth-- {
		candidates, err := w.candidates(depth)
		if err != nil {
			return nil, err
		}
		for _, c := range candidates {
			// Besides the plays, which only add cards to the foundations, at most
			// one card changes.
			if c.Founded&^f.Founded == 0 && c.Loose&^f.Loose&^f.Founded == 0 &&
				bits.OnesCount64(f.Loose&^c.Loose) <= 1 {
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// word returns the word of the search that stands for a key, if it has one.
func (x *Explorer) word(k Key) (uint64, bool) {
	if x.wide == nil {
		return k.Lo, true
	}
	return x.wide.lookup(k)
}

// Solution returns the moves of a shortest solution.
func (r *Result) Solution(ctx context.Context, g *Game) ([]byte, error) {
	byDepth := map[int][]Fingerprint{}
	if g.Prune {
		for f := range r.entries {
			byDepth[f.Depth()] = append(byDepth[f.Depth()], f)
		}
	}
	return g.Shortest(ctx, r.Shortest,
		func(f Fingerprint) ([]Entries, error) { return r.entries[f], nil },
		func(depth int) ([]Fingerprint, error) { return byDepth[depth], nil })
}
