package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"puzzlekit/bench/svgplot"
)

// selection says which results are which points.
type selection struct {
	benchmark string
	where     parts
	x, y, by  string
}

// parts are key=value parts of a benchmark's name. It is a flag that may be given
// several times.
type parts []string

func (p *parts) String() string { return strings.Join(*p, " ") }

func (p *parts) Set(s string) error {
	if !strings.Contains(s, "=") {
		return errors.New("expected key=value")
	}
	*p = append(*p, s)
	return nil
}

// lines returns the lines in the order in which their first results come. It
// fails when there are none, or when a result is not what a selected one has to
// be.
func (s *selection) lines(r io.Reader, name string) ([]svgplot.Line, error) {
	var lines []svgplot.Line
	samples := map[string]map[float64][]float64{} // by line and place
	for reader := benchfmt.NewReader(r, name); reader.Scan(); {
		result, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			if err, bad := reader.Result().(*benchfmt.SyntaxError); bad {
				return nil, err
			}
			continue // a setting of the file
		}
		place, line, ok, err := s.place(result.Name)
		if err != nil {
			file, number := result.Pos()
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		value, measured := result.Value(s.y)
		if !ok || !measured {
			continue
		}
		if samples[line] == nil {
			samples[line] = map[float64][]float64{}
			lines = append(lines, svgplot.Line{Name: line})
		}
		samples[line][place] = append(samples[line][place], value)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%s: no result has %s in %s and %v", name, s.x, s.y, s.where)
	}
	for i := range lines {
		for place, values := range samples[lines[i].Name] {
			slices.Sort(values)
			lines[i].Points = append(lines[i].Points, svgplot.Point{X: place, Y: values[len(values)/2]})
		}
		slices.SortFunc(lines[i].Points, func(p, q svgplot.Point) int { return cmp.Compare(p.X, q.X) })
	}
	return lines, nil
}

// place returns where the result of a name goes; ok is false when it is not
// selected.
func (s *selection) place(name benchfmt.Name) (x float64, line string, ok bool, err error) {
	base, found := name.Parts()
	if s.benchmark != "" && string(base) != s.benchmark {
		return 0, "", false, nil
	}
	values := map[string]string{}
	for _, part := range found {
		if key, value, isPart := strings.Cut(strings.TrimPrefix(string(part), "/"), "="); isPart {
			values[key] = value
		}
	}
	for _, want := range s.where {
		if key, value, _ := strings.Cut(want, "="); values[key] != value {
			return 0, "", false, nil
		}
	}
	at, has := values[s.x]
	if !has {
		return 0, "", false, nil
	}
	if x, err = strconv.ParseFloat(at, 64); err != nil {
		return 0, "", false, fmt.Errorf("%s=%s: expected a number", s.x, at)
	}
	if s.by != "" {
		line = s.by + " " + values[s.by]
	}
	return x, line, true, nil
}
