package freecell

import (
	"math/bits"
	"slices"
)

// Place says where a card lies or goes: a column by its number in the player's
// own order, or [InCell], or [AtHome].
type Place uint8

// The places that are not columns.
const (
	InCell Place = 0x40 // in a free cell, whichever
	AtHome Place = 0x80 // on a foundation
)

// Atomic is the move of a single card. Columns keep their numbers while a
// [Position] makes and unmakes moves, so a move made elsewhere can be replayed.
type Atomic struct {
	Card     Card
	From, To Place

	code uint8 // of Card after the move, in the key of one-deck games
}

// maxHeight is the longest column of two decks, rounded up.
const maxHeight = 128

// Position is a board that a search makes and unmakes atomic moves on. It keeps
// what move generation needs ready at hand: the canonical order of the columns,
// the sorted free cells and, for one deck, the [Key] of the state. A Position
// holds no references and is not safe for concurrent use.
type Position struct {
	rules   *rules
	columns int
	cells   int

	// card[c][:height[c]] is column c, the buried card first.
	card   [MaxColumns][maxHeight]Card
	height [MaxColumns]uint8

	// order lists the columns by their bottom cards, empty ones first.
	order [MaxColumns]uint8

	// cell[:used] are the cards in free cells in ascending order.
	cell [MaxFreeCells]Card
	used int

	// home holds the ranks at deck*4+suit; of two decks the first is ahead.
	home  [8]uint8
	left  int    // cards that are not at home
	ready uint64 // the bit of each card that can go home next

	key Key    // of one-deck games only
	sum uint64 // of two-deck games only: see [Position.Hash]

	// linked[c] has bit h when card h of column c lies on one that it may be put
	// on; see [Position.Linked].
	linked [MaxColumns]uint64

	// Of one deck, where the cards in columns are, and sets of them; see
	// [Position.Runs].

	at   [64]uint16 // column << 8 | height
	runs Runs

	// dirty has the bit of each column that changed since [Position.Clean].
	dirty uint32
}

// NewPosition returns the position of b. The board must be one that [ReadBoard]
// or [Deal] made: every card of the decks exactly once.
func NewPosition(b *Board) *Position {
	v := b.Variant
	p := &Position{rules: rulesOf(v), columns: v.Columns, cells: v.FreeCells}
	for i, r := range b.Foundations {
		p.home[i] = uint8(r)
		p.left += int(King - r)
		for rank := Ace; rank <= r; rank++ {
			p.place(NewCard(rank, Suit(i%4)), codeHome, pairHome)
		}
	}
	if v.Decks == 2 {
		for s := range 4 {
			p.home[s], p.home[4+s] = max(p.home[s], p.home[4+s]), min(p.home[s], p.home[4+s])
		}
	}
	for i, r := range p.home[:4*v.Decks] {
		p.ready |= 1 << NewCard(Rank(r+1), Suit(i%4))
	}
	for _, c := range b.FreeCells {
		if c != NoCard {
			p.drop(c, InCell)
		}
	}
	for i := range p.columns {
		p.order[i] = uint8(i)
	}
	for i, col := range b.Columns {
		for _, c := range col {
			p.drop(c, Place(i))
		}
	}
	p.Soil() // empty columns too
	return p
}

// Solved tells whether every card is at home.
func (p *Position) Solved() bool { return p.left == 0 }

// Make makes a move that p's own generator gave for this state.
func (p *Position) Make(m Atomic) {
	p.lift(m.Card, m.From)
	p.drop(m.Card, m.To)
}

// Unmake takes back m, which must be the last move made and not yet unmade.
func (p *Position) Unmake(m Atomic) {
	p.lift(m.Card, m.To)
	p.drop(m.Card, m.From)
}

