package beam

import (
	"math/bits"

	"puzzlekit/engines/freecell"
)

// try makes a move, takes in the state it leads to, and takes it back.
func (s *Searcher) try(parent uint32, m move, from, to freecell.Place) {
	m.to = to
	s.pos.Clean()
	makeMove(&s.pos, m, from, to)
	s.reach(parent, m)
	if m.n > 1 {
		s.pos.MoveRun(to, from, int(m.n))
	} else {
		s.pos.Unmake(freecell.Atomic{Card: m.card, From: from, To: to})
	}
}

// movesHome makes all moves to the foundations: those that are left after pruning
// are not safe.
func (s *Searcher) movesHome(parent uint32) {
	p := &s.pos
	for _, card := range p.Cells() {
		if p.Ready()>>card&1 != 0 {
			s.try(parent, move{card: card, n: 1}, freecell.InCell, freecell.AtHome)
		}
	}
	for set := p.Ready() & p.Runs().InColumns; set != 0; set &= set - 1 {
		card := freecell.Card(bits.TrailingZeros64(set))
		c := uint8(p.At(card) >> 8)
		if column := p.Column(c); column[len(column)-1] == card {
			s.try(parent, move{card: card, n: 1}, freecell.Place(c), freecell.AtHome)
		}
	}
}

// movesElsewhere makes all other moves: of cards and of sequences as long as the
// free space allows.
func (s *Searcher) movesElsewhere(parent uint32) {
	p := &s.pos
	var order [freecell.MaxColumns]uint8
	n := copy(order[:], p.Order())
	empty := 0
	for empty < n && len(p.Column(order[empty])) == 0 {
		empty++
	}
	free := p.FreeCells()
	toColumn := s.variant.Supermove(free, empty, false)
	full := order[empty:n]
	for _, c := range full {
		column := p.Column(c)
		height := len(column)
		start := topRun(p, c)
		top := column[height-1]
		for _, d := range full {
			target := p.Column(d)
			onto := target[len(target)-1]
			k := int(onto.Rank()) - int(top.Rank())
			if d == c || k < 1 || k > height-start || k > toColumn {
				continue
			}
			card := column[height-k]
			if p.Parents(card)>>onto&1 == 0 || k == height && s.variant.Fill == freecell.FillNone {
				continue
			}
			s.try(parent, move{card: card, onto: onto, n: uint8(k)}, freecell.Place(c), freecell.Place(d))
		}
		if empty > 0 {
			longest := min(height-start, height-1, s.variant.Supermove(free, empty, true))
			for k := 1; k <= longest; k++ {
				if card := column[height-k]; p.Fills(card) {
					s.try(parent, move{card: card, n: uint8(k)}, freecell.Place(c), freecell.Place(order[0]))
				}
			}
		}
		if free > 0 && (height > 1 || s.variant.Fill != freecell.FillNone) {
			s.try(parent, move{card: top, n: 1}, freecell.Place(c), freecell.InCell)
		}
	}
	var cells [freecell.MaxFreeCells]freecell.Card
	for _, card := range cells[:copy(cells[:], p.Cells())] {
		for _, d := range full {
			target := p.Column(d)
			if onto := target[len(target)-1]; p.Parents(card)>>onto&1 != 0 {
				s.try(parent, move{card: card, onto: onto, n: 1}, freecell.InCell, freecell.Place(d))
			}
		}
		if empty > 0 && p.Fills(card) {
			s.try(parent, move{card: card, n: 1}, freecell.InCell, freecell.Place(order[0]))
		}
	}
}

// topRun returns the height at which the top run of a column, which is not empty,
// starts.
func topRun(p *freecell.Position, column uint8) int {
	height := len(p.Column(column))
	return 63 - bits.LeadingZeros64(^p.Linked(column)&(1<<height-1))
}
