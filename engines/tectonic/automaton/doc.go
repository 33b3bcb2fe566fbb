// Package automaton counts, ranks and draws complete Tectonic grids without listing
// them.
//
// All partial grids with the same frontier ([grow.Key]) can be completed in the same
// ways. The frontiers after each cell are the states of an automaton with a layer for
// each cell, whose paths from the first state to the last are the complete grids, in
// the order of their codes (a transfer matrix method; compare Knuth's frontier method
// for paths in a grid). [Count] keeps two layers in memory, those at the
// ends of rows, and the number of partial grids with each state. [Build] keeps all layers and the number of ways to complete
// each state, which makes it possible to find the grid of a rank, the rank of a grid,
// and grids drawn with the same chance each.
//
// Layers grow by a factor of about 30 with each column: 5 columns are practical on
// a common machine with regions of up to 5 cells, 7 columns with regions of up to 4.
package automaton
