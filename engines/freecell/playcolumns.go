package freecell

import (
	"fmt"
	"math"
)

// playColumns moves cards from one column, which is not empty, to another.
func (b *Board) playColumns(m Move, from, to int, toEmpty emptyCount) (Move, error) {
	if from == to {
		return m, fmt.Errorf("%s is both source and destination", m.From.words())
	}
	source, target := b.Columns[from], b.Columns[to]
	run := b.run(source, b.limit(len(target) == 0))
	longest := b.run(source, math.MaxInt)
	n := m.Cards
	switch {
	case n > 0:
	case len(target) > 0:
		// The rank of the card there decides; when no count fits, one card
		// shows why.
		n = 1
		top := source[len(source)-1]
		if d := int(target[len(target)-1].Rank()) - int(top.Rank()); d > 0 && d <= longest {
			n = d
		}
	case toEmpty == allFit:
		for n = run; n > 1 && !b.Variant.CanFill(source[len(source)-n]); {
			n--
		}
	default:
		n = 1
	}
	m.Cards = n
	if n > len(source) {
		return m, fmt.Errorf("%d cards cannot move from %s: it has %d", n, m.From.words(), len(source))
	}
	moving := source[len(source)-n:]
	if err := b.fits(moving[0], to); err != nil {
		return m, err
	}
	if n > longest {
		return m, fmt.Errorf("%s to %s do not move together: %s does not lie on %s by the rules",
			moving[0], moving[n-1], source[len(source)-longest], source[len(source)-longest-1])
	}
	if n > run {
		return m, fmt.Errorf("%d cards cannot move at once: the free space allows %d", n, run)
	}
	b.Columns[to] = append(target, moving...)
	b.Columns[from] = source[:len(source)-n]
	return m, nil
}

// limit returns the most cards that the free space of the board allows to move
// at once.
func (b *Board) limit(toEmpty bool) int {
	free, empty := 0, 0
	for _, c := range b.FreeCells {
		if c == NoCard {
			free++
		}
	}
	for _, col := range b.Columns {
		if len(col) == 0 {
			empty++
		}
	}
	return b.Variant.Supermove(free, empty, toEmpty)
}

// run returns how many cards at the end of col may move together: cards that
// lie on each other by the rules, at most limit of them. Where cards of one suit
// move as one, each such sequence counts once.
func (b *Board) run(col []Card, limit int) int {
	n, moving := 1, 1
	for ; n < len(col); n++ {
		child, parent := col[len(col)-n], col[len(col)-n-1]
		if !b.Variant.CanStack(child, parent) {
			break
		}
		if b.Variant.WholeSuits && child.Suit() == parent.Suit() {
			continue
		}
		if moving == limit {
			break
		}
		moving++
	}
	return n
}

// playSequenceHome takes a whole suit, from king to ace, off a column.
func (b *Board) playSequenceHome(m Move, from int) (Move, error) {
	const suit = int(King)
	col := b.Columns[from]
	top := col[len(col)-1]
	run := b.run(col, 1)
	switch {
	case m.Cards > 0 && m.Cards != suit:
		return m, fmt.Errorf("%d cards cannot go home: expected the %d cards from king to ace", m.Cards, suit)
	case top.Rank() != Ace:
		return m, fmt.Errorf("%s cannot go home: expected an ace on top of a whole suit", top)
	case run < suit:
		return m, fmt.Errorf("%d cards of the suit cannot go home: expected the %d cards from king to ace", run, suit)
	}
	m.Cards = suit
	f := int(top.Suit())
	for b.Foundations[f] != 0 {
		f += 4
	}
	b.Foundations[f] = King
	b.Columns[from] = col[:len(col)-suit]
	return m, nil
}