// lift takes c away from its place. Its code in the key stays as it was until
// the card is dropped.
func (p *Position) lift(c Card, from Place) {
	switch from {
	case InCell:
		i := 0
		for p.cell[i] != c {
			i++
		}
		p.unpair(c, pairCell)
		p.used--
		copy(p.cell[i:p.used], p.cell[i+1:p.used+1])
	case AtHome:
		p.left++
		i := c.Suit()
		if p.rules.decks == 2 && p.home[4+i] == uint8(c.Rank()) {
			i += 4
		}
		p.home[i]--
		p.setReady(c, c+4)
		p.unpair(c, pairHome)
	default:
		h := p.height[from] - 1
		p.height[from] = h
		p.dirty |= 1 << (from & 31)
		if p.rules.decks == 2 {
			p.unpair(c, p.under(from, h))
			p.reorder(uint8(from))
			return
		}
		p.runs.InColumns &^= 1 << (c & 63)
		if h == 0 {
			p.reorder(uint8(from))
		} else if p.linked[from]>>(h&63)&1 != 0 {
			p.runs.Linked &^= 1 << (c & 63)
			p.runs.Covered &^= 1 << (p.card[from][h-1] & 63)
		}
	}
}

// drop puts c, which lies nowhere, on its place.
func (p *Position) drop(c Card, to Place) {
	code := codeCell
	switch to {
	case InCell:
		i := p.used
		for i > 0 && p.cell[i-1] > c {
			p.cell[i] = p.cell[i-1]
			i--
		}
		p.cell[i] = c
		p.used++
		p.pair(c, pairCell)
	case AtHome:
		p.left--
		i := c.Suit()
		if p.rules.decks == 2 && p.home[i] >= uint8(c.Rank()) {
			i += 4
		}
		p.home[i]++
		p.setReady(c+4, c)
		p.pair(c, pairHome)
		code = codeHome
	default:
		h := p.height[to]
		p.card[to][h] = c
		p.height[to] = h + 1
		p.dirty |= 1 << (to & 31)
		if p.rules.decks == 2 {
			p.link(to, h, p.codeAt(to, h))
			p.pair(c, p.under(to, h))
			p.reorder(uint8(to))
			return
		}
		p.at[c&63] = uint16(to)<<8 | uint16(h)
		p.runs.InColumns |= 1 << (c & 63)
		if h == 0 {
			code = codeBottom
			p.linked[to] &^= 1
			p.reorder(uint8(to))
		} else if below := p.card[to][h-1]; p.rules.parents[c&63]>>(below&63)&1 != 0 {
			code = p.rules.onSuit[below&3]
			p.linked[to] |= 1 << (h & 63)
			p.runs.Linked |= 1 << (c & 63)
			p.runs.Covered |= 1 << (below & 63)
		} else {
			code = codeOrigin
			p.linked[to] &^= 1 << (h & 63)
		}
	}
	if p.rules.decks == 1 {
		p.key.set(c, code)
	}
}

// link notes whether the card at height h of a column, whose key code is code,
// lies on one that it may be put on.
func (p *Position) link(column Place, h, code uint8) bool {
	if code >= codeParent {
		p.linked[column] |= 1 << (h & 63)
		return true
	}
	p.linked[column] &^= 1 << (h & 63)
	return false
}

// codeAt returns the key code of the card at height h of a column.
func (p *Position) codeAt(column Place, h uint8) uint8 {
	if h == 0 {
		return codeBottom
	}
	return p.rules.codeOn(p.card[column][h], p.card[column][h-1])
}

// reorder moves column c to where it belongs in the canonical order.
func (p *Position) reorder(c uint8) {
	order := p.order[:p.columns]
	i := slices.Index(order, c)
	if p.rules.decks == 1 {
		for k := p.sortKey(c); ; i-- {
			if i == 0 || k > p.sortKey(order[i-1]) {
				for ; i < len(order)-1 && p.sortKey(order[i+1]) < k; i++ {
					order[i] = order[i+1]
				}
				break
			}
			order[i] = order[i-1]
		}
		order[i] = c
		return
	}
	for i > 0 && p.before(c, order[i-1]) {
		order[i] = order[i-1]
		i--
	}
	for i < len(order)-1 && p.before(order[i+1], c) {
		order[i] = order[i+1]
		i++
	}
	order[i] = c
}

