package fccrun

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/cluster"
	"puzzlekit/internal/extsort"
	"puzzlekit/internal/runfile"
)

// partSize is how many entries a record has at most.
const partSize = 8192

// openRun opens a run file. The caller closes the blob.
func openRun(ctx context.Context, blobs cluster.Blobs, name string) (*runfile.Reader, cluster.Blob, error) {
	b, err := blobs.Open(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	r, err := runfile.Open(b, b.Size())
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", name, err), b.Close())
	}
	return r, b, nil
}

// groupReader goes through fingerprints with their entries: those of a sealed
// depth, or the merge of what leads to a depth.
type groupReader struct {
	game    *fcc.Game
	moves   bool
	prefix  []byte // of the keys: the depth, or nothing
	end     []byte // the first key that is not wanted; nil for none
	source  extsort.Source
	stats   bool // values have statistics
	more    bool // source stands at a record
	blobs   []cluster.Blob
	current struct {
		f     fcc.Fingerprint
		list  *fcc.List
		stats fcc.Stats
	}
	err error
}

// readGroups reads the fingerprints of a sealed depth in [from, to); an empty to
// means all of the rest.
func (r *Run) readGroups(ctx context.Context, depth int, from, to []byte) (*groupReader, error) {
	f, b, err := openRun(ctx, r.blobs, groupsOf(depth))
	if err != nil {
		return nil, err
	}
	g := &groupReader{game: r.game, moves: r.settings.Moves, source: f.From(from), stats: true, blobs: []cluster.Blob{b}}
	if len(to) > 0 {
		g.end = to
	}
	return g.begin(), nil
}

// readDerived reads the fingerprints of a depth in [from, to) from files of
// derived states.
func (r *Run) readDerived(ctx context.Context, inputs []string, depth int, from, to []byte) (*groupReader, error) {
	g := &groupReader{game: r.game, moves: r.settings.Moves, prefix: []byte{byte(depth)}}
	g.end = []byte{byte(depth + 1)}
	if len(to) > 0 {
		g.end = append([]byte{byte(depth)}, to...)
	}
	var sources []extsort.Source
	for _, name := range inputs {
		f, b, err := openRun(ctx, r.blobs, name)
		if err != nil {
			return nil, errors.Join(err, g.close())
		}
		g.blobs = append(g.blobs, b)
		sources = append(sources, f.From(append([]byte{byte(depth)}, from...)))
	}
	g.source = extsort.Merge(sources)
	return g.begin(), nil
}

func (g *groupReader) begin() *groupReader {
	g.more = g.source.Next()
	return g
}

func (g *groupReader) close() error {
	var err error
	for _, b := range g.blobs {
		err = errors.Join(err, b.Close())
	}
	g.blobs = nil
	return err
}

// next goes to the next fingerprint.
func (g *groupReader) next() bool {
	if g.err != nil {
		return false
	}
	if !g.more || g.end != nil && bytes.Compare(g.source.Key(), g.end) >= 0 {
		g.err = g.source.Err()
		return false
	}
	key := bytes.Clone(g.source.Key())
	f, err := fcc.FingerprintOf(bytes.TrimPrefix(key, g.prefix))
	if err == nil {
		err = g.game.CheckFingerprint(f)
	}
	if err != nil {
		g.err = err
		return false
	}
	g.current.f = f
	keyBits := g.game.KeyBits(f)
	var lists []*fcc.List
	for g.more && bytes.Equal(g.source.Key(), key) {
		if g.err = g.record(&lists, keyBits); g.err != nil {
			return false
		}
		g.more = g.source.Next()
	}
	if g.err = g.source.Err(); g.err != nil {
		return false
	}
	g.current.list = fcc.MergeLists(lists)
	return true
}

// record reads the record that the source stands at.
func (g *groupReader) record(lists *[]*fcc.List, keyBits int) error {
	value := g.source.Value()
	l := &fcc.List{}
	if g.stats {
		switch {
		case len(value) > 0 && value[0] == 1:
			if value = readStats(value[1:], &g.current.stats); value == nil {
				return fmt.Errorf("%w: statistics are cut", fcc.ErrList)
			}
		case len(value) > 0 && value[0] == 0 && len(*lists) > 0:
			value = value[1:]
			l = (*lists)[len(*lists)-1] // the parts follow each other
			*lists = (*lists)[:len(*lists)-1]
		default:
			return fmt.Errorf("%w: not a first part", fcc.ErrList)
		}
	}
	*lists = append(*lists, l)
	return l.Decode(value, keyBits, g.moves)
}

// numbers are the statistics of a fingerprint in the order in which they are
// stored.
func numbers(s *fcc.Stats) []*int64 {
	return []*int64{&s.States, &s.FCCs, &s.Entries, &s.Consumed, &s.Reachable, &s.Derived, &s.CountSum}
}

func appendStats(dst []byte, s fcc.Stats) []byte {
	for _, n := range numbers(&s) {
		dst = binary.AppendUvarint(dst, uint64(*n))
	}
	dst = binary.AppendUvarint(dst, uint64(s.MinCount))
	return binary.AppendUvarint(dst, uint64(s.MaxCount))
}

// readStats returns what follows, nil when data is cut.
func readStats(data []byte, s *fcc.Stats) []byte {
	var counts [2]int64
	for _, n := range append(numbers(s), &counts[0], &counts[1]) {
		v, size := binary.Uvarint(data)
		if size <= 0 {
			return nil
		}
		*n = int64(v)
		data = data[size:]
	}
	s.Fingerprints, s.Largest = 1, s.States
	s.MinCount, s.MaxCount = int(counts[0]), int(counts[1])
	return data
}

// writeGroup writes a fingerprint with what has been found of it.
func writeGroup(w *runfile.Writer, f fcc.Fingerprint, list *fcc.List, stats fcc.Stats) error {
	key := f.Bytes()
	value := appendStats([]byte{1}, stats)
	for from := 0; from < list.Len(); from += partSize {
		if from > 0 {
			value = append(value[:0], 0)
		}
		value = list.Encode(value, from, min(from+partSize, list.Len()))
		if err := w.Append(key[:], value); err != nil {
			return err
		}
	}
	return nil
}
