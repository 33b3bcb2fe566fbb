package dedup

import (
	"testing"

	"pgregory.net/rapid"
)

// TestRemovers holds every way against a plain map.
func TestRemovers(t *testing.T) {
	for name, make := range map[string]func() Remover{
		"table":  func() Remover { return NewTable() },
		"map":    func() Remover { return NewMap() },
		"sorted": func() Remover { return NewSorted() },
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := make()
				seen := map[uint64]bool{}
				bits := rapid.IntRange(1, 64).Draw(t, "bits")
				seed := rapid.Uint64().Draw(t, "seed")
				for range rapid.SampledFrom([]int{0, 1, 50, 10_000}).Draw(t, "keys") {
					seed = seed*6364136223846793005 + 1442695040888963407
					key := (seed ^ seed>>33) >> (64 - bits)
					r.Add(key)
					seen[key] = true
				}
				if r.Len() != len(seen) {
					t.Fatalf("%d different keys, want %d", r.Len(), len(seen))
				}
				if len(seen) > 0 && r.Bytes() < int64(8*len(seen)) {
					t.Fatalf("%d bytes for %d keys", r.Bytes(), len(seen))
				}
			})
		})
	}
}
