package picture

import (
	"fmt"
	"strings"

	"puzzlekit/engines/dots"
)

// Text draws a position with the numbers of columns and rows. Boxes have their
// owner's letter; the line called last, if it is drawn, is === or !. There is a
// newline at the end.
//
//	    0   1   2
//	0   o---o   o
//	    | A !
//	1   o---o   o
func Text(p *dots.Position, letters [2]rune, last dots.Line) string {
	size := p.Size()
	var rows []string
	row := "   "
	for x := range size.Width {
		row += fmt.Sprintf(" %-3d", x)
	}
	rows = append(rows, row)
	for y := range size.Height {
		row := fmt.Sprintf("%-4d", y)
		below := "    "
		for x := range size.Width {
			row += "o" + across(p, dots.Line{Kind: dots.Horizontal, X: x, Y: y}, last)
			below += down(p, dots.Line{Kind: dots.Vertical, X: x, Y: y}, last)
			below += fmt.Sprintf(" %c ", letter(p, dots.Box{X: x, Y: y}, letters))
		}
		rows = append(rows, row, below)
	}
	var b strings.Builder
	for _, row := range rows[:len(rows)-1] { // nothing is below the last dots
		b.WriteString(strings.TrimRight(row, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

func across(p *dots.Position, l, last dots.Line) string {
	switch {
	case !p.Size().Has(l) || !p.Drawn(l):
		return "   "
	case l == last:
		return "==="
	}
	return "---"
}

func down(p *dots.Position, l, last dots.Line) string {
	switch {
	case !p.Size().Has(l) || !p.Drawn(l):
		return " "
	case l == last:
		return "!"
	}
	return "|"
}

func letter(p *dots.Position, box dots.Box, letters [2]rune) rune {
	if !p.Size().HasBox(box) || p.Owner(box) == dots.Nobody {
		return ' '
	}
	return letters[p.Owner(box)]
}

// Letters returns what the boxes of two players are marked with: the first
// letters of their names, A and B when they have none or the same.
func Letters(names [2]string) [2]rune {
	var letters [2]rune
	for i, name := range names {
		for _, r := range strings.ToUpper(name) {
			letters[i] = r
			break
		}
	}
	if letters[0] == 0 || letters[1] == 0 || letters[0] == letters[1] {
		return [2]rune{'A', 'B'}
	}
	return letters
}
