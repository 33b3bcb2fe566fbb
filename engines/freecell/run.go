package freecell

// MoveRun moves the n uppermost cards of a column to another one as they lie,
// whether or not the rules allow it. Moving them back undoes it.
func (p *Position) MoveRun(from, to Place, n int) {
	start, at := p.height[from]-uint8(n), p.height[to]
	lowest := p.card[from][start]
	if p.rules.decks == 2 {
		p.unpair(lowest, p.under(from, start))
	}
	copy(p.card[to][at:], p.card[from][start:p.height[from]])
	p.height[from], p.height[to] = start, at+uint8(n)
	p.dirty |= 1<<from | 1<<to
	low := uint64(1)<<(at&63) - 1
	p.linked[to] = p.linked[to]&low | p.linked[from]>>(start&63)<<(at&63)
	if p.rules.decks == 2 {
		p.link(to, at, p.codeAt(to, at))
		p.pair(lowest, p.under(to, at))
		p.reorder(uint8(from))
		p.reorder(uint8(to))
		return
	}
	p.relink(from, to, start, at)
	if start == 0 {
		p.reorder(uint8(from))
	}
	if at == 0 {
		p.reorder(uint8(to))
	}
}

// relink takes in that a run of one deck, which was at height start of a column,
// is at height at of another one.
func (p *Position) relink(from, to Place, start, at uint8) {
	for h, c := range p.card[to][at:p.height[to]] {
		p.at[c&63] = uint16(to)<<8 | uint16(at) + uint16(h)
	}
	lowest := p.card[to][at]
	if p.runs.Linked>>lowest&1 != 0 {
		p.runs.Linked &^= 1 << lowest
		p.runs.Covered &^= 1 << p.card[from][start-1]
	}
	code := p.codeAt(to, at)
	if p.link(to, at, code) {
		p.runs.Linked |= 1 << lowest
		p.runs.Covered |= 1 << p.card[to][at-1]
	}
	p.key.set(lowest, code)
}

// Runs are sets of the cards in the columns of a one-deck game, card c being bit
// c. A run is cards each of which may be put on the one below.
type Runs struct {
	InColumns uint64
	Linked    uint64 // that lie on one that they may be put on: they begin no run
	Covered   uint64 // on which such a card lies: they end no run
}

// Runs returns the sets. Two decks have none.
func (p *Position) Runs() Runs { return p.runs }

// At returns where a card of a one-deck game is that lies in a column: the column
// and its height in it, column<<8 | height.
func (p *Position) At(c Card) uint16 { return p.at[c&63] }

// Linked returns which cards of a column lie on one that they may be put on, the
// card at height h being bit h. Bits above the column mean nothing. A column must
// not have more than [MaxLinked] cards.
func (p *Position) Linked(c uint8) uint64 { return p.linked[c] }

// MaxLinked is the most cards a column may have for [Position.Linked].
const MaxLinked = 64

// ChildrenOf returns the set of cards that may be put on some card of a set.
func (p *Position) ChildrenOf(set uint64) uint64 {
	const hearts = 0x1111_1111_1111_1111 // of all ranks; the other suits are the next bits
	switch p.rules.build {
	case BySuit:
		return set >> 4
	case ByAlternateColor:
		red := (set | set>>2) & hearts
		black := (set>>1 | set>>3) & hearts
		return (black | black<<2 | red<<1 | red<<3) >> 4
	default:
		ranks := (set | set>>1 | set>>2 | set>>3) & hearts
		return ranks * 15 >> 4
	}
}

// Soil notes that all columns have changed.
func (p *Position) Soil() { p.dirty = 1<<p.columns - 1 }

// Clean forgets which columns have changed.
func (p *Position) Clean() { p.dirty = 0 }

// Dirty returns the set of columns that changed since the last Clean, column c
// being bit c. A column that changed and changed back is in it.
func (p *Position) Dirty() uint32 { return p.dirty }

// Order returns the columns in canonical order. It is valid until the next move.
func (p *Position) Order() []uint8 { return p.order[:p.columns] }

// Column returns the cards of a column, the buried one first. They are valid
// until the next move and must not be changed.
func (p *Position) Column(c uint8) []Card { return p.card[c][:p.height[c]] }

