// Package savedgame reads and writes games of Dots in the text format of the GGZ
// Gaming Zone. It opens no files: text in, events out, and back.
//
// A saved game is plain lines that end with a newline, in the order of what
// happened. X is 1 for seat 0 and 2 for seat 1; words are separated by one space.
//
//	width N                       boxes from left to right, 1 to 24
//	height N                      boxes from top to bottom, 1 to 24
//	playerX join NAME             NAME is the rest of the line
//	playerX leave NAME
//	playerX move A B vertical     line V(A,B) by the seat whose turn it is
//	playerX move A B horizontal   line H(A,B)
//	playerX winner                the last line of a game that was played to its end
//	tie game                      the same without a winner
//
// The format has no version and no checksum. A program that appends to a file
// may die in the middle of a line; whoever reads such a file should cut what
// follows the last newline before Parse, as Whole does.
package savedgame
