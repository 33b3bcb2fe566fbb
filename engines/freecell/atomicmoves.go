package freecell

import (
	"fmt"
	"slices"
)

// Play returns the moves of a search from b on as the player makes them: with
// the free cell that each card is in, the first empty one when it arrives there.
// It fails at the first illegal move. b does not change.
func (b *Board) Play(moves []Atomic) ([]Move, error) {
	b = b.Clone()
	played := make([]Move, len(moves))
	for i, a := range moves {
		m, err := b.playersMove(a)
		if err == nil {
			_, err = b.play(m, oneCard)
		}
		if err != nil {
			return nil, fmt.Errorf("freecell: move %d, of %v: %w", i+1, a.Card, err)
		}
		played[i] = m
	}
	return played, nil
}

// playersMove returns a as a move from and to the piles of b.
func (b *Board) playersMove(a Atomic) (Move, error) {
	m := Move{From: Column(int(a.From)), To: Column(int(a.To)), Cards: 1}
	switch a.From {
	case AtHome:
		m.From = Foundation // from which play lets nothing go
		return m, nil
	case InCell:
		i := slices.Index(b.FreeCells, a.Card)
		if i < 0 {
			return m, fmt.Errorf("no free cell holds it")
		}
		m.From = FreeCell(i)
	default:
		if err := b.hasPile(m.From); err != nil {
			return m, err
		}
		if c := b.exposed(m.From); c != a.Card && c != NoCard {
			return m, fmt.Errorf("%v is exposed in %s", c, m.From.words())
		}
	}
	switch a.To {
	case AtHome:
		m.To = Foundation
	case InCell:
		i := slices.Index(b.FreeCells, NoCard)
		if i < 0 {
			return m, fmt.Errorf("no free cell is empty")
		}
		m.To = FreeCell(i)
	}
	return m, nil
}
