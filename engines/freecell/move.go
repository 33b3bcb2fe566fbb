package freecell

// Pile is where a move takes cards from or puts them: a column, a free cell or
// the foundations. Columns and free cells are numbered from 0.
type Pile uint8

// Foundation is the pile of all foundations: a card's suit says which one.
const Foundation Pile = 0x80

const cellPile Pile = 0x40

// Column returns the pile of column i.
func Column(i int) Pile { return Pile(i) }

// FreeCell returns the pile of free cell i.
func FreeCell(i int) Pile { return cellPile + Pile(i) }

// Column returns the number of the column that p is, if it is one.
func (p Pile) Column() (int, bool) { return int(p), p < cellPile }

// FreeCell returns the number of the free cell that p is, if it is one.
func (p Pile) FreeCell() (int, bool) { return int(p - cellPile), p >= cellPile && p < Foundation }

// Move is one move of a game in a player's terms: the number of cards that go
// from one pile to another.
type Move struct {
	From, To Pile

	// Cards is the number of cards, or 0 where the text did not say; then the
	// board decides, see [Board.Play].
	Cards int
}
