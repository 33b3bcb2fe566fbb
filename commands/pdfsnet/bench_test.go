package pdfsnet

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"testing"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

// searchAll searches all of a deal that has no solution with so many workers in
// one process and returns what they did and the wall time.
func searchAll(b *testing.B, deal uint64, freeCells, workers int, deadEnds int64) (*WorkStats, time.Duration) {
	b.Helper()
	scan, err := pdfs.ParseScan(fmt.Sprintf("--freecells-num %d %s", freeCells, pdfs.DefaultScan))
	if err != nil {
		b.Fatal(err)
	}
	board, err := freecell.Deal(deal, scan.Variant)
	if err != nil {
		b.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	server, err := NewServer(Config{Board: board, Scan: scan, Log: log, CycleLen: 1 << 14, DepthAllocDelta: pdfs.MaxDepth})
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	stats := &WorkStats{}
	worked := make(chan error, 1)
	go func() {
		worked <- Work(context.Background(), WorkConfig{
			Log: log, Parallel: workers, DeadEnds: deadEnds,
			Dial: func(context.Context) (net.Conn, error) {
				near, far := net.Pipe()
				server.Serve(far)
				return near, nil
			},
		}, stats)
	}()
	result, err := server.Run(context.Background())
	if err != nil || result.Verdict != Unsolvable {
		b.Fatal(result.Verdict, err)
	}
	wall := time.Since(start)
	if err := <-worked; err != nil {
		b.Fatal(err)
	}
	return stats, wall
}

// BenchmarkSpeedUp measures one exhaustive search with one worker and with two,
// in turn, and reports the ratio of their wall times: without a cache of dead
// ends, where the workers have nothing in common, and with one that they share.
func BenchmarkSpeedUp(b *testing.B) {
	for _, search := range []struct {
		deal     uint64
		deadEnds int64
	}{{659, 0}, {883, 1 << 30}} {
		b.Run(fmt.Sprintf("deal=%d/freecells=0/deadends=%d", search.deal, search.deadEnds), func(b *testing.B) {
			var one, two time.Duration
			var entered int64
			for b.Loop() {
				stats, wall := searchAll(b, search.deal, 0, 1, search.deadEnds)
				one += wall
				entered += stats.Iterations.Load()
				_, wall = searchAll(b, search.deal, 0, 2, search.deadEnds)
				two += wall
			}
			b.ReportMetric(two.Seconds()/one.Seconds(), "two/one")
			b.ReportMetric(float64(entered)/one.Seconds(), "iterations/s/worker")
		})
	}
}
