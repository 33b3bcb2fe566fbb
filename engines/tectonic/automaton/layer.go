package automaton

import (
	"context"
	"sync"
	"sync/atomic"

	"puzzlekit/engines/tectonic/grow"
)

// shards is the number of tables of a layer. Each is locked by itself, and grows by
// itself, which keeps the moments in which a table exists twice small.
const shards = 256

// layer holds the states after some cell, each with a number.
type layer struct {
	tables [shards]*table
	locks  [shards]sync.Mutex
	size   atomic.Int64 // bytes of the tables
}

func newLayer(limbs int) *layer {
	l := &layer{}
	for i := range l.tables {
		l.tables[i] = newTable(limbs)
		l.size.Add(l.tables[i].bytes())
	}
	return l
}

// shard returns the table that has the key, by other bits of the hash than find uses.
func shard(k grow.Key) int { return int(hash(k) >> 56) }

// states returns the number of states.
func (l *layer) states() int64 {
	n := int64(0)
	for _, t := range l.tables {
		n += int64(t.n)
	}
	return n
}

// sum returns the number of a key, nil if there is none.
func (l *layer) sum(k grow.Key) []uint64 { return l.tables[shard(k)].sum(k) }

// each runs visit for every table of the layer, by several workers.
func (l *layer) each(ctx context.Context, workers int, visit func(worker, table int)) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	for worker := range workers {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= shards || ctx.Err() != nil {
					return
				}
				visit(worker, i)
			}
		})
	}
	wait.Wait()
	return ctx.Err()
}

// outbox collects what one worker has for each table of a layer, so that tables are
// locked once for many keys.
type outbox struct {
	to    *layer
	keys  [shards][]grow.Key
	sums  [shards][]uint64
	limbs int
	most  int64 // bytes that the layer may have; 0 is no bound
	fits  bool
	full  bool // the layer has outgrown the bound: nothing more needs to come

	touched uint64 // keeps loads that are only for the cache
}

const outboxKeys = 128 // for one table

func newOutboxes(to *layer, limbs int, o Options) []*outbox {
	boxes := make([]*outbox, o.workers())
	for i := range boxes {
		boxes[i] = &outbox{to: to, limbs: limbs, most: o.Memory, fits: true}
	}
	return boxes
}

func (o *outbox) add(k grow.Key, sum []uint64) {
	i := shard(k)
	o.keys[i] = append(o.keys[i], k)
	o.sums[i] = append(o.sums[i], sum...)
	if len(o.keys[i]) == outboxKeys {
		o.flush(i)
	}
}

func (o *outbox) flush(i int) {
	o.to.locks[i].Lock()
	defer o.to.locks[i].Unlock()
	t := o.to.tables[i]
	before := t.bytes()
	// Touch all entries before any is needed, so that their cache misses overlap.
	for _, k := range o.keys[i] {
		o.touched += t.entries[hash(k)&t.mask*t.stride]
	}
	for j, k := range o.keys[i] {
		if !t.add(k, o.sums[i][j*o.limbs:(j+1)*o.limbs]) {
			o.fits = false
		}
	}
	o.keys[i], o.sums[i] = o.keys[i][:0], o.sums[i][:0]
	size := o.to.size.Add(t.bytes() - before)
	o.full = o.full || o.most > 0 && size > o.most
}

// flushAll hands over what is left.
func (o *outbox) flushAll() {
	for i := range shards {
		o.flush(i)
	}
}

// add adds to the number of a key, without a lock.
func (l *layer) add(k grow.Key, sum []uint64) { l.tables[shard(k)].add(k, sum) }

// successors calls visit for each choice of the state, in the order of codes.
func successors(m *grow.Machine, s *grow.State, cell int, visit func(join uint8, value grow.Values, next *grow.State)) {
	c := m.Choices(s, cell)
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			next := m.Step(s, cell, uint8(join), v&-v)
			visit(uint8(join), v&-v, &next)
		}
	}
}
