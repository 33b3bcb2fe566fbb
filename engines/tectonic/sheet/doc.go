// Package sheet draws Tectonic puzzles to print and to play: SVG pictures, PDF
// sheets with a page of solutions, and HTML pages that need nothing else. The same
// puzzles give the same bytes.
//
// Each of the three also carries its puzzles in the form of a link, where [Read]
// finds them again:
//
//	SVG   <svg … data-puzzle="suguru/9/9/…">
//	HTML  <div class="board" data-puzzle="suguru/9/9/…">, one for each puzzle
//	PDF   <puzzlekit:puzzle>suguru/9/9/…</puzzlekit:puzzle> in the XMP metadata,
//	      which are not compressed
//
// Read [SVG], [PDF] and [HTML] for what the pages hold.
package sheet
