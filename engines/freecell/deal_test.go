package freecell

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMicrosoftDeals(t *testing.T) {
	for _, name := range fixtureNames(t, "boards") {
		n, err := strconv.ParseUint(strings.TrimSuffix(name, ".board"), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		got := mustDeal(t, n, mustVariant(t, "freecell")).String()
		if diff := cmp.Diff(string(fixture(t, "boards/"+name)), got); diff != "" {
			t.Errorf("deal %d (-want +got):\n%s", n, diff)
		}
	}
}

// TestFirstThousandDeals holds deals 1 to 1000, one after the other, against
// the SHA-256 of what make-microsoft-freecell-board -t prints for them.
func TestFirstThousandDeals(t *testing.T) {
	const want = "68a3963af47770d024575ae49489b2ff470240b9b519b1a4919eb16cd15fec67"
	sum := sha256.New()
	for n := range uint64(1000) {
		fmt.Fprint(sum, mustDeal(t, n+1, mustVariant(t, "freecell")))
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != want {
		t.Errorf("deals 1 to 1000 have SHA-256 %s, want %s", got, want)
	}
}

// TestLayouts holds every game's layout against a board of the reference, which
// is read with the reader.
func TestLayouts(t *testing.T) {
	for _, name := range fixtureNames(t, "layouts") {
		game, rest, _ := strings.Cut(name, "-")
		n := uint64(atoi(t, strings.TrimSuffix(rest, ".board")))
		v := mustVariant(t, game)
		want, err := ReadBoard(name, strings.NewReader(string(fixture(t, "layouts/"+name))), v)
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(want, mustDeal(t, n, v)); diff != "" {
			t.Errorf("%s deal %d (-want +got):\n%s", game, n, diff)
		}
	}
}

// TestLayoutsOfOwn looks at the games that the reference does not deal.
func TestLayoutsOfOwn(t *testing.T) {
	for _, n := range []uint64{1, 24, 617, 1941, 4294967296} {
		b := mustDeal(t, n, mustVariant(t, "cruel"))
		castle := mustDeal(t, n, mustVariant(t, "beleaguered_castle"))
		for i := range 48 {
			// The same cards in the same order, twelve columns wide.
			if got, want := b.Columns[i%12][i/12], castle.Columns[i%8][i/8]; got != want {
				t.Errorf("cruel deal %d: card %d is %v, want %v", n, i, got, want)
			}
		}

		b = mustDeal(t, n, mustVariant(t, "good_measure"))
		home := 0
		for _, r := range b.Foundations {
			home += int(r)
		}
		if home != 2 {
			t.Errorf("good measure deal %d: %d cards are home, want two aces", n, home)
		}
		for i, col := range b.Columns {
			if len(col) != 5 {
				t.Errorf("good measure deal %d: column %d has %d cards, want 5", n, i+1, len(col))
			}
			buried := true
			for _, c := range col {
				if c.Rank() == King && !buried {
					t.Errorf("good measure deal %d: %v is not at the bottom of column %d", n, c, i+1)
				}
				buried = buried && c.Rank() == King
			}
		}
	}
}

// TestEveryDealIsABoard deals every game and reads the text back, which counts
// the cards.
func TestEveryDealIsABoard(t *testing.T) {
	for _, v := range Variants() {
		for _, n := range []uint64{1, 2, 32000, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, MaxDeal} {
			b := mustDeal(t, n, v)
			again, err := ReadBoard(v.Name, strings.NewReader(b.String()), v)
			if err != nil {
				t.Errorf("%s deal %d: %v\n%v", v.Name, n, err, b)
				continue
			}
			if diff := cmp.Diff(b, again); diff != "" {
				t.Errorf("%s deal %d reads back otherwise (-dealt +read):\n%s", v.Name, n, diff)
			}
		}
	}
}

func TestDealErrors(t *testing.T) {
	freecell := mustVariant(t, "freecell")
	wide, deep, unknown := freecell, freecell, freecell
	wide.Columns = 9
	deep.FreeCells = 21
	unknown.Name = "patience"
	eight := mustVariant(t, "eight_off")
	eight.FreeCells = 6
	for _, test := range []struct {
		n    uint64
		v    Variant
		want string
	}{
		{0, freecell, "deal 0: expected a number from 1 to 8589934591"},
		{1 << 33, freecell, "deal 8589934592: expected a number from 1 to 8589934591"},
		{1, wide, "freecell is dealt with 8 columns and 1 decks, not 9 and 1"},
		{1, deep, "21 free cells, expected 0 to 20"},
		{1, unknown, `unknown game "patience", expected one of bakers_dozen, bakers_game,`},
		{1, eight, "eight_off deals 4 cards to its free cells and needs 7, there are 6"},
	} {
		if b, err := Deal(test.n, test.v); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("Deal(%d, %+v) = %v, %v, want an error with %q", test.n, test.v, b, err, test.want)
		}
	}
}
