package freecell

import (
	"errors"
	"strings"
	"testing"
)

func TestParseCard(t *testing.T) {
	tenH, aceS, kingC, fiveD := NewCard(10, Hearts), NewCard(Ace, Spades), NewCard(King, Clubs), NewCard(5, Diamonds)
	for text, want := range map[string]Card{
		"TH": tenH, "th": tenH, "10H": tenH, "10h": tenH, "10♥": tenH, "T♥\ufe0f": tenH, "T♡": tenH,
		"AS": aceS, "1s": aceS, "A♠": aceS, "a♤\ufe0e": aceS,
		"KC": kingC, "k♣": kingC, "K♧": kingC,
		"5D": fiveD, "5♦": fiveD, "5♢": fiveD,
	} {
		if got, err := ParseCard(text); err != nil || got != want {
			t.Errorf("ParseCard(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "A", "H", "0H", "11H", "1", "10", "100H", "TH ", "THH", "HT", "XH", "A♥♥", "\ufe0fAH", "A\xff", "-", "*"} {
		if got, err := ParseCard(text); !errors.Is(err, ErrCard) {
			t.Errorf("ParseCard(%q) = %v, %v, want ErrCard", text, got, err)
		}
	}
}

func TestCardOrderAndNames(t *testing.T) {
	var names []string
	last := NoCard
	for r := Ace; r <= King; r++ {
		for s := Hearts; s <= Spades; s++ {
			c := NewCard(r, s)
			if c <= last || c.Rank() != r || c.Suit() != s {
				t.Errorf("card %d of rank %d, suit %d has rank %d, suit %d", c, r, s, c.Rank(), c.Suit())
			}
			last = c
			names = append(names, c.String())
		}
	}
	const want = "AH AC AD AS 2H 2C 2D 2S 3H 3C 3D 3S 4H 4C 4D 4S 5H 5C 5D 5S 6H 6C 6D 6S 7H 7C 7D 7S " +
		"8H 8C 8D 8S 9H 9C 9D 9S TH TC TD TS JH JC JD JS QH QC QD QS KH KC KD KS"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("cards in order:\n got %s\nwant %s", got, want)
	}
	if got := NoCard.String(); got != "-" {
		t.Errorf("NoCard is written %q", got)
	}
}

func FuzzParseCard(f *testing.F) {
	for _, text := range []string{"TH", "10h", "1♠\ufe0f", "A", "", "K♧x", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCard(text)
		if err != nil {
			return
		}
		if again, err := ParseCard(c.String()); err != nil || again != c {
			t.Errorf("ParseCard(%q) = %v, which reads back as %v, %v", text, c, again, err)
		}
	})
}
