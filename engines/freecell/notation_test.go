package freecell

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestParseMove(t *testing.T) {
	for text, want := range map[string]Move{
		"37":     {Column(2), Column(6), 0},
		"37v3":   {Column(2), Column(6), 3},
		"37vc":   {Column(2), Column(6), 12},
		"37V1A":  {Column(2), Column(6), 26},
		"3-7":    {Column(2), Column(6), 0},
		"107":    {Column(9), Column(6), 0},
		"110":    {Column(0), Column(9), 0},
		"1010":   {Column(9), Column(9), 0},
		"101v2":  {Column(9), Column(0), 2},
		"12-3":   {Column(11), Column(2), 0},
		"1-20v5": {Column(0), Column(19), 5},
		"5a":     {Column(4), FreeCell(0), 0},
		"a5":     {FreeCell(0), Column(4), 0},
		"g20":    {FreeCell(6), Column(19), 0},
		"kh":     {FreeCell(7), Foundation, 0},
		"3v":     {Column(2), FreeCell(18), 0},
		"12v":    {Column(11), FreeCell(18), 0},
		"v12":    {FreeCell(18), Column(11), 0},
		"w1":     {FreeCell(19), Column(0), 0},
		"8h":     {Column(7), Foundation, 0},
		"20H":    {Column(19), Foundation, 0},
		"ah":     {FreeCell(0), Foundation, 0},
		"ab":     {FreeCell(0), FreeCell(1), 0},
	} {
		if got, err := ParseMove(text); err != nil || got != want {
			t.Errorf("ParseMove(%q) = %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"", "3", "h", "h3", "hh", "ha", "03", "30", "0h", "3x", "i3", "3j", "x3", "3 7", "37v", "37v0", "37v03", "37v123", "5av2", "v37",
		"3--7", "a-5", "-37", "21-3", "3-21", "21h", "a21", "123", "1012", "1111", "37v3v3", "é3", "37\n",
	} {
		if got, err := ParseMove(text); !errors.Is(err, ErrMove) {
			t.Errorf("ParseMove(%q) = %+v, %v, want ErrMove", text, got, err)
		}
	}
}

func TestMoveWords(t *testing.T) {
	for text, want := range map[string]string{
		"3h":   "Move a card from column 3 to the foundations",
		"ah":   "Move a card from free cell a to the foundations",
		"6k":   "Move a card from column 6 to free cell k",
		"k10":  "Move a card from free cell k to column 10",
		"12":   "Move a card from column 1 to column 2",
		"12v4": "Move 4 cards from column 1 to column 2",
	} {
		m, err := ParseMove(text)
		if got := m.Words(); err != nil || got != want {
			t.Errorf("%s in words: %q, %v, want %q", text, got, err, want)
		}
	}
}

// anyMove draws a move that can be written.
func anyMove(t *rapid.T) Move {
	column := func(name string) Pile { return Column(rapid.IntRange(0, MaxColumns-1).Draw(t, name)) }
	cell := func(name string) Pile { return FreeCell(rapid.IntRange(0, MaxFreeCells-1).Draw(t, name)) }
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		n := rapid.SampledFrom([]int{0, 2, 3, 10, 16, 104}).Draw(t, "cards")
		return Move{column("from"), column("to"), n}
	case 1:
		return Move{column("from"), cell("to"), 0}
	case 2:
		return Move{cell("from"), column("to"), 0}
	default:
		return Move{rapid.SampledFrom([]Pile{column("from"), cell("from")}).Draw(t, "pile"), Foundation, 0}
	}
}

func TestWrittenMoveReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMove(t)
		if got, err := ParseMove(m.String()); err != nil || got != m {
			t.Fatalf("%+v is written %q, which reads as %+v, %v", m, m, got, err)
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"37", "37v3", "107", "12-3v1f", "5a", "kh", "3v", "v3", "h", "\xff1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			if !errors.Is(err, ErrMove) {
				t.Errorf("ParseMove(%q): %v is not ErrMove", text, err)
			}
			return
		}
		if m.Cards == 1 {
			m.Cards = 0 // one card is written without its number
		}
		if again, err := ParseMove(m.String()); err != nil || again != m {
			t.Errorf("%q reads as %+v, written %q, which reads as %+v, %v", text, m, m, again, err)
		}
	})
}
