package freecell

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawVariant draws a game of atomic moves, with any number of free cells.
func drawVariant(t *rapid.T) Variant {
	var games []Variant
	for _, v := range variants {
		if !v.WholeSuits {
			games = append(games, v)
		}
	}
	v := rapid.SampledFrom(games).Draw(t, "variant")
	v.FreeCells = rapid.SampledFrom([]int{v.FreeCells, v.FreeCells, 0, 1, 2, 8, MaxFreeCells}).Draw(t, "free cells")
	return v
}

// drawBoard draws a deal, or a board in the middle of a game: any number of
// cards at home, the others anywhere.
func drawBoard(t *rapid.T) *Board {
	v := drawVariant(t)
	seed := rapid.Uint64Range(1, MaxDeal).Draw(t, "deal or seed")
	if rapid.IntRange(0, 3).Draw(t, "dealt") == 0 {
		if dealt, err := Deal(seed, v); err == nil {
			return dealt
		} // else the cells have no room for the cards that are dealt there
	}
	random := rand.New(rand.NewPCG(seed, 0))
	b := newBoard(v)
	lowest := rapid.SampledFrom([]int{0, 9, 11}).Draw(t, "at home at least")
	var cards []Card
	for i := range b.Foundations {
		b.Foundations[i] = Rank(lowest + random.IntN(14-lowest))
		for r := b.Foundations[i] + 1; r <= King; r++ {
			cards = append(cards, NewCard(r, Suit(i%4)))
		}
	}
	random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for i, c := range cards {
		if i < v.FreeCells && random.IntN(2) == 0 {
			b.FreeCells[i] = c
			continue
		}
		to := random.IntN(v.Columns)
		b.Columns[to] = append(b.Columns[to], c)
	}
	return b
}

// snapshot returns p without what lies beyond the ends of columns and cells and
// without the note of what has changed, so that equal snapshots are equal
// positions.
func (p *Position) snapshot() Position {
	s := *p
	for c := range s.card {
		clear(s.card[c][s.height[c]:])
		if s.height[c] < MaxLinked {
			s.linked[c] &= 1<<s.height[c] - 1
		}
	}
	for c := range s.at {
		if s.runs.InColumns>>c&1 == 0 {
			s.at[c] = 0
		}
	}
	clear(s.cell[s.used:])
	s.dirty = 0
	return s
}

// canonical returns p's state as a board in canonical order.
func (p *Position) canonical(v Variant) *Board {
	b := newBoard(v)
	for i := range b.Foundations {
		b.Foundations[i] = Rank(p.home[i])
	}
	copy(b.FreeCells[v.FreeCells-p.used:], p.cell[:p.used])
	for i, c := range p.order[:v.Columns] {
		b.Columns[i] = append(b.Columns[i], p.card[c][:p.height[c]]...)
	}
	return b
}

// place returns where an atomic move takes a card from or to when the player's
// move does so with that pile.
func place(p Pile) Place {
	if _, ok := p.FreeCell(); ok {
		return InCell
	}
	if i, ok := p.Column(); ok {
		return Place(i)
	}
	return AtHome
}

// anyKey is the key of a state whatever the number of decks.
type anyKey struct {
	short Key
	long  LongKey
}

func (p *Position) anyKey() (k anyKey) {
	if p.rules.decks == 2 {
		p.StateLongKey(&k.long)
	} else {
		p.StateKey(&k.short)
	}
	return k
}

func (p *Position) anyKeyAfter(m Atomic) (k anyKey) {
	if p.rules.decks == 2 {
		p.LongKeyAfter(m, &k.long)
	} else {
		p.KeyAfter(m, &k.short)
	}
	return k
}

// keys checks, within one game, that keys and states belong together one to one.
type keys struct {
	ofState map[string]anyKey
	ofKey   map[anyKey]string
}

func (k keys) check(t *rapid.T, state string, key anyKey) {
	if old, ok := k.ofState[state]; ok && old != key {
		t.Fatalf("a state has the keys %x and %x", old, key)
	}
	if old, ok := k.ofKey[key]; ok && old != state {
		t.Fatalf("the states %x and %x have the key %x", old, state, key)
	}
	k.ofState[state], k.ofKey[key] = key, state
}

