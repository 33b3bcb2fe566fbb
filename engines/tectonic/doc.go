// Package tectonic knows the grids of Tectonic (Suguru): their cells, regions,
// rules and text forms.
//
// A grid of width L and height H is cut into orthogonally connected regions of at
// most M cells. A region of n cells holds 1 to n once each, and equal values never
// touch, not even diagonally. Grids that mirror each other are different grids.
//
// Cells are numbered row by row from the top left, so that cell i is in row i/L and
// column i%L. A partial grid has the first p cells assigned; it is a member of tier
// p. A puzzle is a grid whose regions are all known and whose values are not.
//
// # Codes
//
// The code of a grid has two decimal digits for each assigned cell, w and v:
//
//	w = 1 + (1 if the cell is in the region of its left neighbor)
//	      + (2 if it is in the region of the cell above)
//	v = the value, 0 if it is unknown
//
// Where M is 10 or more the value takes two digits and a cell three. Cells that are
// not assigned are not written: a prefix of a code is the code of a partial grid,
// its parents, and does not depend on H. Codes are canonical: of two adjacent cells
// of a region the later one always says so. Codes of one tier have one length, and
// their order as numbers, as bytes and in generation is the same.
//
//	+-+-+-+
//	|1|2 3|    11 12 23
//	+ + +-+
//	|4 3|1|    34 24 …
//
// # Further on
//
// [ParseCode] and [Grid.AppendCode] read and write codes, [Grid.Check] and
// [Grid.CheckClosed] are the rules. Package expand makes the grids of a tier from
// those of the tier before, package automaton counts and draws grids without listing
// them, package tier has the formats of tier files.
package tectonic
