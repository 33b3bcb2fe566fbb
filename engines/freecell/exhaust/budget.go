package exhaust

import "sync/atomic"

// budget counts the bytes that a search has in use. It is safe for concurrent use.
type budget struct {
	max  int64 // 0 for no bound
	used atomic.Int64
	peak atomic.Int64
}

// take reserves n bytes, which may be negative. It fails when that would be too
// many.
func (b *budget) take(n int64) bool {
	used := b.used.Add(n)
	if n > 0 && b.max > 0 && used > b.max {
		b.used.Add(-n)
		return false
	}
	for {
		peak := b.peak.Load()
		if used <= peak || b.peak.CompareAndSwap(peak, used) {
			return true
		}
	}
}
