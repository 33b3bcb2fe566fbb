package automaton

import (
	"context"
	"math/bits"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
)

// Reaches reports whether there is an automaton of the problem. Whether memory is
// enough for it is another question.
func Reaches(p tectonic.Problem) bool { return grow.HasKeys(p) }

// Search calls emit with all complete grids in order, as Stream does, by depth-first
// search. Towards the end it leaves out what lacks more cells than are left, and it
// remembers in a table of fixed size which states before the last row have shown to be
// dead ends.
func Search(ctx context.Context, p tectonic.Problem, emit func(lines []byte) error) error {
	if err := p.Validate(); err != nil {
		return err
	}
	s := search{ctx: ctx, p: p, emit: emit, digits: p.Digits()}
	s.line = make([]byte, p.Cells()*s.digits+1)
	s.line[len(s.line)-1] = '\n'
	s.block = make([]byte, 0, blockSize+len(s.line)*64)
	var err error
	if grow.Packs(p) {
		s.m = grow.New(p, grow.Closure)
		if grow.HasKeys(p) && p.Height > 1 {
			s.dead = make([]grow.Key, deadEnds)
			s.lastRow = p.Cells() - p.Width
		}
		s.closing = p.Cells() - 2*p.Width
		s.states = make([]grow.State, p.Cells()+1)
		s.states[0] = s.m.Start()
		err = s.cell(0)
	} else {
		s.wide = grow.Wide{Problem: p}
		err = s.wideCell(tectonic.Grid{Width: p.Width})
	}
	if err != nil {
		return err
	}
	return emit(s.block)
}

// search is one call of Search.
type search struct {
	ctx    context.Context // of one call
	p      tectonic.Problem
	m      *grow.Machine
	wide   grow.Wide
	states []grow.State // after so many cells
	line   []byte
	digits int
	block  []byte
	emit   func([]byte) error

	dead    []grow.Key // at its place by hash, a state before the last row that is a dead end; the last one seen stays
	lastRow int        // first cell of the last row
	closing int        // first cell from which it is worth while to count what regions lack
	found   int        // grids
}

// deadEnds is the size of the table, a power of two.
const deadEnds = 1 << 18

// enterLastRow assigns the cells of the last row, unless that is known to lead nowhere.
func (s *search) enterLastRow() error {
	k := s.m.Key(&s.states[s.lastRow])
	place := &s.dead[hash(k)&(deadEnds-1)]
	if *place == k {
		return nil
	}
	before := s.found
	err := s.assign(s.lastRow)
	if s.found == before && err == nil {
		*place = k
	}
	return err
}

// cell assigns a cell and those behind it in all ways.
func (s *search) cell(cell int) error {
	if cell >= s.closing && s.m.Short(&s.states[cell], len(s.states)-1-cell) {
		return nil
	}
	if cell == s.lastRow && s.dead != nil {
		return s.enterLastRow()
	}
	return s.assign(cell)
}

func (s *search) assign(cell int) error {
	state := &s.states[cell]
	c := s.m.Choices(state, cell)
	place := s.line[cell*2 : cell*2+2]
	if cell == len(s.states)-2 {
		return s.last(c, place)
	}
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			s.states[cell+1] = s.m.Step(state, cell, uint8(join), v&-v)
			place[0], place[1] = '1'+byte(join), '1'+byte(bits.TrailingZeros32(uint32(v)))
			if err := s.cell(cell + 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// last writes the lines that end with each of the choices.
func (s *search) last(c grow.Choices, place []byte) error {
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			place[0], place[1] = '1'+byte(join), '1'+byte(bits.TrailingZeros32(uint32(v)))
			s.block = append(s.block, s.line...)
			s.found++
		}
	}
	return s.flush()
}

// flush hands a full block over.
func (s *search) flush() error {
	if len(s.block) < blockSize {
		return nil
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	err := s.emit(s.block)
	s.block = s.block[:0]
	return err
}

// wideCell assigns the next cell of a grid in all ways.
func (s *search) wideCell(g tectonic.Grid) error {
	if len(g.Values) == s.p.Cells() {
		s.block = append(g.AppendCode(s.block, s.p.Max), '\n')
		return s.flush()
	}
	c := s.wide.Choices(g)
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			next := s.wide.Extend(g, uint8(join), uint8(bits.TrailingZeros32(uint32(v))+1))
			if err := s.wideCell(next); err != nil {
				return err
			}
		}
	}
	return nil
}
