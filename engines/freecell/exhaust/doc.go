// Package exhaust searches all states of a deal, breadth first, by moves of single
// cards, and keeps nothing of a state but its exact key. It is the way to a proof
// that a deal has no solution, and to a shortest solution, when the states of
// package graph would take too much memory. Which moves it makes and in which order
// cannot be chosen; that is what package scan is for.
//
// # Keys
//
// A key is the state: what each card lies on, of the few things that it can, see
// suits.go. Nothing is left to chance, as it would be with a hash. A state of
// FreeCell takes 15 bytes, games by suit less (11 bytes in Eight Off), games by rank
// up to 20. With two decks, where a card has a twin, a key lists the cards in their
// places and takes up to 85 bytes, see decks.go.
//
// # Levels
//
// Level d is the states that are d moves away from the start, and in the store they
// lie one after another; so no state needs a parent, a depth or a mark. When a
// solution is found, the way to it is found from its end: level by level, states
// are expanded again until one leads to the state that is known already.
//
//	level 0 | level 1 | ... | level d: being expanded | level d+1: being added
//
// # Workers
//
// The workers share the store, whose shards have a lock each, and the level that
// is being expanded, of which each takes one block after another. They wait for
// one another at the end of a level. So the states of a level do not depend on
// their number, nor on chance; the verdict, the number of states of an unsolvable
// deal and the solution of any other are always the same.
//
// # Files
//
// With a Disk the states are in files and the memory is bounded: a sorted file for
// each level, and duplicates are found when a level is done, by merging. disk.go
// draws how, runs.go what is in a file. The search finds the same as in memory.
//
// # Counting
//
// States are counted as Freecell Solver counts those that a breadth-first scan
// with the tests 01ABCDE checks. With pruning, states in which safe cards are
// still to go home are never stored.
//
// # Where to read next
//
// search.go is the search, trace.go the way back; expand.go, codec.go and suits.go
// derive states, store.go and words.go keep them. disk.go, diskworker.go,
// diskfiles.go, cursor.go and runs.go are the search in files.
package exhaust
