package tectonicgen

import (
	"fmt"
	"os"
	"testing"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
	"puzzlekit/engines/tectonic/tier"
)

// BenchmarkDedup makes tier 11 of 3×4 grids, M=5, of tier 10 in each of the four ways:
// 436,382 candidates, of which 105,016 are duplicates.
func BenchmarkDedup(b *testing.B) {
	const candidates, grids = 436_382, 331_366
	c := config(b.TempDir())
	c.Problem, c.Batch, c.Form = tectonic.Problem{Width: 3, Height: 4, Max: 5}, 100_000, tier.Binary
	if _, err := Run(b.Context(), c); err != nil {
		b.Fatal(err)
	}
	for _, dedup := range []Dedup{Canonical, Set, Deferred, Lookup} {
		b.Run(fmt.Sprintf("dedup=%s/tier=11", dedup), func(b *testing.B) {
			c.Dedup = dedup
			b.ReportAllocs()
			for b.Loop() {
				var n uint64
				var err error
				if dedup == Canonical {
					n, err = canonicalTier(c, 11)
				} else {
					n, err = c.studyTier(b.Context(), 11)
				}
				if err != nil || n != grids {
					b.Fatalf("%d grids, %v", n, err)
				}
			}
			info, err := os.Stat(tierFile(c.Dir, 11, c.Form))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(candidates*float64(b.N)/b.Elapsed().Seconds(), "candidates/s")
			b.ReportMetric(float64(info.Size())/grids, "B/grid")
		})
	}
}

// canonicalTier makes a tier of the one before in the same way as the others do, on
// one processor.
func canonicalTier(c Config, n int) (uint64, error) {
	return writeTier(tierFile(c.Dir, n, c.Form), tier.Head{Problem: c.Problem, Tier: n}, c.Form, func(add func(tier.Code) error) error {
		r, f, err := OpenTier(tierFile(c.Dir, n-1, c.Form))
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		e, err := tier.NewExpander(r.Head, grow.Closure, nil)
		if err != nil {
			return err
		}
		run, _, err := e.Expand(nil, r.Decoder, r.Count, c.Form)
		if err != nil {
			return err
		}
		d := tier.NewDecoder(bytesReader(run), tier.Head{Problem: c.Problem, Tier: n}, c.Form)
		for {
			if _, err := d.Next(); err != nil {
				return ignoreEOF(err)
			}
			if err := add(d.Code()); err != nil {
				return err
			}
		}
	})
}
