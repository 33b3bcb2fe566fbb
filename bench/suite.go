package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Suite is benchmarks that are compared with one another.
type Suite struct {
	Name      string // for bench run and for files
	Benchmark string // in results, without Benchmark
	Help      string // one sentence
	Cases     func() ([]Case, error)

	// How results are shown.

	Tables []Table
	Plots  []Plot
}

// Table shows one measurement of a suite.
type Table struct {
	Unit string
	Rows []string // keys of the names, each a column of labels
	Col  string   // key of which each value is a column of numbers
}

// Plot shows one measurement of a suite as lines.
type Plot struct {
	File       string // name, ends in .svg
	Title      string
	Unit       string
	X          string // key whose values are numbers
	By         string // key of which each value is a line, empty for one line
	XLog, YLog bool
}

// Case is one way to do the work of a suite.
type Case struct {
	Name string // key=value/key=value

	// Work does the work once. It is called again and again, and may keep memory
	// from one call to the next.
	Work func(ctx context.Context) (Tally, error)
}

// Tally is what one call of a case's work came to.
type Tally struct {
	Done int64  // units of work
	Unit string // "iterations"

	// Gauges are measurements that do not depend on the time.
	Gauges []Gauge
}

// Gauge is a measurement.
type Gauge struct {
	Value float64
	Unit  string // "B/state"
}

// suites is all suites, in the order in which they are listed.
var suites = []func() Suite{scans, dedups, memory, growth, threads, components, derivations}

// Suites returns all suites.
func Suites() []Suite {
	all := make([]Suite, len(suites))
	for i, s := range suites {
		all[i] = s()
	}
	return all
}

// SuiteByName returns a suite. The error for an unknown name lists the known ones.
func SuiteByName(name string) (Suite, error) {
	all := Suites()
	if i := slices.IndexFunc(all, func(s Suite) bool { return s.Name == name }); i >= 0 {
		return all[i], nil
	}
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	return Suite{}, fmt.Errorf("bench: unknown suite %q, expected %s", name, strings.Join(names, ", "))
}
