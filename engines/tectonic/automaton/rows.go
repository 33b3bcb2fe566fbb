package automaton

import (
	"math/bits"
	"slices"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
)

// rowCode is one row of a grid, 8 bits a cell, the first cell highest: w-1 in bits 4
// and 5, the value below.
type rowCode uint64

// appendTo appends the row as digits of a code.
func (r rowCode) appendTo(dst []byte, width int) []byte {
	for shift := 8 * (width - 1); shift >= 0; shift -= 8 {
		cell := byte(r >> shift)
		dst = append(dst, '1'+cell>>4&3, '0'+cell&15)
	}
	return dst
}

// codeOf returns a row of a grid.
func codeOf(g tectonic.Grid, row int) rowCode {
	digits := g.AppendCode(nil, 9)[2*row*g.Width : 2*(row+1)*g.Width]
	code := rowCode(0)
	for i := 0; i < len(digits); i += 2 {
		code = code<<8 | rowCode(digits[i]-'1')<<4 | rowCode(digits[i+1]-'0')
	}
	return code
}

// rowWalker finds all ways to fill one row, in the order of codes. It is not safe for
// concurrent use.
type rowWalker struct {
	m      *grow.Machine
	states [grow.MaxWidth + 1]grow.State
}

// walk calls visit for each way to fill the given row after a grid of which s is the
// state, with the state after it, which is valid during the call.
func (w *rowWalker) walk(s *grow.State, row int, visit func(next *grow.State, code rowCode)) {
	w.states[0] = *s
	w.cells(row*w.m.Problem().Width, 0, 0, visit)
}

func (w *rowWalker) cells(cell, col int, code rowCode, visit func(*grow.State, rowCode)) {
	if col == w.m.Problem().Width {
		visit(&w.states[col], code)
		return
	}
	s := &w.states[col]
	c := w.m.Choices(s, cell)
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			w.states[col+1] = w.m.Step(s, cell, uint8(join), v&-v)
			value := bits.TrailingZeros32(uint32(v)) + 1
			w.cells(cell+1, col+1, code<<8|rowCode(join<<4|value), visit)
		}
	}
}

// rowKey returns the key of a state at the end of a row, the same for two that mirror
// each other: these can be completed in as many ways.
func rowKey(m *grow.Machine, s *grow.State) grow.Key {
	mirror := m.Mirror(s)
	a, b := m.Key(s), m.Key(&mirror)
	if slices.Compare(a[:], b[:]) <= 0 {
		return a
	}
	return b
}
