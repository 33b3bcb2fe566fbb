package tier

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// blockCodes is the number of codes between two that are written whole in the binary
// form.
const blockCodes = 1 << 16

const (
	headerSize = 20
	endSize    = 36
	startMagic = "pztectn1"
	endMagic   = "pztecend"
)

// maxBinaryTier is the largest tier whose records have room for their number of cells.
const maxBinaryTier = many + 255

// block is an entry of the index.
type block struct {
	first  Code
	offset int64
	crc    uint32
}

// Writer writes a tier file. Flush hands all to the underlying writer, and what has
// been flushed can be continued after a crash with [Continue]. It is not safe for
// concurrent use.
type Writer struct {
	head   Head
	form   Form
	dst    io.Writer
	buf    []byte // not yet handed over
	start  int    // of the current block in buf; all before is in its CRC
	enc    *encoder
	sums   *sums
	last   Code
	totals Totals
	offset int64 // of the end of buf in the file
	blocks []block
}

const writeBuffer = 1 << 18

// NewWriter starts a file.
func NewWriter(dst io.Writer, h Head, form Form) (*Writer, error) {
	w, err := newWriter(dst, h, form)
	if err == nil && form == Binary {
		w.buf = appendHeader(w.buf, h)
		w.offset, w.start = headerSize, headerSize
	}
	return w, err
}

func newWriter(dst io.Writer, h Head, form Form) (*Writer, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	if form == Binary && (h.Tier < 1 || h.Tier > maxBinaryTier) {
		return nil, fmt.Errorf("tier: tier %d: the binary form has room for 1 to %d cells", h.Tier, maxBinaryTier)
	}
	return &Writer{
		head: h, form: form, dst: dst, enc: newEncoder(h, form),
		sums: newSums(h.Tier, h.Digits()), last: make(Code, h.Tier),
	}, nil
}

// Continue goes on with a file that was flushed but not closed. Its codes are read from
// src, which has its first bytes, and checked.
func Continue(dst io.Writer, src io.Reader, h Head, form Form) (*Writer, error) {
	w, err := newWriter(io.Discard, h, form)
	if err != nil {
		return nil, err
	}
	if form == Binary {
		got := make([]byte, headerSize)
		if _, err := io.ReadFull(src, got); err != nil || !slices.Equal(got, appendHeader(nil, h)) {
			return nil, fmt.Errorf("tier: the header is not that of %v, tier %d", h.Problem, h.Tier)
		}
		w.offset = headerSize
	}
	d := NewDecoder(src, h, form)
	for {
		common, err := d.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := w.Add(d.Code(), common); err != nil {
			return nil, err
		}
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	w.dst = dst
	return w, nil
}

// Add writes a code, of which the first common cells are those of the code added
// before. Codes have to ascend.
func (w *Writer) Add(c Code, common int) error {
	if w.totals.Count > 0 && (common >= len(c) || c[common] <= w.last[common]) {
		return fmt.Errorf("tier: code %d: %w", w.totals.Count+1, ErrOrder)
	}
	w.totals.Sum += w.sums.hash(c, common)
	copy(w.last[common:], c[common:])
	before := len(w.buf)
	if w.form == Binary && w.totals.Count%blockCodes == 0 {
		w.endBlock()
		w.blocks = append(w.blocks, block{first: slices.Clone(c), offset: w.offset})
		common = 0
	}
	w.buf = w.enc.append(w.buf, c, common)
	w.offset += int64(len(w.buf) - before)
	w.totals.Count++
	if len(w.buf) >= writeBuffer {
		return w.Flush()
	}
	return nil
}

// AddRun writes the codes of a run.
func (w *Writer) AddRun(d *Decoder) error {
	for first := true; ; first = false {
		common, err := d.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if first && w.totals.Count > 0 {
			if common, err = ascend(w.last, d.code, false); err != nil {
				return fmt.Errorf("tier: code %d: %w", w.totals.Count+1, err)
			}
		}
		if err := w.Add(d.code, common); err != nil {
			return err
		}
	}
}

// endBlock takes the rest of the current block into its CRC.
func (w *Writer) endBlock() {
	if n := len(w.blocks); n > 0 {
		w.blocks[n-1].crc = crc32.Update(w.blocks[n-1].crc, crc32.IEEETable, w.buf[w.start:])
	}
	w.start = len(w.buf)
}

// Flush hands what has been added to the underlying writer.
func (w *Writer) Flush() error {
	if w.form == Binary {
		w.endBlock()
	}
	_, err := w.dst.Write(w.buf)
	w.buf, w.start = w.buf[:0], 0
	return err
}

// Totals returns those of the codes added.
func (w *Writer) Totals() Totals { return w.totals }

// Offset returns the size of the file after Flush.
func (w *Writer) Offset() int64 { return w.offset }

// BlockStart returns the number of the last code at or before the given one at which a
// run begins, and where it is in the file.
func (w *Writer) BlockStart(code uint64) (first uint64, offset int64) {
	if w.form == Text {
		return code, int64(code) * int64(w.head.lineSize())
	}
	n := code / blockCodes
	return n * blockCodes, w.blocks[n].offset
}

// Close writes what finishes the file. It does not close the underlying writer.
func (w *Writer) Close() error {
	if err := w.Flush(); err != nil {
		return err
	}
	if w.form == Text {
		w.buf = Trailer{w.head, w.totals}.Append(w.buf)
	} else {
		w.buf = w.appendIndex(w.buf)
	}
	w.offset += int64(len(w.buf))
	_, err := w.dst.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

// appendHeader appends the header of the binary form.
func appendHeader(dst []byte, h Head) []byte {
	at := len(dst)
	dst = append(dst, startMagic...)
	dst = append(dst, byte(h.Width), byte(h.Height), byte(h.Max), 0, byte(h.Tier), byte(h.Tier>>8), 0, 0)
	return binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[at:]))
}

// appendIndex appends index and end of the binary form.
func (w *Writer) appendIndex(dst []byte) []byte {
	at := len(dst)
	for _, b := range w.blocks {
		dst = append(dst, b.first...)
		dst = binary.LittleEndian.AppendUint64(dst, uint64(b.offset))
		dst = binary.LittleEndian.AppendUint32(dst, b.crc)
	}
	dst = binary.LittleEndian.AppendUint64(dst, w.totals.Count)
	dst = binary.LittleEndian.AppendUint64(dst, w.totals.Sum)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(w.offset))
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[at:]))
	return append(dst, endMagic...)
}
