package freecell

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"sync"
)

// rules is a variant's rules as tables for the generator.
type rules struct {
	decks int
	build Build

	// parents[c] has the bit of each card that c may be put on.
	parents [64]uint64

	// inOrder is the same for the cards that c moves with as one.
	inOrder [64]uint64

	// onSuit is the key code of a card on a parent of each suit.
	onSuit [4]uint8

	// fills has the bit of each card that may fill an empty column.
	fills uint64
}

// knownRules holds the rules of the variants that were asked for: they cost more
// than a small game.
var knownRules sync.Map // of *rules by Variant

// rulesOf returns the rules of a variant.
func rulesOf(v Variant) *rules {
	if r, ok := knownRules.Load(v); ok {
		return r.(*rules)
	}
	r, _ := knownRules.LoadOrStore(v, newRules(v))
	return r.(*rules)
}

func newRules(v Variant) *rules {
	r := &rules{decks: v.Decks, build: v.Build}
	for s := range uint8(4) {
		r.onSuit[s] = codeParent
		switch v.Build {
		case ByAlternateColor:
			r.onSuit[s] += s >> 1 // both parents differ in it
		case ByRank:
			r.onSuit[s] += s
		}
	}
	for c := NewCard(Ace, Hearts); c <= NewCard(King, Spades); c++ {
		if v.CanFill(c) {
			r.fills |= 1 << c
		}
		for p := NewCard(Ace, Hearts); p <= NewCard(King, Spades); p++ {
			if v.CanStack(c, p) {
				r.parents[c] |= 1 << p
				if !v.WholeSuits || c.Suit() == p.Suit() {
					r.inOrder[c] |= 1 << p
				}
			}
		}
	}
	return r
}

// codeOn returns the key code of c lying on p: the number of the parent among
// c's parents, or the origin when p is none of them.
func (r *rules) codeOn(c, p Card) uint8 {
	if r.parents[c&63]>>p&1 == 0 {
		return codeOrigin
	}
	return r.onSuit[p&3]
}

// ErrTest reports a move test that is not an atomic one.
var ErrTest = errors.New("freecell: unknown move test")

// AllAtomic is the move tests that together derive every atomic move, in the
// reference's usual order.
const AllAtomic = "01ABCDE"

// CheckAtomicTests tells whether tests is made of atomic move tests only:
// letters and digits of [AllAtomic].
func CheckAtomicTests(tests string) error {
	if tests == "" {
		return fmt.Errorf("%w: none given, expected some of %s", ErrTest, AllAtomic)
	}
	for i, t := range tests {
		if !strings.ContainsRune(AllAtomic, t) {
			return fmt.Errorf("%w %q at %d of %q, expected some of %s", ErrTest, t, i+1, tests, AllAtomic)
		}
	}
	return nil
}

// AppendMoves appends what the tests derive from the state, one test after the
// other. A state that two moves lead to is there twice.
//
//	0  column top -> foundation, by column
//	1  free cell -> foundation, by cell
//	A  column top, of a column of more than one -> the first empty column
//	B  column top -> another column's top
//	C  column top -> a free cell
//	   (B, C: where nothing fills an empty column, not the last card of one)
//	D  free cell -> a column top
//	E  free cell -> the first empty column
//
// Columns are taken in canonical order and cells in ascending order.
func (p *Position) AppendMoves(moves []Atomic, tests string) []Atomic {
	order := p.order[:p.columns]
	empty := 0
	for empty < len(order) && p.height[order[empty]] == 0 {
		empty++
	}
	full := order[empty:]
	var top [MaxColumns]Card
	var topAt [64]uint32 // which of tops a card is, as a bit set: two decks have twins
	var topSet uint64
	for i, c := range full {
		card := p.card[c][p.height[c]-1]
		top[i] = card
		topAt[card&63] |= 1 << i
		topSet |= 1 << card
	}
	tops := top[:len(full)]

	for _, test := range []byte(tests) {
		switch test {
		case '0':
			for i, c := range tops {
				if p.ready>>c&1 != 0 {
					moves = append(moves, Atomic{c, Place(full[i]), AtHome, codeHome})
				}
			}
		case '1':
			for _, c := range p.cell[:p.used] {
				if p.ready>>c&1 != 0 {
					moves = append(moves, Atomic{c, InCell, AtHome, codeHome})
				}
			}
		case 'A':
			if empty == 0 {
				continue
			}
			for i, c := range tops {
				if p.height[full[i]] > 1 && p.rules.fills>>c&1 != 0 {
					moves = append(moves, Atomic{c, Place(full[i]), Place(order[0]), codeBottom})
				}
			}
		case 'B':
			for i, c := range tops {
				if p.rules.fills == 0 && p.height[full[i]] == 1 {
					continue
				}
				for on := among(p.rules.parents[c&63]&topSet, &topAt); on != 0; on &= on - 1 {
					j := bits.TrailingZeros32(on)
					moves = append(moves, Atomic{c, Place(full[i]), Place(full[j]), p.rules.onSuit[tops[j]&3]})
				}
			}
		case 'C':
			if p.used == p.cells {
				continue
			}
			for i, c := range tops {
				if p.rules.fills != 0 || p.height[full[i]] > 1 {
					moves = append(moves, Atomic{c, Place(full[i]), InCell, codeCell})
				}
			}
		case 'D':
			for _, c := range p.cell[:p.used] {
				for on := among(p.rules.parents[c&63]&topSet, &topAt); on != 0; on &= on - 1 {
					j := bits.TrailingZeros32(on)
					moves = append(moves, Atomic{c, InCell, Place(full[j]), p.rules.onSuit[tops[j]&3]})
				}
			}
		case 'E':
			if empty == 0 {
				continue
			}
			for _, c := range p.cell[:p.used] {
				if p.rules.fills>>c&1 != 0 {
					moves = append(moves, Atomic{c, InCell, Place(order[0]), codeBottom})
				}
			}
		}
	}
	return moves
}

// among returns where the cards of a set are, as a set of places.
func among(cards uint64, at *[64]uint32) uint32 {
	var places uint32
	for ; cards != 0; cards &= cards - 1 {
		places |= at[bits.TrailingZeros64(cards)]
	}
	return places
}
