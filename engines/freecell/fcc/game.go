package fcc

import (
	"fmt"
	"math/bits"

	"puzzlekit/engines/freecell"
)

// Game is a board to explore with all that every group of it needs. It does not
// change and is safe for concurrent use.
type Game struct {
	Start State // the start, after pruning
	Prune bool  // Horne's rule is applied after each move

	board   *freecell.Board
	columns int
	cells   int

	// under is, for each locked card, the card that it lies on in the layout.
	under [cards]int8
	// locked is the set of the locked cards.
	locked uint64
	// place holds where the cards were that were not locked, as planes.
	place planes
	// column lists the cards of each column, the buried one first.
	column [][]int
}

// planes says where loose cards are; see the package comment. Of other cards
// both bits are 0.
type planes struct{ hi, lo uint64 }

// The places of a loose card.
const (
	inCell   = 0 // in a free cell
	atBottom = 1 // the first card of a column
	onLow    = 2 // on its parent with the lower suit bit
	onHigh   = 3 // on its parent with the higher suit bit
)

// NewGame takes a board, on which no move has been made for what is locked. The
// game must be of one deck, built by alternate color, with empty columns that
// any card fills.
func NewGame(b *freecell.Board, prune bool) (*Game, error) {
	v := b.Variant
	if v.Decks != 1 || v.Build != freecell.ByAlternateColor || v.Fill != freecell.FillAny || v.WholeSuits {
		return nil, fmt.Errorf("fcc: %s is not explored: expected one deck, built by alternate color, empty columns for any card", v.Name)
	}
	g := &Game{board: b.Clone(), Prune: prune, columns: v.Columns, cells: v.FreeCells}
	s := &g.Start
	for suit, rank := range b.Foundations {
		for r := range int(rank) {
			s.Founded |= 1 << (r*4 + suit)
		}
	}
	for _, c := range b.FreeCells {
		if c != freecell.NoCard {
			s.Loose |= 1 << indexOf(c)
		}
	}
	for _, col := range b.Columns {
		var column []int
		for i, c := range col {
			card := indexOf(c)
			column = append(column, card)
			if i == 0 {
				s.put(card, atBottom)
				continue
			}
			below := indexOf(col[i-1])
			switch below {
			case parent(card, onLow):
				s.put(card, onLow)
			case parent(card, onHigh):
				s.put(card, onHigh)
			default:
				g.under[card] = int8(below)
				g.locked |= 1 << card
			}
		}
		g.column = append(g.column, column)
	}
	g.place = s.planes
	if prune {
		g.settle(s)
	}
	return g, nil
}

// Board returns a copy of the board.
func (g *Game) Board() *freecell.Board { return g.board.Clone() }

// put makes the card loose at a place.
func (s *State) put(card, place int) {
	bit := uint64(1) << card
	s.Loose |= bit
	s.Founded &^= bit
	s.hi = s.hi&^bit | uint64(place>>1)<<card
	s.lo = s.lo&^bit | uint64(place&1)<<card
}

// found puts the card on its foundation.
func (s *State) found(card int) {
	bit := uint64(1) << card
	s.Loose &^= bit
	s.Founded |= bit
	s.hi &^= bit
	s.lo &^= bit
}

// parent returns the card that a card lies on at onLow or onHigh. For a king it
// is no card.
func parent(card, place int) int {
	suit := card & 3
	return card + 4 - suit + (suit&1 ^ 1) + (place-onLow)*2
}

func indexOf(c freecell.Card) int { return int(c) - 4 }

func cardOf(card int) freecell.Card { return freecell.Card(card + 4) }

// The cards by how far away in the order of cards their parents are.
const (
	hearts   = 0x1111111111111 & allBits
	spades   = hearts << 3
	clubDiam = hearts<<1 | hearts<<2
	kings    = 0xf << 48
)

// covered returns the cards that loose cards lie on.
func (p planes) covered() uint64 {
	low, high := p.hi&^p.lo, p.hi&p.lo
	return low&spades<<1 | (low&clubDiam|high&spades)<<3 | (low&hearts|high&clubDiam)<<5 | high&hearts<<7
}

// onto returns the cards whose lower and higher parents are among those given.
func onto(parents uint64) (low, high uint64) {
	low = parents>>5&hearts | parents>>3&clubDiam | parents>>1&spades
	high = parents>>7&hearts | parents>>5&clubDiam | parents>>3&spades
	return low, high
}

// ready returns the cards that would go next on the foundations.
func ready(founded uint64) uint64 {
	return (founded<<4 | 0xf) &^ founded & allBits
}

// safe returns the ready cards that Horne's rule plays: those of rank r for which
// both foundations of the other color are at r−2 or above and that of the other
// suit of the color at r−3 or above.
func safe(founded uint64) uint64 {
	var set uint64
	var top [4]int
	for s := range 4 {
		top[s] = bits.OnesCount64(founded & (hearts << s))
	}
	for s, n := range top {
		if n < 13 && top[s^1] >= n-1 && top[s^3] >= n-1 && top[s^2] >= n-2 {
			set |= 1 << (n*4 + s)
		}
	}
	return set
}

// exposed returns the cards that can move.
func (g *Game) exposed(s *State) uint64 {
	home := allBits &^ s.Loose &^ s.Founded
	return (s.Loose | home) &^ (s.covered() | g.homeCovers(home))
}

// homeCovers returns the cards that home cards lie on.
func (g *Game) homeCovers(home uint64) uint64 {
	var set uint64
	for m := home; m != 0; m &= m - 1 {
		set |= 1 << g.under[bits.TrailingZeros64(m)]
	}
	return set
}

// settle plays the safe cards of s and returns whether there were any.
func (g *Game) settle(s *State) bool {
	played := false
	for {
		m := g.exposed(s) & safe(s.Founded)
		if m == 0 {
			return played
		}
		s.found(bits.TrailingZeros64(m))
		played = true
	}
}
