package pdfs

import (
	"fmt"
	"testing"

	"puzzlekit/engines/freecell"
)

func BenchmarkWalk(b *testing.B) {
	for _, dead := range []int64{0, 1 << 28} {
		b.Run(fmt.Sprintf("deal=24/freecells=2/deadends=%d", dead), func(b *testing.B) {
			scan, err := ParseScan("--freecells-num 2 " + DefaultScan)
			if err != nil {
				b.Fatal(err)
			}
			board, err := freecell.Deal(24, scan.Variant)
			if err != nil {
				b.Fatal(err)
			}
			w := NewWalker(board, scan, NewDeadEnds(dead, 1))
			if err := w.Start(nil); err != nil {
				b.Fatal(err)
			}
			var entered int64
			for b.Loop() {
				n, status, err := w.Run(1 << 20)
				if status == Exhausted || err != nil {
					b.Fatal(status, err)
				}
				entered += n
			}
			b.ReportMetric(float64(entered)/b.Elapsed().Seconds(), "iterations/s")
			b.ReportMetric(float64(w.Depth()), "depth")
		})
	}
}
