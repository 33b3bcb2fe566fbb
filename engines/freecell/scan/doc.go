// Package scan is the scan language of FreeCell searches: which scans run over
// one collection of states, with which moves, in which order and for how long.
// It reads and writes scan texts; it knows nothing of states and moves.
//
// # Terms
//
// A scan is one search: a method, the move tests that it runs, and what else
// steers it. Several scans may share a collection of states; a prelude gives
// them their first turns. A move test is a kind of move, named by one
// character; it derives from a state the states that these moves lead to.
//
// # Text
//
// A scan text is a list of words as on a command line. It means the same on a
// command line, in a preset file and in a message of a protocol:
//
//	# Two scans that take turns.
//	--method random-dfs -to "[01][23456789]" -dto2 "30,01[2345]=asw(1)" \
//	    -seed 8 -sp r:tf -step 500 --st-name quick -nst
//	--method a-star -asw 0.2,0.8,0,0,0 --st-name best
//	--prelude "300@quick,200@best"
//
// White space separates words. A backslash takes the next character as it is
// and joins a line with the next one; single quotes keep all that is between
// them, double quotes all but a backslash before a quote, another backslash or
// the end of the line. A word that begins with # starts a comment, to the end
// of the line. An option that begins with two dashes may have its argument
// behind an equals sign. The last of several equal options counts.
//
// Options of the whole text:
//
//	--game G, -g                  the variant
//	--freecells-num N             the number of its free cells
//	--prelude N@name,N@name       the first turns, in iterations
//	--scans-synergy dead-end-marks|none   the first by default
//	--reparent-states             a shorter way to a state replaces the longer one
//	--optimize-solution, -opt     shorten the solution afterwards
//	--max-iters N, -mi            stop after that many iterations
//
// Options of one scan; --next-soft-thread, -nst, begins the next scan:
//
//	--method M, -me               soft-dfs (or dfs), random-dfs, bfs or a-star
//	--tests-order T, -to          move tests, see below
//	--depth-tests-order2 D,T, -dto2   move tests from depth D on
//	--set-pruning P, -sp          r:tf or nothing
//	-seed N                       of random-dfs
//	--a-star-weight W, -asw       up to six weights of a-star, see [Weights]
//	--soft-thread-step N, -step   iterations of a turn after the prelude
//	--st-name NAME                for the prelude
//
// # Move tests
//
// A tests order is a list of groups:
//
//	order  = group { group } .
//	group  = tests | "[" tests "]" [ "=" kind ] | "(" tests ")" [ "=" kind ] .
//	kind   = "rand()" | "asw(" weights ")" | "all()" .
//	tests  = test { test } .
//
// with the tests
//
//	0  column top to its foundation
//	1  free-cell card to its foundation
//	2  free-cell card onto a parent, which is dug out
//	3  card below the top to its foundation
//	4  run onto a parent in another column, both dug out
//	5  card onto a parent deeper in its own column
//	6  run to an empty column
//	7  free-cell card to an empty column
//	8  end of a run from its parent onto another one
//	9  whole column to the free cells
//	j  free-cell card to an empty column and a child onto it
//	A  column top to an empty column
//	B  column top onto another column's top
//	C  column top to a free cell
//	D  free-cell card onto a column's top
//	E  free-cell card to an empty column
//
// and those of Simple Simon, where sequences move whole:
//
//	a  whole suit to the foundations
//	b  sequence onto a true parent, of its own suit
//	c  whole column's sequence onto a false parent, of another suit
//	d  sequence onto a true parent that is dug out
//	e  sequence that is dug out onto a true parent
//	f  sequence that is dug out onto a true parent that is dug out
//	g  whole column's sequence onto a false parent that is dug out
//	h  sequence onto a parent in its own column
//	i  any sequence onto a false parent
//
// # Where to read next
//
// scan.go has the values that a text means, order.go the groups; parse.go and
// words.go read, text.go writes.
package scan
