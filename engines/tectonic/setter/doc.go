// Package setter makes Tectonic puzzles: random grids, masks that leave exactly
// one solution, and puzzles of a wanted class.
//
// The same seed gives the same puzzles. The grids are random but not uniformly
// so: small regions are rarer than among all grids, as in puzzles that people
// like. Exactly uniform grids are for package automaton, at the sizes it reaches.
//
// Read [Grid] first, then [Masker].
package setter
