package pdfs

import (
	"sync/atomic"
	"unsafe"

	"puzzlekit/engines/freecell"
)

// DeadEnds remembers, in a bounded amount of memory, the states that the walks
// of one process have entered. A walk that comes to such a state again treats
// it as a dead end: whatever lies below it is some walk's work already, or done.
// Forgetting costs time, never the answer, so the table is a cache: a new state
// takes the place of an old one of its bucket.
//
// A state stays remembered only while somebody answers for it. When work is
// lost, because a connection ended before the work below the state was done or
// reported, [DeadEnds.Forget] must be called before anything of it is walked
// again.
//
// Walks on one board may share a DeadEnds; it is safe for concurrent use.
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

type cache[K key] struct{ buckets []bucket[K] }

func newCache[K key](bytes int64) *cache[K] {
	n := bytes / int64(unsafe.Sizeof(bucket[K]{}))
	if n == 0 {
		return nil
	}
	return &cache[K]{make([]bucket[K], n)}
}

// bucket returns the bucket of a hash by its upper half (Lemire, 2019: "Fast
// random integer generation in an interval"), and the tag by its lower byte.
func (c *cache[K]) bucket(h uint64) (b *bucket[K], tag uint64) {
	return &c.buckets[(h>>32)*uint64(len(c.buckets))>>32], h&0xff | 1
}

// has tells whether k, whose hash is h, is remembered. It may say no when
// another walk is just writing.
func (c *cache[K]) has(k *K, h uint64) bool {
	b, tag := c.bucket(h)
	head := b.head.Load()
	return head&locked == 0 && b.find(head, tag, k) < ways && b.head.Load() == head
}

// add remembers k, whose hash is h, and tells whether it was there already.
func (c *cache[K]) add(k *K, h uint64) bool {
	b, tag := c.bucket(h)
	head := b.head.Load()
	for head&locked != 0 || !b.head.CompareAndSwap(head, head|locked) {
		head = b.head.Load()
	}
	if b.find(head, tag, k) < ways {
		b.head.Store(head)
		return true
	}
	i := 0
	for i < ways && head>>(tagShift+8*i)&0xff != 0 {
		i++
	}
	if i == ways {
		i = int(h >> 8 % ways)
	}
	for j := range len(*k) {
		atomic.StoreUint64(&b.keys[i][j], (*k)[j])
	}
	tags := head&^verMask&^(0xff<<(tagShift+8*i)) | tag<<(tagShift+8*i)
	b.head.Store(tags | (head+2)&verMask)
	return false
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

// touch loads what add and has with a key of hash h look at first.
func (c *cache[K]) touch(h uint64) uint64 {
	b, _ := c.bucket(h)
	return b.head.Load()
}

func (c *cache[K]) clear() {
	for i := range c.buckets {
		b := &c.buckets[i]
		head := b.head.Load()
		if head>>tagShift == 0 && head&locked == 0 {
			continue // also keeps memory that was never used unused
		}
		for head&locked != 0 || !b.head.CompareAndSwap(head, (head+2)&verMask) {
			head = b.head.Load()
		}
	}
}
