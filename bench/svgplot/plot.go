package svgplot

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"math"
	"strings"
)

// Plot is a line plot.
type Plot struct {
	Title string
	X, Y  Axis
	Lines []Line
}

// Line is a line from point to point.
type Line struct {
	Name   string
	Points []Point
}

// Point is a point in the units of the axes.
type Point struct{ X, Y float64 }

// ErrPlot reports a plot that cannot be drawn.
var ErrPlot = errors.New("svgplot: cannot draw")

// The layout, in pixels.
const (
	width, height = 760, 440
	left, right   = 70, 560 // of the frame; the legend is beside it
	top, bottom   = 50, 380
	legendStep    = 24
)

// SVG returns the plot. It fails when there is no point, when one is not finite,
// or not positive on a logarithmic axis.
func (p *Plot) SVG() ([]byte, error) {
	x, err := p.X.scale(p.values(func(q Point) float64 { return q.X }), left, right)
	if err != nil {
		return nil, fmt.Errorf("%w: x axis: %w", ErrPlot, err)
	}
	y, err := p.Y.scale(p.values(func(q Point) float64 { return q.Y }), bottom, top)
	if err != nil {
		return nil, fmt.Errorf("%w: y axis: %w", ErrPlot, err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`+"\n",
		width, height, width, height, html.EscapeString(p.Title))
	b.WriteString(style())
	fmt.Fprintf(&b, `<rect class="ground" width="%d" height="%d"/>`+"\n", width, height)
	text(&b, (left+right)/2, 28, "middle", "title", p.Title)
	for _, t := range x.ticks {
		fmt.Fprintf(&b, `<path class="grid" d="M%s %dV%d"/>`+"\n", px(x.at(t.value)), top, bottom)
		text(&b, x.at(t.value), bottom+18, "middle", "", t.label)
	}
	for _, t := range y.ticks {
		fmt.Fprintf(&b, `<path class="grid" d="M%d %sH%d"/>`+"\n", left, px(y.at(t.value)), right)
		text(&b, left-8, y.at(t.value)+4, "end", "", t.label)
	}
	fmt.Fprintf(&b, `<rect class="frame" x="%d" y="%d" width="%d" height="%d"/>`+"\n", left, top, right-left, bottom-top)
	text(&b, (left+right)/2, bottom+44, "middle", "", p.X.Label)
	fmt.Fprintf(&b, `<text transform="translate(18 %d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", (top+bottom)/2, html.EscapeString(p.Y.Label))
	for i, l := range p.Lines {
		p.line(&b, i, l, x, y)
	}
	b.WriteString("</svg>\n")
	return b.Bytes(), nil
}

func (p *Plot) values(of func(Point) float64) []float64 {
	var all []float64
	for _, l := range p.Lines {
		for _, q := range l.Points {
			all = append(all, of(q))
		}
	}
	return all
}

// line draws line i and its entry in the legend.
func (p *Plot) line(b *bytes.Buffer, i int, l Line, x, y scale) {
	class := fmt.Sprintf("l%d", i%len(looks))
	var path, marks strings.Builder
	for j, q := range l.Points {
		command := "L"
		if j == 0 {
			command = "M"
		}
		fmt.Fprintf(&path, "%s%s %s", command, px(x.at(q.X)), px(y.at(q.Y)))
		marks.WriteString(mark(i, x.at(q.X), y.at(q.Y)))
	}
	row := float64(top + 12 + legendStep*i)
	fmt.Fprintf(b, `<g class="%s"><path class="line" d="%s"/>%s<path class="line" d="M%d %sh28"/>%s</g>`+"\n",
		class, path.String(), marks.String(), right+16, px(row), mark(i, right+30, row))
	text(b, right+52, row+4, "start", "", l.Name)
}

func text(b *bytes.Buffer, x, y float64, anchor, class, s string) {
	if class != "" {
		class = ` class="` + class + `"`
	}
	fmt.Fprintf(b, `<text x="%s" y="%s" text-anchor="%s"%s>%s</text>`+"\n", px(x), px(y), anchor, class, html.EscapeString(s))
}

// px writes a coordinate to a tenth of a pixel.
func px(v float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", math.Round(10*v)/10), ".0")
}
