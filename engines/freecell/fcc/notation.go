package fcc

import (
	"fmt"
	"math/bits"
	"slices"

	"puzzlekit/engines/freecell"
)

// Notation returns moves from the start as a player makes them, with the plays of
// the pruning as moves of their own.
func (g *Game) Notation(moves []byte) ([]freecell.Move, error) {
	b := g.board.Clone()
	var list []freecell.Move
	// settle makes the plays that the founded cards say.
	settle := func(want uint64) error {
		for {
			card, ok := g.due(b, want)
			if !ok {
				return nil
			}
			m, err := play(b, card, founded)
			if err != nil {
				return err
			}
			list = append(list, m)
		}
	}
	if err := settle(g.Start.Founded); err != nil {
		return nil, err
	}
	s := g.Start
	for i, code := range moves {
		next, err := g.Play(s, code)
		if err != nil {
			return nil, fmt.Errorf("move %d of %d: %w", i+1, len(moves), err)
		}
		card, place, err := moveOf(code)
		if err != nil {
			return nil, err
		}
		m, err := play(b, card, place)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
		if err := settle(next.Founded); err != nil {
			return nil, err
		}
		s = next
	}
	return list, nil
}

// due returns an exposed card of the set that goes next on its foundation.
func (g *Game) due(b *freecell.Board, founded uint64) (card int, ok bool) {
	for suit, rank := range b.Foundations {
		card := int(rank)*4 + suit
		if card < cards && founded>>card&1 != 0 {
			if _, ok := pileOf(b, card); ok {
				return card, true
			}
		}
	}
	return 0, false
}

// pileOf returns the pile at whose end a card is.
func pileOf(b *freecell.Board, card int) (freecell.Pile, bool) {
	c := cardOf(card)
	if i := slices.Index(b.FreeCells, c); i >= 0 {
		return freecell.FreeCell(i), true
	}
	for i, col := range b.Columns {
		if len(col) > 0 && col[len(col)-1] == c {
			return freecell.Column(i), true
		}
	}
	return 0, false
}

// play makes a move that the state allows on the board.
func play(b *freecell.Board, card, place int) (freecell.Move, error) {
	from, ok := pileOf(b, card)
	if !ok {
		return freecell.Move{}, fmt.Errorf("fcc: %v is covered", cardOf(card))
	}
	m := freecell.Move{From: from, Cards: 1}
	if i, ok := from.Column(); ok {
		b.Columns[i] = b.Columns[i][:len(b.Columns[i])-1]
	} else if i, ok := from.FreeCell(); ok {
		b.FreeCells[i] = freecell.NoCard
	}
	switch place {
	case founded:
		m.To = freecell.Foundation
		b.Foundations[card%4]++
		return m, nil
	case inCell:
		i := slices.Index(b.FreeCells, freecell.NoCard)
		m.To = freecell.FreeCell(i)
		b.FreeCells[i] = cardOf(card)
		return m, nil
	case atBottom:
		m.To = freecell.Column(slices.IndexFunc(b.Columns, func(c []freecell.Card) bool { return len(c) == 0 }))
	default:
		m.To, _ = pileOf(b, parent(card, place))
	}
	i, _ := m.To.Column()
	b.Columns[i] = append(b.Columns[i], cardOf(card))
	return m, nil
}

// BoardOf returns a board of the state. Columns that have something of the start
// left stay in their places.
func (g *Game) BoardOf(s State) *freecell.Board {
	b := g.board.Clone()
	home := allBits &^ s.Loose &^ s.Founded
	for suit := range b.Foundations {
		b.Foundations[suit] = freecell.Rank(bits.OnesCount64(s.Founded & (hearts << suit)))
	}
	clear(b.FreeCells)
	cell := 0
	var rest []int // bottoms of columns that are not where they began
	held := g.held(home)
	for card := range cards {
		switch bit := uint64(1) << card; {
		case s.Loose&bit == 0 || held&bit != 0:
		case s.at(card) == inCell:
			b.FreeCells[cell] = cardOf(card)
			cell++
		case s.at(card) == atBottom:
			rest = append(rest, card)
		}
	}
	for i, column := range g.column {
		n := len(column)
		for n > 0 && (home|held)>>column[n-1]&1 == 0 {
			n--
		}
		b.Columns[i] = b.Columns[i][:n]
		if n == 0 && len(column) > 0 {
			if j := slices.Index(rest, column[0]); j >= 0 {
				b.Columns[i] = append(b.Columns[i], cardOf(column[0]))
				rest = slices.Delete(rest, j, j+1)
			}
		}
	}
	for i := range b.Columns {
		if len(b.Columns[i]) == 0 && len(rest) > 0 {
			b.Columns[i] = append(b.Columns[i], cardOf(rest[0]))
			rest = rest[1:]
		}
		for len(b.Columns[i]) > 0 {
			on := indexOf(b.Columns[i][len(b.Columns[i])-1])
			top, ok := s.child(on, held)
			if !ok {
				break
			}
			b.Columns[i] = append(b.Columns[i], cardOf(top))
		}
	}
	return b
}

// child returns the loose card that lies on a card, other than those held.
func (s *State) child(on int, held uint64) (int, bool) {
	for m := s.hi &^ held; m != 0; m &= m - 1 {
		card := bits.TrailingZeros64(m)
		if parent(card, s.at(card)) == on {
			return card, true
		}
	}
	return 0, false
}
