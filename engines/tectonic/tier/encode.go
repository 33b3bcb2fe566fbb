package tier

import "encoding/binary"

// encoder turns codes into the bytes of a form, without header, trailer and index.
// Where a run of codes begins, the first has all cells; the runs of the workers are
// put together by decoding them.
type encoder struct {
	head Head
	form Form
	line []byte // text: the line of the last code

	digits, valueBits int
}

func newEncoder(h Head, form Form) *encoder {
	return &encoder{head: h, form: form, line: make([]byte, h.lineSize()), digits: h.Digits(), valueBits: h.valueBits()}
}

// append appends a code whose first common cells are those of the code before.
func (e *encoder) append(dst []byte, c Code, common int) []byte {
	if e.form == Binary {
		return e.appendRecord(dst, c[common:])
	}
	digits := e.digits
	line := e.line[:common*digits]
	for _, cell := range c[common:] {
		line = appendCell(line, cell, digits)
	}
	line = append(line, '\n')
	return append(dst, line...)
}

// Widths of the first field of a record, and of the one that may follow.
const (
	countBits = 3
	manyBits  = 8
	many      = 8 // cells, from which on there is the second field
)

// appendRecord appends one record of the binary form.
func (e *encoder) appendRecord(dst []byte, cells Code) []byte {
	valueBits := e.valueBits
	cellBits := 2 + valueBits
	var word uint64
	var at int
	if len(cells) < many {
		word, at = uint64(len(cells)-1), countBits
	} else {
		word, at = many-1|uint64(len(cells)-many)<<countBits, countBits+manyBits
	}
	for _, cell := range cells {
		word |= (uint64(join(cell))<<valueBits | uint64(value(cell))) << at
		if at += cellBits; at >= 32 {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(word))
			word >>= 32
			at -= 32
		}
	}
	for ; at > 0; at -= 8 {
		dst = append(dst, byte(word))
		word >>= 8
	}
	return dst
}

// decodeRecord reads a record into the end of the code, whose cells before it are those
// of the code before. It returns the number of cells that stayed, the old value of the
// first that did not, and the number of bytes read, which is 0 when the record is damaged
// or not whole.
func decodeRecord(src []byte, c Code, valueBits int) (common int, before byte, size int) {
	var head uint64
	switch {
	case len(src) >= 8:
		head = binary.LittleEndian.Uint64(src)
	case len(src) == 0:
		return 0, 0, 0
	default:
		for i, b := range src {
			head |= uint64(b) << (8 * i)
		}
	}
	n, at := int(head&(many-1))+1, countBits
	if n == many {
		n, at = many+int(head>>countBits&0xFF), countBits+manyBits
	}
	cellBits := 2 + valueBits
	size = (at + n*cellBits + 7) / 8
	if n > len(c) || size > len(src) {
		return 0, 0, 0
	}
	common = len(c) - n
	before = c[common]
	tail := c[common:]
	if at+n*cellBits <= 64 {
		head >>= at
		for i := range tail {
			tail[i] = byte(head>>valueBits&3)<<5 | byte(head&(1<<valueBits-1))
			head >>= cellBits
		}
		return common, before, size
	}
	for i := range tail {
		cell := uint32(0)
		for bit := range cellBits {
			cell |= uint32(src[(at+bit)/8]>>((at+bit)%8)&1) << bit
		}
		at += cellBits
		tail[i] = byte(cell>>valueBits)<<5 | byte(cell&(1<<valueBits-1))
	}
	return common, before, size
}
