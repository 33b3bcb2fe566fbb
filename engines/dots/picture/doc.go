// Package picture draws games of Dots: as text and as SVG, a still or one that
// plays the game by itself. It writes no files.
package picture
