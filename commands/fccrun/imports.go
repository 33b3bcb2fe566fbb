package fccrun

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/runfile"
)

// importOf is the file of a fingerprint that was explored elsewhere: a run file
// with one record of the key "entries", whose value is the statistics and the
// entries in parts, as in groups.run, and one or more for each fingerprint that it
// leads to, with "to" and 13 bytes as the key and a list as the value.
func importOf(f fcc.Fingerprint) string {
	return fmt.Sprintf("import/%x.run", f.Bytes())
}

var entriesKey, toKey = []byte("entries"), []byte("to")

// Import takes a report on a fingerprint into the run. The fingerprint's depth
// must not be sealed, and the report's entries must be those that the run has.
func (r *Run) Import(ctx context.Context, f fcc.Fingerprint, name string, data []byte) (fcc.Stats, error) {
	list, sealed, err := r.entries(ctx, f)
	if err != nil {
		return fcc.Stats{}, err
	}
	if sealed {
		return fcc.Stats{}, fmt.Errorf("%v has been explored already", f)
	}
	stats := fcc.Stats{Fingerprints: 1, Entries: int64(list.Len())}
	counts := map[fcc.Key]int32{}
	for i := range list.Len() {
		counts[list.Key(i)] = list.Counts[i]
		stats.CountSum += int64(list.Counts[i])
	}
	targets := map[fcc.Fingerprint]*fcc.List{}
	entry := func(s fcc.State) error {
		k := r.game.Key(s)
		if _, ok := counts[k]; !ok || s.Fingerprint != f {
			return fmt.Errorf("%s: %v is no entry of %v in this run, or is there twice", name, s, f)
		}
		delete(counts, k)
		return nil
	}
	stats.MaxCount, err = r.game.ReadReport(name, data, func(b *fcc.Block) error {
		stats.FCCs++
		stats.States += b.States
		stats.Consumed += int64(len(b.Consumed))
		stats.Reachable += int64(len(b.Reachable))
		for _, s := range slices.Concat([]fcc.State{b.Lead}, b.Consumed, b.Reachable) {
			if err := entry(s); err != nil {
				return err
			}
		}
		for _, d := range b.Derived {
			if d.Depth() <= f.Depth() || r.settings.Moves && len(d.Moves) != d.Count {
				return fmt.Errorf("%s: derived state %v has no moves or is not below %v", name, d.State, f)
			}
			l := targets[d.Fingerprint]
			if l == nil {
				l = &fcc.List{}
				targets[d.Fingerprint] = l
			}
			r.appendDerived(l, d)
		}
		return nil
	})
	if err != nil {
		return stats, err
	}
	if len(counts) > 0 {
		return stats, fmt.Errorf("%s: %d entries of %v in this run are not in the report", name, len(counts), f)
	}
	return r.writeImport(ctx, f, list, stats, targets)
}

func (r *Run) appendDerived(l *fcc.List, d fcc.Derived) {
	k := r.game.Key(d.State)
	l.Lo = append(l.Lo, k.Lo)
	if r.game.KeyBits(d.Fingerprint) > 64 {
		l.Hi = append(l.Hi, k.Hi)
	}
	l.Counts = append(l.Counts, int32(d.Count))
	if r.settings.Moves {
		l.Moves = append(l.Moves, d.Moves)
	}
}

func (r *Run) writeImport(ctx context.Context, f fcc.Fingerprint, list *fcc.List, stats fcc.Stats, targets map[fcc.Fingerprint]*fcc.List) (fcc.Stats, error) {
	var prints []fcc.Fingerprint
	for to, l := range targets {
		*l = *l.Sort()
		stats.Derived += int64(l.Len())
		prints = append(prints, to)
	}
	slices.SortFunc(prints, fcc.Fingerprint.Compare)
	stats.Largest, stats.MinCount = stats.States, int(slices.Min(list.Counts))
	_, err := writeRun(ctx, r.blobs, importOf(f), runfile.BlockSize, func(w *runfile.Writer) error {
		value := appendStats(nil, stats)
		if err := w.Append(entriesKey, list.Encode(value, 0, list.Len())); err != nil {
			return err
		}
		for _, to := range prints {
			b, l := to.Bytes(), targets[to]
			for from := 0; from < l.Len(); from += partSize {
				if err := w.Append(slices.Concat(toKey, b[:]), l.Encode(nil, from, min(from+partSize, l.Len()))); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return stats, err
}

// imported hands over what has been found of a fingerprint elsewhere, if it was
// imported and its entries are these.
func (r *Run) imported(ctx context.Context, f fcc.Fingerprint, list *fcc.List, out *outbox) (fcc.Stats, bool, error) {
	var stats fcc.Stats
	file, b, err := openRun(ctx, r.blobs, importOf(f))
	if errors.Is(err, fs.ErrNotExist) {
		return stats, false, nil
	}
	if err != nil {
		return stats, false, err
	}
	defer func() { _ = b.Close() }() // only read from
	it := file.From(nil)
	for it.Next() {
		if bytes.Equal(it.Key(), entriesKey) {
			value := readStats(it.Value(), &stats)
			if value == nil || !bytes.Equal(value, list.Encode(nil, 0, list.Len())) {
				return stats, false, nil
			}
			continue
		}
		to, err := fcc.FingerprintOf(bytes.TrimPrefix(it.Key(), toKey))
		if err != nil {
			return stats, false, err
		}
		l := &fcc.List{}
		if err := l.Decode(it.Value(), r.game.KeyBits(to), r.settings.Moves); err != nil {
			return stats, false, err
		}
		if err := out.add(to, l); err != nil {
			return stats, false, err
		}
	}
	return stats, true, it.Err()
}
