// Package grow assigns the cells of Tectonic grids one by one, row by row, in every
// way the rules allow: it makes the partial grids of a tier from those of the tier
// before.
//
// # Choices
//
// A cell starts a region of its own, joins that of its left neighbor or of the cell
// above, or fuses both with itself. Two regions are fused only when no cell of one is
// orthogonally beside a cell of the other: if they touched, the grid where they are
// one already is another member of the same tier, and has the same child. So every
// grid has exactly one parent, and no grid is made twice. Choices come in the order
// of their codes; a sorted tier gives a sorted tier.
//
// # Pruning
//
//	Weak     equal values do not touch, no region has a value twice or is too large
//	Closure  and a region with no unassigned cell orthogonally beside it holds 1 to
//	         its size; this is what is stored, its last tier are the complete grids
//
// # States
//
// What can follow depends on the frontier alone: the values that can still be
// touched, the set of values of each region that can still grow, and which of these
// regions touch each other. [State] holds that in five words, a byte for each column
// or region, for grids of up to 8 columns and regions of up to 8 cells. [Wide] is the
// same in arrays, for all others; tests hold the two against each other.
//
// The rule of fusion and its proof of uniqueness replace a set of everything made so
// far; [State.Unruled] does without it, for comparison.
package grow
