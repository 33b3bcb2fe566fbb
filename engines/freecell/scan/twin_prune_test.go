package scan

import "puzzlekit/engines/freecell"

// prune returns the state after all safe cards went home, nil when there are
// none: at most one card from each column in the order that they had at first,
// then one from each free cell, until nothing changes.
func (s *twinState) prune() *twinState {
	n := s.clone()
	n.pruned = true
	if n.variant.WholeSuits {
		return n.pruneSuits()
	}
	for before := -1; before != len(n.moves); {
		before = len(n.moves)
		for i := range n.columns {
			if c := n.top(i); c != freecell.NoCard && n.safe(c) {
				n.columnHome(i)
			}
		}
		for i, c := range n.cells {
			if c != freecell.NoCard && n.safe(c) {
				n.cellHome(i)
			}
		}
	}
	if len(n.moves) == 0 {
		return nil
	}
	n.canonize()
	return n
}

// safe tells whether c can go home and no card can still need it.
func (s *twinState) safe(c freecell.Card) bool {
	if s.foundation(c) < 0 {
		return false
	}
	for f, r := range s.home {
		suit := freecell.Suit(f % 4)
		need := c.Rank() - min(c.Rank(), 2)
		switch s.variant.Build {
		case freecell.BySuit:
			need = 0
		case freecell.ByAlternateColor:
			if suit.Red() == c.Suit().Red() {
				need = c.Rank() - min(c.Rank(), 3)
			}
		}
		if suit != c.Suit() && r < need {
			return false
		}
	}
	return true
}
