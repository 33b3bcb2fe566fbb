package exhaust

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
)

// TestCodecs walks at random through all games from their deals and from
// endgames. After every move the key that is derived, the key of the position and
// the key of the position that it is decoded to have to be one.
func TestCodecs(t *testing.T) {
	games := pdfstest.Games()
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		v := games[random.IntN(len(games))]
		b, err := freecell.Deal(1+random.Uint64N(1<<32), v)
		if err != nil {
			t.Fatal(err)
		}
		if random.IntN(2) == 0 {
			b = pdfstest.Endgame(random, v, 2+random.IntN(freecell.MaxColumns-1), random.IntN(freecell.MaxFreeCells+1), random.IntN(52*v.Decks))
		}
		prune := random.IntN(2) == 0
		if v.Decks == 2 {
			walkCodec(t, random, b, prune, &decksCodec[[12]uint64]{columns: b.Variant.Columns}, decksBits(b))
			return
		}
		s, err := newSuits(b)
		if err != nil {
			t.Fatal(err)
		}
		if s.bits <= 128 {
			walkCodec(t, random, b, prune, &suitsCodec[[2]uint64]{suits: s}, s.bits)
		}
		walkCodec(t, random, b, prune, &suitsCodec[[3]uint64]{suits: s}, s.bits)
	})
}

func walkCodec[K words](t *rapid.T, random *rand.Rand, b *freecell.Board, prune bool, x codec[K], bits int) {
	p := freecell.NewPosition(b)
	if prune {
		p.Prune(nil)
	}
	decoded := *p
	e := expander[K]{codec: x, prune: prune, p: *p}
	stored := make([]byte, width[K](bits))
	for range 200 {
		k := x.encode(p)
		put(stored, k)
		if got := get[K](stored); got != k {
			t.Fatalf("%x is stored as %x", k, got)
		}
		x.load(k, &decoded)
		if !same(p, &decoded) {
			t.Fatalf("%x is decoded to another state\n%v", k, b)
		}
		var derived, made []K
		e.expand(k, func(k K) { derived = append(derived, k) })
		moves := p.AppendMoves(nil, freecell.AllAtomic)
		for _, m := range moves {
			all := []freecell.Atomic{m}
			p.Make(m)
			if prune {
				all = p.Prune(all)
			}
			made = append(made, x.encode(p))
			for i := len(all) - 1; i >= 0; i-- {
				p.Unmake(all[i])
			}
		}
		if !slices.Equal(sorted(derived), sorted(made)) {
			t.Fatalf("derived %x\nmade %x\n%v", derived, made, b)
		}
		if len(moves) == 0 {
			return
		}
		p.Make(moves[random.IntN(len(moves))])
		if prune {
			p.Prune(nil)
		}
	}
}

func sorted[K words](keys []K) []K {
	slices.SortFunc(keys, compare)
	return keys
}

// same tells whether two positions are in one state.
func same(p, q *freecell.Position) bool {
	if p.Hash() != q.Hash() || !slices.Equal(p.Home(), q.Home()) || !slices.Equal(p.Cells(), q.Cells()) {
		return false
	}
	for i, c := range p.Order() {
		if !slices.Equal(p.Column(c), q.Column(q.Order()[i])) {
			return false
		}
	}
	return true
}

// TestSizes shows how many bytes a state takes in some games.
func TestSizes(t *testing.T) {
	for game, want := range map[string]int{
		"freecell": 15, "bakers_game": 13, "eight_off": 11, "seahaven_towers": 11, "beleaguered_castle": 15,
		"streets_and_alleys": 17, "der_katz": 85,
	} {
		v, err := freecell.VariantByName(game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := freecell.Deal(24, v)
		if err != nil {
			t.Fatal(err)
		}
		got := (decksBits(b) + 7) / 8
		if v.Decks == 1 {
			s, err := newSuits(b)
			if err != nil {
				t.Fatal(err)
			}
			got = (s.bits + 7) / 8
		}
		if got != want {
			t.Errorf("%s: %d bytes a state, want %d", game, got, want)
		}
	}
}
