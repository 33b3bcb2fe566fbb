package freecell

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// MaxColumns and MaxFreeCells bound the boards that this package reads.
const (
	MaxColumns   = 20
	MaxFreeCells = 20
)

// Build is the rule by which a card may be put on another one in a column. The
// card below is always one rank higher.
type Build uint8

// The three build rules.
const (
	ByAlternateColor Build = iota // red on black, black on red
	BySuit                        // on the same suit
	ByRank                        // on any suit
)

// Fill is the rule by which an empty column may be filled.
type Fill uint8

// The three fill rules.
const (
	FillAny   Fill = iota // by any card
	FillKings             // by kings only
	FillNone              // by no card: an empty column stays empty
)

// Variant is the rules and the size of a game. The zero value is not a game;
// start from [VariantByName].
type Variant struct {
	Name      string // the reference's name of the game, "freecell"
	Columns   int    // 1 to MaxColumns
	FreeCells int    // 0 to MaxFreeCells
	Decks     int    // 1 or 2
	Build     Build
	Fill      Fill

	// Unlimited frees the moves of sequences from the limit that free cells
	// and empty columns set; see [Variant.Supermove].
	Unlimited bool

	// WholeSuits is Simple Simon's rule: a card goes on any suit, but only a
	// sequence of one suit moves as one, and only a whole sequence from king to
	// ace goes to the foundations, all 13 at once.
	WholeSuits bool
}

// variants holds the known games in the order in which they are listed. Some
// have the same rules and differ only in how [Deal] lays out the cards.
var variants = []Variant{
	{Name: "freecell", Columns: 8, FreeCells: 4, Decks: 1},
	{Name: "forecell", Columns: 8, FreeCells: 4, Decks: 1, Fill: FillKings},
	{Name: "relaxed_freecell", Columns: 8, FreeCells: 4, Decks: 1, Unlimited: true},
	{Name: "bakers_game", Columns: 8, FreeCells: 4, Decks: 1, Build: BySuit},
	{Name: "ko_bakers_game", Columns: 8, FreeCells: 4, Decks: 1, Build: BySuit, Fill: FillKings},
	{Name: "eight_off", Columns: 8, FreeCells: 8, Decks: 1, Build: BySuit, Fill: FillKings},
	{Name: "seahaven_towers", Columns: 10, FreeCells: 4, Decks: 1, Build: BySuit, Fill: FillKings},
	{Name: "relaxed_seahaven", Columns: 10, FreeCells: 4, Decks: 1, Build: BySuit, Fill: FillKings, Unlimited: true},
	{Name: "beleaguered_castle", Columns: 8, Decks: 1, Build: ByRank},
	{Name: "citadel", Columns: 8, Decks: 1, Build: ByRank},
	{Name: "streets_and_alleys", Columns: 8, Decks: 1, Build: ByRank},
	{Name: "bakers_dozen", Columns: 13, Decks: 1, Build: ByRank, Fill: FillNone},
	{Name: "good_measure", Columns: 10, Decks: 1, Build: ByRank, Fill: FillNone},
	{Name: "cruel", Columns: 12, Decks: 1, Build: BySuit, Fill: FillNone},
	{Name: "fan", Columns: 18, Decks: 1, Build: BySuit, Fill: FillKings},
	{Name: "simple_simon", Columns: 10, Decks: 1, Build: ByRank, WholeSuits: true},
	{Name: "die_schlange", Columns: 9, FreeCells: 8, Decks: 2, Fill: FillNone},
	{Name: "der_katz", Columns: 9, FreeCells: 8, Decks: 2, Fill: FillNone},
}

// aliases are the other names by which games are known.
var aliases = map[string]string{
	"der_katzenschwantz":      "der_katz",
	"der_katzenschwanz":       "der_katz",
	"kings_only_bakers_game":  "ko_bakers_game",
	"relaxed_seahaven_towers": "relaxed_seahaven",
	"seahaven":                "seahaven_towers",
}

// Variants returns the known games.
func Variants() []Variant { return slices.Clone(variants) }

// VariantByName returns the game of that name or alias. The error for an
// unknown name lists the known ones.
func VariantByName(name string) (Variant, error) {
	known := name
	if a, ok := aliases[name]; ok {
		known = a
	}
	for _, v := range variants {
		if v.Name == known {
			return v, nil
		}
	}
	names := make([]string, 0, len(variants)+len(aliases))
	for _, v := range variants {
		names = append(names, v.Name)
	}
	for a := range aliases {
		names = append(names, a)
	}
	slices.Sort(names)
	return Variant{}, fmt.Errorf("freecell: unknown game %q, expected one of %s", name, strings.Join(names, ", "))
}

// check refuses sizes beyond what the package handles.
func (v Variant) check() error {
	switch {
	case v.Columns < 1 || v.Columns > MaxColumns:
		return fmt.Errorf("freecell: %d columns, expected 1 to %d", v.Columns, MaxColumns)
	case v.FreeCells < 0 || v.FreeCells > MaxFreeCells:
		return fmt.Errorf("freecell: %d free cells, expected 0 to %d", v.FreeCells, MaxFreeCells)
	case v.Decks < 1 || v.Decks > 2:
		return fmt.Errorf("freecell: %d decks, expected 1 or 2", v.Decks)
	}
	return nil
}

// CanStack tells whether child may be put on parent in a column.
func (v Variant) CanStack(child, parent Card) bool {
	if child.Rank()+1 != parent.Rank() {
		return false
	}
	switch v.Build {
	case ByAlternateColor:
		return child.Suit().Red() != parent.Suit().Red()
	case BySuit:
		return child.Suit() == parent.Suit()
	default:
		return true
	}
}

// CanFill tells whether c may be put on an empty column.
func (v Variant) CanFill(c Card) bool {
	return v.Fill == FillAny || v.Fill == FillKings && c.Rank() == King
}

// Supermove returns the most cards that one sequence move may carry with that
// many empty free cells and empty columns, the destination included when
// toEmpty says that it is an empty column. It stands for moving the cards one by
// one through the free cells and, where any card fills them, the other empty
// columns: (free+1)·2^empty. With [Variant.WholeSuits] a sequence of one suit
// moves like one card, and free cells do not help.
func (v Variant) Supermove(free, empty int, toEmpty bool) int {
	if v.Unlimited {
		return math.MaxInt
	}
	if v.WholeSuits {
		free = 0
	}
	if v.Fill != FillAny {
		return free + 1
	}
	if toEmpty {
		empty--
	}
	return (free + 1) << empty
}
