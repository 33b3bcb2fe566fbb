package repr

import (
	"puzzlekit/engines/freecell"
)

// compactStates holds one array of bytes a state, all of the same length:
//
//	foundations   a rank each
//	free cells    a card each, ascending, 0 for an empty one at the end
//	columns       for each its length and its cards, in canonical order
//	rest          nothing, as much as the cards that are at home would take
//
// A state that is probed is compared as it lies in the position.
type compactStates struct {
	layout
	states chunks[byte]
	probe  *freecell.Position
	cards  []freecell.Card // scratch of Load
}

func newCompactStates(l layout) *compactStates {
	size := l.homes + l.cells + l.columns + l.cards
	return &compactStates{layout: l, states: chunks[byte]{record: size}}
}

func (s *compactStates) Base(p *freecell.Position) { p.Clean() }

func (s *compactStates) Probe(p *freecell.Position) { s.probe = p }

func (s *compactStates) Same(i uint32) bool {
	p := s.probe
	b := s.states.at(i)
	for j, r := range p.Home() {
		if b[j] != r {
			return false
		}
	}
	b = b[s.homes:]
	cells := p.Cells()
	if !startsWith(b, cells) || len(cells) < s.cells && b[len(cells)] != 0 {
		return false
	}
	b = b[s.cells:]
	for _, c := range p.Order() {
		cards := p.Column(c)
		if int(b[0]) != len(cards) || !startsWith(b[1:], cards) {
			return false
		}
		b = b[1+len(cards):]
	}
	return true
}

// startsWith tells whether b starts with the cards.
func startsWith(b []byte, cards []freecell.Card) bool {
	b = b[:len(cards)]
	for j, card := range cards {
		if b[j] != byte(card) {
			return false
		}
	}
	return true
}

func (s *compactStates) Add() uint32 {
	p := s.probe
	i, b := s.states.add()
	b = b[copy(b, p.Home()):]
	for j := range b[:s.cells] {
		b[j] = 0
	}
	put(b, p.Cells())
	b = b[s.cells:]
	for _, c := range p.Order() {
		cards := p.Column(c)
		b[0] = byte(len(cards))
		put(b[1:], cards)
		b = b[1+len(cards):]
	}
	return i
}

// put copies cards to b.
func put(b []byte, cards []freecell.Card) {
	b = b[:len(cards)]
	for j, card := range cards {
		b[j] = byte(card)
	}
}

func (s *compactStates) Load(i uint32, p *freecell.Position) {
	b := s.states.at(i)
	home := b[:s.homes]
	b = b[s.homes:]
	var cells [freecell.MaxFreeCells]freecell.Card
	used := 0
	for used < s.cells && b[used] != 0 {
		cells[used] = freecell.Card(b[used])
		used++
	}
	b = b[s.cells:]
	var heights [freecell.MaxColumns]uint8
	s.cards = s.cards[:0]
	for c := range s.columns {
		h := b[0]
		heights[c] = h
		for _, card := range b[1 : 1+h] {
			s.cards = append(s.cards, freecell.Card(card))
		}
		b = b[1+h:]
	}
	p.Set(home, cells[:used], heights[:s.columns], s.cards)
}

func (s *compactStates) Len() int { return s.states.n }

func (s *compactStates) Bytes() int64 { return s.states.bytes() }

func (s *compactStates) Reset() { s.states.n = 0 }
