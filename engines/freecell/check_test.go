package freecell

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// mustSteps reads a solution that is written in a test.
func mustSteps(t testing.TB, text string) []Step {
	t.Helper()
	steps, err := ReadSolution("a.solution", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestReferenceSolutions checks solutions as the reference prints them, in
// plain and in extended notation.
func TestReferenceSolutions(t *testing.T) {
	for _, name := range fixtureNames(t, "solutions") {
		game, _, _ := strings.Cut(name, "-")
		b := mustDeal(t, 24, mustVariant(t, game))
		steps := mustSteps(t, string(fixture(t, "solutions/"+name)))
		out, err := Check(name, b, steps)
		if err != nil || !out.Board.Solved() || len(out.Moves) != len(steps) {
			t.Errorf("%s: %d of %d moves are legal, solved %v, %v", name, len(out.Moves), len(steps), out.Board.Solved(), err)
			continue
		}
		if diff := cmp.Diff(mustDeal(t, 24, mustVariant(t, game)), b); diff != "" {
			t.Errorf("%s: the check changed the board:\n%s", name, diff)
		}

		text, err := FormatSolution(b, out.Moves)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.HasSuffix(name, ".snx") {
			var want []string
			for _, s := range steps {
				want = append(want, s.Text)
			}
			if diff := cmp.Diff(want, strings.Fields(text)); diff != "" {
				t.Errorf("%s is written otherwise (-reference +got):\n%s", name, diff)
			}
		}
		if again, err := Check(name, b, mustSteps(t, text)); err != nil || !again.Board.Solved() {
			t.Errorf("%s: what was written again is not a solution: %v\n%s", name, err, text)
		}
	}
}

// endgame is a board of the plain game on which most kinds of moves are legal
// and illegal: column 3 is empty.
const endgame = `Foundations: H-7 C-6 D-8 S-8
Freecells: TH - 9C -
KC 9D TC 8C
KH QC JD TS 9H 8H
:
KD QS JH
JC 7C TD
KS QH JS
QD 9S
`

func TestIllegalMoves(t *testing.T) {
	games := map[string]string{
		"freecell":     endgame,
		"forecell":     endgame,
		"eight_off":    endgame,
		"bakers_dozen": strings.Replace(endgame, "Freecells: TH - 9C -\n", "", 1) + ":\n\nTH 9C\n",
		"simple_simon": "Foundations: H-K C-K\nKD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD\n2S AS\nKS QS JS TS 9S\n8S 7S\n6S 5S 4S 3S\n",
		"die_schlange": "Foundations: H-K C-K D-K S-K H-8 C-K D-K S-Q\nFC: JH\nKS\nKH QH\nTH\n9H\n:\n",
	}
	for _, test := range []struct{ game, moves, want string }{
		{"freecell", "14", "8C cannot go on JH: expected a black ten"},
		{"freecell", "7h 61 41", `move 2 "61" (a.solution:1:4): JS cannot go on 8C: expected a red seven`},
		{"freecell", "a1", "TH cannot go on 8C: expected a red seven"},
		{"freecell", "ah", "TH cannot go home: expected 8H"},
		{"freecell", "1h", "8C cannot go home: expected 7C"},
		{"freecell", "2a", "8H cannot go to free cell a: TH is there"},
		{"freecell", "ab", "TH cannot go from one free cell to another"},
		{"freecell", "3h", "column 3 is empty"},
		{"freecell", "35", "column 3 is empty"},
		{"freecell", "b3", "free cell b is empty"},
		{"freecell", "bh", "free cell b is empty"},
		{"freecell", "2f", "there is no free cell f: the board has 4"},
		{"freecell", "9h", "there is no column 9: the board has 8"},
		{"freecell", "1-11", "there is no column 11: the board has 8"},
		{"freecell", "22", "column 2 is both source and destination"},
		{"freecell", "13v5", "5 cards cannot move from column 1: it has 4"},
		{"freecell", "13v2", "TC to 8C do not move together: 8C does not lie on TC by the rules"},
		{"freecell", "15v2", "TC cannot go on TD: expected a black nine"},
		{"freecell", "71v1", "9S cannot go on 8C: expected a red seven"},
		{"freecell", "75 6b 6d 63 4", "not a move"},
		{"forecell", "23", "8H cannot go to the empty column 3: expected a king"},
		{"forecell", "a3", "TH cannot go to the empty column 3: expected a king"},
		{"eight_off", "75", "9S cannot go on TD: expected 9D"},
		{"bakers_dozen", "23", "8H cannot go to the empty column 3: it stays empty in bakers_dozen"},
		{"simple_simon", "2h", "2 cards of the suit cannot go home: expected the 13 cards from king to ace"},
		{"simple_simon", "3h", "9S cannot go home: expected an ace on top of a whole suit"},
		{"simple_simon", "2h", "2 cards of the suit cannot go home: expected the 13 cards from king to ace"},
		{"die_schlange", "ah", "JH cannot go home: expected 9H"},
		{"die_schlange", "15", "KS cannot go to the empty column 5: it stays empty in die_schlange"},
	} {
		b := mustRead(t, mustVariant(t, test.game), games[test.game])
		steps, err := ReadSolution("a.solution", strings.NewReader(test.moves))
		if err == nil {
			_, err = Check("a.solution", b, steps)
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s, %s: %v, want %s", test.game, test.moves, err, test.want)
		}
	}
}

// TestReadings plays a move to an empty column without a number of cards as one
// card and, if that does not solve the board, as all that fit.
func TestReadings(t *testing.T) {
	const text = "Foundations: H-9 C-K D-K S-9\nKH QS JH TS\nKS QH JS TH\n"
	for _, test := range []struct {
		moves          string
		cells, columns int
		legal          int // moves
		cards          int // of the first move
		want           string
	}{
		{"13 3h 2h 1h 2h 1h 2h 1h 2h", 4, 8, 9, 1, ""},
		{"13 2h 3h 2h 3h 2h 3h 2h 3h", 4, 8, 9, 4, ""},
		{"13v4 2h 3h 2h 3h 2h 3h 2h 3h", 4, 8, 9, 4, ""},
		{"13 2h 3h 2h 3h 1h", 4, 8, 5, 4, `move 6 "1h" (a.solution:1:16): column 1 is empty`},
		{"13 3h 1h", 4, 8, 2, 1, `move 3 "1h" (a.solution:1:7): JH cannot go home: expected TH`},
		{"13 2h 3h 2h 3h 3h", 0, 4, 5, 2, `move 6 "3h" (a.solution:1:16): column 3 is empty`},
		{"1h\n13v3", 0, 4, 1, 1, `move 2 "13v3" (a.solution:2:1): 3 cards cannot move at once: the free space allows 2`},
	} {
		v := mustVariant(t, "freecell")
		v.FreeCells, v.Columns = test.cells, test.columns
		out, err := Check("a.solution", mustRead(t, v, text), mustSteps(t, test.moves))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != test.want || len(out.Moves) != test.legal || out.Moves[0].Cards != test.cards {
			t.Errorf("%q: %d moves are legal, the first of %d cards, %v; want %d, %d, %s",
				test.moves, len(out.Moves), out.Moves[0].Cards, err, test.legal, test.cards, test.want)
		}
		if test.legal == 9 && !out.Board.Solved() {
			t.Errorf("%q: not solved:\n%v", test.moves, out.Board)
		}
	}
}

// TestSimpleSimonSequences moves cards of two suits together, which takes an
// empty column, and a whole suit home.
func TestSimpleSimonSequences(t *testing.T) {
	v := mustVariant(t, "simple_simon")
	const text = "KD\nKS QS JS TH 9H\nKH QH JH\n8H 7H 6H 5H 4H 3H 2H AH\nTS 9S 8S 7S 6S 5S 4S 3S 2S AS\n" +
		"QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD\n"
	open := mustRead(t, v, "Foundations: C-K\n"+text)
	closed := mustRead(t, v, text+"KC QC JC TC 9C 8C 7C\n6C 5C\n4C 3C\n2C AC\n")
	for _, test := range []struct {
		moves string
		board *Board
		want  string
	}{
		{"21v4", open, ""}, // QS JS and TH 9H
		{"21", open, ""},
		{"21", closed, "4 cards cannot move at once: the free space allows 2"},
		{"23", closed, ""},
		{"61 1h", closed, ""},
		{"61 1h 27v5", closed, "KS cannot go on 7C: expected a six"},
		{"42 2h", open, "10 cards of the suit cannot go home: expected the 13 cards from king to ace"},
		{"43", open, "AH cannot go on JH: expected a ten"},
		{"23 43 3h", open, ""},
		{"1hv", open, "not a move"},
	} {
		steps, err := ReadSolution("a.solution", strings.NewReader(test.moves))
		if err == nil {
			_, err = Check("a.solution", test.board, steps)
		}
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.moves, err, test.want)
		}
	}
}

