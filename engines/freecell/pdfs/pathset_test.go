package pdfs

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell"
)

func TestPathSetIsAMap(t *testing.T) {
	t.Run("decks=1", func(t *testing.T) { rapid.Check(t, checkPathSet[freecell.Key]) })
	t.Run("decks=2", func(t *testing.T) { rapid.Check(t, checkPathSet[freecell.LongKey]) })
}

// checkPathSet adds keys, some of them again, and removes the last ones, as a
// walk goes down and up, beside a map that does the same.
func checkPathSet[K key](t *rapid.T) {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	universe := make([]K, rapid.SampledFrom([]int{1, 10, 3000}).Draw(t, "universe"))
	for i := range universe {
		// Keys that differ in one word only, and little, are what states give.
		universe[i][random.IntN(len(universe[i]))] = uint64(i)
	}
	s := newPathSet[K]()
	var order []K
	twin := map[K]bool{}
	for range rapid.IntRange(1, 30).Draw(t, "bursts") {
		for range random.IntN(2 * len(universe)) {
			k := universe[random.IntN(len(universe))]
			if added := s.add(&k, hash(&k)); added == twin[k] {
				t.Fatalf("%x: added %v, but it was there %v", k, added, twin[k])
			}
			if !twin[k] {
				order, twin[k] = append(order, k), true
			}
		}
		n := len(order) - random.IntN(len(order)+1)
		s.truncate(n + 1) // after the unused key
		for _, k := range order[n:] {
			delete(twin, k)
		}
		order = order[:n]
		checkPathSetHolds(t, &s, universe, twin)
	}
}

// checkPathSetHolds asks for every key of the universe.
func checkPathSetHolds[K key](t *rapid.T, s *pathSet[K], universe []K, twin map[K]bool) {
	n := len(s.keys)
	if n-1 != len(twin) {
		t.Fatalf("%d keys, want %d", n-1, len(twin))
	}
	for _, k := range universe {
		if added := s.add(&k, hash(&k)); added == twin[k] {
			t.Fatalf("%x: added %v, but it was there %v", k, added, twin[k])
		}
		s.truncate(n)
	}
}

// TestPathSetComparesKeys adds keys of one hash.
func TestPathSetComparesKeys(t *testing.T) {
	s := newPathSet[freecell.Key]()
	for _, first := range []bool{true, false} {
		for i := range uint64(100) {
			k := freecell.Key{0, 0, i}
			if added := s.add(&k, 7); added != first {
				t.Fatalf("key %d: added %v, want %v", i, added, first)
			}
		}
	}
}

// TestPathSetIsSmall checks what a key costs at the worst moments, just after the
// table or a slice was moved.
func TestPathSetIsSmall(t *testing.T) {
	const most = 53
	s := newPathSet[freecell.Key]()
	for i := range 500_000 {
		k := freecell.Key{uint64(i)}
		s.add(&k, hash(&k))
		bytes := 24*cap(s.keys) + 4*cap(s.slots) + 8*cap(s.table)
		if n := len(s.keys); n > 20_000 && bytes > most*n {
			t.Fatalf("%d bytes for %d keys: more than %d each", bytes, n, most)
		}
	}
}
