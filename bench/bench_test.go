package bench_test

import (
	"testing"

	"puzzlekit/bench"
	"puzzlekit/internal/cputime"
)

// BenchmarkScan and the others are the suites of that name for go test.
func BenchmarkScan(b *testing.B)   { benchmark(b, "scans") }
func BenchmarkDedup(b *testing.B)  { benchmark(b, "dedup") }
func BenchmarkMemory(b *testing.B) { benchmark(b, "memory") }
func BenchmarkGrowth(b *testing.B) { benchmark(b, "growth") }
func BenchmarkThread(b *testing.B) { benchmark(b, "threads") }

func BenchmarkComponents(b *testing.B)  { benchmark(b, "fcc") }
func BenchmarkDerivations(b *testing.B) { benchmark(b, "derived") }

func benchmark(b *testing.B, name string) {
	s, err := bench.SuiteByName(name)
	if err != nil {
		b.Fatal(err)
	}
	if "Benchmark"+s.Benchmark != b.Name() {
		b.Fatalf("suite %s has results named %s", s.Name, s.Benchmark)
	}
	cases, err := s.Cases()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range cases {
		b.Run(c.Name, func(b *testing.B) {
			var done int64
			var last bench.Tally
			used := cputime.Used()
			for b.Loop() {
				if last, err = c.Work(b.Context()); err != nil {
					b.Fatal(err)
				}
				done += last.Done
			}
			b.ReportMetric(float64(done)/b.Elapsed().Seconds(), last.Unit+"/s")
			if cpu := (cputime.Used() - used).Seconds(); cpu > 0 {
				b.ReportMetric(float64(done)/cpu, last.Unit+"/cpu-s")
			}
			for _, g := range last.Gauges {
				b.ReportMetric(g.Value, g.Unit)
			}
		})
	}
}
