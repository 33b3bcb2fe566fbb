package freecell

import (
	"fmt"
	"slices"
)

// layout lays shuffled cards out on an empty board.
type layout struct {
	board *Board
	cards []Card // still to be dealt, the next one first
}

// lay deals all cards as the board's variant does.
func (l *layout) lay() error {
	b := l.board
	switch b.Variant.Name {
	case "forecell":
		l.rows(48, 8)
		return l.cells(0, 1)
	case "eight_off":
		l.rows(48, 8)
		return l.cells(0, 2)
	case "seahaven_towers", "relaxed_seahaven":
		l.rows(50, 10)
		return l.cells(1, 1)
	case "beleaguered_castle":
		l.acesHome(4)
		l.rows(48, 8)
	case "citadel":
		l.acesHome(4)
		l.citadel()
	case "bakers_dozen":
		slices.Reverse(l.cards)
		l.buryKings(13)
		l.rows(52, 13)
	case "good_measure":
		slices.Reverse(l.cards)
		l.acesHome(2)
		l.buryKings(10)
		l.rows(50, 10)
	case "cruel":
		l.acesHome(4)
		l.rows(48, 12)
	case "fan":
		l.rows(51, 17)
		b.Columns[17] = append(b.Columns[17], l.next())
	case "simple_simon":
		for width := 9; width >= 3; width-- {
			l.rows(width, width)
		}
		l.rows(10, 10)
	case "die_schlange":
		l.acesHome(8)
		l.kingsFirst()
	case "der_katz":
		l.kingsFirst()
	default:
		l.rows(len(l.cards), len(b.Columns))
	}
	return nil
}

// next takes the next card.
func (l *layout) next() Card {
	c := l.cards[0]
	l.cards = l.cards[1:]
	return c
}

// rows deals n cards row by row over the first width columns.
func (l *layout) rows(n, width int) {
	for i := range n {
		col := &l.board.Columns[i%width]
		*col = append(*col, l.next())
	}
}

// cells deals what is left to every step-th free cell.
func (l *layout) cells(first, step int) error {
	for i, cell := 0, first; len(l.cards) > 0; i, cell = i+1, cell+step {
		if cell >= len(l.board.FreeCells) {
			return fmt.Errorf("%s deals %d cards to its free cells and needs %d, there are %d",
				l.board.Variant.Name, i+len(l.cards), first+step*(i+len(l.cards)-1)+1, len(l.board.FreeCells))
		}
		l.board.FreeCells[cell] = l.next()
	}
	return nil
}

// goesHome puts c on its foundation when it is the next card of one.
func (l *layout) goesHome(c Card) bool {
	for f := int(c.Suit()); f < len(l.board.Foundations); f += 4 {
		if l.board.Foundations[f]+1 == c.Rank() {
			l.board.Foundations[f]++
			return true
		}
	}
	return false
}

// acesHome takes the first n aces out of the cards to the foundations.
func (l *layout) acesHome(n int) {
	l.cards = slices.DeleteFunc(l.cards, func(c Card) bool {
		if n == 0 || c.Rank() != Ace {
			return false
		}
		n--
		return l.goesHome(c)
	})
}

// citadel deals six rows of eight; a card whose turn has come goes home from
// the hand and leaves its place in the row empty.
func (l *layout) citadel() {
	for i := 0; len(l.cards) > 0; i++ {
		if c := l.next(); !l.goesHome(c) {
			l.board.Columns[i%8] = append(l.board.Columns[i%8], c)
		}
	}
}

// buryKings swaps each king with the most deeply buried card of its column that
// is not a king. Cards are dealt row by row over the columns.
func (l *layout) buryKings(columns int) {
	for i, c := range l.cards {
		if c.Rank() != King {
			continue
		}
		for j := i % columns; j < i; j += columns {
			if l.cards[j].Rank() != King {
				l.cards[i], l.cards[j] = l.cards[j], l.cards[i]
				break
			}
		}
	}
}

// kingsFirst fills one column after another; each king begins a new one.
func (l *layout) kingsFirst() {
	i := 0
	for len(l.cards) > 0 {
		c := l.next()
		if c.Rank() == King {
			i++
		}
		l.board.Columns[i] = append(l.board.Columns[i], c)
	}
}
