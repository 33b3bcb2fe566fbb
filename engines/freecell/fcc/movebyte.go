package fcc

import "fmt"

// A move takes one byte, whatever the order of the columns:
//
//	  0 to  51  the card goes to its foundation
//	 52 to 103  to a free cell
//	104 to 155  to an empty column
//	156 to 203  onto its parent of the lower suit bit (ace to queen)
//	204 to 251  onto that of the higher suit bit
func moveByte(card, place int) byte {
	switch place {
	case founded:
		return byte(card)
	case inCell, atBottom:
		return byte(cards*(1+place) + card)
	default:
		return byte(3*cards + (place-onLow)*48 + card)
	}
}

// moveOf returns the card and the place that a byte stands for.
func moveOf(b byte) (card, place int, err error) {
	switch n := int(b); {
	case n < cards:
		return n, founded, nil
	case n < 3*cards:
		return n % cards, n/cards - 1, nil
	case n < 3*cards+2*48:
		n -= 3 * cards
		return n % 48, onLow + n/48, nil
	default:
		return 0, 0, fmt.Errorf("fcc: move byte %d, expected 0 to 251", b)
	}
}

// MovesText returns moves as Modified Base64.
func MovesText(moves []byte) string { return text64.EncodeToString(moves) }

// ParseMoves reads what [MovesText] wrote and appends it to dst.
func ParseMoves(dst []byte, text []byte) ([]byte, error) {
	dst, err := text64.AppendDecode(dst, text)
	if err != nil {
		return dst, fmt.Errorf("fcc: moves %q: %w", text, err)
	}
	return dst, nil
}

// Play makes a move, and with pruning the plays after it. The error says why
// it is illegal.
func (g *Game) Play(s State, b byte) (State, error) {
	card, place, err := moveOf(b)
	if err != nil {
		return s, err
	}
	switch {
	case g.exposed(&s)>>card&1 == 0:
		return s, fmt.Errorf("fcc: %v cannot move, it is covered or on a foundation", cardOf(card))
	case place == founded:
		if ready(s.Founded)>>card&1 == 0 {
			return s, fmt.Errorf("fcc: %v cannot go to its foundation yet", cardOf(card))
		}
		s.found(card)
	case g.places(&s, card)>>place&1 == 0:
		return s, fmt.Errorf("fcc: %v cannot go there by move %d", cardOf(card), b)
	default:
		s.put(card, place)
	}
	if g.Prune {
		g.settle(&s)
	}
	return s, nil
}
