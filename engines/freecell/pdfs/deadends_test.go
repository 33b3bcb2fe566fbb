package pdfs

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell"
)

// numbered returns the i-th of many keys, which differ little.
func numbered[K key](i int) (k K) {
	k[i%len(k)] = uint64(i + 1)
	return k
}

func TestDeadEndsAreExact(t *testing.T) {
	t.Run("decks=1", func(t *testing.T) { rapid.Check(t, checkExact[freecell.Key]) })
	t.Run("decks=2", func(t *testing.T) { rapid.Check(t, checkExact[freecell.LongKey]) })
}

// checkExact holds a cache against a set of what was ever added: it may know
// less, but nothing else, and always what was added last.
func checkExact[K key](t *rapid.T) {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	size := int64(unsafe.Sizeof(bucket[K]{}))
	buckets := rapid.SampledFrom([]int64{2, 3, 10, 4 * firstBuckets}).Draw(t, "buckets")
	c := newCache[K](buckets * size)
	// Few hashes make keys share buckets and tags, so that the keys decide.
	hashes := rapid.SampledFrom([]uint64{1, 3, 1 << 60}).Draw(t, "hashes")
	hashOf := func(k *K) uint64 { return hash(k) % hashes * (1<<63/hashes + 257) }
	if buckets > firstBuckets {
		hashOf = hash[K] // a cache that grows takes the hashes anew
	}
	universe := int(buckets) * 2 * ways
	added := map[K]bool{}
	for range rapid.IntRange(1, 5_000).Draw(t, "steps") {
		k := numbered[K](random.IntN(universe))
		h := hashOf(&k)
		switch random.IntN(1000) {
		case 0:
			c.clear()
			clear(added)
		default:
			if there := c.has(&k, h); there && !added[k] {
				t.Fatalf("%x is there without having been added", k)
			}
			known := c.has(&k, h)
			if there := c.add(&k, h); there != known {
				t.Fatalf("%x was there: %v; add says %v", k, known, there)
			}
			added[k] = true
			if !c.has(&k, h) {
				t.Fatalf("%x was added and is not there", k)
			}
		}
	}
}

// TestDeadEndsRemember checks that a cache which has room does not forget much,
// also while it grows.
func TestDeadEndsRemember(t *testing.T) {
	d := NewDeadEnds(12<<20, 1)
	const n = 100_000 // of 24 bytes
	for i := range n {
		k := numbered[freecell.Key](i)
		d.short.add(&k, hash(&k))
	}
	known := 0
	for i := range n {
		k := numbered[freecell.Key](i)
		if d.short.has(&k, hash(&k)) {
			known++
		}
	}
	if known < n*99/100 {
		t.Errorf("of %d keys, for which there was room three times over, %d are there", n, known)
	}
}

// TestDeadEndsAreBounded fills caches beyond their size. While the last growth is
// under way the old table and the new one exist together.
func TestDeadEndsAreBounded(t *testing.T) {
	for _, bytes := range []int64{1 << 10, 1 << 16, 1<<20 + 1, 3 << 20} {
		d := NewDeadEnds(bytes, 1)
		before, size := 0, int64(unsafe.Sizeof(bucket[freecell.Key]{}))
		for i := range int(bytes / 12) {
			k := numbered[freecell.Key](i)
			d.short.add(&k, hash(&k))
			now := len(d.short.table.Load().buckets)
			if together := int64(now+before) * size; now != before && together > bytes {
				t.Fatalf("%d bytes while growing from %d to %d buckets, allowed are %d", together, before, now, bytes)
			}
			before = now
		}
		if int64(before)*size < bytes/2 {
			t.Errorf("of %d bytes a full cache uses %d", bytes, int64(before)*size)
		}
	}
}

func TestNoDeadEnds(t *testing.T) {
	for _, decks := range []int{1, 2} {
		for _, bytes := range []int64{-1, 0, 100} {
			if d := NewDeadEnds(bytes, decks); d != nil {
				t.Errorf("%d bytes for %d decks make a cache", bytes, decks)
			}
		}
		NewDeadEnds(1<<20, decks).Forget()
	}
	var none *DeadEnds
	none.Forget()
}

func TestForget(t *testing.T) {
	d := NewDeadEnds(1<<20, 2)
	for i := range 1000 {
		k := numbered[freecell.LongKey](i)
		d.long.add(&k, hash(&k))
	}
	d.Forget()
	for i := range 1000 {
		k := numbered[freecell.LongKey](i)
		if d.long.has(&k, hash(&k)) {
			t.Fatalf("key %d is still there", i)
		}
	}
}

// alike returns a key whose words are all alike.
func alike(i uint64) freecell.Key { return freecell.Key{i, i, i} }

// TestDeadEndsTogether has several goroutines add, ask and forget, while the
// cache grows.
func TestDeadEndsTogether(t *testing.T) {
	c := newCache[freecell.Key](3 << 20)
	var all sync.WaitGroup
	var grew atomic.Bool
	for g := range uint64(8) {
		all.Go(func() {
			random := rand.New(rand.NewPCG(g, 0))
			for n := range 30_000 {
				k := alike(random.Uint64N(50_000))
				c.add(&k, hash(&k))
				other := alike(50_000 + k[0])
				if c.has(&other, hash(&other)) || c.has(&other, hash(&k)) {
					t.Errorf("%x is there without having been added", other)
					return
				}
				if len(c.table.Load().buckets) > c.least {
					grew.Store(true)
				}
				if g == 0 && n%4000 == 3999 {
					c.clear()
				}
			}
		})
	}
	all.Wait()
	if !grew.Load() {
		t.Error("the cache has not grown")
	}
}

// TestDeadEndsAreNotTorn has one goroutine replace a key of a bucket again and
// again by others whose words are all alike, and another one ask for keys that
// have words of two of them.
func TestDeadEndsAreNotTorn(t *testing.T) {
	c := newCache[freecell.Key](2 * int64(unsafe.Sizeof(bucket[freecell.Key]{})))
	const keys, h = 3 * ways, 0
	heads := map[uint64]bool{}
	for i := range uint64(keys) {
		k := alike(i)
		c.add(&k, h)
		if head := c.table.Load().buckets[0].head.Load(); heads[head] {
			t.Fatalf("writing key %d left the head as it was once before", i)
		} else {
			heads[head] = true
		}
	}
	var all sync.WaitGroup
	var stop atomic.Bool
	all.Go(func() {
		for i := uint64(0); !stop.Load(); i++ {
			k := alike(i % keys)
			c.add(&k, h)
		}
	})
	for i := range uint64(500_000) {
		mixed := freecell.Key{i % keys, (i + 1) % keys, (i + 1) % keys}
		if c.has(&mixed, h) {
			t.Errorf("%x is there without having been added", mixed)
			break
		}
	}
	stop.Store(true)
	all.Wait()
}

// TestForgetStopsGrowth checks that a table which is forgotten while it grows
// does not come back.
func TestForgetStopsGrowth(t *testing.T) {
	c := newCache[freecell.Key](3 << 20)
	k := alike(1)
	c.add(&k, hash(&k))
	old := c.table.Load()
	c.clear()
	c.enlarge(old)
	if c.has(&k, hash(&k)) {
		t.Error("a key that was forgotten is there again")
	}
}
