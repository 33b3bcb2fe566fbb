// Package technique solves Tectonic puzzles as a human does, step by step, and
// grades them by the hardest step that is needed.
//
// Every step takes candidates away or puts in a value, and says why in words:
//
//	class  what it takes
//	0      a cell that has one candidate left; known values leave the cells they see
//	1      a value that has one place left in its region
//	2      a cell that sees every place of a value in a region is not that value
//	3      pairs and triples in a region, naked (two cells with two candidates
//	       between them) and hidden (two values with two places between them)
//	4      naked pairs and triples in any cells that all see each other
//	5      trial: a candidate whose consequences by classes 0 and 1 are a contradiction
//	6      nested trial: a candidate that takes trials inside the trial to refute
//
// The class of a puzzle is the smallest k such that the classes up to k solve it.
// It does not depend on the order of steps: a step only ever takes candidates
// away, and what it needs is not lost when others are taken away first.
//
// The package is made to be readable and to explain itself; package puzzle is the
// fast prover. Read [Step], then [State].
package technique
