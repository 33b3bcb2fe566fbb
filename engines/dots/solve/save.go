package solve

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
)

// # Format of a saved table, version 1
//
// Integers are little-endian. Bags and entries are numbered as the board numbers
// them, which follows from its lines.
//
//	offset  size
//	0       8     magic "pzdotstb"
//	8       4     version, 1
//	12      2     width and height in dots
//	14      1     n, number of lines
//	15      3*n   lines: kind (0 horizontal), x, y
//	        8     positions searched so far
//	        4     m, number of bags
//	        ...   m bags: length, then that many sorts of chains, a byte each
//	        16*k  entries: strings (8), bag (2), lo, hi, cost, best, 0, 0
//	        8     all ones: no entry
//	        4     CRC-32C of all bytes before
const (
	saveMagic   = "pzdotstb"
	saveVersion = 1
	noEntry     = 1<<64 - 1
)

// ErrOther says that a saved table belongs to another position.
var ErrOther = errors.New("the saved table is of another position")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Save writes what the solver has found, so that Load finds it again. Of the
// table it leaves out what cost less than least positions.
func (v *Solver) Save(w io.Writer, least int64) error {
	sum := crc32.New(castagnoli)
	bw := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	// A bufio.Writer keeps its first error for Flush.
	_, _ = bw.Write(v.saveHead())
	var buf []byte
	for i := range v.s.table.buckets {
		for _, e := range v.s.table.buckets[i] {
			if e.cost == 0 || int64(1)<<e.cost <= least {
				continue
			}
			buf = binary.LittleEndian.AppendUint64(buf[:0], e.strings)
			buf = binary.LittleEndian.AppendUint16(buf, uint16(e.alone))
			buf = append(buf, byte(e.lo), byte(e.hi), e.cost, e.best, 0, 0)
			_, _ = bw.Write(buf)
		}
	}
	_, _ = bw.Write(binary.LittleEndian.AppendUint64(nil, noEntry))
	if err := bw.Flush(); err != nil {
		return fmt.Errorf("solve: save: %w", err)
	}
	if _, err := w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32())); err != nil {
		return fmt.Errorf("solve: save: %w", err)
	}
	return nil
}

// saveHead returns all before the number of positions, and it and the bags.
func (v *Solver) saveHead() []byte {
	head := v.identity()
	head = binary.LittleEndian.AppendUint64(head, uint64(v.s.positions))
	head = binary.LittleEndian.AppendUint32(head, uint32(len(v.s.b.bags.content)))
	for _, content := range v.s.b.bags.content {
		head = append(head, byte(len(content)))
		head = append(head, content...)
	}
	return head
}

// identity returns the first bytes of a saved table, which name the position.
func (v *Solver) identity() []byte {
	id := []byte(saveMagic)
	id = binary.LittleEndian.AppendUint32(id, saveVersion)
	id = append(id, byte(v.size.Width), byte(v.size.Height), byte(len(v.s.b.lines)))
	for _, l := range v.s.b.lines {
		id = append(id, byte(l.Kind), byte(l.X), byte(l.Y))
	}
	return id
}

// Load reads what Save wrote for the same position into a new solver. After an
// error the solver is of no use. The error wraps ErrOther when the table is whole
// but of another position.
func (v *Solver) Load(r io.Reader) error {
	l := &loader{r: bufio.NewReaderSize(r, 1<<16), sum: crc32.New(castagnoli)}
	id := v.identity()
	got := l.take(len(id))
	if l.err == nil && !bytes.Equal(got[:8], id[:8]) {
		return errors.New("solve: load: this is no saved table")
	}
	if l.err == nil && !bytes.Equal(got, id) {
		return fmt.Errorf("solve: load: %w", ErrOther)
	}
	v.s.positions = int64(l.uint64())
	v.loadBags(l)
	v.loadEntries(l)
	want := l.sum.Sum32()
	if sum := l.take(4); l.err == nil && binary.LittleEndian.Uint32(sum) != want {
		l.err = errors.New("the checksum is wrong")
	}
	if errors.Is(l.err, io.EOF) {
		l.err = io.ErrUnexpectedEOF
	}
	if l.err != nil {
		return fmt.Errorf("solve: load: %w", l.err)
	}
	return nil
}

// loadBags numbers the bags as they were.
func (v *Solver) loadBags(l *loader) {
	bags := newBags()
	count := binary.LittleEndian.Uint32(l.take(4))
	for i := range count {
		n := l.take(1)[0]
		content := bytes.Clone(l.take(int(n)))
		if l.err != nil {
			return
		}
		j, ok := bags.get(content)
		if !ok || uint32(j) != i {
			l.err = fmt.Errorf("bag %d is there twice, or one too many", i)
			return
		}
	}
	v.s.b.bags = bags
}

// loadEntries fills the table.
func (v *Solver) loadEntries(l *loader) {
	for {
		strings := l.uint64()
		if l.err != nil || strings == noEntry {
			return
		}
		e := l.take(8)
		k := key{strings, bag(binary.LittleEndian.Uint16(e))}
		if l.err == nil && (int(k.alone) >= len(v.s.b.bags.content) || e[4] == 0) {
			l.err = errors.New("an entry is impossible")
		}
		if l.err != nil {
			return
		}
		v.s.table.put(k, bounds{int8(e[2]), int8(e[3])}, e[4], e[5])
	}
}

// loader reads and sums up; it keeps its first error and goes on with zeros.
type loader struct {
	r   io.Reader
	sum hash.Hash32
	buf [1 << 8]byte
	err error
}

// take returns the next n bytes, at most 256, until the next call.
func (l *loader) take(n int) []byte {
	buf := l.buf[:n]
	if l.err == nil {
		_, l.err = io.ReadFull(l.r, buf)
	}
	if l.err != nil {
		clear(buf)
	}
	l.sum.Write(buf)
	return buf
}

func (l *loader) uint64() uint64 { return binary.LittleEndian.Uint64(l.take(8)) }
