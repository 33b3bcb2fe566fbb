package exhaust

import (
	"fmt"
	"math/bits"

	"puzzlekit/engines/freecell"
)

// suits is the code of the states of one deal of a one-deck game. A key is four
// numbers side by side, one for each suit. A suit's number says how many of its
// cards are at home, and what each of the others lies on: the card that it began
// on, a free cell, nothing, at the bottom of a column, or one of the at most four
// cards that it may be put on. Those that the rules and the start leave to a card
// are its digits. With f cards at home and n[r] digits of rank r the number is
//
//	first[f] + Σ digit[r]·weight[r] over r > f,   weight[r] = Π n[q] over q > r
//
// where first[f] is how many numbers there are with fewer cards at home. In
// FreeCell most cards have five digits, so that a suit has less than 5¹²·3·(1+1/4)
// numbers: 30 bits, and a state 15 bytes.
//
// It does not change and may be shared.
type suits struct {
	columns int
	suit    [4]suit
	digit   [64][8]uint8      // by card and code
	weight  [64]uint64        // by card
	began   [64]freecell.Card // what a card with code onBegan lies on
	bits    int
}

// What a card that is not at home lies on.
const (
	onBegan  uint8 = iota // the card that it began on and may not be put on
	onCell                // a free cell
	onBottom              // nothing: it is the first of its column
	onParent uint8 = 4    // and the parent's suit
)

// suit is the numbers of one suit.
type suit struct {
	from   uint8      // cards at home at the start
	first  [15]uint64 // first[14] is how many numbers there are
	shift  int        // of the number in the key
	groups [4]group   // of ranks 1 to 4, 5 to 8, 9 to 12, and 13
}

// group is four ranks, whose digits are decoded by one look-up.
type group struct {
	weight  uint64   // of the last of the ranks
	inverse uint64   // 2⁶⁴/weight, rounded up
	codes   []uint16 // four bits a rank, the lowest rank's lowest
}

func newSuits(b *freecell.Board) (*suits, error) {
	s := &suits{columns: b.Variant.Columns}
	codes := s.codes(b)
	for i := range s.suit {
		u := &s.suit[i]
		u.from, u.shift = uint8(b.Foundations[i]), s.bits
		weight := uint64(1)
		for r := freecell.King; r > b.Foundations[i]; r-- {
			c := freecell.NewCard(r, freecell.Suit(i))
			if len(codes[c]) == 0 {
				return nil, fmt.Errorf("exhaust: %v is not on the board", c)
			}
			for digit, code := range codes[c] {
				s.digit[c][code] = uint8(digit)
			}
			s.weight[c] = weight
			weight *= uint64(len(codes[c]))
		}
		u.count(weight, i, codes)
		for g := range u.groups {
			u.groups[g].fill(s, i, g, codes)
		}
		s.bits += bits.Len64(u.first[14] - 1)
	}
	return s, nil
}

// codes returns what each card can ever lie on, in ascending order.
func (s *suits) codes(b *freecell.Board) (codes [64][]uint8) {
	v := b.Variant
	starts := map[freecell.Card]uint8{}
	for _, c := range b.FreeCells {
		starts[c] = onCell
	}
	for _, column := range b.Columns {
		for h, c := range column {
			switch {
			case h == 0:
				starts[c] = onBottom
			case v.CanStack(c, column[h-1]):
				starts[c] = onParent + uint8(column[h-1].Suit())
			default:
				starts[c], s.began[c] = onBegan, column[h-1]
			}
		}
	}
	for r := freecell.Ace; r <= freecell.King; r++ {
		for i := range freecell.Suit(4) {
			c := freecell.NewCard(r, i)
			start, ok := starts[c]
			if !ok {
				continue // at home
			}
			for code := range uint8(8) {
				can := code == start
				switch {
				case code == onCell:
					can = can || v.FreeCells > 0
				case code == onBottom:
					can = can || v.CanFill(c)
				case code >= onParent && r < freecell.King:
					can = can || v.CanStack(c, freecell.NewCard(r+1, freecell.Suit(code-onParent)))
				}
				if can {
					codes[c] = append(codes[c], code)
				}
			}
		}
	}
	return codes
}

// count fills in first. all is the numbers with no more cards at home than at
// the start.
func (u *suit) count(all uint64, suit int, codes [64][]uint8) {
	for f := u.from; f <= 13; f++ {
		u.first[f+1] = u.first[f] + all
		if f < 13 {
			all /= uint64(len(codes[freecell.NewCard(freecell.Rank(f+1), freecell.Suit(suit))]))
		}
	}
}

// fill makes the table of group g of a suit. Cards that are at home at the start
// have one digit that means nothing.
func (g *group) fill(s *suits, suit, number int, codes [64][]uint8) {
	low, high := 4*number+1, min(4*number+4, 13)
	g.weight = max(s.weight[freecell.NewCard(freecell.Rank(high), freecell.Suit(suit))], 1)
	g.inverse = ^uint64(0)/g.weight + 1
	g.codes = []uint16{0}
	for r := low; r <= high; r++ {
		of := codes[freecell.NewCard(freecell.Rank(r), freecell.Suit(suit))]
		if len(of) == 0 {
			of = []uint8{0}
		}
		var next []uint16
		for _, before := range g.codes {
			for _, code := range of {
				next = append(next, before|uint16(code)<<(4*(r-low)))
			}
		}
		g.codes = next
	}
}

// divide returns n/g.weight by multiplication (Granlund and Montgomery, 1994). It
// is exact as long as n·weight is below 2⁶⁴: a suit has less than 2³⁷ numbers and
// the weight of a group is less than 2²⁶.
func (g *group) divide(n uint64) uint64 {
	switch {
	case len(g.codes) == 1:
		return 0 // all at home, or where they have to be
	case g.weight == 1:
		return n
	}
	q, _ := bits.Mul64(n, g.inverse)
	return q
}

// join makes a key of the suits' numbers.
func join[K words](s *suits, numbers *[4]uint64) K {
	var k K
	for i, n := range numbers {
		at := s.suit[i].shift
		k[at/64] |= n << (at % 64)
		if high := n >> (64 - at%64); high != 0 { // shifted out; nothing when at%64 is 0
			k[at/64+1] |= high
		}
	}
	return k
}

// split takes a key apart.
func split[K words](s *suits, k K) (numbers [4]uint64) {
	for i := range numbers {
		at, end := s.suit[i].shift, s.bits
		if i < 3 {
			end = s.suit[i+1].shift
		}
		n := k[at/64] >> (at % 64)
		if at/64+1 < len(k) {
			n |= k[at/64+1] << (64 - at%64)
		}
		numbers[i] = n & (1<<(end-at) - 1)
	}
	return numbers
}
