package freecell

import "math/bits"

// Key is the exact, canonical key of a state of a one-deck game: two states of
// one game have the same key exactly when they differ at most in the order of
// their columns and in which free cell holds a card.
//
//	word  0                    1                    2
//	bits  0 ........ 62        0 ........ 62        0 .. 29
//	      21 cards, 3 bits     21 cards, 3 bits     10 cards, 3 bits
//
// A card's three bits say what it lies on, which is all that is needed: a card
// that has moved lies in a free cell, on a foundation, alone on what was an
// empty column, or on one of the at most four cards that it may be built on.
// The only other place is the one where it began (Shlomi Fish's Freecell Solver
// calls the same idea "delta states").
//
//	0  where it began, on a card it may not be built on
//	1  on a foundation     2  in a free cell     3  at the bottom of a column
//	4 to 7  on the first to the fourth card it may be built on, by suit
type Key [3]uint64

const (
	codeOrigin uint8 = iota
	codeHome
	codeCell
	codeBottom
	codeParent // the first of four
)

// Codes of cards that have moved, for [Key.Set].
const (
	CodeHome   = codeHome
	CodeCell   = codeCell
	CodeBottom = codeBottom
)

// CodeOn returns the code of card c lying on another one in a column.
func (p *Position) CodeOn(c, below Card) uint8 { return p.rules.codeOn(c, below) }

// Set changes the code of one card. What results is the key of the state that
// follows when the codes of all cards that move are set.
func (k *Key) Set(c Card, code uint8) { k.set(c, code) }

const cardsPerWord = 21

// set writes the code of one card.
func (k *Key) set(c Card, code uint8) {
	word, shift := keyWord[c&63], keyShift[c&63]&63
	k[word] = k[word]&^(7<<shift) | uint64(code)<<shift
}

// keyWord and keyShift locate the three bits of each card.
var keyWord, keyShift = func() (word, shift [64]uint8) {
	for i := range 52 {
		word[i+4] = uint8(i / cardsPerWord)
		shift[i+4] = uint8(i % cardsPerWord * 3)
	}
	return word, shift
}()

// Hash returns 64 well mixed bits of the key by folded 128-bit products, the
// mixing step of wyhash (Wang Yi, 2019).
func (k *Key) Hash() uint64 {
	return fold(fold(k[0]^0xa0761d6478bd642f, k[1]^0xe7037ed1a0b428db), k[2]^0x8ebc6af09c88c6e3)
}

// Fingerprint is 128 bits that two different states share only by chance.
type Fingerprint [2]uint64

// Fingerprint returns the fingerprint of the state, the same for states that are
// the same.
func (p *Position) Fingerprint() Fingerprint {
	if p.rules.decks == 1 {
		k := &p.key
		return Fingerprint{k.Hash(), fold(fold(k[0]^0x1d8e4e27c47d124f, k[2]^0x589965cc75374cc3), k[1]^0x9e3779b97f4a7c15)}
	}
	var k LongKey
	p.StateLongKey(&k)
	f := Fingerprint{0x1d8e4e27c47d124f, 0x589965cc75374cc3}
	for _, w := range k {
		f[0] = fold(f[0]^w, 0xa0761d6478bd642f)
		f[1] = fold(f[1]^w, 0xe7037ed1a0b428db)
	}
	return f
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// LongKey is the exact, canonical key of a state of a two-deck game, in which
// two cards may be alike: a byte for each card in a free cell, in ascending order,
// then the columns in canonical order, each after a zero byte. The cards that are
// not there are on the foundations.
type LongKey [16]uint64

// StateKey sets k to the key of the state of a one-deck game.
func (p *Position) StateKey(k *Key) { *k = p.key }

// KeyAfter sets k to the key of the state that m leads to, in a one-deck game.
// The move must be one that AppendMoves gave for the state.
func (p *Position) KeyAfter(m Atomic, k *Key) {
	*k = p.key
	k.set(m.Card, m.code)
}

// StateLongKey sets k to the key of the state of a two-deck game. Of its 128
// bytes the cards take at most 104 and the columns one each.
func (p *Position) StateLongKey(k *LongKey) {
	*k = LongKey{}
	n := 0
	put := func(b uint8) {
		k[n/8] |= uint64(b) << (n % 8 * 8)
		n++
	}
	for _, c := range p.cell[:p.used] {
		put(uint8(c))
	}
	for _, c := range p.order[:p.columns] {
		put(0)
		for _, card := range p.card[c][:p.height[c]] {
			put(uint8(card))
		}
	}
}

// LongKeyAfter sets k to the key of the state that m leads to, in a two-deck
// game.
func (p *Position) LongKeyAfter(m Atomic, k *LongKey) {
	p.Make(m)
	p.StateLongKey(k)
	p.Unmake(m)
}
