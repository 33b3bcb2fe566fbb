package scan

import (
	"slices"
	"strings"

	"puzzlekit/engines/freecell"
)

// twinState is a state of the slow and obvious twin of the scans: columns and
// free cells are in canonical order.
type twinState struct {
	variant freecell.Variant
	home    []freecell.Rank // as in freecell.Board
	cells   []freecell.Card
	columns []string // the bytes are cards, the buried one first

	// Of a state in a collection. The parent is the state that derived it first.
	parent *twinState
	moves  []freecell.Move // that lead here from the parent, in its order of columns and cells
	depth  int             // parent's + 1
	pruned bool            // made by pruning

	visited  uint64 // a bit for each scan
	children int    // states that it derived first and that are no dead ends
	complete bool   // all of its tests were done by a complete scan
	dead     bool   // leads nowhere new
}

// newTwinState returns the state of a board.
func newTwinState(b *freecell.Board) *twinState {
	s := &twinState{
		variant: b.Variant,
		home:    slices.Clone(b.Foundations),
		cells:   slices.Clone(b.FreeCells),
		columns: columnsOf(b),
	}
	s.canonize()
	return s
}

// columnsOf returns the columns of b as text.
func columnsOf(b *freecell.Board) []string {
	var out []string
	for _, col := range b.Columns {
		var sb strings.Builder
		for _, c := range col {
			sb.WriteByte(byte(c))
		}
		out = append(out, sb.String())
	}
	return out
}

// clone returns a state like s that is in no collection yet.
func (s *twinState) clone() *twinState {
	return &twinState{
		variant: s.variant,
		home:    slices.Clone(s.home),
		cells:   slices.Clone(s.cells),
		columns: slices.Clone(s.columns),
	}
}

// canonize sorts the columns by their first cards and the free cells by their
// cards, empty ones first.
func (s *twinState) canonize() {
	slices.Sort(s.columns)
	slices.Sort(s.cells)
	if f := s.home; len(f) == 8 {
		for i := range 4 {
			f[i], f[i+4] = max(f[i], f[i+4]), min(f[i], f[i+4])
		}
	}
}

// key returns the state as text: equal texts, equal states.
func (s *twinState) key() string {
	var sb strings.Builder
	for _, r := range s.home {
		sb.WriteByte(byte(r))
	}
	for _, c := range s.cells {
		sb.WriteByte(byte(c))
	}
	for _, col := range s.columns {
		sb.WriteString(col)
		sb.WriteByte(0)
	}
	return sb.String()
}

// solved tells whether all cards are at home.
func (s *twinState) solved() bool {
	return !slices.ContainsFunc(s.home, func(r freecell.Rank) bool { return r != freecell.King })
}

// card returns card j of column i, counted from the buried one.
func (s *twinState) card(i, j int) freecell.Card { return freecell.Card(s.columns[i][j]) }

// top returns the exposed card of column i, or NoCard.
func (s *twinState) top(i int) freecell.Card {
	if len(s.columns[i]) == 0 {
		return freecell.NoCard
	}
	return s.card(i, len(s.columns[i])-1)
}

// find returns the column of c and its place there, -1 when it is in none.
func (s *twinState) find(c freecell.Card) (i, j int) {
	for i, col := range s.columns {
		if j := strings.IndexByte(col, byte(c)); j >= 0 {
			return i, j
		}
	}
	return -1, -1
}

// onParent tells whether card j of column i lies on a card that takes it.
func (s *twinState) onParent(i, j int) bool {
	return j > 0 && s.variant.CanStack(s.card(i, j), s.card(i, j-1))
}

// runEnd returns the position after the run of column i that card j belongs to.
func (s *twinState) runEnd(i, j int) int {
	for j++; j < len(s.columns[i]) && s.onParent(i, j); j++ {
	}
	return j
}

// foundation returns the foundation that c can go to now, or -1.
func (s *twinState) foundation(c freecell.Card) int {
	for f := int(c.Suit()); f < len(s.home); f += 4 {
		if s.home[f]+1 == c.Rank() {
			return f
		}
	}
	return -1
}

// emptyCells and emptyColumns count; emptyCell and emptyColumn return the first
// empty one, or -1.
func (s *twinState) emptyCells() (n int) {
	for _, c := range s.cells {
		if c == freecell.NoCard {
			n++
		}
	}
	return n
}

func (s *twinState) emptyColumns() (n int) {
	for _, col := range s.columns {
		if col == "" {
			n++
		}
	}
	return n
}

func (s *twinState) emptyCell() int { return slices.Index(s.cells, freecell.NoCard) }

func (s *twinState) emptyColumn() int { return slices.Index(s.columns, "") }

// slots returns how many single cards can be put away.
func (s *twinState) slots() int {
	n := s.emptyCells()
	if s.variant.Fill == freecell.FillAny {
		n += s.emptyColumns()
	}
	return n
}

// capacity returns how many cards can move together to a column that is not
// empty.
func (s *twinState) capacity() int {
	return s.variant.Supermove(s.emptyCells(), s.emptyColumns(), false)
}

// columnHome, columnToColumn and so on make a move on s and note it.
func (s *twinState) columnHome(i int) {
	c := s.top(i)
	s.columns[i] = s.columns[i][:len(s.columns[i])-1]
	s.home[s.foundation(c)]++
	s.note(freecell.Column(i), freecell.Foundation, 1)
}

func (s *twinState) cellHome(i int) {
	c := s.cells[i]
	s.cells[i] = freecell.NoCard
	s.home[s.foundation(c)]++
	s.note(freecell.FreeCell(i), freecell.Foundation, 1)
}

func (s *twinState) columnToColumn(i, j, cards int) {
	at := len(s.columns[i]) - cards
	s.columns[j] += s.columns[i][at:]
	s.columns[i] = s.columns[i][:at]
	s.note(freecell.Column(i), freecell.Column(j), cards)
}

func (s *twinState) columnToCell(i, j int) {
	s.cells[j] = s.top(i)
	s.columns[i] = s.columns[i][:len(s.columns[i])-1]
	s.note(freecell.Column(i), freecell.FreeCell(j), 1)
}

func (s *twinState) cellToColumn(i, j int) {
	s.columns[j] += string([]byte{byte(s.cells[i])})
	s.cells[i] = freecell.NoCard
	s.note(freecell.FreeCell(i), freecell.Column(j), 1)
}

func (s *twinState) note(from, to freecell.Pile, cards int) {
	s.moves = append(s.moves, freecell.Move{From: from, To: to, Cards: cards})
}

// putAway moves cards from the top of column i to slots, one by one: to the free
// cells, the first empty one first, then to the empty columns likewise.
func (s *twinState) putAway(i, cards int) {
	for range cards {
		if f := s.emptyCell(); f >= 0 {
			s.columnToCell(i, f)
		} else {
			s.columnToColumn(i, s.emptyColumn(), 1)
		}
	}
}

// bring moves c, which was put away, to column i.
func (s *twinState) bring(c freecell.Card, i int) {
	if f := slices.Index(s.cells, c); f >= 0 {
		s.cellToColumn(f, i)
		return
	}
	for j, col := range s.columns {
		if col == string([]byte{byte(c)}) {
			s.columnToColumn(j, i, 1)
			return
		}
	}
}
