package freecell

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// deal24 is deal 24 of the plain game, deal24Started the same after 4h and a
// few more moves.
const (
	deal24 = `4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
`
	deal24Started = `Foundations: H-0 C-0 D-0 S-A
Freecells: 3D - QD -
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H
QC 9S 6H 9H 3S KS
5D 2S JC 5C JH 6D
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
`
)

// TestReadBoardForms reads the same two boards in all the forms that are
// allowed.
func TestReadBoardForms(t *testing.T) {
	freecell := mustVariant(t, "freecell")
	replace := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	for name, test := range map[string]struct{ text, want string }{
		"as written":         {deal24, deal24},
		"colons":             {": " + strings.TrimSuffix(replace(deal24, "\n", "\n:"), ":"), deal24},
		"CRLF":               {replace(deal24, "\n", "\r\n"), deal24},
		"tabs":               {replace(deal24, " ", "\t \t"), deal24},
		"lower case":         {strings.ToLower(deal24), deal24},
		"ten and one":        {replace(deal24, "T", "10", "AH", "1H", "AS", "1S"), deal24},
		"signs":              {replace(deal24, "H", "♥", "C", "♣", "D", "♦", "S", "♠"), deal24},
		"emoji signs":        {replace(deal24, "H", "♥\ufe0f", "C", "♣\ufe0f", "D", "♦\ufe0e", "S", "♠\ufe0f"), deal24},
		"outlined":           {replace(deal24, "H", "♡", "C", "♧", "D", "♢", "S", "♤"), deal24},
		"comments":           {"# a deal\n" + replace(deal24, "2H\n", "2H # the first\n   # not a column\n"), deal24},
		"blank lines at end": {deal24 + "\n \n\r\n\n\n\n\n\n\n\n", deal24},
		"no last newline":    {strings.TrimSuffix(deal24, "\n"), deal24},
		"byte order mark":    {"\ufeff" + deal24, deal24},
		"empty prefix lines": {"Foundations:\nFreecells:\n" + deal24, deal24},
		"zero foundations":   {"Foundations: H-0 C0\nFreecells: - * -\n" + deal24, deal24},
		"started":            {deal24Started, deal24Started},
		"other names":        {replace(deal24Started, "Foundations: H-0 C-0 D-0 S-A", "founds:s1", "Freecells", "FC", " -\n4C", "\n4C", "3D -", "3D *"), deal24Started},
		"more names":         {replace(deal24Started, "Foundations: H-0 C-0 D-0 S-A", "DECKS : SA", "Freecells: ", "freecell :"), deal24Started},
		"the other way":      {replace(deal24Started, "Foundations: H-0 C-0 D-0 S-A\n", "", "5H QH", "Foundations: S-A\n5H QH"), deal24Started},
	} {
		got, err := ReadBoard("a.board", iotest.OneByteReader(strings.NewReader(test.text)), freecell)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(test.want, got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestReadBoardEmptyColumns(t *testing.T) {
	freecell := mustVariant(t, "freecell")
	const home = "Foundations: H-Q C-K D-K S-K\n"
	for text, want := range map[string]int{
		home + "KH":                          0,
		home + "\nKH\n":                      1,
		home + ":\n\nKH\n\n":                 2,
		home + ":\n# comment\n:\n : \nKH\n:": 3,
		"\n\n" + home + "KH":                 2,
	} {
		b, err := ReadBoard("a.board", strings.NewReader(text), freecell)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for i, col := range b.Columns {
			if (len(col) == 1) != (i == want) {
				t.Errorf("%q: column %d holds %v, the king should be in column %d", text, i+1, col, want+1)
			}
		}
	}
	solved := mustRead(t, freecell, "Foundations: H-K C-K D-K S-K\n")
	if !solved.Solved() {
		t.Errorf("a board without columns is not solved:\n%v", solved)
	}
}

func TestReadBoardTwoDecks(t *testing.T) {
	v := mustVariant(t, "der_katz")
	b := mustRead(t, v, "Foundations: H-K C-K D-K S-K H-Q S-K D-3 C-K\n:\nKH\n4D 5D 6D\n7D 8D 9D TD\nJD QD KD\n")
	want := []Rank{13, 13, 13, 13, 12, 13, 3, 13}
	if diff := cmp.Diff(want, b.Foundations); diff != "" {
		t.Errorf("foundations (-want +got):\n%s", diff)
	}
}

func TestReadBoardErrors(t *testing.T) {
	freecell := mustVariant(t, "freecell")
	replace := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	const card = "a rank (A, 2 to 9, T or 10, J, Q, K) and a suit (H, C, D, S)"
	const found = "expected a suit (H, C, D, S), a dash and a rank (0, A, 2 to 9, T or 10, J, Q, K)"
	for name, test := range map[string]struct{ text, want string }{
		"missing":           {replace(deal24, " AS", ""), "a.board:8:18: missing card AS, expected all 52 cards"},
		"missing two":       {replace(deal24, " AS", "", "7C", ""), "a.board:8:18: missing cards AS, 7C, expected all 52 cards"},
		"missing most":      {"KH\n", "a.board:1:3: missing cards AH, AC, AD, AS, 2H, 2C, 2D, 2S, 3H, 3C and 41 more, expected all 52 cards"},
		"nothing":           {"", "a.board:1:1: missing cards AH, AC, AD, AS, 2H, 2C, 2D, 2S, 3H, 3C and 42 more, expected all 52 cards"},
		"extra":             {replace(deal24, "KD", "4S"), "a.board:5:4: extra card 4S: it is already at 1:16, expected each card once"},
		"extra at home":     {"Foundations: S-A\n" + deal24, "a.board:5:19: extra card AS: it is already in the foundation S-A at 1:14, expected each card once"},
		"home after column": {"KC AS\nFounds: D-0 S2\n", "a.board:2:13: extra card AS in the foundation S2: it is already at 1:4, expected each card once"},
		"unknown":           {replace(deal24, "KD", "♥K"), `a.board:5:4: unknown word "♥K", expected a card: ` + card},
		"after signs":       {"5♥\ufe0f\tXX", `a.board:1:5: unknown word "XX", expected a card: ` + card},
		"glued":             {"4C2C\n", `a.board:1:1: unknown word "4C2C", expected a card: ` + card},
		"bad prefix":        {"Founders: S-A\n", `a.board:1:1: unknown word "Founders:", expected a card: ` + card},
		"dash in column":    {": - 4C", `a.board:1:3: unknown word "-", expected a card: ` + card},
		"nul":               {"4C \x00\n", `a.board:1:4: unknown word "\x00", expected a card: ` + card},
		"columns":           {deal24 + ":\n", "a.board:9:1: too many columns: this is column 9, expected at most 8 in freecell"},
		"columns and blank": {"\n" + deal24, "a.board:9:1: too many columns: this is column 9, expected at most 8 in freecell"},
		"cells":             {"Freecells: - - - - -\n" + deal24, `a.board:1:20: too many free cells: "-" is in cell 5, there are 4`},
		"cell":              {"FC: 4C what\n", `a.board:1:8: unknown word "what" in a free cell, expected -, * or a card: ` + card},
		"second line":       {"FC:\nFoundations:\nFreecells: -\n", "a.board:3:1: a second Freecells line, the first is line 1"},
		"late line":         {deal24 + "  Freecells:\n", "a.board:9:3: Freecells after the last column, expected before it"},
		"foundation":        {"Foundations: X-3\n", `a.board:1:14: unknown foundation "X-3", ` + found},
		"foundation rank":   {"Foundations: H-3 S-14\n", `a.board:1:18: unknown rank "14" of the foundation "S-14", ` + found},
		"no rank":           {"Foundations: H-\n", `a.board:1:14: unknown rank "" of the foundation "H-", ` + found},
		"foundation twice":  {"Foundations: H-3 H-4\n", "a.board:1:18: too many foundations of H: freecell has 1"},
		"too long":          {deal24 + strings.Repeat(" ", MaxBoardBytes), "a.board:1:1: the board is longer than 1048576 bytes"},
	} {
		b, err := ReadBoard("a.board", strings.NewReader(test.text), freecell)
		var textErr *TextError
		if !errors.As(err, &textErr) || err.Error() != test.want {
			t.Errorf("%s:\n got %v (%T), %v\nwant %s", name, err, err, b, test.want)
		}
	}
	if _, err := ReadBoard("a.board", iotest.ErrReader(iotest.ErrTimeout), freecell); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("a reader's error is not passed on: %v", err)
	}
	freecell.Columns = 21
	if _, err := ReadBoard("a.board", strings.NewReader(deal24), freecell); err == nil || err.Error() != "freecell: 21 columns, expected 1 to 20" {
		t.Errorf("21 columns: %v", err)
	}
}

// anyBoard draws a board with its cards anywhere.
func anyBoard(t *rapid.T) *Board {
	v := rapid.SampledFrom(variants).Draw(t, "variant")
	v.FreeCells = rapid.IntRange(0, MaxFreeCells).Draw(t, "cells")
	b := newBoard(v)
	var cards []Card
	for f := range b.Foundations {
		b.Foundations[f] = Rank(rapid.IntRange(0, int(King)).Draw(t, "foundation"))
		for r := b.Foundations[f] + 1; r <= King; r++ {
			cards = append(cards, NewCard(r, Suit(f%4)))
		}
	}
	for _, c := range rapid.Permutation(cards).Draw(t, "cards") {
		// Columns get most of the cards, cells one in ten.
		at := rapid.IntRange(0, v.Columns*10-1).Draw(t, "place")
		if i := at / v.Columns; i < v.FreeCells && at%10 == 0 && b.FreeCells[i] == NoCard {
			b.FreeCells[i] = c
			continue
		}
		i := at % v.Columns
		b.Columns[i] = append(b.Columns[i], c)
	}
	return b
}

func TestWrittenBoardReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		got, err := ReadBoard("a.board", strings.NewReader(b.String()), b.Variant)
		if err != nil {
			t.Fatalf("%v\n%v", err, b)
		}
		if diff := cmp.Diff(b, got); diff != "" {
			t.Fatalf("(-written +read):\n%s", diff)
		}
	})
}

