package freecell

import (
	"errors"
	"fmt"
	"strings"
)

// ErrCard reports a text that is not a card.
var ErrCard = errors.New("freecell: not a card")

const cardWanted = "a rank (A, 2 to 9, T or 10, J, Q, K) and a suit (H, C, D, S)"

// ParseCard reads a card: its rank and then its suit. Letters may be of either
// case; T and 10 are the ten, A and 1 the ace; suits may also be the Unicode
// signs, filled or outlined, with or without a variation selector.
func ParseCard(text string) (Card, error) {
	r, rest, ok := cutRank(text)
	if !ok {
		return NoCard, fmt.Errorf("%w: %q, expected %s", ErrCard, text, cardWanted)
	}
	s, rest, ok := cutSuit(rest)
	if !ok || rest != "" {
		return NoCard, fmt.Errorf("%w: %q, expected %s", ErrCard, text, cardWanted)
	}
	return NewCard(r, s), nil
}

// cutRank reads a rank at the beginning of text, where 1 is the ace unless a 0
// makes it the ten.
func cutRank(text string) (r Rank, rest string, ok bool) {
	switch {
	case text == "":
		return 0, text, false
	case strings.HasPrefix(text, "10"):
		return 10, text[2:], true
	case text[0] == '1':
		return Ace, text[1:], true
	case text[0] == '0':
		return 0, text, false
	}
	i := strings.IndexByte(rankLetters, upper(text[0]))
	return Rank(max(i, 0)), text[1:], i > 0
}

var suitSigns = map[rune]Suit{
	'♥': Hearts, '♡': Hearts,
	'♣': Clubs, '♧': Clubs,
	'♦': Diamonds, '♢': Diamonds,
	'♠': Spades, '♤': Spades,
}

// cutSuit reads a suit at the beginning of text.
func cutSuit(text string) (s Suit, rest string, ok bool) {
	if text == "" {
		return 0, text, false
	}
	if i := strings.IndexByte(suitLetters, upper(text[0])); i >= 0 {
		return Suit(i), text[1:], true
	}
	for sign, suit := range suitSigns {
		if rest, ok := strings.CutPrefix(text, string(sign)); ok {
			// Text and emoji style of the sign before them.
			rest = strings.TrimPrefix(rest, "\ufe0e")
			return suit, strings.TrimPrefix(rest, "\ufe0f"), true
		}
	}
	return 0, text, false
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}
