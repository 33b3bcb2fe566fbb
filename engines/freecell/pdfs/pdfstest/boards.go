package pdfstest

import (
	"math/rand/v2"

	"puzzlekit/engines/freecell"
)

// Endgame returns a board of the variant, with so many columns and free cells,
// on which that many cards are left and lie anywhere.
func Endgame(random *rand.Rand, v freecell.Variant, columns, cells, left int) *freecell.Board {
	v.Columns, v.FreeCells = columns, cells
	b := &freecell.Board{
		Variant:     v,
		Foundations: make([]freecell.Rank, 4*v.Decks),
		FreeCells:   make([]freecell.Card, cells),
		Columns:     make([][]freecell.Card, columns),
	}
	for i := range b.Foundations {
		b.Foundations[i] = freecell.King
	}
	var cards []freecell.Card
	for len(cards) < left {
		i := random.IntN(len(b.Foundations))
		if r := b.Foundations[i]; r > 0 {
			cards = append(cards, freecell.NewCard(r, freecell.Suit(i%4)))
			b.Foundations[i]--
		}
	}
	random.Shuffle(left, func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for i := range cells {
		if len(cards) > 0 && random.IntN(3) == 0 {
			b.FreeCells[i] = cards[0]
			cards = cards[1:]
		}
	}
	for _, c := range cards {
		i := random.IntN(columns)
		b.Columns[i] = append(b.Columns[i], c)
	}
	return b
}
