package report

import (
	"fmt"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"puzzlekit/bench"
)

// grid is measurements by row and column.
type grid struct {
	rows, cols []benchproc.Key
	values     map[[2]benchproc.Key][]float64
}

// newGrid sorts a suite's results into a grid. Keys are in the order of the results.
func newGrid(s bench.Suite, results []*benchfmt.Result, unit string, rows, cols []string) (*grid, error) {
	var parser benchproc.ProjectionParser
	byRow, err := parser.Parse(keys(rows), nil)
	if err != nil {
		return nil, fmt.Errorf("%w: rows %v: %w", ErrResults, rows, err)
	}
	byCol, err := parser.Parse(keys(cols), nil)
	if err != nil {
		return nil, fmt.Errorf("%w: columns %v: %w", ErrResults, cols, err)
	}
	g := &grid{values: map[[2]benchproc.Key][]float64{}}
	seenRow, seenCol := map[benchproc.Key]bool{}, map[benchproc.Key]bool{}
	for _, r := range results {
		value, ok := r.Value(unit)
		if string(r.Name.Base()) != s.Benchmark || !ok {
			continue
		}
		row, col := byRow.Project(r), byCol.Project(r)
		if !seenRow[row] {
			g.rows, seenRow[row] = append(g.rows, row), true
		}
		if !seenCol[col] {
			g.cols, seenCol[col] = append(g.cols, col), true
		}
		at := [2]benchproc.Key{row, col}
		g.values[at] = append(g.values[at], value)
	}
	if len(g.rows) == 0 {
		return nil, fmt.Errorf("%w: no %s of %s", ErrResults, unit, s.Benchmark)
	}
	return g, nil
}

// keys writes keys of names as a projection.
func keys(names []string) string {
	var all []string
	for _, n := range names {
		all = append(all, "/"+n)
	}
	return strings.Join(all, ",")
}

// fields returns the values of a key.
func fields(k benchproc.Key, names []string) []string {
	var all []string
	for _, f := range k.Projection().FlattenedFields() {
		for _, n := range names {
			if f.Name == "/"+n {
				all = append(all, k.Get(f))
			}
		}
	}
	return all
}

// table returns a Markdown table.
func table(s bench.Suite, t bench.Table, results []*benchfmt.Result) (string, error) {
	g, err := newGrid(s, results, t.Unit, t.Rows, []string{t.Col})
	if err != nil {
		return "", err
	}
	head := append([]string{}, t.Rows...)
	if len(head) == 0 {
		head = []string{""}
	}
	for _, c := range g.cols {
		head = append(head, strings.Join(fields(c, []string{t.Col}), " "))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, by %s:\n\n", t.Unit, t.Col)
	line(&b, head)
	line(&b, strings.Split(strings.Repeat("---,", len(head)-1)+"---", ","))
	for _, r := range g.rows {
		cells := fields(r, t.Rows)
		if len(t.Rows) == 0 {
			cells = []string{t.Unit}
		}
		for _, c := range g.cols {
			cells = append(cells, number(g.values[[2]benchproc.Key{r, c}], t.Unit))
		}
		line(&b, cells)
	}
	return b.String(), nil
}

func line(b *strings.Builder, cells []string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// number writes the median of values with its confidence interval.
func number(values []float64, unit string) string {
	if len(values) == 0 {
		return ""
	}
	s := summary(values)
	text := benchunit.Scale(s.Center, benchunit.ClassOf(unit))
	if spread := s.PctRangeString(); len(values) > 1 && spread != "0%" {
		text += " ± " + spread
	}
	return text
}

func summary(values []float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), 0.95)
}
