package freecell

import (
	"slices"
	"strings"
)

// Board is a position of a game as a player sees it: columns and free cells
// keep their places. It is a plain value for reading, writing and checking;
// searches use representations of their own.
type Board struct {
	Variant Variant

	// Foundations holds the rank on top of each foundation, 0 for an empty one,
	// at deck*4+suit. Its length is Variant.Decks*4.
	Foundations []Rank

	// FreeCells holds the card of each cell or NoCard. Its length is
	// Variant.FreeCells.
	FreeCells []Card

	// Columns holds the cards of each column, the buried one first, the exposed
	// one last. Its length is Variant.Columns.
	Columns [][]Card
}

// newBoard returns a board without cards.
func newBoard(v Variant) *Board {
	return &Board{
		Variant:     v,
		Foundations: make([]Rank, v.Decks*4),
		FreeCells:   make([]Card, v.FreeCells),
		Columns:     make([][]Card, v.Columns),
	}
}

// Clone returns a copy that shares nothing with b.
func (b *Board) Clone() *Board {
	c := &Board{
		Variant:     b.Variant,
		Foundations: slices.Clone(b.Foundations),
		FreeCells:   slices.Clone(b.FreeCells),
		Columns:     make([][]Card, len(b.Columns)),
	}
	for i, col := range b.Columns {
		c.Columns[i] = slices.Clone(col)
	}
	return c
}

// Solved tells whether every card is on the foundations.
func (b *Board) Solved() bool {
	return !slices.ContainsFunc(b.Foundations, func(r Rank) bool { return r != King })
}

// String returns the board in the text format that [ReadBoard] reads: the
// foundations and the free cells when they hold cards, then the columns.
func (b *Board) String() string {
	var sb strings.Builder
	if slices.ContainsFunc(b.Foundations, func(r Rank) bool { return r != 0 }) {
		sb.WriteString("Foundations:")
		for i, r := range b.Foundations {
			sb.WriteString(" " + Suit(i%4).String() + "-" + r.String())
		}
		sb.WriteByte('\n')
	}
	if slices.ContainsFunc(b.FreeCells, func(c Card) bool { return c != NoCard }) {
		sb.WriteString("Freecells:")
		for _, c := range b.FreeCells {
			sb.WriteString(" " + c.String())
		}
		sb.WriteByte('\n')
	}
	for _, col := range b.Columns {
		if len(col) == 0 {
			sb.WriteByte(':')
		}
		for i, c := range col {
			if i > 0 {
				sb.WriteByte(' ')
			}
			sb.WriteString(c.String())
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}
