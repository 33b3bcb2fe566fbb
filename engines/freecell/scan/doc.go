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
//	--method M, -me               soft-dfs (or dfs), random-dfs, bfs, a-star or beam
//	--tests-order T, -to          move tests, see below
//	--depth-tests-order2 D,T, -dto2   move tests from depth D on
//	--set-pruning P, -sp          r:tf or nothing
//	-seed N                       of random-dfs
//	--beam-width N                states of a level that beam keeps
//	--a-star-weight W, -asw       up to six weights of a-star, see [Weights]
//	--soft-thread-step N, -step   iterations of a turn after the prelude
//	--st-name NAME                for the prelude
//
// The method beam is not Freecell Solver's: see package beam. It has no tests and
// must be the only scan of its text.
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
// and those of Simple Simon, where a sequence of one suit moves as one card and
// goes home only when it is a whole suit. A run is cards that each lie on one a
// rank higher, a parent: a true parent is of the card's suit, a false one is not.
//
//	a  whole suit to the foundations
//	b  end of a top run onto a true parent on top of a column
//	c  whole column that is a run onto any parent on top
//	d  end of a top run onto a true parent, which is dug out
//	e  end of a run that is dug out onto a true parent on top
//	f  card under a top run, dug out, onto a true parent, which is dug out
//	g  whole column that is a run onto any parent, which is dug out without the
//	   use of empty columns
//	h  end of a run onto a true parent in its own column, both dug out
//	i  top run, the whole of it, onto any parent on top
//
// No test moves a sequence to an empty column for its own sake, so no scan of
// Simple Simon makes every move. Pruning takes whole suits home there. Freecell Solver's takes single
// cards, against the rules of the game, and so its counts with -sp r:tf differ.
//
// # Where to read next
//
// scan.go has the values that a text means, order.go the groups; parse.go and
// words.go read, text.go writes.
package scan
