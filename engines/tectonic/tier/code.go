package tier

import (
	"fmt"
	"math/bits"
	"slices"

	"puzzlekit/engines/tectonic"
)

// MaxValue is the largest region that tier files can hold.
const MaxValue = 31

// Code is the code of a grid, a byte for each cell: w-1 in bits 5 and 6, the value
// below.
type Code []byte

// Cell returns the byte of a cell.
func Cell(join, value uint8) byte { return join<<5 | value }

// join returns w-1 of a cell, value its value.
func join(cell byte) uint8  { return cell >> 5 }
func value(cell byte) uint8 { return cell & 31 }

// AppendText appends the code as digits, so many for each cell.
func (c Code) AppendText(dst []byte, digits int) []byte {
	for _, cell := range c {
		dst = appendCell(dst, cell, digits)
	}
	return dst
}

func appendCell(dst []byte, cell byte, digits int) []byte {
	if digits == 2 {
		return append(dst, '1'+join(cell), '0'+value(cell))
	}
	return append(dst, '1'+join(cell), '0'+value(cell)/10, '0'+value(cell)%10)
}

// parseText reads the digits of a code into c, whose length is its number of cells.
// Whether it breaks a rule of grids is not looked at.
func (c Code) parseText(text []byte, digits int) error {
	if len(text) != len(c)*digits {
		return fmt.Errorf("%d digits: expected %d", len(text), len(c)*digits)
	}
	for i := range c {
		d := text[i*digits : (i+1)*digits]
		v := 0
		for _, digit := range d[1:] {
			if digit < '0' || digit > '9' {
				return fmt.Errorf("%q is no digit", digit)
			}
			v = v*10 + int(digit-'0')
		}
		if d[0] < '1' || d[0] > '4' {
			return fmt.Errorf("digit %d is %q: expected w from 1 to 4", i*digits+1, d[0])
		}
		if v > MaxValue {
			return fmt.Errorf("value %d: expected at most %d", v, MaxValue)
		}
		c[i] = Cell(d[0]-'1', uint8(v))
	}
	return nil
}

// sums computes the FNV-1a-64 (Fowler, Noll and Vo) of codes' digits from one to the
// next: what a code shares with the one before is not hashed again.
type sums struct {
	after  []uint64 // hash of the first n cells
	digits int
}

const (
	fnvStart = 14695981039346656037
	fnvPrime = 1099511628211
)

func newSums(cells, digits int) *sums {
	s := &sums{after: make([]uint64, cells+1), digits: digits}
	s.after[0] = fnvStart
	return s
}

// hash returns the hash of the code, of which the first common cells are those of the
// code before.
func (s *sums) hash(c Code, common int) uint64 {
	h := s.after[common]
	for i := common; i < len(c); i++ {
		h = hashCell(h, c[i], s.digits)
		s.after[i+1] = h
	}
	return h
}

func hashCell(h uint64, cell byte, digits int) uint64 {
	h = (h ^ uint64('1'+join(cell))) * fnvPrime
	v := value(cell)
	if digits == 3 {
		h = (h ^ uint64('0'+v/10)) * fnvPrime
		v %= 10
	}
	return (h ^ uint64('0'+v)) * fnvPrime
}

// Head says what a tier file is about.
type Head struct {
	tectonic.Problem
	Tier int // cells assigned, p
}

// lineSize returns the bytes of a line of text with its line feed.
func (h Head) lineSize() int { return h.Tier*h.Digits() + 1 }

// LineSize is what a code takes in a text file, in bytes.
func (h Head) LineSize() int64 { return int64(h.lineSize()) }

// valueBits returns how many bits a value takes in the binary form.
func (h Head) valueBits() int { return bits.Len(uint(h.Max)) }

// check says whether a file can hold the tier.
func (h Head) check() error {
	if err := h.Validate(); err != nil {
		return err
	}
	if h.Max > MaxValue {
		return fmt.Errorf("tier: M=%d: expected at most %d", h.Max, MaxValue)
	}
	if h.Tier < 0 || h.Tier > h.Cells() {
		return fmt.Errorf("tier: tier %d of %v: expected 0 to %d", h.Tier, h.Problem, h.Cells())
	}
	return nil
}

// Form is a format of tier files.
type Form int

// The formats.
const (
	Text Form = iota
	Binary
)

// Within reports whether no value is above most.
func (c Code) Within(most int) bool {
	for _, cell := range c {
		if int(value(cell)) > most {
			return false
		}
	}
	return true
}

// Common returns how many cells at their beginning two codes of a tier have in common,
// at most one less than all.
func (c Code) Common(other Code) int {
	n := 0
	for n < len(c)-1 && c[n] == other[n] {
		n++
	}
	return n
}

// Sorted sorts codes and returns each once.
func Sorted(codes []Code) []Code {
	slices.SortFunc(codes, slices.Compare[Code])
	return slices.CompactFunc(codes, slices.Equal[Code])
}
