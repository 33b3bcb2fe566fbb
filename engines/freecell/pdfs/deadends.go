package pdfs

import (
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"puzzlekit/engines/freecell"
)

// DeadEnds remembers, in a bounded amount of memory, states that were entered. A
// walk that comes to such a state again treats it as a dead end: whatever lies
// below it is done, or somebody's work already. Forgetting costs time, never the
// answer, so the table is a cache: when it is full, new states replace old ones.
//
// A DeadEnds is for one walk after the other on the same search, or for walks at
// the same time that can only be lost together; the package comment says why. When
// work of a walk that used it is lost, because its connection ended before the
// work was done, [DeadEnds.Forget] must be called before the next one begins. It
// is safe for concurrent use.
type DeadEnds struct {
	short *cache[freecell.Key]
	long  *cache[freecell.LongKey]
}

// NewDeadEnds returns a cache of at most that many bytes for games of that many
// decks. It returns nil, which means no cache, when bytes is too few for one
// bucket.
func NewDeadEnds(bytes int64, decks int) *DeadEnds {
	if decks == 2 {
		if c := newCache[freecell.LongKey](bytes); c != nil {
			return &DeadEnds{long: c}
		}
		return nil
	}
	if c := newCache[freecell.Key](bytes); c != nil {
		return &DeadEnds{short: c}
	}
	return nil
}

// Forget empties the cache.
func (d *DeadEnds) Forget() {
	switch {
	case d == nil:
	case d.short != nil:
		d.short.clear()
	default:
		d.long.clear()
	}
}

// ways is the number of keys in a bucket: with the head and keys of 24 bytes a
// bucket is two cache lines.
const ways = 5

// bucket holds up to ways keys. Its head is
//
//	bit    0        1 .. 23            24 .. 63
//	       locked   version, wraps     a tag for each key, 0 for none
//
// A writer holds the lock and ends with another version; a reader takes no lock
// and believes what it read when the head has not changed meanwhile. A version
// that wraps around between the two, after 4 million writes, is out of the
// question: the reader compares at most 5 keys.
type bucket[K key] struct {
	head atomic.Uint64
	keys [ways]K // the words are read and written atomically
}

const (
	locked   = 1
	verMask  = 1<<24 - 2
	tagShift = 24
)

// cache is the table of a DeadEnds. A key that finds its bucket and the next one
// full replaces another. The table begins small, so that a small search stays
// within the processor's caches, and doubles when too many keys were replaced,
// at a load of about two thirds, until it has its full size.
type cache[K key] struct {
	table atomic.Pointer[table[K]]
	least int        // buckets of the first table
	most  int        // buckets of the largest table: least, doubled some times or a little less
	grow  sync.Mutex // held while a larger table is being made
}

type table[K key] struct {
	buckets  []bucket[K]
	replaced atomic.Int64 // keys that were
}

const (
	firstBuckets = 1 << 12 // at most, of the first table
	tolerance    = 64      // grow when there are more keys replaced than one in so many buckets
)

// newCache returns a cache of which the largest table and the one before, half
// as large, which are there together for a moment, take at most that many bytes.
func newCache[K key](bytes int64) *cache[K] {
	most := int(bytes / int64(unsafe.Sizeof(bucket[K]{})) * 2 / 3)
	if most <= 0 {
		return nil
	}
	least := most
	for least > firstBuckets {
		least = (least + 1) / 2
	}
	c := &cache[K]{least: least, most: most}
	c.clear()
	return c
}

// clear forgets everything.
func (c *cache[K]) clear() {
	c.table.Store(&table[K]{buckets: make([]bucket[K], c.least)})
}

// place returns the bucket of a hash by its upper half (Lemire, 2019: "Fast
// random integer generation in an interval"), and the tag by its lower byte. A
// key whose bucket is full goes to the next one.
func (t *table[K]) place(h uint64) (i int, tag uint64) {
	return int((h >> 32) * uint64(len(t.buckets)) >> 32), h&0xff | 1
}

// lastFor tells whether a key of hash h that is not in bucket i is in none.
func (t *table[K]) lastFor(i int, h uint64) bool {
	first, _ := t.place(h)
	return i > first || i+1 == len(t.buckets)
}

// touch loads what add and has with keys of these hashes look at first.
func (c *cache[K]) touch(hashes []uint64) (sum uint64) {
	t := c.table.Load()
	for _, h := range hashes {
		i, _ := t.place(h)
		sum ^= t.buckets[i].head.Load()
	}
	return sum
}

// has tells whether k, whose hash is h, is remembered. It may say no when
// another walk is just writing.
func (c *cache[K]) has(k *K, h uint64) bool {
	t := c.table.Load()
	i, tag := t.place(h)
	for ; ; i++ {
		b := &t.buckets[i]
		head := b.head.Load()
		if head&locked != 0 {
			return false
		}
		if b.find(head, tag, k) < ways {
			return b.head.Load() == head
		}
		if b.free(head) < ways || t.lastFor(i, h) {
			return false
		}
	}
}

