package automaton

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
)

// ErrTooWide means that the states of a problem do not fit into keys.
var ErrTooWide = errors.New("automaton: too many columns or too large regions")

// Automaton knows, for each state at the end of a row, in how many ways it can be
// completed. It does not change after Build and is safe for concurrent use.
type Automaton struct {
	m     *grow.Machine
	rows  []*layer // by rows filled, states from which a complete grid can be reached
	limbs int
}

// Build makes the automaton of a problem. Its memory is in proportion to the number of
// states at the end of rows.
func Build(ctx context.Context, p tectonic.Problem, o Options) (*Automaton, error) {
	if !grow.HasKeys(p) {
		return nil, fmt.Errorf("%w: %v", ErrTooWide, p)
	}
	for limbs := 1; ; limbs *= 2 {
		a := &Automaton{m: grow.New(p, grow.Closure), limbs: limbs}
		err := a.build(ctx, o)
		if err == nil {
			return a, nil
		}
		if !errors.Is(err, errOverflow) {
			return nil, err
		}
	}
}

// build finds all states forward, then counts backward.
func (a *Automaton) build(ctx context.Context, o Options) error {
	height := a.m.Problem().Height
	start := a.m.Start()
	first := newLayer(a.limbs)
	first.add(rowKey(a.m, &start), make([]uint64, a.limbs))
	a.rows = []*layer{first}
	zero := make([]uint64, a.limbs)
	for row := range height - 1 {
		next := newLayer(a.limbs)
		a.rows = append(a.rows, next)
		err := a.visit(ctx, o, row, next, func(w *rowWalker, box *outbox, k grow.Key, _ []uint64) {
			s := a.m.Unpack(k)
			w.walk(&s, row, func(s *grow.State, _ rowCode) { box.add(rowKey(a.m, s), zero) })
		})
		if err != nil {
			return err
		}
		if err := o.check(a.rows...); err != nil {
			return err
		}
		o.report(row+1, 2*height, next.states())
	}
	for row := height - 1; row >= 0; row-- {
		if err := a.countRow(ctx, o, row); err != nil {
			return err
		}
		o.report(2*height-row-1, 2*height, a.rows[row].states())
	}
	return nil
}

// countRow counts the ways to complete each state before a row, and keeps the states
// that have any.
func (a *Automaton) countRow(ctx context.Context, o Options, row int) error {
	last := row == a.m.Problem().Height-1
	live := newLayer(a.limbs)
	fits := make([]bool, o.workers())
	err := a.rows[row].each(ctx, o.workers(), func(worker, i int) {
		w := &rowWalker{m: a.m}
		total := make([]uint64, a.limbs)
		ok := true
		for k := range a.rows[row].tables[i].all() {
			clear(total)
			s := a.m.Unpack(k)
			w.walk(&s, row, func(s *grow.State, _ rowCode) {
				if last {
					ok = addTo(total, a.one()) && ok
				} else if sum := a.rows[row+1].sum(rowKey(a.m, s)); sum != nil {
					ok = addTo(total, sum) && ok
				}
			})
			if nonzero(total) {
				live.tables[i].add(k, total)
			}
		}
		a.rows[row].tables[i] = nil
		fits[worker] = fits[worker] || !ok
	})
	a.rows[row] = live
	for _, overflow := range fits {
		if overflow {
			return errOverflow
		}
	}
	return err
}

// visit runs f for all states before a row.
func (a *Automaton) visit(ctx context.Context, o Options, row int, to *layer, f func(*rowWalker, *outbox, grow.Key, []uint64)) error {
	boxes := newOutboxes(to, a.limbs, o)
	walkers := make([]*rowWalker, o.workers())
	for i := range boxes {
		walkers[i] = &rowWalker{m: a.m}
	}
	err := a.rows[row].each(ctx, o.workers(), func(worker, i int) {
		for k, sum := range a.rows[row].tables[i].all() {
			if boxes[worker].full {
				return
			}
			f(walkers[worker], boxes[worker], k, sum)
		}
	})
	for _, box := range boxes {
		box.flushAll()
	}
	return err
}

// one returns the number 1.
func (a *Automaton) one() []uint64 {
	one := make([]uint64, a.limbs)
	one[0] = 1
	return one
}

func nonzero(words []uint64) bool {
	for _, w := range words {
		if w != 0 {
			return true
		}
	}
	return false
}

// Count returns the number of complete grids.
func (a *Automaton) Count() *big.Int {
	start := a.m.Start()
	return a.ways(&start, 0)
}

// ways returns in how many ways a state before a row can be completed.
func (a *Automaton) ways(s *grow.State, row int) *big.Int {
	if row == len(a.rows) {
		return big.NewInt(1)
	}
	return toBig(a.rows[row].sum(rowKey(a.m, s)))
}

// States returns the number of states that the automaton keeps.
func (a *Automaton) States() int64 {
	n := int64(0)
	for _, l := range a.rows {
		n += l.states()
	}
	return n
}

// Live reports whether a partial grid of so many cells is the beginning of a complete
// one, by its state.
func (a *Automaton) Live(s *grow.State, cells int) bool {
	width := a.m.Problem().Width
	row := cells / width
	if cells%width == 0 {
		return row == len(a.rows) || a.rows[row].sum(rowKey(a.m, s)) != nil
	}
	c := a.m.Choices(s, cells)
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			next := a.m.Step(s, cells, uint8(join), v&-v)
			if a.Live(&next, cells+1) {
				return true
			}
		}
	}
	return false
}
