package repr

import (
	"slices"

	"puzzlekit/engines/freecell"
)

// debugState is a state as a debugger shows it best.
type debugState struct {
	Foundations []uint32 // ranks
	FreeCells   []uint32 // cards, ascending, 0 for an empty one at the end
	Columns     []debugColumn
}

// debugColumn is a column; the cards above its length are 0.
type debugColumn struct {
	Length uint32
	Cards  []uint32
}

// debugStates holds debugStates, whose slices lie in blocks.
type debugStates struct {
	layout
	states []debugState
	n      int // of states that are in use
	probe  debugState
	cards  []freecell.Card // scratch of Load
}

func newDebugStates(l layout) *debugStates {
	s := &debugStates{layout: l}
	s.probe = s.block(1)[0]
	return s
}

// block makes n empty states.
func (s *debugStates) block(n int) []debugState {
	numbers := make([]uint32, n*(s.homes+s.cells+s.columns*s.height))
	columns := make([]debugColumn, n*s.columns)
	take := func(k int) []uint32 {
		t := numbers[:k:k]
		numbers = numbers[k:]
		return t
	}
	states := make([]debugState, n)
	for i := range states {
		states[i] = debugState{Foundations: take(s.homes), FreeCells: take(s.cells), Columns: columns[:s.columns:s.columns]}
		columns = columns[s.columns:]
		for c := range states[i].Columns {
			states[i].Columns[c].Cards = take(s.height)
		}
	}
	return states
}

func (s *debugStates) Base(p *freecell.Position) { p.Clean() }

func (s *debugStates) Probe(p *freecell.Position) {
	for i, r := range p.Home() {
		s.probe.Foundations[i] = uint32(r)
	}
	clear(s.probe.FreeCells)
	for i, c := range p.Cells() {
		s.probe.FreeCells[i] = uint32(c)
	}
	for i, c := range p.Order() {
		to := &s.probe.Columns[i]
		cards := p.Column(c)
		to.Length = uint32(len(cards))
		for j, card := range cards {
			to.Cards[j] = uint32(card)
		}
		clear(to.Cards[len(cards):])
	}
}

func (s *debugStates) Same(i uint32) bool {
	t := &s.states[i]
	if !slices.Equal(t.Foundations, s.probe.Foundations) || !slices.Equal(t.FreeCells, s.probe.FreeCells) {
		return false
	}
	for c := range t.Columns {
		if t.Columns[c].Length != s.probe.Columns[c].Length || !slices.Equal(t.Columns[c].Cards, s.probe.Columns[c].Cards) {
			return false
		}
	}
	return true
}

func (s *debugStates) Add() uint32 {
	if s.n == len(s.states) {
		s.states = append(s.states, s.block(1024)...)
	}
	t := &s.states[s.n]
	copy(t.Foundations, s.probe.Foundations)
	copy(t.FreeCells, s.probe.FreeCells)
	for c := range t.Columns {
		t.Columns[c].Length = s.probe.Columns[c].Length
		copy(t.Columns[c].Cards, s.probe.Columns[c].Cards)
	}
	s.n++
	return uint32(s.n - 1)
}

func (s *debugStates) Load(i uint32, p *freecell.Position) {
	t := &s.states[i]
	var home [8]uint8
	for j, r := range t.Foundations {
		home[j] = uint8(r)
	}
	var cells [freecell.MaxFreeCells]freecell.Card
	used := 0
	for used < len(t.FreeCells) && t.FreeCells[used] != 0 {
		cells[used] = freecell.Card(t.FreeCells[used])
		used++
	}
	var heights [freecell.MaxColumns]uint8
	s.cards = s.cards[:0]
	for c, col := range t.Columns {
		heights[c] = uint8(col.Length)
		for _, card := range col.Cards[:col.Length] {
			s.cards = append(s.cards, freecell.Card(card))
		}
	}
	p.Set(home[:len(t.Foundations)], cells[:used], heights[:len(t.Columns)], s.cards)
}

func (s *debugStates) Len() int { return s.n }

func (s *debugStates) Bytes() int64 {
	const slice, column = 24, 32
	return int64(len(s.states)) * int64(3*slice+4*(s.homes+s.cells+s.columns*s.height)+s.columns*column)
}

func (s *debugStates) Reset() { s.n = 0 }
