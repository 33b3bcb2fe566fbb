// Package basic reads and writes what all messages of the GGZ Gaming Zone are
// made of.
//
//	int      +-------------+
//	         | i32         |   big-endian two's complement
//	         +-------------+
//
//	char     +----+
//	         | b8 |
//	         +----+
//
//	string   +--------------+---------------+----+
//	         | length i32=n | n-1 bytes     | 00 |   the length counts the NUL
//	         +--------------+---------------+----+
//
// It knows no message; those are in package dotswire, and in ggzd below it.
package basic

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrString is matched by the errors for strings that nobody may send.
var ErrString = errors.New("bad string")

// AppendInt appends an int to dst.
func AppendInt[T ~int32](dst []byte, v T) []byte {
	return binary.BigEndian.AppendUint32(dst, uint32(v))
}

// AppendString appends a string to dst. What follows a NUL in it is left out,
// since a reader would not see it either.
func AppendString(dst []byte, s string) []byte {
	s, _, _ = strings.Cut(s, "\x00")
	dst = AppendInt(dst, int32(len(s)+1))
	return append(append(dst, s...), 0)
}

// Reader reads basic values. The first error stays: from then on all values are
// zero, so that a caller looks at Err once a message.
type Reader struct {
	in  io.Reader
	err error
	buf [4]byte
}

// NewReader returns a Reader of in, which it reads byte for byte as needed and
// not further.
func NewReader(in io.Reader) *Reader { return &Reader{in: in} }

// Err returns the first error: io.EOF when the peer was done before the first
// byte of a value, io.ErrUnexpectedEOF when it was within one.
func (r *Reader) Err() error { return r.err }

// Int reads an int.
func (r *Reader) Int() int32 {
	if !r.fill(r.buf[:4]) {
		return 0
	}
	return int32(binary.BigEndian.Uint32(r.buf[:4]))
}

// Char reads a char.
func (r *Reader) Char() byte {
	if !r.fill(r.buf[:1]) {
		return 0
	}
	return r.buf[0]
}

// Bytes reads n chars, which belong to the caller.
func (r *Reader) Bytes(n int) []byte {
	b := make([]byte, n)
	if !r.fill(b) {
		return nil
	}
	return b
}

// String reads a string of at most limit bytes without its NUL. Some programs
// send the length 0 for no string at all; that is the empty one.
func (r *Reader) String(limit int) string {
	n := int64(r.Int())
	switch {
	case r.err != nil || n == 0:
		return ""
	case n < 0 || n-1 > int64(limit):
		r.err = fmt.Errorf("%w: length %d with its NUL, expected 1 to %d", ErrString, n, limit+1)
		return ""
	}
	b := r.Bytes(int(n))
	if r.err != nil {
		return ""
	}
	if b[n-1] != 0 {
		r.err = fmt.Errorf("%w: its last byte is %#x, expected NUL", ErrString, b[n-1])
		return ""
	}
	s, _, _ := strings.Cut(string(b), "\x00")
	return s
}

func (r *Reader) fill(b []byte) bool {
	if r.err != nil {
		return false
	}
	_, r.err = io.ReadFull(r.in, b)
	return r.err == nil
}
