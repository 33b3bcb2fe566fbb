package graph

import (
	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/repr"
)

// printFinder is a table like tableFinder's that takes two states with the same
// 128 bits for one and never compares them.
type printFinder struct {
	slots []printSlot
	n     int
}

// printSlot is free when its number is 0.
type printSlot struct {
	print  freecell.Fingerprint
	number uint32 // and 1
}

func newPrintFinder() *printFinder {
	return &printFinder{slots: make([]printSlot, 1<<minBits)}
}

func (f *printFinder) offer(states repr.States, p *freecell.Position) (uint32, bool) {
	sign := p.Fingerprint()
	s := f.slot(sign)
	if s.number != 0 {
		return s.number - 1, false
	}
	states.Probe(p)
	i := states.Add()
	*s = printSlot{sign, i + 1}
	if f.n++; f.n*4 > len(f.slots)*3 {
		old := f.slots
		f.slots = make([]printSlot, 2*len(old))
		for _, s := range old {
			if s.number != 0 {
				*f.slot(s.print) = s
			}
		}
	}
	return i, true
}

// slot returns the slot that has the fingerprint, or else the free one for it.
func (f *printFinder) slot(sign freecell.Fingerprint) *printSlot {
	mask := uint64(len(f.slots) - 1)
	for i := sign[0] & mask; ; i = (i + 1) & mask {
		if s := &f.slots[i]; s.number == 0 || s.print == sign {
			return s
		}
	}
}

func (f *printFinder) bytes() int64 { return int64(len(f.slots)) * 24 }

func (f *printFinder) reset() {
	if len(f.slots) > maxKept {
		f.slots = make([]printSlot, 1<<minBits)
	} else {
		clear(f.slots)
	}
	f.n = 0
}
