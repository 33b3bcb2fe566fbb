package report

import (
	"fmt"
	"strconv"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"puzzlekit/bench"
	"puzzlekit/bench/svgplot"
)

// SVG draws a plot of a suite's results.
func SVG(s bench.Suite, p bench.Plot, results []*benchfmt.Result) ([]byte, error) {
	var by []string
	if p.By != "" {
		by = []string{p.By}
	}
	g, err := newGrid(s, results, p.Unit, by, []string{p.X})
	if err != nil {
		return nil, err
	}
	plot := svgplot.Plot{
		Title: p.Title,
		X:     svgplot.Axis{Label: p.X, Log: p.XLog},
		Y:     svgplot.Axis{Label: p.Unit, Log: p.YLog},
	}
	if !p.YLog {
		plot.Y.To = 1 // begins at 0
	}
	for _, r := range g.rows {
		var l svgplot.Line
		if p.By != "" {
			l.Name = p.By + " " + fields(r, by)[0]
		}
		for _, c := range g.cols {
			values := g.values[[2]benchproc.Key{r, c}]
			if len(values) == 0 {
				continue
			}
			label := fields(c, []string{p.X})[0]
			x, err := strconv.ParseFloat(label, 64)
			if err != nil {
				return nil, fmt.Errorf("%w: %s=%s: expected a number", ErrResults, p.X, label)
			}
			l.Points = append(l.Points, svgplot.Point{X: x, Y: summary(values).Center})
		}
		plot.Lines = append(plot.Lines, l)
	}
	return plot.SVG()
}
