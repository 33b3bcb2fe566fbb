package graph

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/repr"
)

var (
	kinds  = []repr.Kind{repr.Debug, repr.Compact, repr.Indirect}
	dedups = []Dedup{Table, Fingerprint, Map}
	games  = []string{"freecell", "bakers_game", "eight_off", "seahaven_towers", "beleaguered_castle",
		"streets_and_alleys", "bakers_dozen", "fan", "cruel", "die_schlange", "der_katz"}
)

// TestGraphsAgree walks at random through a game, offering every next state to
// graphs of all representations and ways to find duplicates, and to a map with
// exact keys: all must give the same numbers. At random it loads a state and goes
// on from there.
func TestGraphsAgree(t *testing.T) {
	for _, game := range games {
		for deal := uint64(1); deal <= 3; deal++ {
			t.Run(fmt.Sprintf("game=%s/deal=%d", game, deal), func(t *testing.T) {
				v, err := freecell.VariantByName(game)
				if err != nil {
					t.Fatal(err)
				}
				b, err := freecell.Deal(deal, v)
				if err != nil {
					t.Fatal(err)
				}
				for _, kind := range kinds {
					for _, dedup := range dedups {
						g, err := New(kind, dedup, b)
						if err != nil {
							t.Fatal(err)
						}
						for range 2 { // a reset must leave nothing behind
							walk(t, g, b, rand.New(rand.NewPCG(deal, 1)))
							g.Reset()
						}
					}
				}
			})
		}
	}
}

func walk(t *testing.T, g *Graph, b *freecell.Board, r *rand.Rand) {
	t.Helper()
	p := freecell.NewPosition(b)
	known := map[freecell.LongKey]uint32{}
	offer := func() uint32 {
		var k freecell.LongKey
		p.StateLongKey(&k)
		want, old := known[k]
		if !old {
			want = uint32(len(known))
			known[k] = want
		}
		if got, added := g.Offer(p); got != want || added == old {
			t.Fatalf("state %v is number %d, added: %v; expected %d, %v", k, got, added, want, !old)
		}
		if n := g.Node(want); !old && *n != (Node{}) {
			t.Fatalf("a new node is %+v", *n)
		}
		g.Node(want).Depth = want
		return want
	}
	g.Base(p)
	offer()
	var moves []freecell.Atomic
	for step := range 400 {
		moves = p.AppendMoves(moves[:0], freecell.AllAtomic)
		for _, m := range moves {
			p.Make(m)
			offer()
			p.Unmake(m)
			p.Clean()
		}
		if len(moves) == 0 || step%50 == 49 {
			i := uint32(r.IntN(len(known)))
			g.Load(i, p)
			if got := offer(); got != i {
				t.Fatalf("state %d, loaded, is number %d", i, got)
			}
			continue
		}
		p.Make(moves[r.IntN(len(moves))])
		g.Base(p)
	}
	for k, i := range known {
		g.Load(i, p)
		var got freecell.LongKey
		if p.StateLongKey(&got); got != k {
			t.Fatalf("state %d is %v when loaded, expected %v", i, got, k)
		}
		if g.Node(i).Depth != i {
			t.Fatalf("node %d holds what was noted of %d", i, g.Node(i).Depth)
		}
	}
	if g.Len() != len(known) {
		t.Fatalf("%d states, expected %d", g.Len(), len(known))
	}
}

// TestMoveRun moves runs of cards at random and back; the position must be what
// it was, and the same as when the board is set up anew.
func TestMoveRun(t *testing.T) {
	for _, game := range games {
		v, err := freecell.VariantByName(game)
		if err != nil {
			t.Fatal(err)
		}
		b, err := freecell.Deal(7, v)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(7, 7))
		p := freecell.NewPosition(b)
		var before, after freecell.LongKey
		for range 1000 {
			from, to := uint8(r.IntN(v.Columns)), uint8(r.IntN(v.Columns))
			height := len(p.Column(from))
			if from == to || height == 0 || len(p.Column(to))+height > 60 {
				continue
			}
			n := 1 + r.IntN(height)
			p.StateLongKey(&before)
			hash := p.Hash()
			p.MoveRun(freecell.Place(from), freecell.Place(to), n)
			fresh := reload(t, p, b)
			if fresh.Hash() != p.Hash() {
				t.Fatalf("%s: hash %x after a move, %x when set up", game, p.Hash(), fresh.Hash())
			}
			p.MoveRun(freecell.Place(to), freecell.Place(from), n)
			if p.StateLongKey(&after); before != after || p.Hash() != hash {
				t.Fatalf("%s: moving %d cards and back changed the state", game, n)
			}
			p.MoveRun(freecell.Place(from), freecell.Place(to), n)
		}
	}
}

// reload stores p's state and loads it into another position.
func reload(t *testing.T, p *freecell.Position, b *freecell.Board) *freecell.Position {
	t.Helper()
	q := freecell.NewPosition(b)
	var cards []freecell.Card
	var heights []uint8
	for _, c := range p.Order() {
		cards = append(cards, p.Column(c)...)
		heights = append(heights, uint8(len(p.Column(c))))
	}
	q.Set(p.Home(), p.Cells(), heights, cards)
	return q
}