// sortKey is what columns of one deck are ordered by: the bottom cards, and
// before them the numbers of empty columns.
func (p *Position) sortKey(c uint8) int {
	if p.height[c] == 0 {
		return int(c) - MaxColumns
	}
	return int(p.card[c][0])
}

// before tells whether column a of two decks stands before column b in the
// canonical order: by the bottom cards, empty columns first, and where these are
// alike by the next cards up. Columns that are alike stand in the order of their
// numbers, so that the order does not depend on how the position came about.
func (p *Position) before(a, b uint8) bool {
	switch {
	case p.height[a] == 0 && p.height[b] == 0:
		return a < b
	case p.height[a] == 0 || p.height[b] == 0:
		return p.height[a] == 0
	}
	cmp := slices.Compare(p.card[a][:p.height[a]], p.card[b][:p.height[b]])
	return cmp < 0 || cmp == 0 && a < b
}

// setReady makes card now, instead of card before, the one that the foundation
// just changed waits for. After a king it waits for a rank that no card has.
func (p *Position) setReady(now, before Card) {
	if p.rules.decks == 1 {
		p.ready = p.ready&^(1<<before) | 1<<now
		return
	}
	p.ready = 0
	for i, r := range p.home {
		p.ready |= 1 << NewCard(Rank(r+1), Suit(i%4))
	}
}

// Prune makes every move that takes a safe card home and appends them to moves:
// in each pass at most one card of each column, in the order that they have at
// the start, then of each cell, until a pass changes nothing. A safe card is one
// that no other card can still need: see [Position.safe].
func (p *Position) Prune(moves []Atomic) []Atomic {
	if p.rules.decks == 1 && !p.readyNow() {
		return moves
	}
	order := p.order
	for before := -1; before < len(moves); {
		before = len(moves)
		for _, c := range order[:p.columns] {
			if h := p.height[c]; h > 0 && p.safe(p.card[c][h-1]) {
				m := Atomic{p.card[c][h-1], Place(c), AtHome, codeHome}
				p.Make(m)
				moves = append(moves, m)
			}
		}
		for i := 0; i < p.used; {
			if !p.safe(p.cell[i]) {
				i++
				continue
			}
			m := Atomic{p.cell[i], InCell, AtHome, codeHome}
			p.Make(m)
			moves = append(moves, m)
		}
	}
	return moves
}

// readyNow tells whether any card of one deck can go home.
func (p *Position) readyNow() bool {
	for _, c := range p.cell[:p.used] {
		if p.ready>>c&1 != 0 {
			return true
		}
	}
	for set := p.ready & p.runs.InColumns; set != 0; set &= set - 1 {
		at := p.at[bits.TrailingZeros64(set)]
		if p.height[at>>8] == uint8(at)+1 {
			return true
		}
	}
	return false
}

// safe tells whether c can go home and can do no good elsewhere any more.
// Built by alternate color, that is when both foundations of the other color
// have reached its rank less two and the other one of its color its rank less
// three; by suit, always; by rank, when all have reached its rank less two.
//
// Of two decks the foundation that lags behind counts, and that of c's own suit
// must wait for c or a higher card: else c would take the place of its twin, and
// the card below the twin might be wanted sooner.
func (p *Position) safe(c Card) bool {
	if p.ready>>c&1 == 0 {
		return false
	}
	lag := p.home[4*(p.rules.decks-1):]
	s, r := c.Suit(), uint8(c.Rank())
	switch {
	case lag[s]+1 < r:
		return false
	case p.rules.build == BySuit:
		return true
	case p.rules.build == ByAlternateColor:
		return lag[s^1]+2 >= r && lag[s^3]+2 >= r && lag[s^2]+3 >= r
	default:
		return lag[0]+2 >= r && lag[1]+2 >= r && lag[2]+2 >= r && lag[3]+2 >= r
	}
}
