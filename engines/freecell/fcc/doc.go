// Package fcc explores the whole graph of a FreeCell board component by
// component. It holds no files and starts no processes; puzzlekit split-fcc does
// that around it.
//
// # Terms
//
// Moves are of single cards. Two states are the same when they differ only in
// the order of columns or of free cells. A card that lies, in the start layout,
// on a card it may not be built on is locked; while it is still there it is
// home. All other cards in play are loose. A move is irreversible when it goes to
// a foundation or moves a home card (or, with pruning, when cards are played to
// the foundations after it), else it is reversible: it can be taken back at once.
// So the components of the reversible moves, the FCCs, are connected
// components, and the irreversible moves make a graph without cycles of them.
//
// A [Fingerprint] has a digit for each card: home 0, loose 1, on a foundation 2.
// Reversible moves keep it; irreversible moves raise the sum of its digits, the
// depth, by one or more. The states of a fingerprint are its group: one or more
// components, which one breadth-first search explores together.
//
// # Representation
//
// Within a group only the loose cards matter, and each of them has four places
// to be: a free cell (0), the bottom of a column (1), on the card of the next rank
// and other color with the lower (2) or the higher suit bit (3). Two planes of 52
// bits say it for all cards; what is exposed, which columns are empty and which
// moves exist follows from them by shifts and masks, and no column is ever
// built. A state's [Key] has the two bits of each card that is free to move, the
// ace of hearts at the top, so that keys sort like the states' texts.
//
// # Facts that the search stands on
//
// Distances of neighbors differ by at most one, so a table that keeps the
// distance modulo 3 knows it exactly. The states that differ only in where one
// exposed card lies can all be reached from each other in one move; so a state
// that was found by moving a card need not move that card again, and a card that
// leaves for its foundation gives the same derived state from all of them, which
// is emitted for the nearest one only.
//
// # Where to read next
//
// game.go and fingerprint.go hold the values, state.go the text of a state,
// group.go what follows from a fingerprint, explore.go the search, expand.go its
// inner loop, table.go its memory, solve.go a whole run in memory, walk.go the way
// back from the solved state. twin_test.go does all of it slowly on boards.
package fcc
