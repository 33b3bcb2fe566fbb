// Package solve finds the exact value of positions of Dots: how many boxes more
// than the opponent the seat to move wins from here on when both play perfectly.
// Boxes won before make no difference. A position may have at most 64 free lines;
// which sizes can be solved in practice is in BENCHMARKS.md.
//
// The package has two methods that share nothing but the rules. [Solver] searches
// positions from the root; [Retrograde] counts back from the end over all sets of
// lines, without any of the reductions below, and is the slow twin of the first. It
// ends at 31 lines; beyond them Options.Plain searches without what is known of
// lonely chains.
//
// # Reductions
//
// A position is seen as strings and coins (engines/dots/coins). It is quiet when
// there is nothing to win. Only quiet positions are searched, because of three facts
// about a position with coins to win (Berlekamp, "The Dots and Boxes Game", 2000;
// Barker and Korf, "Solving Dots-And-Boxes", 2012):
//
//   - All that can be won one after the other, without giving the turn away, is
//     the same whatever is won first; the quiet position behind it is the same,
//     too. Let C be the number of those coins and V the value of that position.
//   - The seat to move wins all of them and moves on: C + V. Or it keeps control:
//     it leaves the last h coins to the opponent, who has to take them and then
//     move in the quiet position: C − 2h − V. No other move is better than both.
//   - h is 2 where what is won has an end that is left open, 4 where it is closed.
//
// So a move in a quiet position either cuts a safe string, and the turn changes,
// or it opens a chain: −(C + max(V, −2h−V)). Which string of a chain is cut makes
// no difference, but for chains of two coins, where the middle string leaves the
// opponent no choice.
//
// # Keys
//
// Two strings from one coin to the ground cannot be told apart; positions that are
// symmetric images of each other have the same value; chains that touch no coin
// of three or four strings count by length, wherever they are. A table remembers
// bounds of values by keys that know all three. Keys are exact.
//
// # Search
//
// The search asks whether a value is at least so much and answers by depth-first
// search: first what the table knows of the moves, then safe strings, those first
// that leave the opponent few safe ones, then chains. The value follows from a few
// such questions, each two boxes from the last, as all values of a position have the
// parity of its coins.
package solve
