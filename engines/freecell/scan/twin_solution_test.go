package scan

import (
	"slices"

	"puzzlekit/engines/freecell"
)

// twinPlaces tells where the columns and free cells of a state are on the
// player's table.
type twinPlaces struct {
	columns, cells []int
}

// solution returns the moves from the start to end in the player's terms.
func (r *twinSet) solution(end *twinState) []freecell.Move {
	var path []*twinState
	for s := end; s.parent != nil; s = s.parent {
		path = append(path, s)
	}
	slices.Reverse(path)
	at := playersPlaces(r.board)
	var out []freecell.Move
	for _, s := range path {
		n := s.parent.clone()
		for _, m := range s.moves {
			out = append(out, freecell.Move{From: at.pile(m.From), To: at.pile(m.To), Cards: m.Cards})
			n.play(m)
		}
		at.sort(n)
	}
	return out
}

// playersPlaces returns the places of the canonical state of b.
func playersPlaces(b *freecell.Board) twinPlaces {
	var at twinPlaces
	for i := range b.Columns {
		at.columns = append(at.columns, i)
	}
	for i := range b.FreeCells {
		at.cells = append(at.cells, i)
	}
	at.sort(&twinState{columns: columnsOf(b), cells: slices.Clone(b.FreeCells)})
	return at
}

// sort follows the columns and cells of s, which are not in canonical order,
// into that order. Equal ones, which are empty, stay in the order that they are
// in.
func (at *twinPlaces) sort(s *twinState) {
	sortPlaces(s.columns, at.columns)
	sortPlaces(s.cells, at.cells)
}

func sortPlaces[T ~string | ~uint8](values []T, places []int) {
	for i := range values {
		for j := i; j > 0 && values[j] < values[j-1]; j-- {
			values[j], values[j-1] = values[j-1], values[j]
			places[j], places[j-1] = places[j-1], places[j]
		}
	}
}

// pile names a pile as the player does.
func (at *twinPlaces) pile(p freecell.Pile) freecell.Pile {
	if i, ok := p.Column(); ok {
		return freecell.Column(at.columns[i])
	}
	if i, ok := p.FreeCell(); ok {
		return freecell.FreeCell(at.cells[i])
	}
	return p
}

// play makes a move on s, which is then no longer in canonical order.
func (s *twinState) play(m freecell.Move) {
	from, fromColumn := m.From.Column()
	to, toColumn := m.To.Column()
	switch {
	case fromColumn && toColumn:
		s.columnToColumn(from, to, m.Cards)
	case fromColumn && m.To == freecell.Foundation && m.Cards > 1:
		s.suitHome(from)
	case fromColumn && m.To == freecell.Foundation:
		s.columnHome(from)
	case fromColumn:
		to, _ = m.To.FreeCell()
		s.columnToCell(from, to)
	case toColumn:
		from, _ = m.From.FreeCell()
		s.cellToColumn(from, to)
	default:
		from, _ = m.From.FreeCell()
		s.cellHome(from)
	}
}
