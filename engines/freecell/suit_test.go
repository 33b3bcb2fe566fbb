package freecell

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestSuits takes a whole suit home and back: the position after it is the one of
// the board after it, and the one after both is the old one.
func TestSuits(t *testing.T) {
	v, err := VariantByName("simple_simon")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		suit := Suit(rapid.IntRange(0, 3).Draw(t, "suit"))
		from := rapid.IntRange(0, v.Columns-1).Draw(t, "column")
		b := newBoard(v)
		for s := Hearts; s <= Spades; s++ {
			for r := King; r >= Ace && s != suit; r-- {
				to := rapid.IntRange(0, v.Columns-1).Draw(t, "to")
				b.Columns[to] = append(b.Columns[to], NewCard(r, s))
			}
		}
		for r := King; r >= Ace; r-- {
			b.Columns[from] = append(b.Columns[from], NewCard(r, suit))
		}
		p := NewPosition(b)
		before := p.snapshot()
		p.TakeSuit(Place(from))
		after := p.snapshot()

		out, err := Check("", b, Steps([]Move{{From: Column(from), To: Foundation, Cards: int(King)}}))
		if err != nil {
			t.Fatal(err)
		}
		want := NewPosition(out.Board).snapshot()
		if diff := cmp.Diff(want.home, after.home); diff != "" {
			t.Errorf("at home:\n%s", diff)
		}
		if want.Hash() != after.Hash() || want.left != after.left || want.runs != after.runs {
			t.Errorf("after the suit has gone from\n%s\nthe position differs from the board's", b)
		}
		p.ReturnSuit(suit, Place(from))
		if back := p.snapshot(); back != before {
			t.Errorf("after the suit has come back the position differs from that of\n%s", b)
		}
	})
}
