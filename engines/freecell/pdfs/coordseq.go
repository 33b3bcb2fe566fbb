package pdfs

import (
	"slices"
	"strconv"
	"strings"
)

// MaxDepth is the deepest state that a CoordSeq may name.
const MaxDepth = 1_000_000

// CoordSeq names a state by the way to it: coordinate i is the 0-based index of
// the state at depth i+1 among the next states of the one at depth i. The empty
// CoordSeq is the root.
type CoordSeq []int32

// Compare orders CoordSeqs as a depth-first walk enters their states: a state
// before what is below it, and that before its later siblings.
func (s CoordSeq) Compare(t CoordSeq) int { return slices.Compare(s, t) }

// Contains tells whether t is s itself or a state below it.
func (s CoordSeq) Contains(t CoordSeq) bool {
	return len(t) >= len(s) && slices.Equal(s, t[:len(s)])
}

// Next returns the CoordSeq of the i-th next state of s. It shares nothing
// with s.
func (s CoordSeq) Next(i int32) CoordSeq {
	return append(slices.Clip(slices.Clone(s)), i)
}

// maxShown is how many coordinates String shows of each end of a long CoordSeq.
const maxShown = 12

// String returns the coordinates between brackets, "[0 3 1]"; of a deep
// CoordSeq it leaves out the middle and tells the depth.
func (s CoordSeq) String() string {
	var sb strings.Builder
	sb.WriteByte('[')
	for i, c := range s {
		if len(s) > 2*maxShown && i == maxShown {
			sb.WriteString(" … ")
		}
		if len(s) > 2*maxShown && i >= maxShown && i < len(s)-maxShown {
			continue
		}
		if i > 0 && (len(s) <= 2*maxShown || i != len(s)-maxShown) {
			sb.WriteByte(' ')
		}
		sb.WriteString(strconv.Itoa(int(c)))
	}
	sb.WriteByte(']')
	if len(s) > 2*maxShown {
		sb.WriteString(" depth " + strconv.Itoa(len(s)))
	}
	return sb.String()
}
