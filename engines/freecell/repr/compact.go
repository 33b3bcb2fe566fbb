package repr

import (
	"bytes"

	"puzzlekit/engines/freecell"
)

// compactStates holds one array of bytes a state, all of the same length:
//
//	foundations   a rank each
//	free cells    a card each, ascending, 0 for an empty one at the end
//	columns       for each its length and its cards, in canonical order
//	rest          zeros for the cards at home
//
// So equality is equality of bytes.
type compactStates struct {
	layout
	states chunks[byte]
	probe  []byte
	cards  []freecell.Card // scratch of Load
}

func newCompactStates(l layout) *compactStates {
	size := l.homes + l.cells + l.columns + l.cards
	return &compactStates{layout: l, states: chunks[byte]{record: size}, probe: make([]byte, size)}
}

func (s *compactStates) Base(p *freecell.Position) { p.Clean() }

func (s *compactStates) Probe(p *freecell.Position) {
	b := s.probe
	n := copy(b, p.Home())
	for i := range s.cells {
		b[n+i] = 0
	}
	for i, c := range p.Cells() {
		b[n+i] = byte(c)
	}
	n += s.cells
	for _, c := range p.Order() {
		cards := p.Column(c)
		b[n] = byte(len(cards))
		n++
		for i, card := range cards {
			b[n+i] = byte(card)
		}
		n += len(cards)
	}
	clear(b[n:])
}

func (s *compactStates) Same(i uint32) bool { return bytes.Equal(s.states.at(i), s.probe) }

func (s *compactStates) Add() uint32 {
	i, record := s.states.add()
	copy(record, s.probe)
	return i
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
