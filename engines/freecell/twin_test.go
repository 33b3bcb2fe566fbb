package freecell

import (
	"cmp"
	"slices"
	"strings"
)

// twinState is a state of the slow and obvious twin of the search: a board
// with its columns and free cells in canonical order, and the places that these
// have on the player's table.
type twinState struct {
	board  *Board
	column []int // column[i] is the player's number of board.Columns[i]
	cell   []int // cell[i] is the player's number of board.FreeCells[i]

	moves  []Move // that led here from the parent, in the player's terms
	pruned bool   // made by pruning

	parent  *twinState
	visited bool
}

func newTwin(b *Board) *twinState {
	s := &twinState{board: b.Clone()}
	for i := range b.Columns {
		s.column = append(s.column, i)
	}
	for i := range b.FreeCells {
		s.cell = append(s.cell, i)
	}
	s.canonize()
	return s
}

func (s *twinState) clone() *twinState {
	return &twinState{board: s.board.Clone(), column: slices.Clone(s.column), cell: slices.Clone(s.cell)}
}

// canonize sorts the columns by their bottom cards, empty ones first, the free
// cells likewise, and the two decks' foundations of a suit.
func (s *twinState) canonize() {
	type column struct {
		cards []Card
		place int
	}
	columns := make([]column, len(s.column))
	for i := range columns {
		columns[i] = column{s.board.Columns[i], s.column[i]}
	}
	slices.SortStableFunc(columns, func(a, b column) int { return slices.Compare(a.cards, b.cards) })
	for i, c := range columns {
		s.board.Columns[i], s.column[i] = c.cards, c.place
	}

	type cell struct {
		card  Card
		place int
	}
	cells := make([]cell, len(s.cell))
	for i := range cells {
		cells[i] = cell{s.board.FreeCells[i], s.cell[i]}
	}
	slices.SortStableFunc(cells, func(a, b cell) int { return cmp.Compare(a.card, b.card) })
	for i, c := range cells {
		s.board.FreeCells[i], s.cell[i] = c.card, c.place
	}

	if f := s.board.Foundations; len(f) == 8 {
		for i := range 4 {
			f[i], f[i+4] = max(f[i], f[i+4]), min(f[i], f[i+4])
		}
	}
}

// top returns the exposed card of canonical column i.
func (s *twinState) top(i int) Card {
	col := s.board.Columns[i]
	if len(col) == 0 {
		return NoCard
	}
	return col[len(col)-1]
}

// firstEmpty returns the first empty column, or -1.
func (s *twinState) firstEmpty() int {
	return slices.IndexFunc(s.board.Columns, func(col []Card) bool { return len(col) == 0 })
}

// home returns the foundation that c can go to now, or -1.
func (s *twinState) home(c Card) int {
	for f := int(c.Suit()); f < len(s.board.Foundations); f += 4 {
		if s.board.Foundations[f]+1 == c.Rank() {
			return f
		}
	}
	return -1
}

// takeColumn and takeCell take a card away, putColumn, putCell and putHome put
// it down; they name the pile as the player does.
func (s *twinState) takeColumn(i int) Pile {
	s.board.Columns[i] = s.board.Columns[i][:len(s.board.Columns[i])-1]
	return Column(s.column[i])
}

func (s *twinState) takeCell(i int) Pile {
	s.board.FreeCells[i] = NoCard
	return FreeCell(s.cell[i])
}

func (s *twinState) putColumn(i int, c Card) Pile {
	s.board.Columns[i] = append(s.board.Columns[i], c)
	return Column(s.column[i])
}

func (s *twinState) putCell(i int, c Card) Pile {
	s.board.FreeCells[i] = c
	return FreeCell(s.cell[i])
}

func (s *twinState) putHome(c Card) Pile {
	s.board.Foundations[s.home(c)]++
	return Foundation
}

