package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"runtime"
	"time"

	"golang.org/x/perf/benchfmt"

	"puzzlekit/internal/cputime"
)

// RunOptions are how [Run] measures.
type RunOptions struct {
	Count int            // results for each case
	Time  time.Duration  // least time for a result; a case is repeated until then
	Match *regexp.Regexp // of the names of cases, nil for all
	Host  []Host         // what the results say of where they were made

	// Progress is called before each result, if it is not nil.
	Progress func(done, all int, name string)
}

// Host is one fact about where results were made.
type Host struct{ Key, Value string }

// ErrNoCase reports a suite without a case that matches.
var ErrNoCase = errors.New("bench: no case matches")

// Run measures the cases of a suite and writes results in Go's benchmark format.
// Rates are by the clock, as in iterations/s, and by the time that all processors
// worked, as in iterations/cpu-s.
func Run(ctx context.Context, w io.Writer, s Suite, opts RunOptions) error {
	cases, err := s.Cases()
	if err != nil {
		return fmt.Errorf("bench: suite %s: %w", s.Name, err)
	}
	var chosen []Case
	for _, c := range cases {
		if opts.Match == nil || opts.Match.MatchString(c.Name) {
			chosen = append(chosen, c)
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("%w %v in suite %s", ErrNoCase, opts.Match, s.Name)
	}
	results := benchfmt.NewWriter(w)
	config := []benchfmt.Config{
		{Key: "goos", Value: []byte(runtime.GOOS), File: true},
		{Key: "goarch", Value: []byte(runtime.GOARCH), File: true},
		{Key: "go", Value: []byte(runtime.Version()), File: true},
	}
	for _, h := range opts.Host {
		config = append(config, benchfmt.Config{Key: h.Key, Value: []byte(h.Value), File: true})
	}
	for round := range opts.Count {
		for i, c := range chosen {
			if opts.Progress != nil {
				opts.Progress(round*len(chosen)+i, opts.Count*len(chosen), c.Name)
			}
			r, err := measure(ctx, c, opts.Time)
			if err != nil {
				return fmt.Errorf("bench: suite %s, %s: %w", s.Name, c.Name, err)
			}
			r.Name, r.Config = benchfmt.Name(s.Benchmark+"/"+c.Name), config
			if err := results.Write(r); err != nil {
				return fmt.Errorf("bench: write results: %w", err)
			}
		}
	}
	return nil
}

// measure does a case's work for some time.
func measure(ctx context.Context, c Case, least time.Duration) (*benchfmt.Result, error) {
	runtime.GC() // what the case before has left is not this one's
	var done int64
	var last Tally
	r := &benchfmt.Result{}
	start, used := time.Now(), cputime.Used()
	for took := time.Duration(0); r.Iters == 0 || took < least; took = time.Since(start) {
		t, err := c.Work(ctx)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		done += t.Done
		last = t
		r.Iters++
	}
	seconds := time.Since(start).Seconds()
	r.Values = []benchfmt.Value{
		{Value: seconds * 1e9 / float64(r.Iters), Unit: "ns/op"},
		{Value: float64(done) / seconds, Unit: last.Unit + "/s"},
	}
	if cpu := (cputime.Used() - used).Seconds(); cpu > 0 {
		r.Values = append(r.Values, benchfmt.Value{Value: float64(done) / cpu, Unit: last.Unit + "/cpu-s"})
	}
	for _, g := range last.Gauges {
		r.Values = append(r.Values, benchfmt.Value{Value: g.Value, Unit: g.Unit})
	}
	for i := range r.Values {
		r.Values[i].Value = sixDigits(r.Values[i].Value)
	}
	return r, nil
}

// sixDigits rounds to what a measurement can mean.
func sixDigits(v float64) float64 {
	if v == 0 {
		return 0
	}
	scale := math.Pow(10, 5-math.Floor(math.Log10(math.Abs(v))))
	return math.Round(v*scale) / scale
}
