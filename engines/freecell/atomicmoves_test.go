package freecell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPlay(t *testing.T) {
	v := mustVariant(t, "freecell")
	v.Columns, v.FreeCells = 3, 2
	b := mustRead(t, v, "Foundations: H-J C-K D-J S-J\nFreecells: - KD\nKS QH\nQD QS\nKH\n")
	qh, qd, qs, ks, kd, kh := NewCard(12, Hearts), NewCard(12, Diamonds), NewCard(12, Spades),
		NewCard(King, Spades), NewCard(King, Diamonds), NewCard(King, Hearts)
	text := b.String()
	moves, err := b.Play([]Atomic{
		{Card: qs, From: 1, To: 2},
		{Card: qd, From: 1, To: InCell},
		{Card: kd, From: InCell, To: 1},
		{Card: qs, From: 2, To: InCell},
		{Card: qd, From: InCell, To: AtHome},
		{Card: qs, From: InCell, To: 1},
		{Card: qh, From: 0, To: InCell},
		{Card: qh, From: InCell, To: 0},
		{Card: qh, From: 0, To: AtHome},
		{Card: kh, From: 2, To: AtHome},
		{Card: qs, From: 1, To: AtHome},
		{Card: ks, From: 0, To: AtHome},
		{Card: kd, From: 1, To: AtHome},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range moves {
		got = append(got, m.String())
	}
	if diff := cmp.Diff(strings.Fields("23 2a b2 3b ah b2 1a a1 1h 3h 2h 1h 2h"), got); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
	if out, err := Check("", b, Steps(moves)); err != nil || !out.Board.Solved() {
		t.Errorf("the moves do not solve the board: %v", err)
	}
	if b.String() != text {
		t.Errorf("Play changed the board to\n%s", b)
	}
}

func TestPlayRefuses(t *testing.T) {
	v := mustVariant(t, "freecell")
	v.Columns, v.FreeCells = 3, 1
	b := mustRead(t, v, "Foundations: H-Q C-K D-J S-K\nFreecells: KD\nQD\nKH\n")
	qd, kd, kh := NewCard(12, Diamonds), NewCard(King, Diamonds), NewCard(King, Hearts)
	good := Atomic{Card: kh, From: 1, To: AtHome}
	for _, test := range []struct {
		bad  Atomic
		want string
	}{
		{Atomic{Card: qd, From: 1, To: AtHome}, "move 2, of QD: column 2 is empty"},
		{Atomic{Card: kd, From: 0, To: AtHome}, "move 2, of KD: QD is exposed in column 1"},
		{Atomic{Card: qd, From: 3, To: AtHome}, "move 2, of QD: there is no column 4: the board has 3"},
		{Atomic{Card: qd, From: 0, To: 3}, "move 2, of QD: there is no column 4: the board has 3"},
		{Atomic{Card: qd, From: 0, To: InCell}, "move 2, of QD: no free cell is empty"},
		{Atomic{Card: qd, From: InCell, To: AtHome}, "move 2, of QD: no free cell holds it"},
		{Atomic{Card: kh, From: AtHome, To: 1}, "move 2, of KH: no card leaves the foundations"},
		{Atomic{Card: kd, From: InCell, To: AtHome}, "move 2, of KD: KD cannot go home: expected QD"},
		{Atomic{Card: kd, From: InCell, To: 0}, "move 2, of KD: KD cannot go on QD: expected a black jack"},
	} {
		if moves, err := b.Play([]Atomic{good, test.bad}); err == nil || err.Error() != "freecell: "+test.want {
			t.Errorf("%v: %v, %v, want %s", test.bad, moves, err, test.want)
		}
	}
}

// TestPlayFollowsPosition walks at random and plays the moves back: they must be
// legal and lead to the same state.
func TestPlayFollowsPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		p := NewPosition(b)
		var moves []Atomic
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			next := p.AppendMoves(nil, AllAtomic)
			if len(next) == 0 {
				break
			}
			m := rapid.SampledFrom(next).Draw(t, "move")
			p.Make(m)
			moves = append(moves, m)
		}
		moves = p.Prune(moves)
		played, err := b.Play(moves)
		if err != nil {
			t.Fatal(err)
		}
		out, err := Check("", b, Steps(played))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p.canonical(b.Variant).String(), twinCanonical(out.Board).String()); diff != "" {
			t.Errorf("states (-search +played):\n%s", diff)
		}
	})
}