// add remembers k, whose hash is h, and tells whether it was there already.
func (c *cache[K]) add(k *K, h uint64) bool {
	for {
		t := c.table.Load()
		there, done := c.addTo(t, k, h)
		if done {
			return there
		}
		if c.table.Load() == t {
			c.enlarge(t)
		}
	}
}

// addTo is add for the table t. It is not done when t is not the cache's table
// any more, or too small.
func (c *cache[K]) addTo(t *table[K], k *K, h uint64) (there, done bool) {
	i, tag := t.place(h)
	b := &t.buckets[i]
	head, ok := c.lock(t, b)
	if !ok {
		return false, false
	}
	if b.find(head, tag, k) < ways {
		b.head.Store(head)
		return true, true
	}
	at := b.free(head)
	if at < ways {
		b.put(head, at, tag, k)
		return false, true
	}
	if !t.lastFor(i, h) {
		// Locks are taken in ascending order only.
		next := &t.buckets[i+1]
		nextHead, ok := c.lock(t, next)
		if !ok {
			return false, false // b stays locked, as all of t does
		}
		at = next.free(nextHead)
		there = next.find(nextHead, tag, k) < ways
		if there || at < ways {
			b.head.Store(head)
			if there {
				next.head.Store(nextHead)
			} else {
				next.put(nextHead, at, tag, k)
			}
			return there, true
		}
		next.head.Store(nextHead)
	}
	if len(t.buckets) < c.most && t.replaced.Add(1) > int64(len(t.buckets)/tolerance) {
		b.head.Store(head)
		return false, false
	}
	b.put(head, int(h>>8%ways), tag, k)
	return false, true
}

// lock locks a bucket of t and returns its head. It fails when t is not the
// cache's table any more: its buckets are never unlocked.
func (c *cache[K]) lock(t *table[K], b *bucket[K]) (head uint64, ok bool) {
	for {
		for range 100 {
			head = b.head.Load()
			if head&locked == 0 && b.head.CompareAndSwap(head, head|locked) {
				return head, true
			}
		}
		if c.table.Load() != t {
			return 0, false
		}
		runtime.Gosched()
	}
}

// enlarge replaces t by a larger table with the same keys. Each bucket of t stays
// locked once it is copied, so nothing that is added meanwhile is lost.
func (c *cache[K]) enlarge(t *table[K]) {
	c.grow.Lock()
	defer c.grow.Unlock()
	if c.table.Load() != t {
		return
	}
	larger := &table[K]{buckets: make([]bucket[K], min(2*len(t.buckets), c.most))}
	for i := range t.buckets {
		b := &t.buckets[i]
		head, ok := c.lock(t, b)
		if !ok {
			return // forgotten meanwhile
		}
		for j := range ways {
			tag := head >> (tagShift + 8*j) & 0xff
			if tag == 0 {
				break
			}
			larger.copyIn(&b.keys[j], tag)
		}
	}
	c.table.CompareAndSwap(t, larger)
}

// copyIn adds a key that is not there to a table that nobody else has.
func (t *table[K]) copyIn(k *K, tag uint64) {
	h := hash(k)
	i, _ := t.place(h)
	b := &t.buckets[i]
	if b.free(b.head.Load()) == ways && !t.lastFor(i, h) {
		b = &t.buckets[i+1]
	}
	head := b.head.Load()
	at := b.free(head)
	if at == ways {
		at = int(h >> 8 % ways)
	}
	b.put(head, at, tag, k)
}

// find returns where k is in the bucket, or ways.
func (b *bucket[K]) find(head, tag uint64, k *K) int {
search:
	for i := range ways {
		if head>>(tagShift+8*i)&0xff != tag {
			continue
		}
		for j := range len(*k) {
			if atomic.LoadUint64(&b.keys[i][j]) != (*k)[j] {
				continue search
			}
		}
		return i
	}
	return ways
}

// free returns the first place without a key, or ways.
func (b *bucket[K]) free(head uint64) int {
	for i := range ways {
		if head>>(tagShift+8*i)&0xff == 0 {
			return i
		}
	}
	return ways
}

// put writes k to place i of a bucket that the caller has locked when its head
// was head, and unlocks it.
func (b *bucket[K]) put(head uint64, i int, tag uint64, k *K) {
	for j := range len(*k) {
		atomic.StoreUint64(&b.keys[i][j], (*k)[j])
	}
	tags := head&^(verMask|0xff<<(tagShift+8*i)) | tag<<(tagShift+8*i)
	b.head.Store(tags | (head+2)&verMask)
}