// TestPositionIsTheTwin walks at random and holds what a position derives, its
// keys and what making and unmaking moves leaves behind against the slow twin.
func TestPositionIsTheTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		p := NewPosition(b)
		known := keys{map[string]anyKey{}, map[anyKey]string{}}
		tests := string(rapid.Permutation([]byte(AllAtomic)).Draw(t, "tests"))
		steps := rapid.IntRange(1, 40).Draw(t, "steps")
		for range steps {
			twin := newTwin(b)
			known.check(t, twin.key(), p.anyKey())
			if diff := cmp.Diff(twin.board.String(), p.canonical(b.Variant).String()); diff != "" {
				t.Fatalf("the state differs from the twin's (-want +got):\n%s", diff)
			}
			if p.Solved() != b.Solved() {
				t.Fatalf("solved is %v of\n%s", p.Solved(), b)
			}
			checkPruning(t, p, twin)
			checkRuns(t, p, b.Variant)

			var want []*twinState
			for _, test := range []byte(tests) {
				want = append(want, twin.derive(test)...)
			}
			moves := p.AppendMoves(nil, tests)
			if len(moves) != len(want) {
				t.Fatalf("%d moves, the twin derives %d states from\n%s", len(moves), len(want), b)
			}
			for i, m := range moves {
				checkMove(t, p, m, want[i], known)
			}
			if len(moves) == 0 {
				return
			}
			i := rapid.IntRange(0, len(moves)-1).Draw(t, "move")
			p.Make(moves[i])
			if _, err := b.play(want[i].moves[0], oneCard); err != nil {
				t.Fatalf("%v is illegal: %v", want[i].moves[0], err)
			}
		}
	})
}

// checkRuns holds what a position knows of runs against its columns.
func checkRuns(t *rapid.T, p *Position, v Variant) {
	var runs Runs
	for c := range uint8(v.Columns) {
		column := p.Column(c)
		for h, card := range column {
			linked := h > 0 && v.CanStack(card, column[h-1])
			if h < MaxLinked && linked != (p.Linked(c)>>h&1 != 0) {
				t.Fatalf("%v at height %d of column %d: linked is %v", card, h, c, !linked)
			}
			if v.Decks == 2 {
				continue
			}
			if at := p.At(card); at != uint16(c)<<8|uint16(h) {
				t.Fatalf("%v is said to be at %#x, it is at height %d of column %d", card, at, h, c)
			}
			runs.InColumns |= 1 << card
			if linked {
				runs.Linked |= 1 << card
				runs.Covered |= 1 << column[h-1]
			}
		}
	}
	if runs != p.Runs() {
		t.Fatalf("runs are %x, want %x", p.Runs(), runs)
	}
}

// checkMove checks that m leads from p to the state n and back again.
func checkMove(t *rapid.T, p *Position, m Atomic, n *twinState, known keys) {
	if from, to := place(n.moves[0].From), place(n.moves[0].To); m.From != from || m.To != to {
		t.Fatalf("the move is %v from %v to %v, the twin's %v", m.Card, m.From, m.To, n.moves[0])
	}
	before := p.snapshot()
	key := p.anyKeyAfter(m)
	if got := p.snapshot(); got != before {
		t.Fatalf("asking for the key after %v changed the position (-before +after):\n%s", m, diffPositions(before, got))
	}
	p.Make(m)
	if p.anyKey() != key {
		t.Fatalf("the key after %v was said to be %x and is %x", m, key, p.anyKey())
	}
	known.check(t, n.key(), key)
	if diff := cmp.Diff(n.board.String(), p.canonical(n.board.Variant).String()); diff != "" {
		t.Fatalf("the state after %v differs from the twin's (-want +got):\n%s", m, diff)
	}
	p.Unmake(m)
	if got := p.snapshot(); got != before {
		t.Fatalf("%v made and unmade changed the position (-before +after):\n%s", m, diffPositions(before, got))
	}
}