// derive returns the states that the move test t derives, in order.
func (s *twinState) derive(t byte) []*twinState {
	var out []*twinState
	v := s.board.Variant
	columns, cells := len(s.board.Columns), len(s.board.FreeCells)
	// A column that nothing fills is not emptied but for the foundations.
	keeps := func(i int) bool { return v.Fill == FillNone && len(s.board.Columns[i]) == 1 }
	add := func(change func(n *twinState) (from, to Pile)) {
		n := s.clone()
		from, to := change(n)
		n.moves = []Move{{From: from, To: to, Cards: 1}}
		n.canonize()
		out = append(out, n)
	}
	switch t {
	case '0': // column top to foundation, by column
		for i := range columns {
			if c := s.top(i); c != NoCard && s.home(c) >= 0 {
				add(func(n *twinState) (Pile, Pile) { return n.takeColumn(i), n.putHome(c) })
			}
		}
	case '1': // free cell to foundation, by cell
		for i, c := range s.board.FreeCells {
			if c != NoCard && s.home(c) >= 0 {
				add(func(n *twinState) (Pile, Pile) { return n.takeCell(i), n.putHome(c) })
			}
		}
	case 'A': // column top, of a column of more than one, to the first empty column
		empty := s.firstEmpty()
		for i := range columns {
			if c := s.top(i); empty >= 0 && len(s.board.Columns[i]) > 1 && v.CanFill(c) {
				add(func(n *twinState) (Pile, Pile) { return n.takeColumn(i), n.putColumn(empty, c) })
			}
		}
	case 'B': // column top to another column's top
		for i := range columns {
			for j := range columns {
				if c, p := s.top(i), s.top(j); c != NoCard && p != NoCard && v.CanStack(c, p) && !keeps(i) {
					add(func(n *twinState) (Pile, Pile) { return n.takeColumn(i), n.putColumn(j, c) })
				}
			}
		}
	case 'C': // column top to the first free cell
		free := slices.Index(s.board.FreeCells, NoCard)
		for i := range columns {
			if c := s.top(i); free >= 0 && c != NoCard && !keeps(i) {
				add(func(n *twinState) (Pile, Pile) { return n.takeColumn(i), n.putCell(free, c) })
			}
		}
	case 'D': // free cell to a column top
		for i := range cells {
			for j := range columns {
				if c, p := s.board.FreeCells[i], s.top(j); c != NoCard && p != NoCard && v.CanStack(c, p) {
					add(func(n *twinState) (Pile, Pile) { return n.takeCell(i), n.putColumn(j, c) })
				}
			}
		}
	case 'E': // free cell to the first empty column
		empty := s.firstEmpty()
		for i, c := range s.board.FreeCells {
			if empty >= 0 && c != NoCard && v.CanFill(c) {
				add(func(n *twinState) (Pile, Pile) { return n.takeCell(i), n.putColumn(empty, c) })
			}
		}
	}
	return out
}

// prune returns the state after all safe cards went home, nil when there are
// none: at most one card from each column in the order that they had at first,
// then one from each free cell, until nothing changes.
func (s *twinState) prune() *twinState {
	n := s.clone()
	n.pruned = true
	home := func(from Pile, c Card) {
		n.moves = append(n.moves, Move{from, n.putHome(c), 1})
	}
	for before := -1; before != len(n.moves); {
		before = len(n.moves)
		for i := range n.board.Columns {
			if c := n.top(i); c != NoCard && n.safe(c) {
				home(n.takeColumn(i), c)
			}
		}
		for i, c := range n.board.FreeCells {
			if c != NoCard && n.safe(c) {
				home(n.takeCell(i), c)
			}
		}
	}
	if len(n.moves) == 0 {
		return nil
	}
	n.canonize()
	return n
}

// safe tells whether c can go home and no card can still need it. Of two decks a
// card does not take the place of its twin.
func (s *twinState) safe(c Card) bool {
	if s.home(c) < 0 {
		return false
	}
	for f, r := range s.board.Foundations {
		suit := Suit(f % 4)
		need := c.Rank() - min(c.Rank(), 2)
		switch {
		case suit == c.Suit():
			need = c.Rank() - 1
		case s.board.Variant.Build == BySuit:
			need = 0
		case s.board.Variant.Build == ByAlternateColor && suit.Red() == c.Suit().Red():
			need = c.Rank() - min(c.Rank(), 3)
		}
		if r < need {
			return false
		}
	}
	return true
}

// key returns the state as text: equal texts, equal states.
func (s *twinState) key() string { return twinKey(s.board) }

func twinKey(b *Board) string {
	var sb strings.Builder
	for _, r := range b.Foundations {
		sb.WriteByte(byte(r))
	}
	for _, c := range b.FreeCells {
		sb.WriteByte(byte(c))
	}
	for _, col := range b.Columns {
		for _, c := range col {
			sb.WriteByte(byte(c))
		}
		sb.WriteByte(0)
	}
	return sb.String()
}

// twinDerive returns the states that the atomic move tests derive from b, in
// order, each with its columns and free cells in canonical order.
func twinDerive(b *Board, tests string) []*Board {
	var out []*Board
	for _, t := range []byte(tests) {
		for _, n := range newTwin(b).derive(t) {
			out = append(out, n.board)
		}
	}
	return out
}

// twinCanonical returns b in canonical order.
func twinCanonical(b *Board) *Board { return newTwin(b).board }
