package repr

import (
	"slices"

	"puzzlekit/engines/freecell"
)

// indirectStates holds references to columns. A state is
//
//	columns       a reference each, in canonical order
//	foundations   a rank each, 4 bytes a number
//	free cells    a card each, ascending, padded with zeros to 4 bytes
//
// and two states are the same when these numbers are.
//
// Copy on write: a state that is probed has the references of the state that was
// Base, except for the columns that changed since. Only these are looked up in
// the column store, and they are stored only when the state is: until then they
// are in scratch space.
type indirectStates struct {
	layout
	states  chunks[uint32]
	columns *columnStore
	base    [freecell.MaxColumns]uint32 // reference of each column of the base
	stale   uint32                      // columns whose reference is still to be looked up

	// The state probed last.

	probe []uint32
	fresh []freshColumn // columns that the store does not have
	bytes []byte        // their cards
	cards []freecell.Card
}

// freshColumn is a changed column that is in scratch space.
type freshColumn struct {
	place    int // in probe
	from, to int // in bytes
	hash     uint64
}

func newIndirectStates(l layout) *indirectStates {
	size := l.columns + l.homes/4 + (l.cells+3)/4
	return &indirectStates{
		layout: l, states: chunks[uint32]{record: size}, columns: newColumnStore(), probe: make([]uint32, size),
	}
}

func (s *indirectStates) Base(p *freecell.Position) {
	s.stale |= p.Dirty()
	p.Clean()
}

// rebase looks up a column of the base.
func (s *indirectStates) rebase(c uint8, column []freecell.Card) uint32 {
	ref, fresh := s.refer(column)
	if fresh.to > 0 {
		ref = s.columns.add(s.bytes[fresh.from:fresh.to], fresh.hash)
		s.bytes = s.bytes[:fresh.from]
	}
	s.base[c] = ref
	s.stale &^= 1 << c
	return ref
}

// refer returns the reference of a column, or, when the store does not have it,
// where it is in scratch space.
func (s *indirectStates) refer(column []freecell.Card) (uint32, freshColumn) {
	if len(column) == 0 {
		return 0, freshColumn{}
	}
	from := len(s.bytes)
	for _, c := range column {
		s.bytes = append(s.bytes, byte(c))
	}
	h := hashColumn(s.bytes[from:])
	ref, ok := s.columns.find(s.bytes[from:], h)
	if ok {
		s.bytes = s.bytes[:from]
		return ref, freshColumn{}
	}
	return 0, freshColumn{from: from, to: len(s.bytes), hash: h}
}

func (s *indirectStates) Probe(p *freecell.Position) {
	s.fresh, s.bytes = s.fresh[:0], s.bytes[:0]
	dirty := p.Dirty()
	for i, c := range p.Order() {
		ref := s.base[c]
		switch {
		case dirty>>c&1 != 0:
			var fresh freshColumn
			if ref, fresh = s.refer(p.Column(c)); fresh.to > 0 {
				fresh.place = i
				s.fresh = append(s.fresh, fresh)
			}
		case s.stale>>c&1 != 0:
			ref = s.rebase(c, p.Column(c))
		}
		s.probe[i] = ref
	}
	rest := s.probe[s.layout.columns:]
	clear(rest)
	for i, r := range p.Home() {
		rest[i/4] |= uint32(r) << (i % 4 * 8)
	}
	rest = rest[s.homes/4:]
	for i, c := range p.Cells() {
		rest[i/4] |= uint32(c) << (i % 4 * 8)
	}
}

func (s *indirectStates) Same(i uint32) bool {
	return len(s.fresh) == 0 && slices.Equal(s.states.at(i), s.probe)
}

func (s *indirectStates) Add() uint32 {
	for _, f := range s.fresh {
		cards := s.bytes[f.from:f.to]
		ref, ok := s.columns.find(cards, f.hash) // its twin, in two decks
		if !ok {
			ref = s.columns.add(cards, f.hash)
		}
		s.probe[f.place] = ref
	}
	s.fresh = s.fresh[:0]
	i, record := s.states.add()
	copy(record, s.probe)
	return i
}

func (s *indirectStates) Load(i uint32, p *freecell.Position) {
	record := s.states.at(i)
	s.cards = s.cards[:0]
	var heights [freecell.MaxColumns]uint8
	for c, ref := range record[:s.layout.columns] {
		s.base[c] = ref
		column := s.columns.cards(ref)
		heights[c] = uint8(len(column))
		for _, card := range column {
			s.cards = append(s.cards, freecell.Card(card))
		}
	}
	rest := record[s.layout.columns:]
	var home [8]uint8
	for j := range s.homes {
		home[j] = uint8(rest[j/4] >> (j % 4 * 8))
	}
	rest = rest[s.homes/4:]
	var cells [freecell.MaxFreeCells]freecell.Card
	used := 0
	for used < s.cells {
		c := freecell.Card(rest[used/4] >> (used % 4 * 8))
		if c == freecell.NoCard {
			break
		}
		cells[used] = c
		used++
	}
	s.stale = 0
	p.Set(home[:s.homes], cells[:used], heights[:s.layout.columns], s.cards)
}

func (s *indirectStates) Len() int { return s.states.n }

func (s *indirectStates) Bytes() int64 { return s.states.bytes() + s.columns.bytes() }

func (s *indirectStates) Reset() {
	s.states.n = 0
	s.columns.reset()
}
