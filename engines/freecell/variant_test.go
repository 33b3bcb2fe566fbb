package freecell

import (
	"math"
	"strings"
	"testing"
)

func TestVariantByName(t *testing.T) {
	for name, want := range map[string]Variant{
		"freecell":                {Columns: 8, FreeCells: 4, Decks: 1},
		"forecell":                {Columns: 8, FreeCells: 4, Decks: 1, Fill: FillKings},
		"relaxed_freecell":        {Columns: 8, FreeCells: 4, Decks: 1, Unlimited: true},
		"bakers_game":             {Columns: 8, FreeCells: 4, Decks: 1, Build: BySuit},
		"kings_only_bakers_game":  {Columns: 8, FreeCells: 4, Decks: 1, Build: BySuit, Fill: FillKings},
		"eight_off":               {Columns: 8, FreeCells: 8, Decks: 1, Build: BySuit, Fill: FillKings},
		"seahaven":                {Columns: 10, FreeCells: 4, Decks: 1, Build: BySuit, Fill: FillKings},
		"relaxed_seahaven_towers": {Columns: 10, FreeCells: 4, Decks: 1, Build: BySuit, Fill: FillKings, Unlimited: true},
		"citadel":                 {Columns: 8, Decks: 1, Build: ByRank},
		"streets_and_alleys":      {Columns: 8, Decks: 1, Build: ByRank},
		"bakers_dozen":            {Columns: 13, Decks: 1, Build: ByRank, Fill: FillNone},
		"good_measure":            {Columns: 10, Decks: 1, Build: ByRank, Fill: FillNone},
		"cruel":                   {Columns: 12, Decks: 1, Build: BySuit, Fill: FillNone},
		"fan":                     {Columns: 18, Decks: 1, Build: BySuit, Fill: FillKings},
		"simple_simon":            {Columns: 10, Decks: 1, Build: ByRank, WholeSuits: true},
		"die_schlange":            {Columns: 9, FreeCells: 8, Decks: 2, Fill: FillNone},
		"der_katzenschwantz":      {Columns: 9, FreeCells: 8, Decks: 2, Fill: FillNone},
	} {
		got, err := VariantByName(name)
		if err != nil {
			t.Error(err)
			continue
		}
		want.Name = got.Name
		if got != want {
			t.Errorf("%s is %+v, want %+v", name, got, want)
		}
		if same, err := VariantByName(got.Name); err != nil || same != got {
			t.Errorf("%s, of which %s is another name, is %+v, %v", got.Name, name, same, err)
		}
	}
	_, err := VariantByName("klondike")
	if err == nil || !strings.Contains(err.Error(), "freecell, good_measure, kings_only_bakers_game,") {
		t.Errorf("the error does not list the known games: %v", err)
	}
}

func TestCanStack(t *testing.T) {
	for _, test := range []struct {
		game          string
		child, parent string
		want          bool
	}{
		{"freecell", "9H", "TS", true},
		{"freecell", "9H", "TC", true},
		{"freecell", "9H", "TD", false},
		{"freecell", "9H", "TH", false},
		{"freecell", "TS", "9H", false},
		{"freecell", "9H", "JS", false},
		{"bakers_game", "9H", "TH", true},
		{"bakers_game", "9H", "TD", false},
		{"simple_simon", "9H", "TD", true},
		{"beleaguered_castle", "9H", "TS", true},
		{"beleaguered_castle", "KH", "AS", false},
	} {
		child, _ := ParseCard(test.child)
		parent, _ := ParseCard(test.parent)
		if got := mustVariant(t, test.game).CanStack(child, parent); got != test.want {
			t.Errorf("%s: %s on %s is %v, want %v", test.game, test.child, test.parent, got, test.want)
		}
	}
}

func TestCanFill(t *testing.T) {
	king, queen := NewCard(King, Hearts), NewCard(12, Hearts)
	for game, want := range map[string][2]bool{
		"freecell":     {true, true},
		"forecell":     {true, false},
		"bakers_dozen": {false, false},
	} {
		v := mustVariant(t, game)
		if got := [2]bool{v.CanFill(king), v.CanFill(queen)}; got != want {
			t.Errorf("%s: king and queen fill %v, want %v", game, got, want)
		}
	}
}

func TestSupermove(t *testing.T) {
	for _, test := range []struct {
		game        string
		free, empty int
		toEmpty     bool
		want        int
	}{
		{"freecell", 4, 0, false, 5},
		{"freecell", 4, 1, false, 10},
		{"freecell", 4, 1, true, 5},
		{"freecell", 0, 3, false, 8},
		{"eight_off", 8, 3, false, 9},
		{"eight_off", 3, 1, true, 4},
		{"bakers_dozen", 0, 2, false, 1},
		{"simple_simon", 0, 2, false, 4}, // sequences of one suit
		{"simple_simon", 0, 2, true, 2},
		{"relaxed_freecell", 0, 0, false, math.MaxInt},
	} {
		if got := mustVariant(t, test.game).Supermove(test.free, test.empty, test.toEmpty); got != test.want {
			t.Errorf("%s: %d free and %d empty, to an empty one %v: %d, want %d",
				test.game, test.free, test.empty, test.toEmpty, got, test.want)
		}
	}
}

// TestSupermoveIsWhatSingleMovesReach moves a run of every length by single
// cards, trying everything, and in one move: the one must be possible exactly
// when the other is.
func TestSupermoveIsWhatSingleMovesReach(t *testing.T) {
	for free := range 3 {
		for empty := range 3 {
			for n := 1; n <= 9; n++ {
				for _, toEmpty := range []bool{false, true} {
					if toEmpty && empty == 0 {
						continue
					}
					v := mustVariant(t, "freecell")
					v.FreeCells, v.Columns = free, 2+empty
					b := newBoard(v)
					// The run is TH 9S 8H and so on, between kings that are no
					// parents of it and hold their columns.
					run := []Card{NewCard(King, Clubs), NewCard(King, Spades)}
					for i := range n {
						run = append(run, NewCard(Rank(10-i), []Suit{Hearts, Spades}[i%2]))
					}
					b.Columns[0] = run
					b.Columns[1] = []Card{NewCard(King, Hearts), NewCard(King, Diamonds)}
					to := 2
					if !toEmpty {
						to = 1
						b.Columns[1][1] = NewCard(11, Spades)
					}
					want := reaches(b, to, n)
					_, err := b.Clone().play(Move{Column(0), Column(to), n}, oneCard)
					if got := err == nil; got != want {
						t.Errorf("%d cards, %d free cells, %d empty columns, to an empty one %v: one move %v (%v), single moves %v",
							n, free, empty, toEmpty, got, err, want)
					}
				}
			}
		}
	}
}

// reaches tells whether single moves can bring the last n cards of column 0 to
// the end of column to, with all else as it was.
func reaches(b *Board, to, n int) bool {
	goal := b.Clone()
	from := len(goal.Columns[0]) - n
	goal.Columns[to] = append(goal.Columns[to], goal.Columns[0][from:]...)
	goal.Columns[0] = goal.Columns[0][:from]
	wanted := twinKey(twinCanonical(goal))

	start := twinCanonical(b)
	seen := map[string]bool{twinKey(start): true}
	for queue := []*Board{start}; len(queue) > 0; queue = queue[1:] {
		for _, next := range twinDerive(queue[0], AllAtomic) {
			key := twinKey(next)
			if key == wanted {
				return true
			}
			if !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	return false
}
