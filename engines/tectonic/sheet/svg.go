package sheet

import (
	"fmt"
	"strings"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
)

// Measures of pictures in pixels.
const (
	svgCell   = 40
	svgMargin = 4
)

// SVG returns a picture of a puzzle with its clues.
func SVG(p *puzzle.Puzzle) string {
	width, height := p.Width*svgCell+2*svgMargin, p.Height*svgCell+2*svgMargin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" data-puzzle="%s">`+"\n",
		width, height, width, height, notation.Path(p))
	fmt.Fprintf(&b, "<title>Tectonic %d×%d, %d clues</title>\n", p.Width, p.Height, p.Count())
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	thin, thick := walls(p.Layout, svgCell, svgMargin)
	fmt.Fprintf(&b, `<path d="%s" stroke="#aaa" stroke-width="1" fill="none"/>`+"\n", thin)
	fmt.Fprintf(&b, `<path d="%s" stroke="#000" stroke-width="3" stroke-linecap="square" fill="none"/>`+"\n", thick)
	b.WriteString(`<g font-family="Helvetica, Arial, sans-serif" font-size="24" text-anchor="middle">` + "\n")
	for i, v := range p.Clues {
		if v != 0 {
			fmt.Fprintf(&b, `<text x="%d" y="%d">%d</text>`+"\n",
				svgMargin+i%p.Width*svgCell+svgCell/2, svgMargin+i/p.Width*svgCell+svgCell/2+8, v)
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// walls returns the lines between cells of one region and those around regions, as
// paths of SVG.
func walls(l *puzzle.Layout, cell, margin int) (thin, thick string) {
	var in, around strings.Builder
	line := func(wall bool, x, y, dx, dy int) {
		b := &in
		if wall {
			b = &around
		}
		fmt.Fprintf(b, "M%d %dl%d %d", margin+x*cell, margin+y*cell, dx*cell, dy*cell)
	}
	for i := range l.Size() {
		x, y := i%l.Width, i/l.Width
		if x == 0 {
			line(true, x, y, 0, 1)
		}
		if y == 0 {
			line(true, x, y, 1, 0)
		}
		line(x == l.Width-1 || !l.Same(i, i+1), x+1, y, 0, 1)
		line(y == l.Height-1 || !l.Same(i, i+l.Width), x, y+1, 1, 0)
	}
	return in.String(), around.String()
}
