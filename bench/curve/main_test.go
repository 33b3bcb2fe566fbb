package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/bench/svgplot"
)

const results = "testdata/results.txt"

func TestLines(t *testing.T) {
	for name, test := range map[string]struct {
		selection
		want []svgplot.Line
	}{
		"lines by delay": {
			selection{benchmark: "Simulate", where: parts{"size=1"}, x: "workers", y: "%efficiency", by: "delay"},
			[]svgplot.Line{
				{Name: "delay 5ms", Points: []svgplot.Point{{X: 10, Y: 99}, {X: 1000, Y: 80}}},
				{Name: "delay 25ms", Points: []svgplot.Point{{X: 10, Y: 98}}},
			},
		},
		"one line": {
			selection{where: parts{"size=2", "delay=5ms"}, x: "workers", y: "%efficiency"},
			[]svgplot.Line{{Points: []svgplot.Point{{X: 10, Y: 11}}}},
		},
		"another benchmark": {
			selection{benchmark: "SimulateLong", x: "size", y: "pieces", by: "workers"},
			[]svgplot.Line{{Name: "workers 10", Points: []svgplot.Point{{X: 1, Y: 7}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(results)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			got, err := test.lines(f, results)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	args := []string{"-bench", "Simulate", "-where", "size=1", "-x", "workers", "-y", "%efficiency", "-by", "delay", "-xlog", "-title", "A title", "-to", "100", results}
	if err := run(args, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg ", "A title", "delay 25ms", "</svg>\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the plot has no %q", want)
		}
	}
}

func TestRunErrors(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-x", "workers", "-y", "pieces"}, "expected one file"},
		{[]string{"-x", "workers", results}, "-y \"\""},
		{[]string{"-x", "workers", "-y", "pieces", "testdata/none.txt"}, "none.txt"},
		{[]string{"-x", "workers", "-y", "pieces", "-where", "size", results}, "expected key=value"},
		{[]string{"-x", "workers", "-y", "pieces", "-where", "size=3", results}, "no result"},
		{[]string{"-x", "nothing", "-y", "pieces", results}, "no result"},
		{[]string{"-x", "delay", "-y", "pieces", results}, results + ":4: delay=5ms: expected a number"},
	} {
		var out bytes.Buffer
		err := run(test.args, &out, io.Discard)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want one with %q", test.args, err, test.want)
		}
		if out.Len() > 0 {
			t.Errorf("%q: wrote %d bytes", test.args, out.Len())
		}
	}
}
