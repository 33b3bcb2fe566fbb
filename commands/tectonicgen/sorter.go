package tectonicgen

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"slices"

	"puzzlekit/engines/tectonic/tier"
)

// sorter sorts any number of codes of one length within a memory bound: what does not
// fit goes to sorted temporary files, which are merged at the end. It belongs to one
// goroutine.
type sorter struct {
	size  int // of a code, in bytes
	most  int // codes in memory
	codes []tier.Code
	arena []byte // what codes are made of
	runs  []*os.File
	dir   string // of the temporary files
}

// defaultMemory is used where no bound is given.
const defaultMemory = 1 << 30

// newSorter returns a sorter of codes of so many cells.
func newSorter(dir string, size int, memory int64) *sorter {
	if memory == 0 {
		memory = defaultMemory
	}
	return &sorter{size: size, dir: dir, most: int(max(1024, memory/int64(size+24)/2))}
}

// add adds a code, which is copied.
func (s *sorter) add(c tier.Code) error {
	if len(s.codes) == s.most {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if len(s.arena)+s.size > cap(s.arena) {
		s.arena = make([]byte, 0, 1<<16*s.size)
	}
	at := len(s.arena)
	s.arena = append(s.arena, c...)
	s.codes = append(s.codes, s.arena[at:])
	return nil
}

func compareCodes(a, b tier.Code) int { return bytes.Compare(a, b) }

// spill sorts what is in memory into a temporary file.
func (s *sorter) spill() error {
	slices.SortFunc(s.codes, compareCodes)
	f, err := os.CreateTemp(s.dir, ".sort*")
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	w := bufio.NewWriterSize(f, 1<<18)
	for i, c := range s.codes {
		if i > 0 && bytes.Equal(c, s.codes[i-1]) {
			continue
		}
		if _, err := w.Write(c); err != nil {
			return err
		}
	}
	s.codes, s.arena = s.codes[:0], nil
	return w.Flush()
}

// each calls visit with all codes in order, each once.
func (s *sorter) each(visit func(tier.Code) error) error {
	slices.SortFunc(s.codes, compareCodes)
	heads := make([]*source, 0, len(s.runs)+1)
	for _, f := range s.runs {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		heads = append(heads, &source{r: bufio.NewReaderSize(f, 1<<18), code: make(tier.Code, s.size)})
	}
	heads = append(heads, &source{rest: s.codes})
	heads = slices.DeleteFunc(heads, func(h *source) bool { return !h.next() })
	var last tier.Code
	for len(heads) > 0 {
		least := heads[0]
		for _, h := range heads[1:] {
			if compareCodes(h.code, least.code) < 0 {
				least = h
			}
		}
		if last == nil || !bytes.Equal(last, least.code) {
			last = append(last[:0], least.code...)
			if err := visit(last); err != nil {
				return err
			}
		}
		if !least.next() {
			if least.err != nil {
				return least.err
			}
			heads = slices.DeleteFunc(heads, func(h *source) bool { return h == least })
		}
	}
	return nil
}

// close removes the temporary files.
func (s *sorter) close() error {
	var err error
	for _, f := range s.runs {
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return err
}

// source is one sorted sequence of codes.
type source struct {
	r    *bufio.Reader // nil for codes in memory
	rest []tier.Code
	code tier.Code
	err  error
}

func (h *source) next() bool {
	if h.r == nil {
		if len(h.rest) == 0 {
			return false
		}
		h.code, h.rest = h.rest[0], h.rest[1:]
		return true
	}
	_, err := io.ReadFull(h.r, h.code)
	if err != nil && !errors.Is(err, io.EOF) {
		h.err = err
	}
	return err == nil
}

// writeTier writes a finished tier file, whole or not at all, of the codes that fill
// gives in order.
func writeTier(name string, h tier.Head, form tier.Form, fill func(add func(tier.Code) error) error) (uint64, error) {
	out, err := newFile(name)
	if err != nil {
		return 0, err
	}
	w, err := tier.NewWriter(out, h, form)
	if err != nil {
		return 0, errors.Join(err, out.Abort())
	}
	last := make(tier.Code, h.Tier)
	err = fill(func(c tier.Code) error {
		common := c.Common(last)
		copy(last, c)
		return w.Add(c, common)
	})
	if err := errors.Join(err, w.Close()); err != nil {
		return 0, errors.Join(err, out.Abort())
	}
	return w.Totals().Count, out.Commit()
}