// checkPruning checks what Prune makes of p, and takes it back.
func checkPruning(t *rapid.T, p *Position, twin *twinState) {
	var want []Move
	board := twin.board
	if n := twin.prune(); n != nil {
		want, board = n.moves, n.board
	}
	before := p.snapshot()
	moves := p.Prune(nil)
	var got, wanted [][2]Place
	for _, m := range moves {
		got = append(got, [2]Place{m.From, m.To})
	}
	for _, m := range want {
		wanted = append(wanted, [2]Place{place(m.From), place(m.To)})
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Fatalf("pruning\n%s\ndiffers from the twin's (-want +got):\n%s", twin.board, diff)
	}
	if diff := cmp.Diff(board.String(), p.canonical(board.Variant).String()); diff != "" {
		t.Fatalf("the pruned state differs from the twin's (-want +got):\n%s", diff)
	}
	for _, m := range slices.Backward(moves) {
		p.Unmake(m)
	}
	if got := p.snapshot(); got != before {
		t.Fatalf("pruning taken back changed the position (-before +after):\n%s", diffPositions(before, got))
	}
}

func diffPositions(a, b Position) string {
	a.rules, b.rules = nil, nil
	return cmp.Diff(a, b, cmp.AllowUnexported(Position{}))
}

// TestPruneAppends checks that the moves made before stay in the list, and that
// a pass takes one card of each column.
func TestPruneAppends(t *testing.T) {
	v := mustVariant(t, "freecell")
	b := mustRead(t, v, "Foundations: H-Q C-Q D-J S-K\nFreecells: KC\n"+"KH KD QD\n")
	first := Atomic{Card: NewCard(2, Hearts), From: 7, To: InCell}
	var got []string
	for _, m := range NewPosition(b).Prune([]Atomic{first}) {
		got = append(got, m.Card.String())
	}
	if diff := cmp.Diff([]string{"2H", "QD", "KC", "KD", "KH"}, got); diff != "" {
		t.Errorf("cards that moved (-want +got):\n%s", diff)
	}
}

// TestPruneLeavesTwins checks that of two decks a card does not go home in the
// place of its twin: sending the exposed KD home here would bury QD for good.
func TestPruneLeavesTwins(t *testing.T) {
	v := mustVariant(t, "die_schlange")
	v.FreeCells = 0
	b := mustRead(t, v, "Foundations: H-K C-K D-Q S-K H-K C-K D-J S-K\nKD\nQD KD\n")
	if moves := NewPosition(b).Prune(nil); len(moves) != 0 {
		t.Errorf("pruning moved %v", moves)
	}
	b = mustRead(t, v, "Foundations: H-K C-K D-Q S-K H-K C-K D-Q S-K\nKD\nKD\n")
	if moves := NewPosition(b).Prune(nil); len(moves) != 2 {
		t.Errorf("pruning moved %v, want both kings", moves)
	}
}

// TestOrderForgetsHistory checks that columns which have become alike stand as
// they do in a position that begins like that.
func TestOrderForgetsHistory(t *testing.T) {
	v := mustVariant(t, "die_schlange")
	const home = "Foundations: H-K C-J D-J S-K H-Q C-K D-Q S-K\n"
	p := NewPosition(mustRead(t, v, home+"KD\nKD QC\nKH\nQD\nKC\n"))
	p.Make(Atomic{Card: NewCard(12, Clubs), From: 1, To: 2})
	p.Make(Atomic{Card: NewCard(12, Diamonds), From: 3, To: InCell})
	fresh := NewPosition(mustRead(t, v, home+"Freecells: QD\nKD\nKD\nKH QC\n:\nKC\n"))
	if diff := cmp.Diff(fresh.order, p.order); diff != "" {
		t.Errorf("order of the columns (-fresh +played):\n%s", diff)
	}
}

// TestLongKeyHasRoom makes the key of a state with as many columns as there can
// be and all cards of two decks in them.
func TestLongKeyHasRoom(t *testing.T) {
	v := mustVariant(t, "die_schlange")
	v.Columns = MaxColumns
	b := newBoard(v)
	for i, c := range shuffle(1, 2) {
		b.Columns[i%v.Columns] = append(b.Columns[i%v.Columns], c)
	}
	p := NewPosition(b)
	var one, other LongKey
	p.StateLongKey(&one)
	for _, m := range p.AppendMoves(nil, AllAtomic) {
		if p.LongKeyAfter(m, &other); one == other {
			t.Errorf("the key stays the same after %v", m)
		}
	}
}
