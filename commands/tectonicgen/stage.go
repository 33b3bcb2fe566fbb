package tectonicgen

import (
	"errors"
	"fmt"
	"io"
	"os"

	"puzzlekit/engines/tectonic/tier"
)

// stage is a tier that is being written or read.
type stage struct {
	head     tier.Head
	name     string       // of the file
	file     *os.File     // nil when it is finished
	w        *tier.Writer // nil when it is finished in an earlier run
	starts   []uint64     // where runs begin, when w is nil and the form is binary
	offsets  []int64
	nb       uint64 // grids in the file
	nbRead   uint64 // see progress
	bytes    int64
	finished bool

	issued  uint64            // grids that have been given or are done. Invariant: nbRead <= issued <= nb
	given   int               // batches in work
	waiting map[uint64]answer // done and not yet appended, by first parent
	marks   []mark
}

// mark says when the tier grew.
type mark struct {
	nb   uint64
	time int64
}

// Ready returns how many batches of a tier of nb grids, of which so many have been
// issued, can be given: whole ones, and a short one when the tier is finished.
func Ready(nb, issued, size uint64, finished bool) uint64 {
	n := (nb - issued) / size
	if finished && (nb-issued)%size > 0 {
		n++
	}
	return n
}

// create starts a tier's file.
func (s *stage) create(form tier.Form) error {
	file, err := os.Create(s.name)
	if err != nil {
		return err
	}
	w, err := tier.NewWriter(file, s.head, form)
	if err != nil {
		return errors.Join(err, file.Close())
	}
	s.file, s.w = file, w
	return nil
}

// resume goes on with a file of which so many bytes count; the rest is cut.
func (s *stage) resume(form tier.Form) error {
	file, err := os.OpenFile(s.name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil && info.Size() < s.bytes {
		err = fmt.Errorf("%s has %d bytes: the context has %d", s.name, info.Size(), s.bytes)
	}
	if err == nil {
		err = file.Truncate(s.bytes)
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	w, err := tier.Continue(file, io.NewSectionReader(file, 0, s.bytes), s.head, form)
	if err == nil && w.Totals().Count != s.nb {
		err = fmt.Errorf("%d grids: the context has %d", w.Totals().Count, s.nb)
	}
	if err == nil {
		_, err = file.Seek(s.bytes, io.SeekStart)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", s.name, err), file.Close())
	}
	s.file, s.w = file, w
	return nil
}

// open takes over a finished file. What is behind the bytes of the context, if it has
// any, is cut.
func (s *stage) open() error {
	if info, err := os.Stat(s.name); err == nil && s.bytes > 0 && info.Size() > s.bytes {
		if err := os.Truncate(s.name, s.bytes); err != nil {
			return err
		}
	}
	r, f, err := OpenTier(s.name)
	if err != nil {
		return err
	}
	if r.Head != s.head {
		return errors.Join(fmt.Errorf("%s is tier %d of %v: expected tier %d of %v", s.name, r.Tier, r.Problem, s.head.Tier, s.head.Problem), f.Close())
	}
	s.nb, s.finished = r.Count, true
	s.starts, s.offsets = r.Blocks()
	return f.Close()
}

// runStart returns where a run of codes begins at or before the given one.
func (s *stage) runStart(code uint64) (first uint64, offset int64) {
	if s.w != nil {
		return s.w.BlockStart(code)
	}
	if s.starts == nil {
		return code, int64(code) * s.head.LineSize()
	}
	n := 0
	for n+1 < len(s.starts) && s.starts[n+1] <= code {
		n++
	}
	return s.starts[n], s.offsets[n]
}

// append appends an answer, the next one.
func (s *stage) append(dir string, form tier.Form, a answer) (err error) {
	file, err := os.Open(lotFile(dir, a.File))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	before := s.w.Totals().Count
	if err := s.w.AddRun(tier.NewDecoder(io.NewSectionReader(file, a.Offset, a.Bytes), s.head, form)); err != nil {
		return fmt.Errorf("answer to batch %v: %w", a.Batch, err)
	}
	if got := s.w.Totals().Count - before; got != a.Grids {
		return fmt.Errorf("answer to batch %v has %d grids: the journal has %d", a.Batch, got, a.Grids)
	}
	return nil
}

// sync puts what was appended on the disk.
func (s *stage) sync() error {
	if err := errors.Join(s.w.Flush(), s.file.Sync()); err != nil {
		return err
	}
	s.nb, s.bytes = s.w.Totals().Count, s.w.Offset()
	return nil
}

// finish writes what makes the file a finished one.
func (s *stage) finish() error {
	err := s.w.Close()
	if err := errors.Join(err, s.file.Sync(), s.file.Close()); err != nil {
		return err
	}
	s.file = nil
	s.nb, s.bytes, s.finished = s.w.Totals().Count, s.w.Offset(), true
	return nil
}

func (s *stage) close() error {
	if s.file == nil {
		return nil
	}
	file := s.file
	s.file = nil
	return file.Close()
}
