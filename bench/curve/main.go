// Command curve draws results of Go benchmarks as a line plot:
//
//	go run ./bench/curve [-where key=value]... -x key -y unit [-by key] [flags] FILE >plot.svg
//
// FILE is in Go's benchmark format. Of each result whose name has all the
// key=value parts of -where, the part of key -x is a point's place from left to
// right and the measurement with the unit of -y its height. Results that differ
// in the part of key -by are lines of their own. Several results at one place
// count as their median.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"puzzlekit/bench/svgplot"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "curve:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("curve", flag.ContinueOnError)
	flags.SetOutput(stderr)
	var s selection
	var p svgplot.Plot
	flags.StringVar(&s.benchmark, "bench", "", "name of the benchmark, without Benchmark")
	flags.Var(&s.where, "where", "take only results with this key=value in their name")
	flags.StringVar(&s.x, "x", "", "key of the names that is the x axis")
	flags.StringVar(&s.y, "y", "", "unit that is the y axis")
	flags.StringVar(&s.by, "by", "", "key of the names of which each value is a line")
	flags.StringVar(&p.Title, "title", "", "title")
	flags.StringVar(&p.X.Label, "xlabel", "", "label of the x axis")
	flags.StringVar(&p.Y.Label, "ylabel", "", "label of the y axis")
	flags.BoolVar(&p.X.Log, "xlog", false, "logarithmic x axis")
	flags.BoolVar(&p.Y.Log, "ylog", false, "logarithmic y axis")
	flags.Float64Var(&p.Y.From, "from", 0, "lowest value that the y axis shows")
	flags.Float64Var(&p.Y.To, "to", 0, "highest value that the y axis shows")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 || s.x == "" || s.y == "" {
		return fmt.Errorf("%d arguments, -x %q, -y %q: expected one file and both keys", flags.NArg(), s.x, s.y)
	}
	f, err := os.Open(flags.Arg(0))
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // it was only read
	if p.Lines, err = s.lines(f, flags.Arg(0)); err != nil {
		return err
	}
	svg, err := p.SVG()
	if err != nil {
		return err
	}
	_, err = stdout.Write(svg)
	return err
}
