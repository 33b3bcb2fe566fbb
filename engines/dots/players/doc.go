// Package players has computer players of Dots in four strengths.
//
//	random   any line
//	greedy   takes any box it can, else draws a random safe line, else gives
//	         away as little as possible: what the bot of the GGZ Gaming Zone does
//	chains   counts long chains, keeps control by double-dealing
//	exact    plays perfectly as soon as it can see the end, like chains before
//
// A player sees a position and nothing else, so it can take any seat at any
// time. How lines and boxes become a graph is in engines/dots/coins, the exact
// search in engines/dots/solve.
package players
