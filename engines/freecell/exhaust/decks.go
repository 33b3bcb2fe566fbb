package exhaust

import "puzzlekit/engines/freecell"

// decksCodec is the codec of games with cards that are alike, those of two decks:
// a symbol of six bits for each card in a free cell, in ascending order, then for
// each column, in canonical order, a zero and a symbol for each card. The cards
// that are not there are at home. A state of der_katz takes up to 85 bytes.
type decksCodec[K words] struct {
	columns int
	cards   []freecell.Card // scratch
}

// symbolBits is the size of a symbol: a card's number less that of the ace of
// hearts, and 1.
const symbolBits = 6

const firstSymbol = 3 // card 4 is symbol 1

// decksBits returns the size of the largest key of a deal.
func decksBits(b *freecell.Board) int {
	symbols := b.Variant.Columns + 52*b.Variant.Decks
	for _, r := range b.Foundations {
		symbols -= int(r)
	}
	return symbols * symbolBits
}

func (x *decksCodec[K]) wantsMade() bool { return true }

func (x *decksCodec[K]) encode(p *freecell.Position) K {
	var k K
	at := 0
	put := func(symbol uint8) {
		k[at/64] |= uint64(symbol) << (at % 64)
		if at%64 > 64-symbolBits {
			k[at/64+1] |= uint64(symbol) >> (64 - at%64)
		}
		at += symbolBits
	}
	for _, c := range p.Cells() {
		put(uint8(c) - firstSymbol)
	}
	for _, column := range p.Order() {
		put(0)
		for _, c := range p.Column(column) {
			put(uint8(c) - firstSymbol)
		}
	}
	return k
}

func (x *decksCodec[K]) load(k K, p *freecell.Position) {
	at := 0
	next := func() uint8 {
		w := k[at/64] >> (at % 64)
		if at%64 > 64-symbolBits && at/64+1 < len(k) {
			w |= k[at/64+1] << (64 - at%64)
		}
		at += symbolBits
		return uint8(w & (1<<symbolBits - 1))
	}
	var there [64]uint8 // how many of each card are not at home
	var cells [freecell.MaxFreeCells]freecell.Card
	used := 0
	for s := next(); s != 0; s = next() {
		cells[used] = freecell.Card(s + firstSymbol)
		there[cells[used]&63]++
		used++
	}
	var heights [freecell.MaxColumns]uint8
	x.cards = x.cards[:0]
	for i := range x.columns {
		for at+symbolBits <= 64*len(k) {
			s := next()
			if s == 0 {
				break
			}
			c := freecell.Card(s + firstSymbol)
			there[c&63]++
			x.cards = append(x.cards, c)
			heights[i]++
		}
	}
	var home [8]uint8
	for i := range freecell.Suit(4) {
		for r := freecell.Ace; r <= freecell.King; r++ {
			n := there[freecell.NewCard(r, i)&63]
			if n < 2 {
				home[i] = uint8(r)
			}
			if n == 0 {
				home[4+i] = uint8(r)
			}
		}
	}
	p.Set(home[:], cells[:used], heights[:x.columns], x.cards)
}

func (x *decksCodec[K]) after(p *freecell.Position, _ freecell.Atomic, _ freecell.Card, _ []freecell.Atomic) K {
	return x.encode(p)
}