func TestCloneSharesNothing(t *testing.T) {
	b := mustRead(t, mustVariant(t, "freecell"), deal24Started)
	c := b.Clone()
	if diff := cmp.Diff(b, c); diff != "" {
		t.Fatalf("the clone differs:\n%s", diff)
	}
	for i := range c.Columns {
		c.Columns[i][0] = NoCard
	}
	c.FreeCells[0] = NoCard
	c.Foundations[3] = 0
	if got := b.String(); got != deal24Started {
		t.Errorf("a change of the clone shows in the board:\n%s", got)
	}
}

func FuzzReadBoard(f *testing.F) {
	for _, text := range []string{
		deal24, deal24Started, ":\n\n:", "Foundations: H-K C-K D-K S-K", "FC: *\n#", "founds : S1\n1H", "Freecells:-\n", "4C\x00\xff", "Fc",
		strings.ReplaceAll(deal24, "H", "♥\ufe0f"),
	} {
		f.Add(text, uint8(0), uint8(4))
		f.Add(text, uint8(17), uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, game, cells uint8) {
		v := variants[int(game)%len(variants)]
		v.FreeCells = int(cells) % (MaxFreeCells + 1)
		b, err := ReadBoard("a.board", strings.NewReader(text), v)
		if err != nil {
			var textErr *TextError
			if !errors.As(err, &textErr) || textErr.Line < 1 || textErr.Column < 1 || textErr.Text == "" {
				t.Errorf("error without a place: %v", err)
			}
			return
		}
		again, err := ReadBoard("b.board", strings.NewReader(b.String()), v)
		if err != nil {
			t.Fatalf("what was read does not read again: %v\n%v", err, b)
		}
		if diff := cmp.Diff(b, again); diff != "" {
			t.Errorf("what was read reads otherwise again:\n%s", diff)
		}
	})
}

// TestReadBoardAsWritten checks that the text decides on the number of columns.
func TestReadBoardAsWritten(t *testing.T) {
	const rest = "Foundations: H-K C-K D-Q S-Q\n"
	for text, columns := range map[string]int{
		rest + "KD KS\n":                          1,
		rest + "KD\nKS\n:\n":                      3,
		rest + ": KD\n\n: KS\n\n":                 3,
		rest + "KD\nKS\n:\n:\n:\n:\n:\n:\n:\n:\n": 10,
	} {
		v, err := VariantByName("freecell")
		if err != nil {
			t.Fatal(err)
		}
		b, err := ReadBoardAsWritten("board", strings.NewReader(text), v)
		if err != nil {
			t.Fatal(err)
		}
		if b.Variant.Columns != columns || len(b.Columns) != columns {
			t.Errorf("%q: %d columns of %d, want %d", text, len(b.Columns), b.Variant.Columns, columns)
		}
	}
}
