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
	ByCells bool  // Count goes from cell to cell instead of from row to row, a second way to the same number

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
		total += l.size.Load()
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
		way := countByRows
		if o.ByCells {
			way = countByCells
		}
		n, err := way(ctx, grow.New(p, grow.Closure), limbs, o)
		if !errors.Is(err, errOverflow) {
			return n, err
		}
	}
}

// countByRows keeps, row by row, the number of partial grids with each state. States
// that mirror each other can be completed in as many ways and count as one.
func countByRows(ctx context.Context, m *grow.Machine, limbs int, o Options) (*big.Int, error) {
	now := firstLayer(m, limbs)
	for row := range m.Problem().Height {
		next := newLayer(limbs)
		boxes := newOutboxes(next, limbs, o)
		err := now.each(ctx, o.workers(), func(worker, i int) {
			w := &rowWalker{m: m}
			for k, sum := range now.tables[i].all() {
				if boxes[worker].full {
					return
				}
				s := m.Unpack(k)
				w.walk(&s, row, func(s *grow.State, _ rowCode) { boxes[worker].add(rowKey(m, s), sum) })
			}
			now.tables[i] = &table{stride: 1}
		})
		if err := errors.Join(err, o.check(next), handOver(boxes)); err != nil {
			return nil, err
		}
		now = next
		o.report(row+1, m.Problem().Height, now.states())
	}
	return now.total(), nil
}

// countByCells is countByRows from cell to cell. It meets more states and takes fewer
// steps from each.
func countByCells(ctx context.Context, m *grow.Machine, limbs int, o Options) (*big.Int, error) {
	p := m.Problem()
	now := firstLayer(m, limbs)
	for cell := range p.Cells() {
		next := newLayer(limbs)
		if err := advance(ctx, m, cell, now, next, limbs, o); err != nil {
			return nil, err
		}
		now = next
		o.report(cell+1, p.Cells(), now.states())
	}
	return now.total(), nil
}

// firstLayer has the state without a cell, once.
func firstLayer(m *grow.Machine, limbs int) *layer {
	l := newLayer(limbs)
	start := m.Start()
	one := make([]uint64, limbs)
	one[0] = 1
	l.add(m.Key(&start), one)
	return l
}

// total returns the sum of all numbers.
func (l *layer) total() *big.Int {
	total := new(big.Int)
	for _, t := range l.tables {
		for _, sum := range t.all() {
			total.Add(total, toBig(sum))
		}
	}
	return total
}

// handOver empties outboxes, and says if a sum did not fit.
func handOver(boxes []*outbox) error {
	fits := true
	for _, b := range boxes {
		b.flushAll()
		fits = fits && b.fits
	}
	if !fits {
		return errOverflow
	}
	return nil
}

// advance fills the next layer from the one before the cell, which it gives up.
func advance(ctx context.Context, m *grow.Machine, cell int, now, next *layer, limbs int, o Options) error {
	boxes := newOutboxes(next, limbs, o)
	rowEnds := (cell+1)%m.Problem().Width == 0
	err := now.each(ctx, o.workers(), func(worker, i int) {
		box := boxes[worker]
		for k, sum := range now.tables[i].all() {
			if box.full {
				return
			}
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
	return errors.Join(err, o.check(next), handOver(boxes))
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
