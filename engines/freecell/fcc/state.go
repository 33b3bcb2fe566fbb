package fcc

import (
	"fmt"
	"math/bits"
)

// State is a canonical state of a game.
type State struct {
	Fingerprint
	planes
}

// StateLength is the length of a state's text.
const StateLength = 26

const digits36 = "0123456789abcdefghijklmnopqrstuvwxyz"

// The digits of cards in a state's text; those of loose cards are their place
// plus 1.
const (
	digitHome    = 0
	digitFounded = 5
)

// String returns the state's text: 26 characters 0-9a-z, one for each two cards
// in their order, 6·d+e of the digits d and e. A digit is 0 for a home card, 1 for
// one in a free cell, 2 for one at the bottom of a column, 3 and 4 for one on its
// parent of the lower and the higher suit bit, 5 for one on a foundation. States
// of one fingerprint sort as their keys do.
func (s State) String() string { return string(s.append(nil)) }

// append appends the state's text.
func (s State) append(dst []byte) []byte {
	for i := range StateLength {
		dst = append(dst, digits36[6*s.digit(2*i)+s.digit(2*i+1)])
	}
	return dst
}

func (s *State) digit(card int) int {
	switch {
	case s.Founded>>card&1 != 0:
		return digitFounded
	case s.Loose>>card&1 != 0:
		return 1 + s.at(card)
	default:
		return digitHome
	}
}

// at returns the place of a loose card.
func (p planes) at(card int) int { return int(p.hi>>card&1<<1 | p.lo>>card&1) }

// ParseState reads a state's text and checks that the board can have it: that
// cards are home only where cards are locked and nothing but home cards is below
// them that has moved, that no two cards are in one place, and that columns and
// free cells suffice.
func (g *Game) ParseState(text string) (State, error) {
	var s State
	if len(text) != StateLength {
		return s, fmt.Errorf("fcc: state %q has %d characters, expected %d", text, len(text), StateLength)
	}
	for i := range len(text) {
		var d int
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			d = int(c - '0')
		case 'a' <= c && c <= 'z':
			d = int(c-'a') + 10
		default:
			return s, fmt.Errorf("fcc: state %q: character %d is %q, expected 0-9 or a-z", text, i+1, c)
		}
		for j, digit := range [2]int{d / 6, d % 6} {
			card := 2*i + j
			switch digit {
			case digitHome:
			case digitFounded:
				s.Founded |= 1 << card
			default:
				s.put(card, digit-1)
			}
		}
	}
	if err := g.check(&s); err != nil {
		return s, fmt.Errorf("fcc: state %q: %w", text, err)
	}
	return s, nil
}

// CheckFingerprint tells why the board cannot have a fingerprint.
func (g *Game) CheckFingerprint(f Fingerprint) error {
	if f.Loose&f.Founded != 0 || (f.Loose|f.Founded)>>cards != 0 {
		return fmt.Errorf("a card is in two places")
	}
	home := allBits &^ f.Loose &^ f.Founded
	if m := home &^ g.locked; m != 0 {
		return fmt.Errorf("%v is home, and it is not locked on this board", cardOf(bits.TrailingZeros64(m)))
	}
	if m := f.Founded &^ (f.Founded<<4 | 0xf); m != 0 {
		return fmt.Errorf("%v is on a foundation before its turn", cardOf(bits.TrailingZeros64(m)))
	}
	for _, column := range g.column {
		covered := false // by a home card
		for i := len(column) - 1; i >= 0; i-- {
			card := column[i]
			isHome := home>>card&1 != 0
			if covered && !isHome && (g.locked>>card&1 != 0 || f.Founded>>card&1 != 0) {
				return fmt.Errorf("%v has moved from under %v, which is home", cardOf(card), cardOf(column[i+1]))
			}
			covered = covered || isHome
		}
	}
	return nil
}

// check tells why s is no state of the board.
func (g *Game) check(s *State) error {
	if err := g.CheckFingerprint(s.Fingerprint); err != nil {
		return err
	}
	gr := newGroup(g, s.Fingerprint)
	if s.hi&^gr.free != gr.fixed.hi || s.lo&^gr.free != gr.fixed.lo {
		return fmt.Errorf("a card that home cards hold is not where it began")
	}
	if m := s.hi & kings; m != 0 {
		return fmt.Errorf("%v lies on a card", cardOf(bits.TrailingZeros64(m)))
	}
	taken := g.homeCovers(gr.home)
	for m := s.hi; m != 0; m &= m - 1 {
		card := bits.TrailingZeros64(m)
		on := parent(card, s.at(card))
		if taken>>on&1 != 0 {
			return fmt.Errorf("two cards lie on %v", cardOf(on))
		}
		if (s.Loose|gr.home)>>on&1 == 0 {
			return fmt.Errorf("%v lies on %v, which is on a foundation", cardOf(card), cardOf(on))
		}
		if (s.Loose&^s.hi&^s.lo)>>on&1 != 0 {
			return fmt.Errorf("%v lies on %v, which is in a free cell", cardOf(card), cardOf(on))
		}
		taken |= 1 << on
	}
	if n := bits.OnesCount64(s.Loose &^ s.hi &^ s.lo); n > g.cells {
		return fmt.Errorf("%d cards in %d free cells", n, g.cells)
	}
	if n := bits.OnesCount64(s.lo &^ s.hi); n > g.columns {
		return fmt.Errorf("%d columns are not empty, of %d", n, g.columns)
	}
	return nil
}
