package freecell

import "fmt"

// MaxDeal is the number of the last Microsoft deal, 2^33−1; the first is 1.
const MaxDeal = 1<<33 - 1

// Deal lays out the deal of that number, 1 to MaxDeal, as the variant does.
//
// One-deck games shuffle as Microsoft FreeCell does (Jim Horne, 1991) for the
// numbers below 2^31, and above them as Freecell Pro does. The layouts are those
// that PySol gives the same shuffled cards. Two decks are shuffled the same way
// from a deck in the order clubs, spades, hearts, diamonds, ace to king, twice.
//
// Cruel and Good Measure follow PySol's rules for these games on the same
// cards, as there is no other convention for their Microsoft numbers: Cruel
// starts with its aces at home, Good Measure with the first two.
//
// The cells of v must have room for the cards that the game deals to them.
func Deal(n uint64, v Variant) (*Board, error) {
	if n < 1 || n > MaxDeal {
		return nil, fmt.Errorf("freecell: deal %d: expected a number from 1 to %d", n, uint64(MaxDeal))
	}
	if err := v.check(); err != nil {
		return nil, err
	}
	known, err := VariantByName(v.Name)
	if err != nil {
		return nil, err
	}
	if v.Columns != known.Columns || v.Decks != known.Decks {
		return nil, fmt.Errorf("freecell: deal %d: %s is dealt with %d columns and %d decks, not %d and %d",
			n, v.Name, known.Columns, known.Decks, v.Columns, v.Decks)
	}
	l := layout{newBoard(v), shuffle(n, v.Decks)}
	if err := l.lay(); err != nil {
		return nil, fmt.Errorf("freecell: deal %d: %w", n, err)
	}
	return l.board, nil
}

// shuffle returns the cards in the order in which they are dealt.
func shuffle(n uint64, decks int) []Card {
	deck := make([]Card, 0, decks*52)
	if decks == 1 {
		for r := Ace; r <= King; r++ {
			deck = append(deck, NewCard(r, Clubs), NewCard(r, Diamonds), NewCard(r, Hearts), NewCard(r, Spades))
		}
	} else {
		for range decks {
			for _, s := range []Suit{Clubs, Spades, Hearts, Diamonds} {
				for r := Ace; r <= King; r++ {
					deck = append(deck, NewCard(r, s))
				}
			}
		}
	}
	random := Random(n) // 2^32 and up: the number less 2^32
	dealt := make([]Card, 0, len(deck))
	for len(deck) > 0 {
		rnd := random.next()
		switch {
		case n >= 1<<32:
			rnd++
		case n >= 1<<31:
			rnd |= 0x8000
		default:
			rnd &= 0x7fff
		}
		last := uint32(len(deck) - 1)
		j := rnd % (last + 1)
		dealt = append(dealt, deck[j])
		deck[j] = deck[last]
		deck = deck[:last]
	}
	return dealt
}
