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
	states chunks[freecell.Card]
	probe  *freecell.Position
	cards  []freecell.Card // scratch of Load
}

func newCompactStates(l layout) *compactStates {
	size := l.homes + l.cells + l.columns + l.cards
	return &compactStates{layout: l, states: chunks[freecell.Card]{record: size, slack: 7}}
}

func (s *compactStates) Base(p *freecell.Position) { p.Clean() }

func (s *compactStates) Probe(p *freecell.Position) { s.probe = p }

func (s *compactStates) Same(i uint32) bool {
	p := s.probe
	b := s.states.at(i)
	for j, r := range p.Home() {
		if uint8(b[j]) != r {
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
func startsWith(b, cards []freecell.Card) bool {
	n := len(cards)
	for ; n >= 8; n -= 8 {
		if *(*[8]freecell.Card)(b) != *(*[8]freecell.Card)(cards) {
			return false
		}
		b, cards = b[8:], cards[8:]
	}
	for j, card := range cards {
		if b[j] != card {
			return false
		}
	}
	return true
}

func (s *compactStates) Add() uint32 {
	p := s.probe
	i, b := s.states.add()
	for j, r := range p.Home() {
		b[j] = freecell.Card(r)
	}
	b = b[s.homes:]
	clear(b[:s.cells])
	for j, card := range p.Cells() {
		b[j] = card
	}
	b = b[s.cells:]
	for _, c := range p.Order() {
		cards := p.Column(c)
		b[0] = freecell.Card(len(cards))
		put(b[1:], cards)
		b = b[1+len(cards):]
	}
	return i
}

// put copies cards, which have room for seven more behind them, to b, eight at a
// time: what it writes behind them is in records that are still to be added.
func put(b, cards []freecell.Card) {
	for n := 0; n < len(cards); n += 8 {
		*(*[8]freecell.Card)(b[n : n+8]) = *(*[8]freecell.Card)(cards[n : n+8])
	}
}

func (s *compactStates) Load(i uint32, p *freecell.Position) {
	b := s.states.at(i)
	var home [8]uint8
	for j, r := range b[:s.homes] {
		home[j] = uint8(r)
	}
	b = b[s.homes:]
	used := 0
	for used < s.cells && b[used] != freecell.NoCard {
		used++
	}
	cells := b[:used]
	b = b[s.cells:]
	var heights [freecell.MaxColumns]uint8
	s.cards = s.cards[:0]
	for c := range s.columns {
		h := int(b[0])
		heights[c] = uint8(h)
		s.cards = append(s.cards, b[1:1+h]...)
		b = b[1+h:]
	}
	p.Set(home[:s.homes], cells, heights[:s.columns], s.cards)
}

func (s *compactStates) Len() int { return s.states.n }

func (s *compactStates) Bytes() int64 { return s.states.bytes() }

func (s *compactStates) Reset() { s.states.n = 0 }
