// Package bench measures the engines: it has the suites of benchmarks and the
// signatures that "puzzlekit bench" and "go test -bench" run.
//
// # Suites
//
// A [Suite] is fixed work done in several ways, one [Case] each: boards that do not
// change, scans with a limit. A case's name is key=value/key=value, so that
// benchstat compares the ways within one file:
//
//	go test -run '^$' -bench . -count 10 ./bench | tee new.txt
//	go tool benchstat -col /repr new.txt
//
// Units are the puzzle's: iterations/s, B/state, and iterations/cpu-s, by the time
// that processors worked, for machines that do other work as well. [Run] measures without
// the go command, one round of all cases after the other, so that what disturbs the
// machine for a while disturbs all cases alike.
//
// To add a suite, write a function that returns it and put it into suites.
//
// # Signatures
//
// A [Signature] is a number that fixed work of one engine comes to on every machine:
// iterations visited, states found, boards dealt. It changes when, and only when, the
// engine does something else than before. The numbers are kept in package fixtures
// and a test compares them; a commit that changes one says why.
//
// To add one, write a function that does the work and put it into signatures.
//
// # Where to read next
//
// Package report makes tables and plots of results, package svgplot draws, command
// curve draws one plot of any benchmark. Package sharing simulates searches that
// many workers share.
package bench
