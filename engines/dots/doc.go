// Package dots has the rules of Dots (Dots and Boxes): boards of 2 to 25 dots
// each way, lines, boxes, whose turn it is and the exact score.
//
// It does not choose lines; see engines/dots/players for that, engines/dots/solve
// for exact values, and engines/dots/savedgame for games on disk.
//
// # Terminology
//
//	dot     one of width × height points; sizes are counted in dots
//	line    horizontal or vertical, between two neighboring dots
//	box     the square between four dots; whoever draws its fourth line owns
//	        it and moves again
//	seat    a player: 0 moves first, 1 second
//
// # Coordinates
//
// The origin is the top left. H(x,y) is the line from dot (x,y) to the right,
// V(x,y) the one from there down, and box (x,y) has both as sides:
//
//	o-H(0,0)-o-H(1,0)-o
//	|        |        |
//	V(0,0)   V(1,0)   V(2,0)
//	|        |        |
//	o-H(0,1)-o-H(1,1)-o
//
// Arrays of lines and owners are x-major: all y of x = 0, then those of x = 1.
package dots
