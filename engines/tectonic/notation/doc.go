// Package notation reads and writes Tectonic puzzles as text. What it writes it
// reads again; what is not whole or contradicts itself is refused, never repaired.
// Pictures and pages are for package sheet.
//
//	code   the digits of package tectonic, two for each cell (three where a region
//	       has more than 9 cells), one puzzle a line. A code does not say its
//	       width; see [Read].
//
//	url    a link to puzz.link, one a line:
//	         https://puzz.link/p?suguru/COLUMNS/ROWS/ borders clues
//	       borders are the inner walls between left and right cells row by row,
//	       five to a base-32 digit, most significant first, padded with zeros, then
//	       those between upper and lower cells. clues go through the cells: a
//	       hexadecimal digit up to f, -xx for 16 to 255, g to z for 1 to 20 cells
//	       without a clue.
//
//	sgt    a game id of the Tectonic mode of Seismic, a game made for Simon
//	       Tatham's puzzle collection, one a line:
//	         WxHTdh:walls,clues
//	       walls go through the same borders: a to y are 1 to 25 open ones and a
//	       wall, z is 26 open ones, a number is as many walls. clues: a digit, or a
//	       to z for 1 to 26 cells without one.
//
//	sgr    the files of the Suguru solver sgr:
//	         width      then the number of columns on a line of its own
//	         height     the same
//	         regions    a number for each cell, a row a line
//	         values     a digit for each cell, 0 for none, a row a line
//	       # begins a comment line.
//
//	cnf    DIMACS CNF: variable k is true where a cell has a value, counted through
//	       the cells and the values 1 to n of each. The line "c suguru/…" has the
//	       puzzle as a link has it; readers check the clauses against it.
//
//	ascii  a drawing, a blank line between puzzles:
//	         +-+-+-+
//	         |1|. .|
//	         + + +-+
//	         |. .|.|
//	         +-+-+-+
package notation
