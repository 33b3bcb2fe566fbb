package beam

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"puzzlekit/engines/freecell"
)

func mustVariant(t testing.TB, name string) freecell.Variant {
	t.Helper()
	v, err := freecell.VariantByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustDeal(t testing.TB, n uint64, v freecell.Variant) *freecell.Board {
	t.Helper()
	b, err := freecell.Deal(n, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// search searches and plays the solution.
func search(t *testing.T, s *Searcher, b *freecell.Board) Result {
	t.Helper()
	r, err := s.Search(t.Context(), b, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Solved {
		return r
	}
	out, err := freecell.Check("", b, freecell.Steps(r.Moves))
	if err != nil || !out.Board.Solved() {
		t.Fatalf("the solution is none: %v\n%s", err, b)
	}
	return r
}

// TestSolves solves deals of several games and plays the solutions.
func TestSolves(t *testing.T) {
	for game, least := range map[string]int{
		"freecell": 20, "bakers_game": 12, "eight_off": 18, "seahaven_towers": 14, "forecell": 8, "relaxed_freecell": 20,
	} {
		v := mustVariant(t, game)
		s, err := NewSearcher(v, 100, 0)
		if err != nil {
			t.Fatal(err)
		}
		solved := 0
		for deal := uint64(1); deal <= 20; deal++ {
			if search(t, s, mustDeal(t, deal, v)).Solved {
				solved++
			}
		}
		if solved < least {
			t.Errorf("%s: %d of 20 deals solved, expected %d", game, solved, least)
		}
	}
}

// TestShort holds the mean length on the first deals against what it was when the
// weights were chosen.
func TestShort(t *testing.T) {
	v := mustVariant(t, "freecell")
	s, err := NewSearcher(v, 300, 0)
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for deal := uint64(1); deal <= 10; deal++ {
		total += len(search(t, s, mustDeal(t, deal, v)).Moves)
	}
	if total > 830 {
		t.Errorf("%d moves for ten deals, expected at most 830", total)
	}
}

// TestWideBeamIsExact compares a beam that loses nothing with a plain search of
// all legal moves: the same number of moves that do not go home.
func TestWideBeamIsExact(t *testing.T) {
	v := mustVariant(t, "freecell")
	v.Columns = 3
	solved := 0
	for seed := range uint64(40) {
		v.FreeCells = int(seed % 2)
		s, err := NewSearcher(v, 1<<16, 0)
		if err != nil {
			t.Fatal(err)
		}
		b := endGame(v, seed)
		r := search(t, s, b)
		want := leastMoves(t, b)
		got := -1
		if r.Solved {
			solved++
			got = 0
			for _, m := range r.Moves {
				if m.To != freecell.Foundation {
					got++
				}
			}
		}
		if got != want {
			t.Errorf("%d moves, expected %d, of\n%s", got, want, b)
		}
	}
	if solved < 5 || solved > 38 {
		t.Errorf("%d of 40 end-games have solutions: they show little", solved)
	}
}

// endGame puts the two highest ranks in any order on the columns.
func endGame(v freecell.Variant, seed uint64) *freecell.Board {
	b := &freecell.Board{Variant: v, Foundations: make([]freecell.Rank, 4), FreeCells: make([]freecell.Card, v.FreeCells), Columns: make([][]freecell.Card, v.Columns)}
	var cards []freecell.Card
	for i := range b.Foundations {
		b.Foundations[i] = freecell.King - 3
		for r := freecell.King - 2; r <= freecell.King; r++ {
			cards = append(cards, freecell.NewCard(r, freecell.Suit(i)))
		}
	}
	random := rand.New(rand.NewPCG(seed, 1))
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for i, c := range cards {
		b.Columns[i%2] = append(b.Columns[i%2], c)
	}
	// Kings in the other columns leave no room to begin with.
	for i := 2; i < v.Columns; i++ {
		from := i % 2
		n := len(b.Columns[from]) - 1
		b.Columns[i] = append(b.Columns[i], b.Columns[from][n])
		b.Columns[from] = b.Columns[from][:n]
	}
	return b
}

// leastMoves returns how many moves that do not go home a solution needs, -1 when
// there is none: it tries every move from every pile to every other, by the rules
// of package freecell.
func leastMoves(t *testing.T, b *freecell.Board) int {
	piles := []freecell.Pile{freecell.Foundation}
	for i := range b.Columns {
		piles = append(piles, freecell.Column(i))
	}
	for i := range b.FreeCells {
		piles = append(piles, freecell.FreeCell(i))
	}
	seen := map[string]bool{b.String(): true}
	for level, moves := []*freecell.Board{b}, 0; len(level) > 0; moves++ {
		var next []*freecell.Board
		for i := 0; i < len(level); i++ {
			if level[i].Solved() {
				return moves
			}
			for _, from := range piles[1:] {
				for _, to := range piles {
					for n := 1; n <= 3; n++ {
						m := freecell.Move{From: from, To: to, Cards: n}
						out, err := freecell.Check("", level[i], freecell.Steps([]freecell.Move{m}))
						if err != nil || seen[out.Board.String()] {
							continue
						}
						seen[out.Board.String()] = true
						if to == freecell.Foundation {
							level = append(level, out.Board)
						} else {
							next = append(next, out.Board)
						}
					}
				}
			}
		}
		level = next
	}
	return -1
}

// TestStops stops at a limit and when it is told to.
func TestStops(t *testing.T) {
	v := mustVariant(t, "freecell")
	s, err := NewSearcher(v, 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Search(t.Context(), mustDeal(t, 1941, v), 50)
	if err != nil || r.Solved || r.Limit != "50 iterations" || r.Visited != 50 {
		t.Errorf("%+v, %v; expected to stop after 50 states", r, err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	cause := errors.New("told to")
	stop(cause)
	if _, err := s.Search(ctx, mustDeal(t, 1941, v), 0); !errors.Is(err, cause) {
		t.Errorf("%v, expected %v", err, cause)
	}
}

// TestRefuses names what cannot be searched.
func TestRefuses(t *testing.T) {
	for _, game := range []string{"simple_simon", "der_katz"} {
		if _, err := NewSearcher(mustVariant(t, game), 10, 0); !errors.Is(err, ErrGame) || !strings.Contains(err.Error(), game) {
			t.Errorf("%s: %v", game, err)
		}
	}
	if _, err := NewSearcher(mustVariant(t, "freecell"), 0, 0); err == nil {
		t.Error("a width of 0 is taken")
	}
	s, err := NewSearcher(mustVariant(t, "freecell"), 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Search(t.Context(), mustDeal(t, 1, mustVariant(t, "bakers_game")), 0); err == nil {
		t.Error("a board of another game is taken")
	}
}

func BenchmarkBeam(b *testing.B) {
	v := mustVariant(b, "freecell")
	s, err := NewSearcher(v, 1000, 0)
	if err != nil {
		b.Fatal(err)
	}
	visited, moves, n := int64(0), 0, 0
	for b.Loop() {
		r, err := s.Search(b.Context(), mustDeal(b, uint64(n%100+1), v), 0)
		if err != nil {
			b.Fatal(err)
		}
		visited += r.Visited
		moves += len(r.Moves)
		n++
	}
	b.ReportMetric(float64(visited)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(moves)/float64(n), "moves/deal")
}
