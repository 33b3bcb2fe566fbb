package tectonic

import (
	"strconv"
	"strings"
)

// Drawing says how a grid is drawn with characters.
type Drawing struct {
	Height      int    // rows, at least those of the grid
	BottomFirst bool   // the first row of the grid is the lowest line
	Hide        []bool // cells whose value is shown as …; nil for none
}

// Draw draws the grid. Walls stand around it and between assigned cells of different
// regions; a cell whose value is unknown or that is not assigned is a point.
func (g Grid) Draw(d Drawing) string {
	width := 1
	for _, v := range g.Values {
		if v > 9 {
			width = 2
		}
	}
	lines := []string{g.drawWall(0, d.Height, width)}
	for row := range d.Height {
		lines = append(lines, g.drawRow(row, width, d.Hide), g.drawWall(row+1, d.Height, width))
	}
	if d.BottomFirst {
		for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
			lines[i], lines[j] = lines[j], lines[i]
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// drawWall draws the line above the row.
func (g Grid) drawWall(row, height, width int) string {
	var b strings.Builder
	for col := range g.Width {
		cell := row*g.Width + col
		symbol := " "
		if row == 0 || row == height || g.walled(cell-g.Width, cell) {
			symbol = "-"
		}
		b.WriteString("+" + strings.Repeat(symbol, width))
	}
	b.WriteString("+")
	return b.String()
}

func (g Grid) drawRow(row, width int, hide []bool) string {
	var b strings.Builder
	for col := range g.Width {
		cell := row*g.Width + col
		if col == 0 || g.walled(cell-1, cell) {
			b.WriteString("|")
		} else {
			b.WriteString(" ")
		}
		text := "."
		switch {
		case cell >= len(g.Values):
		case hide != nil && hide[cell]:
			text = "…"
		case g.Values[cell] > 0:
			text = strconv.Itoa(int(g.Values[cell]))
		}
		b.WriteString(strings.Repeat(" ", width-len([]rune(text))) + text)
	}
	b.WriteString("|")
	return b.String()
}

// walled reports whether two cells are known to be in different regions.
func (g Grid) walled(a, b int) bool {
	return max(a, b) < len(g.Regions) && g.Regions[a] != g.Regions[b]
}
