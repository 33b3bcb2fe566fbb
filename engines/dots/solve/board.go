package solve

import (
	"fmt"
	"math/bits"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/coins"
)

// MaxLines is the number of free lines that a search can deal with: a bit each.
const MaxLines = 64

// ground is the number of the ground among coins: one that no set of coins has.
const ground = 64

// A set has a bit for each string, or for each coin.
type set = uint64

// board is the strings and coins of a quiet position, in bits. It does not
// change, but for its bags. It is not safe for concurrent use.
//
// Strings are numbered so that two of the same coin that both go to the ground
// are 2i and 2i+1 as far as possible: such a pair is two strings that nobody can
// tell apart, and of a pair the odd string is always cut first.
type board struct {
	lines   []dots.Line  // of the strings
	ends    [64][2]uint8 // coins of a string, or ground
	sum     [64]uint8    // of both ends: less one end it is the other one
	strings [64]set      // of a coin
	pairs   set          // the even strings of the pairs
	turns   []turn       // the symmetries of the position besides identity
	bags    *bags
	plain   bool // lonely chains are strings like others
}

// newBoard returns the board of a quiet position that is given as strings of g.
func newBoard(size dots.Size, g *coins.Graph, quiet []int) (*board, error) {
	if len(quiet) > MaxLines {
		return nil, fmt.Errorf("solve: %d free lines besides those of boxes to win: expected at most %d", len(quiet), MaxLines)
	}
	b := &board{bags: newBags()}
	number := map[int]uint8{coins.Ground: ground} // of the coins of g
	for i, str := range b.pairUp(g, quiet) {
		b.lines = append(b.lines, g.Line(str))
		for k, coin := range g.Ends(str) {
			c, ok := number[coin]
			if !ok {
				c = uint8(len(number) - 1)
				number[coin] = c
			}
			b.ends[i][k] = c
			b.sum[i] += c
			if c != ground {
				b.strings[c] |= 1 << i
			}
		}
	}
	b.turns = newTurns(size, b.lines)
	return b, nil
}

// pairUp returns strings of g in their new order, pairs first, and notes the pairs.
func (b *board) pairUp(g *coins.Graph, quiet []int) []int {
	grounded := map[int][]int{} // strings from a coin to the ground
	for _, str := range quiet {
		ends := g.Ends(str)
		switch {
		case ends[0] == coins.Ground:
			grounded[ends[1]] = append(grounded[ends[1]], str)
		case ends[1] == coins.Ground:
			grounded[ends[0]] = append(grounded[ends[0]], str)
		}
	}
	var order []int
	used := make([]bool, g.Strings())
	for c := range g.Coins() {
		for two := grounded[c]; len(two) >= 2; two = two[2:] {
			b.pairs |= 1 << len(order)
			order = append(order, two[0], two[1])
			used[two[0]], used[two[1]] = true, true
		}
	}
	for _, str := range quiet {
		if !used[str] {
			order = append(order, str)
		}
	}
	return order
}

// tidy puts the last string of each pair at its even place.
func (b *board) tidy(free set) set {
	even, odd := free&b.pairs, free>>1&b.pairs
	return free&^(b.pairs*3) | even | odd | (even&odd)<<1
}

// state returns the quiet position with the given strings.
func (b *board) state(free set) state {
	st := state{free: b.tidy(free)}
	for c, strings := range b.strings {
		switch bit := set(1) << c; bits.OnesCount64(strings & st.free) {
		case 2:
			st.twos |= bit
		case 3:
			st.threes |= bit
		case 4:
			st.fours |= bit
		}
	}
	return st
}