func TestCheckSaysWhatIsLeft(t *testing.T) {
	b := mustRead(t, mustVariant(t, "freecell"), "Foundations: H-K C-K D-K S-J\nQS\nKS\n")
	out, err := Check("", b, mustSteps(t, "1h"))
	if err != nil || out.Board.Solved() || out.Board.Foundations[Spades] != 12 {
		t.Errorf("after 1h: solved %v, %v\n%v", out.Board.Solved(), err, out.Board)
	}
	out, err = Check("", b, mustSteps(t, "1h 2h"))
	if err != nil || !out.Board.Solved() {
		t.Errorf("after 1h 2h: solved %v, %v\n%v", out.Board.Solved(), err, out.Board)
	}
}

func TestReadSolution(t *testing.T) {
	want := []Move{{Column(2), Foundation, 0}, {Column(0), Column(6), 2}, {Column(9), FreeCell(0), 0}}
	for _, text := range []string{
		"3h 17v2 10a",
		"\ufeffsolved\r\n3h\t17v2\r\n10A\r\n",
		"# of deal 24\n  solved # at last\n3h # home\n\n17v2#two\n10a",
		"-=-=-=-=-=-=-=-=-=-=-=-\n\n3h 17v2 \n10a \n\nThis game is solveable.\nTotal number of states checked is 137.\nThis scan generated 191 states.\n",
	} {
		var got []Move
		for _, s := range mustSteps(t, text) {
			got = append(got, s.Move)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q reads as %v, want %v", text, got, want)
		}
	}
	step := mustSteps(t, "\n  3h\t17v2")[1]
	if step.Line != 2 || step.Column != 6 || step.Text != "17v2" {
		t.Errorf("the second move is at %d:%d, %q", step.Line, step.Column, step.Text)
	}
}

func TestReadSolutionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"3h 4":                           `a.solution:1:4: not a move: "4", expected a move such as 37, 5a, a5, 8h, 37v3 or 12-3`,
		"3h\nsolved":                     `a.solution:2:1: not a move: "solved", expected`,
		"solved\nsolved\n":               `a.solution:2:1: not a move: "solved", expected`,
		"I could not solve this game.\n": `a.solution:1:1: not a move: "I", expected`,
		"1h\n\n 1-21\n":                  `a.solution:3:2: not a move: "1-21", columns are numbered 1 to 20`,
		"1213\n":                         `a.solution:1:1: not a move: "1213", columns above 10 need a dash between them`,
		"123\n":                          `a.solution:1:1: not a move: "123", columns above 10 need a dash between them`,
		strings.Repeat("1h ", 6<<20):     `a.solution:1:1: the solution is longer than 16777216 bytes`,
	} {
		steps, err := ReadSolution("a.solution", strings.NewReader(text))
		var textErr *TextError
		if !errors.As(err, &textErr) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.30q: %d moves, %v, want %s", text, len(steps), err, want)
		}
	}
}

// TestLegalMovesPass plays random atomic moves of the twin, which has rules of
// its own, and checks that the same moves lead to the same board, as they are
// and after they were written and read.
func TestLegalMovesPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(variants).Draw(t, "variant")
		if v.WholeSuits {
			v.WholeSuits = false // the twin does not know it
		}
		b, err := Deal(uint64(rapid.IntRange(1, 1000000).Draw(t, "deal")), v)
		if err != nil {
			t.Fatal(err)
		}
		s := newTwin(b)
		var moves []Move
		for range rapid.IntRange(0, 60).Draw(t, "length") {
			var next []*twinState
			for _, test := range []byte(AllAtomic) {
				next = append(next, s.derive(test)...)
			}
			if len(next) == 0 {
				break
			}
			s = rapid.SampledFrom(next).Draw(t, "next")
			moves = append(moves, s.moves...)
		}
		text, err := FormatSolution(b, moves)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := ReadSolution("a.solution", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, steps := range [][]Step{Steps(moves), steps} {
			out, err := Check("a.solution", b, steps)
			if err != nil {
				t.Fatalf("%v\n%v%s", err, b, text)
			}
			if diff := cmp.Diff(s.board, twinCanonical(out.Board)); diff != "" {
				t.Fatalf("the moves lead elsewhere (-twin +check):\n%s", diff)
			}
		}
	})
}

func FuzzReadSolution(f *testing.F) {
	for _, text := range []string{"solved\n3h 17v2 10a", "-=-=-\n3h\nThis game is solveable.\n", "# x\n4", "1-20v1f", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		steps, err := ReadSolution("a.solution", strings.NewReader(text))
		if err != nil {
			var textErr *TextError
			if !errors.As(err, &textErr) || textErr.Line < 1 || textErr.Column < 1 {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		for _, s := range steps {
			if m, err := ParseMove(s.Text); err != nil || m != s.Move {
				t.Errorf("%q was read as %v", s.Text, s.Move)
			}
		}
		// Whatever the moves are, playing them must not break anything.
		b, err := Deal(24, variants[len(steps)%len(variants)])
		if err != nil {
			t.Fatal(err)
		}
		out, err := Check("a.solution", b, steps)
		if err == nil && len(out.Moves) != len(steps) {
			t.Errorf("%d of %d moves were played without an error", len(out.Moves), len(steps))
		}
		if _, err := ReadBoard("after", strings.NewReader(out.Board.String()), b.Variant); err != nil {
			t.Errorf("after %d moves the board is broken: %v", len(out.Moves), err)
		}
	})
}
