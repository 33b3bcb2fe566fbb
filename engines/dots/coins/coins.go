// Package coins sees a position of Dots as strings and coins: a coin for each
// box that nobody owns, a string for each line that is not drawn, from coin to
// coin or from a coin to the ground outside of the board. To draw a line is to
// cut a string; a coin without strings is won. It is the same game (Berlekamp,
// Conway, Guy, "Winning Ways", 1982), and lines already drawn are gone from it.
//
// The package counts and cuts; it does not judge. See engines/dots/players and
// engines/dots/solve.
package coins

import "puzzlekit/engines/dots"

// Ground stands for the outside of the board where a coin is expected.
const Ground = -1

// Graph is the strings and coins of one position. It does not change, and is
// safe for concurrent use.
type Graph struct {
	lines   []dots.Line // of the strings
	ends    [][2]int    // the coins, or Ground, at the two ends of a string
	strings [][]int     // of the coins
}

// New returns the strings and coins of a position. Strings are in the order of
// dots.Position.FreeLines.
func New(p *dots.Position) *Graph {
	g := &Graph{}
	coin := map[dots.Box]int{}
	for l := range p.FreeLines() {
		s := len(g.lines)
		g.lines = append(g.lines, l)
		ends := [2]int{Ground, Ground}
		for i, b := range p.Size().BoxesAt(l) {
			c, ok := coin[b]
			if !ok {
				c = len(g.strings)
				coin[b] = c
				g.strings = append(g.strings, nil)
			}
			ends[i] = c
			g.strings[c] = append(g.strings[c], s)
		}
		g.ends = append(g.ends, ends)
	}
	return g
}

// Strings returns the number of strings; they are numbered from 0.
func (g *Graph) Strings() int { return len(g.lines) }

// Coins returns the number of coins; they are numbered from 0.
func (g *Graph) Coins() int { return len(g.strings) }

// Line returns the line that a string stands for.
func (g *Graph) Line(s int) dots.Line { return g.lines[s] }

// Ends returns the coins at the ends of a string; one of them may be Ground.
func (g *Graph) Ends(s int) [2]int { return g.ends[s] }

// At returns the strings of a coin, in order. The caller must not change them.
func (g *Graph) At(c int) []int { return g.strings[c] }
