package automaton

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
)

// Errors of what is out of reach.
var (
	// ErrMemory means that the states need more memory than allowed.
	ErrMemory = errors.New("automaton: out of memory allowed")
	// errOverflow means that counts need more words.
	errOverflow = errors.New("automaton: overflow")
)

// Options of work on all states. The zero value is one worker and no bound.
type Options struct {
	Workers int   // goroutines; 0 is one
	Memory  int64 // bytes of all tables at one time; 0 is no bound

	// Progress, if not nil, is told after each cell how many cells are done, of how
	// many, and how many states there are.
	Progress func(done, total int, states int64)
}

func (o Options) workers() int { return max(1, o.Workers) }

func (o Options) report(done, total int, states int64) {
	if o.Progress != nil {
		o.Progress(done, total, states)
	}
}

func (o Options) check(tables ...*layer) error {
	total := int64(0)
	for _, l := range tables {
		total += l.bytes()
	}
	if o.Memory > 0 && total > o.Memory {
		return fmt.Errorf("%w: the tables of states have grown to %d MB, more than the %d MB allowed", ErrMemory, total>>20, o.Memory>>20)
	}
	return nil
}

// Count returns the number of complete grids of a problem. Rows and columns are
// exchanged where that makes it easier; the number is the same.
func Count(ctx context.Context, p tectonic.Problem, o Options) (*big.Int, error) {
	if p.Width > p.Height {
		p = p.Transposed()
	}
	if !grow.HasKeys(p) {
		return countWide(ctx, p)
	}
	for limbs := 1; ; limbs *= 2 {
		n, err := count(ctx, grow.New(p, grow.Closure), limbs, o)
		if !errors.Is(err, errOverflow) {
			return n, err
		}
	}
}

// count keeps, cell by cell, the number of partial grids with each state. At the end of
// a row, states that mirror each other can be completed in as many ways and count as
// one.
func count(ctx context.Context, m *grow.Machine, limbs int, o Options) (*big.Int, error) {
	p := m.Problem()
	now := newLayer(limbs)
	start := m.Start()
	one := make([]uint64, limbs)
	one[0] = 1
	now.add(m.Key(&start), one)
	for cell := range p.Cells() {
		next := newLayer(limbs)
		if err := advance(ctx, m, cell, now, next, limbs, o); err != nil {
			return nil, err
		}
		now = next
		o.report(cell+1, p.Cells(), now.states())
	}
	total := new(big.Int)
	for _, t := range now.tables {
		for _, sum := range t.all() {
			total.Add(total, toBig(sum))
		}
	}
	return total, nil
}

// advance fills the next layer from the one before the cell, which it gives up.
func advance(ctx context.Context, m *grow.Machine, cell int, now, next *layer, limbs int, o Options) error {
	boxes := make([]*outbox, o.workers())
	for i := range boxes {
		boxes[i] = newOutbox(next, limbs)
	}
	rowEnds := (cell+1)%m.Problem().Width == 0
	err := now.each(ctx, o.workers(), func(worker, i int) {
		box := boxes[worker]
		for k, sum := range now.tables[i].all() {
			s := m.Unpack(k)
			successors(m, &s, cell, func(_ uint8, _ grow.Values, next *grow.State) {
				if rowEnds {
					box.add(rowKey(m, next), sum)
				} else {
					box.add(m.Key(next), sum)
				}
			})
		}
		now.tables[i] = &table{stride: 1}
	})
	if err != nil {
		return err
	}
	fits := true
	for _, b := range boxes {
		b.flushAll()
		fits = fits && b.fits
	}
	if !fits {
		return errOverflow
	}
	return o.check(next)
}

// toBig converts words, the lowest first.
func toBig(words []uint64) *big.Int {
	n := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(words[i]))
	}
	return n
}
