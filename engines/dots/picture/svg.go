package picture

import (
	"encoding/xml"
	"fmt"
	"strings"
	"time"

	"puzzlekit/engines/dots"
)

// Colors of the seats, from the palette of Okabe and Ito (2008), which color-blind
// people can tell apart.
var colors = [2]string{"#0072b2", "#d55e00"}

// Measures of the drawing, in its own units.
const (
	cell   = 40 // from dot to dot
	margin = 24
	foot   = 28 // for the score
)

// SVG draws a game after its first moves lines. With a step the picture begins
// with the empty board and draws a line each time it has passed. Names are those
// of the players, who may have none. The error is that of an illegal line.
func SVG(size dots.Size, lines []dots.Line, names [2]string, step time.Duration) (string, error) {
	p, err := dots.New(size)
	if err != nil {
		return "", err
	}
	d := &drawing{size: size, letters: Letters(names), step: step}
	for i, l := range lines {
		seat := p.Turn()
		boxes, err := p.Play(l)
		if err != nil {
			return "", fmt.Errorf("move %d: %w", i+1, err)
		}
		for _, box := range boxes {
			d.box(i, seat, box)
		}
		d.line(i, seat, l, i == len(lines)-1)
	}
	return d.document(p, names), nil
}

// drawing collects the parts of a picture.
type drawing struct {
	size         dots.Size
	letters      [2]rune
	step         time.Duration
	boxes, lines strings.Builder
}

// at returns the place of a column or row of dots.
func at(n int) int { return margin + n*cell }

// element writes an element that shows with move i, when the picture moves.
func (d *drawing) element(b *strings.Builder, i int, name, attributes, text string) {
	fmt.Fprintf(b, "<%s %s", name, attributes)
	show := ""
	if d.step > 0 {
		b.WriteString(` visibility="hidden"`)
		begin := time.Duration(i+1) * d.step
		show = fmt.Sprintf(`<set attributeName="visibility" to="visible" begin="%gs"/>`, begin.Seconds())
	}
	if text+show == "" {
		b.WriteString("/>\n")
		return
	}
	fmt.Fprintf(b, ">%s%s</%s>\n", text, show, name)
}

// box draws a box that a seat has won.
func (d *drawing) box(i, seat int, box dots.Box) {
	d.element(&d.boxes, i, "rect", fmt.Sprintf(`x="%d" y="%d" width="%d" height="%d" fill="%s" fill-opacity="0.25"`,
		at(box.X), at(box.Y), cell, cell, colors[seat]), "")
	d.element(&d.boxes, i, "text", fmt.Sprintf(`x="%d" y="%d" fill="%s"`, at(box.X)+cell/2, at(box.Y)+cell/2+6, colors[seat]),
		escape(string(d.letters[seat])))
}

// line draws a line of a seat; the last one of the game is thicker.
func (d *drawing) line(i, seat int, l dots.Line, last bool) {
	x, y := l.X, l.Y+1
	if l.Kind == dots.Horizontal {
		x, y = l.X+1, l.Y
	}
	width := 4
	if last {
		width = 7
	}
	d.element(&d.lines, i, "line", fmt.Sprintf(`x1="%d" y1="%d" x2="%d" y2="%d" stroke="%s" stroke-width="%d"`,
		at(l.X), at(l.Y), at(x), at(y), colors[seat], width), "")
}

// document puts the parts together.
func (d *drawing) document(p *dots.Position, names [2]string) string {
	wide, high := 2*margin+(d.size.Width-1)*cell, 2*margin+(d.size.Height-1)*cell
	score := fmt.Sprintf("%c %d : %d %c", d.letters[0], p.Score(0), p.Score(1), d.letters[1])
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", wide, high+foot)
	title := score
	if names[0] != "" && names[1] != "" {
		title = fmt.Sprintf("%s against %s, %d : %d", names[0], names[1], p.Score(0), p.Score(1))
	}
	fmt.Fprintf(&b, "<title>%s</title>\n", escape(title))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", wide, high+foot)
	b.WriteString(`<g font-family="sans-serif" font-size="18" text-anchor="middle">` + "\n")
	b.WriteString(d.boxes.String())
	d.element(&b, p.Size().Lines()-p.Free()-1, "text", fmt.Sprintf(`x="%d" y="%d" fill="#000000"`, wide/2, high+foot/2), escape(score))
	b.WriteString("</g>\n" + `<g stroke-linecap="round">` + "\n")
	b.WriteString(d.lines.String())
	b.WriteString("</g>\n" + `<g fill="#000000">` + "\n")
	for x := range d.size.Width {
		for y := range d.size.Height {
			fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="4"/>`+"\n", at(x), at(y))
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// escape makes a text fit for XML.
func escape(text string) string {
	var b strings.Builder
	// A strings.Builder does not fail.
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
