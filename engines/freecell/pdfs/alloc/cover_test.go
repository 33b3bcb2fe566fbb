package alloc_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
)

func noCache() *pdfs.DeadEnds { return nil }

func drawSample(t *rapid.T) *pdfstest.Sample {
	return pdfstest.Small(rapid.IntRange(0, pdfstest.Samples-1).Draw(t, "sample"))
}

// TestOnce shares searches among clients that live for ever: each enters every
// state once.
func TestOnce(t *testing.T) {
	for _, clients := range []int{1, 2, 3, 8} {
		t.Run(fmt.Sprintf("clients=%d", clients), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				s := newSimulation(t, drawSample(t), clients, noCache)
				s.run()
				for i, n := range s.visits {
					if n != 1 {
						t.Fatalf("%v was entered %d times", s.sample.Nodes[i].At, n)
					}
				}
			})
		})
	}
}

// TestAtLeastOnce shares searches among clients that lose their connections, and
// with a server that is killed. In the end every state was entered by somebody
// who lived to tell it.
func TestAtLeastOnce(t *testing.T) {
	for _, clients := range []int{1, 2, 3, 8} {
		t.Run(fmt.Sprintf("clients=%d", clients), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				s := newSimulation(t, drawSample(t), clients, noCache)
				s.deaths = rapid.IntRange(1, 50).Draw(t, "deaths")
				s.crashes = rapid.IntRange(0, 5).Draw(t, "crashes")
				s.run()
				for i, sure := range s.sure {
					if !sure {
						t.Fatalf("%v was entered %d times, but nobody lived to tell it", s.sample.Nodes[i].At, s.visits[i])
					}
				}
			})
		})
	}
}

// TestLiars has clients tell of states that do not exist, besides losing their
// connections.
func TestLiars(t *testing.T) {
	dropped := 0
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, drawSample(t), rapid.IntRange(1, 4).Draw(t, "clients"), noCache)
		s.lies = true
		s.deaths = 20
		s.crashes = rapid.IntRange(0, 2).Draw(t, "crashes")
		s.run()
		for i, sure := range s.sure {
			if !sure {
				t.Fatalf("%v was entered %d times, but nobody lived to tell it", s.sample.Nodes[i].At, s.visits[i])
			}
		}
		dropped += s.server.Dropped()
	})
	if dropped == 0 {
		t.Error("no lie was found out late")
	}
}

// TestCaches shares searches among clients with caches of dead ends: one for
// each, and they may die, or one for all, and they may not. In the end every state
// that can be reached was entered by somebody who lived to tell it.
func TestCaches(t *testing.T) {
	for _, clients := range []int{1, 2, 3, 8} {
		for _, shared := range []bool{false, true} {
			t.Run(fmt.Sprintf("clients=%d/shared=%v", clients, shared), func(t *testing.T) {
				t.Parallel()
				rapid.Check(t, func(t *rapid.T) {
					sample := drawSample(t)
					bytes := rapid.SampledFrom([]int64{1 << 10, 1 << 18}).Draw(t, "bytes")
					newCache := func() *pdfs.DeadEnds { return pdfs.NewDeadEnds(bytes, sample.Board.Variant.Decks) }
					caches := newCache
					if shared {
						one := newCache()
						caches = func() *pdfs.DeadEnds { return one }
					}
					s := newSimulation(t, sample, clients, caches)
					if !shared {
						s.deaths = rapid.IntRange(0, 50).Draw(t, "deaths")
						s.crashes = rapid.IntRange(0, 5).Draw(t, "crashes")
					}
					s.run()
					entered := map[string]bool{}
					for i, sure := range s.sure {
						if sure {
							entered[sample.Nodes[i].State] = true
						}
					}
					if len(entered) != len(sample.Reachable) {
						t.Fatalf("of %d states that can be reached %d were entered", len(sample.Reachable), len(entered))
					}
				})
			})
		}
	}
}
