package freecell

import "slices"

// Table is the player's table while a solution that a search found is played on
// it: which free cell holds which card. It turns moves between places into the
// player's moves.
type Table struct {
	cells []Card
	moves []Move
}

// NewTable returns the table of b.
func NewTable(b *Board) *Table { return &Table{cells: slices.Clone(b.FreeCells)} }

// Play moves n cards, of which card is the lowest one. A card that goes to a free
// cell takes the first empty one.
func (t *Table) Play(card Card, from, to Place, n int) {
	m := Move{Cards: n}
	switch from {
	case InCell:
		i := slices.Index(t.cells, card)
		t.cells[i] = NoCard
		m.From = FreeCell(i)
	default:
		m.From = Column(int(from))
	}
	switch to {
	case AtHome:
		m.To = Foundation
	case InCell:
		i := slices.Index(t.cells, NoCard)
		t.cells[i] = card
		m.To = FreeCell(i)
	default:
		m.To = Column(int(to))
	}
	t.moves = append(t.moves, m)
}

// Moves returns the moves that were played. The table keeps them.
func (t *Table) Moves() []Move { return t.moves }
