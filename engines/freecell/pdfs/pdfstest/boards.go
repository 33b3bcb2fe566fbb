package pdfstest

import (
	"math/rand/v2"
	"sync"

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

// Games returns the variants that a walk of atomic moves can play.
func Games() []freecell.Variant {
	var games []freecell.Variant
	for _, v := range freecell.Variants() {
		if !v.WholeSuits {
			games = append(games, v)
		}
	}
	return games
}

// Sample is a search small enough to be walked to the end.
type Sample struct {
	Search
	Nodes     []Node          // what its walk enters, in order
	Reachable map[string]bool // the states among them
}

// Samples is the number of samples that there are.
const Samples = 40

var samples [Samples]struct {
	once   sync.Once
	sample *Sample
}

// Small returns the i-th sample, a search of 50 to 1000 states: any game, with
// three to five columns and up to two free cells, tests in any order, with or
// without pruning. It is the same for everybody and must not be changed.
func Small(i int) *Sample {
	s := &samples[i]
	s.once.Do(func() { s.sample = newSample(rand.New(rand.NewPCG(uint64(i), 0))) })
	return s.sample
}

func newSample(random *rand.Rand) *Sample {
	games := Games()
	for {
		v := games[random.IntN(len(games))]
		tests := []byte(freecell.AllAtomic)
		random.Shuffle(len(tests), func(i, j int) { tests[i], tests[j] = tests[j], tests[i] })
		s := Search{
			Board: Endgame(random, v, 3+random.IntN(3), random.IntN(3), 4+random.IntN(8)),
			Tests: string(tests),
			Prune: random.IntN(2) == 0,
		}
		if nodes, done := s.Walk(1000); done && len(nodes) >= 50 {
			return &Sample{s, nodes, s.Reachable()}
		}
	}
}
