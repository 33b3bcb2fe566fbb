package freecell

import (
	"fmt"
	"slices"
)

// Play returns the moves of a search from b on as the player makes them: with
// the free cell that each card is in, the first empty one when it arrives there.
// It fails at the first move whose card is not where the move takes it from.
func (b *Board) Play(moves []Atomic) ([]Move, error) {
	cells := slices.Clone(b.FreeCells)
	played := make([]Move, 0, len(moves))
	for i, m := range moves {
		from, err := pileOf(m.From, cells, m.Card)
		if err != nil {
			return nil, fmt.Errorf("freecell: move %d of %v: %w", i+1, m.Card, err)
		}
		if c, ok := from.FreeCell(); ok {
			cells[c] = NoCard
		}
		to, err := pileOf(m.To, cells, NoCard)
		if err != nil {
			return nil, fmt.Errorf("freecell: move %d of %v: %w", i+1, m.Card, err)
		}
		if c, ok := to.FreeCell(); ok {
			cells[c] = m.Card
		}
		played = append(played, Move{From: from, To: to, Cards: 1})
	}
	return played, nil
}

// pileOf returns the pile of a place, of free cells the first one that holds c.
func pileOf(place Place, cells []Card, c Card) (Pile, error) {
	switch place {
	case AtHome:
		return Foundation, nil
	case InCell:
		i := slices.Index(cells, c)
		if i < 0 {
			return 0, fmt.Errorf("no free cell holds %v", c)
		}
		return FreeCell(i), nil
	default:
		return Column(int(place)), nil
	}
}
