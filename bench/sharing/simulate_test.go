package sharing_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"puzzlekit/bench/sharing"
	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

// deal returns the search of a deal.
func deal(number uint64, freeCells int) (*sharing.Search, error) {
	scan, err := pdfs.ParseScan(fmt.Sprintf("--freecells-num %d %s", freeCells, pdfs.DefaultScan))
	if err != nil {
		return nil, err
	}
	board, err := freecell.Deal(number, scan.Variant)
	return &sharing.Search{Board: board, Scan: scan, Share: 1}, err
}

// record records all of the search of a deal with one free cell.
func record(number uint64) (*sharing.Tree, error) {
	s, err := deal(number, 1)
	if err != nil {
		return nil, err
	}
	return sharing.RecordTree(pdfs.NewWalker(s.Board, s.Scan, nil), math.MaxUint32)
}

// recorded holds the two trees that all others are made of, the searches of deals
// 46 (1,394,957 states) and 31 (20,538,815 states) with one free cell. Neither
// deal has a solution.
var recorded = sync.OnceValues(func() ([2]*sharing.Tree, error) {
	stock, err := record(46)
	if err != nil {
		return [2]*sharing.Tree{}, err
	}
	scion, err := record(31)
	return [2]*sharing.Tree{stock, scion}, err
})

// tree returns deal 46's tree with deal 31's on one in every of its leaves, and
// its size as a benchmark's name tells it.
func tree(b *testing.B, every uint64) (t *sharing.Tree, size string) {
	b.Helper()
	trees, err := recorded()
	if err != nil {
		b.Fatal(err)
	}
	t = trees[0].Graft(trees[1], every)
	size = strconv.FormatFloat(float64(t.Size()), 'e', 1, 64)
	return t, strings.Replace(size, "e+", "e", 1)
}

