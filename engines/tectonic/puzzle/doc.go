// Package puzzle holds Tectonic puzzles (layouts and clues) and proves how many
// solutions they have.
//
// A Tectonic (Suguru) board is cut into orthogonally connected regions. A region
// of n cells holds 1 to n once each, and equal values never touch, not even
// diagonally. A puzzle is a layout with some of the values given.
//
// The package is about right and wrong, and about speed: it says nothing about
// how hard a puzzle is for a human (package technique does), makes none
// (package setter) and reads and writes none (packages notation and sheet).
//
// # Terminology
//
//	cell       a place of the board, numbered row by row from the top left
//	region     a set of cells, numbered by first occurrence in that order
//	clue       the given value of a cell, 0 where nothing is given
//	candidate  a value that a cell may still take
//	place      a cell that may still take a given value of its region
//	touch      to be one of the eight neighbors of a cell
//	see        to touch or to be in the same region: no two such are equal
//
// Read [Layout] first, then [Solver].
package puzzle
