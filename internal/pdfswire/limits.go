package pdfswire

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxDepth is the depth of the deepest CoordSeq that can be said.
const MaxDepth = 1_000_000

const (
	maxText      = 1 << 20  // bytes of a string with its NUL
	maxListBytes = 64 << 20 // bytes of a list before its end mark
	listEnd      = -1       // the depth that closes a list

	depthBytes = 8 // size of a CoordSeq's depth
	coordBytes = 4 // size of a coordinate

	silence = 30 * time.Second
)

// ListCapacity returns how many CoordSeqs of the given depth one
// PROVIDING_COORD_SEQS can hold.
func ListCapacity(depth int) int64 { return maxListBytes / seqBytes(int64(depth)) }

// seqBytes returns the size of a CoordSeq on the wire.
func seqBytes(depth int64) int64 { return depthBytes + coordBytes*depth }

// ErrProtocol is matched, with errors.Is, by every error that means that a
// message is not what the protocol allows, and by no error of the connection.
// The answer is END_CONN and closing the connection.
var ErrProtocol = errors.New("pdfswire: protocol violation")

// What is wrong with a message. All but ErrSilence match ErrProtocol too.
var (
	ErrUnknown    = errors.New("pdfswire: unknown message id")
	ErrSide       = errors.New("pdfswire: message of the other side")
	ErrRange      = errors.New("pdfswire: number out of range")
	ErrText       = errors.New("pdfswire: bad string")
	ErrDepth      = errors.New("pdfswire: bad depth of a CoordSeq")
	ErrCoordinate = errors.New("pdfswire: negative coordinate")
	ErrList       = errors.New("pdfswire: list too long")
	ErrOrder      = errors.New("pdfswire: message out of order")
	// ErrSilence means that the peer went silent in the middle of a message.
	ErrSilence = errors.New("pdfswire: silence within a message")
)

// violation is a breach of the protocol: the text names the offending value
// and what was expected, the kind is one of the errors above.
type violation struct {
	kind error
	text string
}

func violated(kind error, format string, args ...any) error {
	return &violation{kind, fmt.Sprintf(format, args...)}
}

func (v *violation) Error() string { return v.text }

func (v *violation) Is(target error) bool { return target == v.kind || target == ErrProtocol }

// The checks below serve the writing and the reading side alike: nothing is
// said that the peer would have to refuse.

func checkAtLeast(name string, value, least int64) error {
	if value < least {
		return violated(ErrRange, "%s %d: expected at least %d", name, value, least)
	}
	return nil
}

func checkDepth(depth int64) error {
	switch {
	case depth < 0:
		return violated(ErrDepth, "depth %d is negative", depth)
	case depth > MaxDepth:
		return violated(ErrDepth, "depth %d exceeds %d", depth, MaxDepth)
	}
	return nil
}

// negative is the error for the coordinate at an index from 0.
func negative(index int, c int32) error {
	return violated(ErrCoordinate, "coordinate %d is %d: expected at least 0", index+1, c)
}

// checkTextLength checks the length of a string with its NUL.
func checkTextLength(name string, n int64) error {
	if n < 1 || n > maxText {
		return violated(ErrText, "%s string of %d bytes: expected 1 to %d with its NUL", name, n, maxText)
	}
	return nil
}

func checkText(name, text string) error {
	if i := strings.IndexByte(text, 0); i >= 0 {
		return violated(ErrText, "%s string: NUL at byte %d of %d", name, i+1, len(text)+1)
	}
	if !utf8.ValidString(text) {
		return violated(ErrText, "%s string is not UTF-8: %.40q", name, text)
	}
	return nil
}

func checkListBytes(n int64) error {
	if n > maxListBytes {
		return violated(ErrList, "list of %d bytes or more: expected at most %d", n, maxListBytes)
	}
	return nil
}

// inSequence says in which CoordSeq of a list, by its index from 0, an error
// is.
func inSequence(index int, err error) error {
	return fmt.Errorf("sequence %d: %w", index+1, err)
}
