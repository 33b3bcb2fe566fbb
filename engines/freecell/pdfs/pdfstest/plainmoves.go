package pdfstest

import (
	"slices"

	"puzzlekit/engines/freecell"
)

// derive returns what one move test derives from b, in canonical form.
func derive(b *freecell.Board, test rune) []*freecell.Board {
	var out []*freecell.Board
	v := b.Variant
	emptyColumn := slices.IndexFunc(b.Columns, func(col []freecell.Card) bool { return len(col) == 0 })
	emptyCell := slices.Index(b.FreeCells, freecell.NoCard)
	move := func(from, to place) {
		n := b.Clone()
		put(n, to, take(n, from))
		out = append(out, canonical(n))
	}
	for _, from := range sources(b, test) {
		c := take(b.Clone(), from)
		alone := !from.cell && len(b.Columns[from.i]) == 1
		if test != '0' && alone && v.Fill == freecell.FillNone {
			continue // a column that nothing fills is not emptied
		}
		switch test {
		case '0', '1':
			if canGoHome(b, c) {
				move(from, home)
			}
		case 'A', 'E':
			if emptyColumn >= 0 && !alone && v.CanFill(c) {
				move(from, column(emptyColumn))
			}
		case 'B', 'D':
			for j, col := range b.Columns {
				if len(col) > 0 && v.CanStack(c, col[len(col)-1]) {
					move(from, column(j))
				}
			}
		case 'C':
			if emptyCell >= 0 {
				move(from, cell(emptyCell))
			}
		}
	}
	return out
}

// place is a column, a free cell or the foundations.
type place struct {
	i    int
	cell bool
}

var home = place{i: -1}

func column(i int) place { return place{i: i} }
func cell(i int) place   { return place{i: i, cell: true} }

// sources returns the places that a move test takes cards from, in order.
func sources(b *freecell.Board, test rune) []place {
	var from []place
	switch test {
	case '1', 'D', 'E':
		for i, c := range b.FreeCells {
			if c != freecell.NoCard {
				from = append(from, cell(i))
			}
		}
	default:
		for i, col := range b.Columns {
			if len(col) > 0 {
				from = append(from, column(i))
			}
		}
	}
	return from
}

// take takes the card away that can be taken from a place.
func take(b *freecell.Board, from place) freecell.Card {
	if from.cell {
		c := b.FreeCells[from.i]
		b.FreeCells[from.i] = freecell.NoCard
		return c
	}
	col := b.Columns[from.i]
	b.Columns[from.i] = col[:len(col)-1]
	return col[len(col)-1]
}

// put puts a card somewhere.
func put(b *freecell.Board, to place, c freecell.Card) {
	switch {
	case to.cell:
		b.FreeCells[to.i] = c
	case to != home:
		b.Columns[to.i] = append(b.Columns[to.i], c)
	default:
		for i, r := range b.Foundations {
			if freecell.NewCard(r+1, freecell.Suit(i%4)) == c {
				b.Foundations[i]++
				return
			}
		}
	}
}

func canGoHome(b *freecell.Board, c freecell.Card) bool {
	for i, r := range b.Foundations {
		if freecell.NewCard(r+1, freecell.Suit(i%4)) == c {
			return true
		}
	}
	return false
}

// pruned returns b, in canonical form, after all safe cards went home.
func pruned(b *freecell.Board) *freecell.Board {
	b = b.Clone()
	for changed := true; changed; {
		changed = false
		for _, from := range append(sources(b, '0'), sources(b, '1')...) {
			if c := take(b.Clone(), from); canGoHome(b, c) && safe(b, c) {
				put(b, home, take(b, from))
				changed = true
			}
		}
	}
	return canonical(b)
}

// safe tells whether no other card can still need c in a column. Built by suit,
// none can. Otherwise the cards that might lie on c, one rank lower, must be able
// to go home themselves; built by alternate color that includes that the cards
// which might lie on those need them no more. Of two decks, c's twin must be able
// to go home as well, or be there: either of the two may be the one to go first.
func safe(b *freecell.Board, c freecell.Card) bool {
	for i, r := range b.Foundations {
		suit := freecell.Suit(i % 4)
		need := int(c.Rank()) - 2
		switch {
		case suit == c.Suit():
			need = int(c.Rank()) - 1
		case b.Variant.Build == freecell.BySuit:
			need = 0
		case b.Variant.Build == freecell.ByAlternateColor && suit.Red() == c.Suit().Red():
			need = int(c.Rank()) - 3
		}
		if int(r) < need {
			return false
		}
	}
	return true
}
