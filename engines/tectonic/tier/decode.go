package tier

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Decoder reads a run of codes: lines, or records of which the first has all cells. It
// is not safe for concurrent use.
type Decoder struct {
	head  Head
	form  Form
	size  int // of a line
	src   io.Reader
	buf   []byte
	from  int  // bytes of buf that have been read
	ended bool // src has ended
	code  Code
	old   Code
	n     uint64 // codes read
	line  []byte // text: the line of the last code

	valueBits int
}

const decodeBuffer = 1 << 17

// NewDecoder returns a decoder of the codes in src, which has nothing else.
func NewDecoder(src io.Reader, h Head, form Form) *Decoder {
	return &Decoder{
		head: h, form: form, size: h.lineSize(), valueBits: h.valueBits(), src: src, buf: make([]byte, 0, decodeBuffer+h.lineSize()),
		code: make(Code, h.Tier), old: make(Code, h.Tier), line: make([]byte, h.lineSize()),
	}
}

// Code returns the code read last. It is valid until the next call of Next.
func (d *Decoder) Code() Code { return d.code }

// ErrOrder means that codes do not ascend.
var ErrOrder = errors.New("codes do not ascend")

// Next reads the next code and returns how many cells at its beginning are those of the
// code before, 0 for the first. The error is io.EOF behind the last code.
func (d *Decoder) Next() (common int, err error) {
	if len(d.buf)-d.from < d.size+2 && !d.ended {
		if err := d.fill(); err != nil {
			return 0, err
		}
	}
	if d.from == len(d.buf) {
		return 0, io.EOF
	}
	var size int
	if d.form == Binary {
		common, size, err = d.record()
	} else {
		common, size, err = d.text()
	}
	if err != nil {
		return 0, fmt.Errorf("tier: code %d: %w", d.n+1, err)
	}
	d.from += size
	d.n++
	return common, nil
}

// fill reads more of src.
func (d *Decoder) fill() error {
	d.buf = d.buf[:copy(d.buf, d.buf[d.from:])]
	d.from = 0
	for !d.ended && len(d.buf) < d.head.lineSize()+2 {
		n, err := d.src.Read(d.buf[len(d.buf):cap(d.buf)])
		d.buf = d.buf[:len(d.buf)+n]
		if errors.Is(err, io.EOF) {
			d.ended = true
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (d *Decoder) record() (common, size int, err error) {
	first := d.n == 0
	restart := d.n%blockCodes == 0 // all cells may be written whatever the code before is
	if restart {
		copy(d.old, d.code)
	}
	common, before, size := decodeRecord(d.buf[d.from:], d.code, d.valueBits)
	switch {
	case size == 0 || first && common > 0:
		return 0, 0, errors.New("damaged record")
	case restart && common == 0:
		common, err = ascend(d.old, d.code, first)
		return common, size, err
	case d.code[common] <= before:
		return 0, 0, ErrOrder
	}
	return common, size, nil
}

func (d *Decoder) text() (common, size int, err error) {
	line := d.buf[d.from:]
	size = d.size
	if end := bytes.IndexByte(line[:min(size, len(line))], '\n'); end != size-1 {
		return 0, 0, fmt.Errorf("expected a line of %d digits", size-1)
	}
	line = line[:size]
	digits := d.head.Digits()
	if d.n > 0 {
		same := 0
		for same < size-1 && line[same] == d.line[same] {
			same++
		}
		common = same / digits
		if common == d.head.Tier {
			return 0, 0, ErrOrder
		}
	}
	before := byte(0)
	if d.n > 0 {
		before = d.code[common]
	}
	if err := d.code[common:].parseText(line[common*digits:size-1], digits); err != nil {
		return 0, 0, err
	}
	if d.n > 0 && d.code[common] <= before {
		return 0, 0, ErrOrder
	}
	copy(d.line[common*digits:], line[common*digits:])
	return common, size, nil
}

// ascend returns how many cells two codes have in common at the beginning.
func ascend(old, code Code, first bool) (int, error) {
	if first {
		return 0, nil
	}
	common := 0
	for common < len(code) && old[common] == code[common] {
		common++
	}
	if common == len(code) || code[common] < old[common] {
		return 0, ErrOrder
	}
	return common, nil
}