// Cells returns the cards in free cells in ascending order. They are valid until
// the next move and must not be changed.
func (p *Position) Cells() []Card { return p.cell[:p.used] }

// FreeCells returns how many free cells are empty.
func (p *Position) FreeCells() int { return p.cells - p.used }

// Home returns the ranks on the foundations at deck*4+suit; of two decks the one
// that is ahead comes first.
func (p *Position) Home() []uint8 { return p.home[:4*p.rules.decks] }

// Ready returns the set of cards that could go home, card c being bit c.
func (p *Position) Ready() uint64 { return p.ready }

// Parents returns the set of cards that c may be put on.
func (p *Position) Parents(c Card) uint64 { return p.rules.parents[c&63] }

// InOrder returns the set of cards on which c is in order: its parents, but in
// Simple Simon only the one of its suit.
func (p *Position) InOrder(c Card) uint64 { return p.rules.inOrder[c&63] }

// Fills tells whether c may be put on an empty column.
func (p *Position) Fills(c Card) bool { return p.rules.fills>>c&1 != 0 }

// Set puts p into the state with these foundations, cards in free cells in
// ascending order, and columns, whose cards follow one another in cards. The
// columns are to be in canonical order.
func (p *Position) Set(home []uint8, cells []Card, heights []uint8, cards []Card) {
	decks := p.rules.decks
	p.key, p.sum, p.used, p.left, p.ready, p.dirty, p.runs = Key{}, 0, 0, 52*decks, 0, 0, Runs{}
	for i, r := range home {
		p.home[i] = r
		p.left -= int(r)
		p.ready |= 1 << NewCard(Rank(r+1), Suit(i%4))
		for rank := Ace; rank <= Rank(r); rank++ {
			p.place(NewCard(rank, Suit(i%4)), codeHome, pairHome)
		}
	}
	p.used = copy(p.cell[:], cells)
	for _, c := range cells {
		p.place(c, codeCell, pairCell)
	}
	for i, h := range heights {
		p.order[i] = uint8(i)
		p.height[i] = h
		copy(p.card[i][:], cards[:h])
		for j, c := range cards[:h] {
			p.settle(c, Place(i), uint8(j))
		}
		cards = cards[h:]
	}
}

// settle takes a card, which is in its column, into the key and the runs, or into
// the sum.
func (p *Position) settle(c Card, column Place, h uint8) {
	code := p.codeAt(column, h)
	linked := p.link(column, h, code)
	if p.rules.decks == 2 {
		p.pair(c, p.under(column, h))
		return
	}
	p.key.set(c, code)
	p.at[c&63] = uint16(column)<<8 | uint16(h)
	p.runs.InColumns |= 1 << c
	if linked {
		p.runs.Linked |= 1 << c
		p.runs.Covered |= 1 << p.card[column][h-1]
	}
}

// place takes a card into the key or the sum.
func (p *Position) place(c Card, code, under uint8) {
	if p.rules.decks == 2 {
		p.pair(c, under)
	} else {
		p.key.set(c, code)
	}
}

// What a card can lie on besides another card, in a pair.
const (
	pairBottom uint8 = 0
	pairCell   uint8 = 1
	pairHome   uint8 = 2
)

// under returns what lies below height h of a column, for a pair.
func (p *Position) under(column Place, h uint8) uint8 {
	if h == 0 {
		return pairBottom
	}
	return uint8(p.card[column][h-1])
}

// Hash returns 64 well mixed bits of the state, the same for states that are the
// same. For one deck they are those of the key. For two decks, where cards have
// twins, they are those of the sum, over all cards, of a number for the card and
// what it lies on: it does not depend on the order of columns either.
func (p *Position) Hash() uint64 {
	if p.rules.decks == 2 {
		return fold(p.sum^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	}
	return p.key.Hash()
}

func (p *Position) pair(c Card, under uint8) {
	if p.rules.decks == 2 {
		p.sum += pairHash(c, under)
	}
}

func (p *Position) unpair(c Card, under uint8) {
	if p.rules.decks == 2 {
		p.sum -= pairHash(c, under)
	}
}

func pairHash(c Card, under uint8) uint64 {
	return fold(uint64(c)<<8|uint64(under)|1<<16, 0x9e3779b97f4a7c15)
}
