package fccrun

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/cluster"
	"puzzlekit/internal/runfile"
)

// outbox collects derived states and writes them sorted to files, a new one
// whenever they take too much memory.
type outbox struct {
	ctx     context.Context
	blobs   cluster.Blobs
	name    string // of the files, without their numbers
	start   int    // depth of the start
	limit   int64  // bytes
	block   int    // size of the files' blocks
	size    int64
	byPrint map[fcc.Fingerprint]*fcc.List
	arena   []byte // the rest of a piece of memory for moves

	// The entries of the group that is explored.
	list  *fcc.List
	index []int32

	outputs []output
	targets map[int]bool
	solved  bool
}

// to returns what has been collected for a fingerprint.
func (o *outbox) to(f fcc.Fingerprint) *fcc.List {
	l := o.byPrint[f]
	if l == nil {
		l = &fcc.List{}
		o.byPrint[f] = l
		o.size += 200
		o.targets[f.Depth()-o.start] = true
		o.solved = o.solved || f == fcc.Solved
	}
	return l
}

// add takes a list that is ready.
func (o *outbox) add(f fcc.Fingerprint, from *fcc.List) error {
	if o.full() {
		if err := o.flush(); err != nil {
			return err
		}
	}
	l := o.to(f)
	l.Lo = append(l.Lo, from.Lo...)
	l.Hi = append(l.Hi, from.Hi...)
	l.Counts = append(l.Counts, from.Counts...)
	l.Moves = append(l.Moves, from.Moves...)
	o.size += int64(from.Len()) * 24
	return nil
}

// take is the explorer's.
func (o *outbox) take(b fcc.Batch) error {
	if o.full() {
		if err := o.flush(); err != nil {
			return err
		}
	}
	l := o.to(b.To)
	l.Lo = append(l.Lo, b.Lo...)
	l.Hi = append(l.Hi, b.Hi...)
	for range b.Lo {
		l.Counts = append(l.Counts, int32(b.Count))
	}
	o.size += int64(len(b.Lo)) * 24
	from := 0
	for i, end := range b.Ends {
		entry := o.list.Moves[o.index[b.Sources[i]]]
		l.Moves = append(l.Moves, o.join(entry, b.Paths[from:end]))
		o.size += int64(b.Count) + 24
		from = end
	}
	return nil
}

// join returns moves and those after them.
func (o *outbox) join(a, b []byte) []byte {
	n := len(a) + len(b)
	if n > len(o.arena) {
		o.arena = make([]byte, max(1<<16, n))
	}
	m := o.arena[:n:n]
	o.arena = o.arena[n:]
	copy(m, a)
	copy(m[len(a):], b)
	return m
}

// full tells whether it is time to flush.
func (o *outbox) full() bool { return o.size > o.limit }

// flush writes what has been collected.
func (o *outbox) flush() error {
	if len(o.byPrint) == 0 {
		return nil
	}
	type target struct {
		key  []byte
		list *fcc.List
	}
	var targets []target
	for f, l := range o.byPrint {
		b := f.Bytes()
		targets = append(targets, target{append([]byte{byte(f.Depth() - o.start)}, b[:]...), l})
	}
	slices.SortFunc(targets, func(a, b target) int { return cmp.Compare(string(a.key), string(b.key)) })
	name := fmt.Sprintf("%s.out-%d", o.name, len(o.outputs))
	size, err := writeRun(o.ctx, o.blobs, name, o.block, func(w *runfile.Writer) error {
		var value []byte
		for _, t := range targets {
			l := t.list.Sort()
			for from := 0; from < l.Len(); from += partSize {
				value = l.Encode(value[:0], from, min(from+partSize, l.Len()))
				if err := w.Append(t.key, value); err != nil {
					return err
				}
			}
			*t.list = fcc.List{}
		}
		return nil
	})
	if err != nil {
		return err
	}
	o.outputs = append(o.outputs, output{name, size})
	clear(o.byPrint)
	o.size, o.arena = 0, nil
	return nil
}

// counter counts the bytes written to a blob.
type counter struct {
	cluster.BlobWriter
	n int64
}

func (c *counter) Write(data []byte) (int, error) {
	n, err := c.BlobWriter.Write(data)
	c.n += int64(n)
	return n, err
}

// writeRun writes a run file that does not stay and returns its size.
func writeRun(ctx context.Context, blobs cluster.Blobs, name string, blockSize int, fill func(*runfile.Writer) error) (int64, error) {
	b, err := blobs.Create(ctx, name)
	if err != nil {
		return 0, err
	}
	c := &counter{BlobWriter: b}
	w, err := runfile.NewWriter(c, runfile.S2, blockSize)
	if err == nil {
		err = fill(w)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return 0, errors.Join(err, b.Abort())
	}
	return c.n, b.Commit()
}
