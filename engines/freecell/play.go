package freecell

import "fmt"

// emptyCount says how many cards go to an empty column when the move's text
// does not.
type emptyCount uint8

const (
	oneCard emptyCount = iota // extended notation writes more than one
	allFit                    // plain notation leaves it to the rules
)

// play makes the move on b by the plain rules of b's variant and returns it
// with the number of cards that it moved. The error says why it is illegal; b
// is then as it was.
func (b *Board) play(m Move, toEmpty emptyCount) (Move, error) {
	if err := b.hasPile(m.From); err != nil {
		return m, err
	}
	if err := b.hasPile(m.To); err != nil {
		return m, err
	}
	from, fromColumn := m.From.Column()
	to, toColumn := m.To.Column()
	switch {
	case m.From == Foundation:
		return m, fmt.Errorf("no card leaves the foundations")
	case fromColumn && len(b.Columns[from]) == 0:
		return m, fmt.Errorf("%s is empty", m.From.words())
	case fromColumn && toColumn:
		return b.playColumns(m, from, to, toEmpty)
	case fromColumn && m.To == Foundation && b.Variant.WholeSuits:
		return b.playSequenceHome(m, from)
	}
	if m.Cards > 1 {
		return m, fmt.Errorf("%d cards cannot move together to %s", m.Cards, m.To.words())
	}
	m.Cards = 1
	c := b.exposed(m.From)
	if c == NoCard {
		return m, fmt.Errorf("%s is empty", m.From.words())
	}
	if err := b.put(c, m); err != nil {
		return m, err
	}
	b.remove(m.From, 1)
	return m, nil
}

// hasPile refuses piles that the board does not have.
func (b *Board) hasPile(p Pile) error {
	if i, ok := p.Column(); ok && i >= len(b.Columns) {
		return fmt.Errorf("there is no %s: the board has %d", p.words(), len(b.Columns))
	}
	if i, ok := p.FreeCell(); ok && i >= len(b.FreeCells) {
		return fmt.Errorf("there is no %s: the board has %d", p.words(), len(b.FreeCells))
	}
	return nil
}

// exposed returns the card of p that can move, or NoCard.
func (b *Board) exposed(p Pile) Card {
	if i, ok := p.FreeCell(); ok {
		return b.FreeCells[i]
	}
	i, _ := p.Column()
	col := b.Columns[i]
	if len(col) == 0 {
		return NoCard
	}
	return col[len(col)-1]
}

// remove takes n cards away from a column or a free cell.
func (b *Board) remove(p Pile, n int) {
	if i, ok := p.FreeCell(); ok {
		b.FreeCells[i] = NoCard
		return
	}
	i, _ := p.Column()
	b.Columns[i] = b.Columns[i][:len(b.Columns[i])-n]
}

// put puts a single card on the destination of m, but does not remove it from
// the source.
func (b *Board) put(c Card, m Move) error {
	if i, ok := m.To.Column(); ok {
		if err := b.fits(c, i); err != nil {
			return err
		}
		b.Columns[i] = append(b.Columns[i], c)
		return nil
	}
	if i, ok := m.To.FreeCell(); ok {
		if _, fromCell := m.From.FreeCell(); fromCell {
			return fmt.Errorf("%s cannot go from one free cell to another", c)
		}
		if b.FreeCells[i] != NoCard {
			return fmt.Errorf("%s cannot go to %s: %s is there", c, m.To.words(), b.FreeCells[i])
		}
		b.FreeCells[i] = c
		return nil
	}
	if b.Variant.WholeSuits {
		return fmt.Errorf("%s cannot go home: expected a whole suit from king to ace in a column", c)
	}
	wanted := Rank(0) // the lowest card that the foundations of the suit wait for
	for f := int(c.Suit()); f < len(b.Foundations); f += 4 {
		if b.Foundations[f]+1 == c.Rank() {
			b.Foundations[f]++
			return nil
		}
		if next := b.Foundations[f] + 1; next <= King && (wanted == 0 || next < wanted) {
			wanted = next
		}
	}
	return fmt.Errorf("%s cannot go home: expected %s", c, NewCard(wanted, c.Suit()))
}

// fits says why c cannot be put on column i.
func (b *Board) fits(c Card, i int) error {
	col := b.Columns[i]
	if len(col) == 0 {
		if b.Variant.CanFill(c) {
			return nil
		}
		if b.Variant.Fill == FillKings {
			return fmt.Errorf("%s cannot go to the empty %s: expected a king", c, Column(i).words())
		}
		return fmt.Errorf("%s cannot go to the empty %s: it stays empty in %s", c, Column(i).words(), b.Variant.Name)
	}
	parent := col[len(col)-1]
	if b.Variant.CanStack(c, parent) {
		return nil
	}
	return fmt.Errorf("%s cannot go on %s: expected %s", c, parent, b.Variant.childOf(parent))
}

var rankNames = [...]string{
	"", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
}

// childOf describes the cards that may be put on parent.
func (v Variant) childOf(parent Card) string {
	if parent.Rank() == Ace {
		return "no card on an ace"
	}
	rank := parent.Rank() - 1
	switch {
	case v.Build == BySuit:
		return NewCard(rank, parent.Suit()).String()
	case v.Build == ByAlternateColor && parent.Suit().Red():
		return "a black " + rankNames[rank]
	case v.Build == ByAlternateColor:
		return "a red " + rankNames[rank]
	case rank == Ace || rank == 8:
		return "an " + rankNames[rank]
	default:
		return "a " + rankNames[rank]
	}
}
