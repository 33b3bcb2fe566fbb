package pdfs

import (
	"fmt"
	"testing"
	"unsafe"

	"puzzlekit/engines/freecell"
)

// BenchmarkWalk walks on in one search, which does not come to its end. A key is
// a state on the path or listed there; B/key is what the walker holds for each at
// the time that they are most.
func BenchmarkWalk(b *testing.B) {
	for _, deadEnds := range []struct {
		name  string
		bytes int64
	}{{"0", 0}, {"256MiB", 256 << 20}} {
		b.Run(fmt.Sprintf("deal=24/freecells=2/deadends=%s", deadEnds.name), func(b *testing.B) {
			w, _ := dealt(b, 24, "--freecells-num 2 "+DefaultScan, deadEnds.bytes)
			walk := func(iterations int64) int64 {
				entered, status, err := w.Run(iterations)
				if status == Exhausted || err != nil {
					b.Fatal(status, err)
				}
				return entered
			}
			walk(1 << 20) // to where slices and tables have grown
			var entered, expanded int64 = 0, -w.Expanded()
			keys, bytes := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				entered += walk(1 << 14)
				if n := w.StoredKeys(); n > keys {
					keys, bytes = n, held(w.walk.(*walker[freecell.Key]))
				}
			}
			expanded += w.Expanded()
			b.ReportMetric(float64(entered)/b.Elapsed().Seconds(), "iterations/s")
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "expanded/s")
			b.ReportMetric(float64(bytes)/float64(keys), "B/key")
			b.ReportMetric(float64(keys), "keys")
		})
	}
}

// held returns the bytes that a walker holds for its path and what is listed
// there.
func held[K key](w *walker[K]) int {
	return bytesOf(w.listed.keys) + bytesOf(w.listed.slots) + bytesOf(w.listed.table) + bytesOf(w.moves) +
		bytesOf(w.frames) + bytesOf(w.stack.Levels) + bytesOf(w.pruned)
}

func bytesOf[T any](s []T) int {
	var zero T
	return cap(s) * int(unsafe.Sizeof(zero))
}
