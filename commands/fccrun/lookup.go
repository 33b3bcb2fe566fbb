package fccrun

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"puzzlekit/engines/freecell/fcc"
)

// Entries returns the entries of a fingerprint, sealed or waiting, or none.
func (r *Run) Entries(ctx context.Context, f fcc.Fingerprint) (*fcc.List, error) {
	list, _, err := r.entries(ctx, f)
	return list, err
}

func (r *Run) entries(ctx context.Context, f fcc.Fingerprint) (list *fcc.List, sealed bool, err error) {
	depth := f.Depth() - r.game.Start.Depth()
	if depth < 0 {
		return &fcc.List{}, false, nil
	}
	key := f.Bytes()
	after := append(append([]byte{}, key[:]...), 0)
	var in *groupReader
	err = readJSON(ctx, r.blobs, sealOf(depth), &Seal{})
	sealed = err == nil
	switch {
	case sealed:
		in, err = r.readGroups(ctx, depth, key[:], after)
	case !missing(err):
	case depth == 0:
		in, err = r.readStart(), nil
	default:
		in, err = r.waiting(ctx, depth, key[:], after)
	}
	if err != nil {
		return nil, sealed, err
	}
	list = &fcc.List{}
	if in.next() && in.current.f == f {
		list = in.current.list
	}
	return list, sealed, errors.Join(in.err, in.close())
}

// waiting reads what the sealed depths have derived for a depth.
func (r *Run) waiting(ctx context.Context, depth int, from, to []byte) (*groupReader, error) {
	var names []string
	for source := range depth {
		var outputs []output
		err := readJSON(ctx, r.blobs, outputOf(source), &outputs)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, o := range outputs {
			names = append(names, o.Name)
		}
	}
	return r.readDerived(ctx, names, depth, from, to)
}

// Fingerprints returns the fingerprints of a sealed depth with their statistics.
func (r *Run) Fingerprints(ctx context.Context, depth int) ([]fcc.Fingerprint, []fcc.Stats, error) {
	in, err := r.readGroups(ctx, depth, nil, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	var prints []fcc.Fingerprint
	var stats []fcc.Stats
	for in.next() {
		prints = append(prints, in.current.f)
		stats = append(stats, in.current.stats)
	}
	return prints, stats, errors.Join(in.err, in.close())
}

// Solution returns the moves of a shortest solution, of that many moves.
func (r *Run) Solution(ctx context.Context, count int) ([]byte, error) {
	if r.settings.Moves {
		list, err := r.Entries(ctx, fcc.Solved)
		if err != nil {
			return nil, err
		}
		if list.Len() != 1 || len(list.Moves[0]) != count {
			return nil, fmt.Errorf("fccrun: the solved state is not there in %d moves", count)
		}
		return list.Moves[0], nil
	}
	return r.game.Shortest(ctx, count, func(f fcc.Fingerprint) ([]fcc.Entries, error) {
		list, err := r.Entries(ctx, f)
		if err != nil {
			return nil, err
		}
		parts, _ := list.ByCount()
		return parts, nil
	}, func(depth int) ([]fcc.Fingerprint, error) {
		prints, _, err := r.Fingerprints(ctx, depth-r.game.Start.Depth())
		return prints, err
	})
}

// Seals returns the seals of all depths that have one.
func (r *Run) Seals(ctx context.Context) ([]*Seal, error) {
	var seals []*Seal
	for depth := range r.last() + 1 {
		seal := &Seal{}
		err := readJSON(ctx, r.blobs, sealOf(depth), seal)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		seals = append(seals, seal)
	}
	return seals, nil
}
