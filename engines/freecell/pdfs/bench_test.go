package pdfs

import (
	"fmt"
	"testing"

	"puzzlekit/engines/freecell"
)

func testZ(t *testing.T) {
	for _, dead := range []int64{0, 1<<28, 1<<31} {
	scan, err := ParseScan("--freecells-num 2 " + DefaultScan)
	if err != nil { t.Fatal(err) }
	b, err := freecell.Deal(24, scan.Variant)
	if err != nil { t.Fatal(err) }
	w := NewWalker(b, scan, NewDeadEnds(dead, 1))
	w.Start(nil)
	maxd, maxk := 0, 0
	tot := int64(0)
	for range 2000 {
		n, st, err := w.Run(50000)
		tot += n
		maxd = max(maxd, w.Depth()); maxk = max(maxk, w.StoredKeys())
		if st == Exhausted { fmt.Println(st, err, tot); break }
	}
	fmt.Println(dead, tot, maxd, maxk)
	}
}

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
