package bench_test

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"

	"puzzlekit/bench"
)

// toy is a suite that takes no time.
func toy(work func(context.Context) (bench.Tally, error)) bench.Suite {
	return bench.Suite{Name: "toy", Benchmark: "Toy", Cases: func() ([]bench.Case, error) {
		return []bench.Case{{Name: "size=1", Work: work}, {Name: "size=2", Work: work}}, nil
	}}
}

func counted(context.Context) (bench.Tally, error) {
	return bench.Tally{Done: 10, Unit: "steps", Gauges: []bench.Gauge{{Value: 7.5, Unit: "B/step"}}}, nil
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	var seen []string
	err := bench.Run(t.Context(), &out, toy(counted), bench.RunOptions{
		Count: 2, Host: []bench.Host{{Key: "cpu", Value: "a fast one"}},
		Progress: func(done, all int, name string) {
			if done != len(seen) || all != 4 {
				t.Errorf("%d of %d done at case %d", done, all, len(seen))
			}
			seen = append(seen, name)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(seen, " "); got != "size=1 size=2 size=1 size=2" {
		t.Errorf("cases ran in the order %s", got)
	}
	results := 0
	for r := benchfmt.NewReader(&out, "results"); r.Scan(); {
		result, ok := r.Result().(*benchfmt.Result)
		if !ok {
			t.Fatalf("%v", r.Result())
		}
		results++
		rate, _ := result.Value("steps/s")
		size, _ := result.Value("B/step")
		if result.GetConfig("cpu") != "a fast one" || !strings.HasPrefix(result.Name.String(), "Toy/size=") || rate <= 0 || size != 7.5 {
			t.Errorf("%s on %s: %v steps/s, %v B/step", result.Name, result.GetConfig("cpu"), rate, size)
		}
	}
	if results != 4 {
		t.Errorf("%d results, want 4", results)
	}
}

func TestRunMatch(t *testing.T) {
	var out bytes.Buffer
	opts := bench.RunOptions{Count: 1, Time: time.Millisecond, Match: regexp.MustCompile("size=2")}
	if err := bench.Run(t.Context(), &out, toy(counted), opts); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); strings.Contains(text, "size=1") || !strings.Contains(text, "BenchmarkToy/size=2 ") {
		t.Errorf("results:\n%s", text)
	}
	opts.Match = regexp.MustCompile("size=3")
	if err := bench.Run(t.Context(), &out, toy(counted), opts); !errors.Is(err, bench.ErrNoCase) {
		t.Errorf("error %v, want %v", err, bench.ErrNoCase)
	}
}

func TestRunErrors(t *testing.T) {
	tired := errors.New("tired")
	err := bench.Run(t.Context(), &bytes.Buffer{}, toy(func(context.Context) (bench.Tally, error) {
		return bench.Tally{}, tired
	}), bench.RunOptions{Count: 1})
	if !errors.Is(err, tired) || !strings.Contains(err.Error(), "suite toy, size=1") {
		t.Errorf("error %v, want one that names the case", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(tired)
	if err := bench.Run(ctx, &bytes.Buffer{}, toy(counted), bench.RunOptions{Count: 1}); !errors.Is(err, tired) {
		t.Errorf("canceled: error %v", err)
	}
}

// TestSuites runs a case of each suite, and looks at all names.
func TestSuites(t *testing.T) {
	for _, s := range bench.Suites() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			cases, err := s.Cases()
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, c := range cases {
				if seen[c.Name] || !regexp.MustCompile(`^[a-z]+=[^=/]+(/[a-z]+=[^=/]+)*$`).MatchString(c.Name) {
					t.Errorf("case %q is there twice or is not key=value/key=value", c.Name)
				}
				seen[c.Name] = true
			}
			got, err := cases[0].Work(t.Context())
			if err != nil || got.Done <= 0 || got.Unit == "" {
				t.Errorf("%s: %+v, %v", cases[0].Name, got, err)
			}
		})
	}
	if _, err := bench.SuiteByName("none"); err == nil || !strings.Contains(err.Error(), "scans, dedup") {
		t.Errorf("error %v, want one that lists the suites", err)
	}
}