// simulate measures one simulated search.
func simulate(b *testing.B, name string, c sharing.Config) {
	b.Run(name, func(b *testing.B) {
		var r sharing.Result
		for b.Loop() {
			var err error
			if r, err = sharing.Simulate(c); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(0, "ns/op") // the time that counts is the simulated one
		b.ReportMetric(100*r.Efficiency, "%efficiency")
		b.ReportMetric(r.Makespan.Seconds(), "makespan-sec")
		b.ReportMetric(float64(r.Messages)/r.Makespan.Seconds(), "messages/s")
		b.ReportMetric(100*r.Busy.Seconds()/r.Makespan.Seconds(), "%server")
		b.ReportMetric(float64(r.Pieces), "pieces")
	})
}

// The leaves that carry the second tree: one in so many. The whole trees have
// 12.5, 62.9 and 639 billion states.
var grafts = []uint64{1000, 200, 20}

// middle is the graft of the benchmarks that compare rules: half a minute of a
// thousand workers.
const middle = 200

// BenchmarkSimulate is the efficiency with the defaults.
func BenchmarkSimulate(b *testing.B) {
	for _, every := range grafts {
		t, size := tree(b, every)
		for _, delay := range []time.Duration{500 * time.Microsecond, 5 * time.Millisecond, 25 * time.Millisecond} {
			for _, workers := range []int{10, 100, 1000, 3000, 10000} {
				c := sharing.NewConfig(t, workers)
				c.Delay = delay
				simulate(b, fmt.Sprintf("iterations=%s/delay=%v/workers=%d", size, delay, workers), c)
			}
		}
	}
}

// BenchmarkSimulateLong is a search of 74 days of one worker.
func BenchmarkSimulateLong(b *testing.B) {
	t, size := tree(b, 1)
	for _, workers := range []int{1000, 10000} {
		simulate(b, fmt.Sprintf("iterations=%s/workers=%d", size, workers), sharing.NewConfig(t, workers))
	}
}

// BenchmarkSimulateCycleLen has the same cycle length all the time.
func BenchmarkSimulateCycleLen(b *testing.B) {
	t, _ := tree(b, middle)
	for _, workers := range []int{10, 100, 1000, 10000} {
		for cycle := int64(1 << 12); cycle <= 1<<22; cycle <<= 1 {
			c := sharing.NewConfig(t, workers)
			c.Spread, c.CycleLen = 0, cycle
			simulate(b, fmt.Sprintf("workers=%d/cycle=%d", workers, cycle), c)
		}
	}
}

// BenchmarkSimulateSpread has cycles that get longer with the number of clients
// at work.
func BenchmarkSimulateSpread(b *testing.B) {
	t, _ := tree(b, middle)
	for _, workers := range []int{100, 1000, 10000} {
		for spread := int64(32); spread <= 2048; spread <<= 1 {
			c := sharing.NewConfig(t, workers)
			c.Spread = spread
			simulate(b, fmt.Sprintf("workers=%d/spread=%d", workers, spread), c)
		}
	}
}

// BenchmarkSimulateDelta has clients delegate only from levels near their own.
func BenchmarkSimulateDelta(b *testing.B) {
	t, _ := tree(b, middle)
	for _, workers := range []int{100, 1000} {
		for _, delta := range []int{10, 15, 20, 25, 30, 35, 40, 50, 1_000_000} {
			c := sharing.NewConfig(t, workers)
			c.Delta = delta
			simulate(b, fmt.Sprintf("workers=%d/delta=%d", workers, delta), c)
		}
	}
}

// BenchmarkSimulateAsk has the server ask one client for so many states at most,
// 0 for as many as the allocator wants.
func BenchmarkSimulateAsk(b *testing.B) {
	t, _ := tree(b, middle)
	for _, delay := range []time.Duration{500 * time.Microsecond, 25 * time.Millisecond} {
		for _, ask := range []int64{0, 1, 2, 3, 4, 8, 16, 32, 1000} {
			c := sharing.NewConfig(t, 1000)
			c.Delay, c.MaxAsk = delay, ask
			simulate(b, fmt.Sprintf("workers=1000/delay=%v/ask=%d", delay, ask), c)
		}
	}
}

// BenchmarkSimulateDepth has reports as long as those of a walk that a cache of
// dead ends leads deep down.
func BenchmarkSimulateDepth(b *testing.B) {
	t, _ := tree(b, grafts[2])
	for _, workers := range []int{10, 100, 1000} {
		for _, spread := range []int64{0, 256} {
			c := sharing.NewConfig(t, workers)
			c.Spread, c.Depth = spread, 200_000
			simulate(b, fmt.Sprintf("depth=%d/workers=%d/spread=%d", c.Depth, workers, spread), c)
		}
	}
}

// BenchmarkSimulateCaches walks real searches with caches that all clients share,
// or none do, and compares with one client alone: how much sooner they are done,
// and how many states they enter for each that it enters.
func BenchmarkSimulateCaches(b *testing.B) {
	for _, s := range []struct {
		deal      uint64
		freeCells int
	}{{90, 1}, {883, 0}} {
		var one sharing.Result
		for _, group := range []struct{ workers, share int }{{1, 1}, {2, 1}, {2, 2}, {10, 1}, {10, 10}} {
			name := fmt.Sprintf("deal=%d/freecells=%d/workers=%d/share=%d", s.deal, s.freeCells, group.workers, group.share)
			b.Run(name, func(b *testing.B) {
				search, err := deal(s.deal, s.freeCells)
				if err != nil {
					b.Fatal(err)
				}
				search.DeadEnds, search.Share = 256<<20, group.share
				c := sharing.NewConfig(nil, group.workers)
				c.Search = search
				var r sharing.Result
				for b.Loop() {
					if r, err = sharing.Simulate(c); err != nil {
						b.Fatal(err)
					}
				}
				if group.workers == 1 {
					one = r
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(one.Makespan.Seconds()/r.Makespan.Seconds(), "speed-up")
				b.ReportMetric(float64(r.Iterations)/float64(one.Iterations), "iterations/one")
				b.ReportMetric(float64(r.MaxDepth), "depth")
			})
		}
	}
}
