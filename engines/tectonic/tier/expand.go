package tier

import (
	"errors"
	"fmt"
	"io"
	"math/bits"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
)

// Live says whether a partial grid of so many cells is the beginning of a complete one,
// by its state. It has to be safe for concurrent use.
type Live func(s *grow.State, cells int) bool

// ErrNoMember means that a code is no member of its tier.
var ErrNoMember = errors.New("tier: not a grid of the tier")

// Expander makes the children of grids of one tier, or checks that they are members of
// it. Codes that follow each other share work as they share cells. It is not safe for
// concurrent use.
type Expander struct {
	head   Head
	m      *grow.Machine
	live   Live
	wide   grow.Wide
	grid   tectonic.Grid // of the code, if it is wide
	states []grow.State  // after each number of cells of the code
	child  Code
	kept   int // cells that child shares with the child written last
}

// NewExpander returns an expander of the tier of a head. Live, if not nil, decides which
// children are kept.
func NewExpander(h Head, pruning grow.Pruning, live Live) (*Expander, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	e := &Expander{head: h, live: live, wide: grow.Wide{Problem: h.Problem, Pruning: pruning}, child: make(Code, h.Tier+1)}
	if grow.Packs(h.Problem) {
		e.m = grow.New(h.Problem, pruning)
		e.states = make([]grow.State, h.Tier+1)
		e.states[0] = e.m.Start()
	} else if live != nil {
		return nil, fmt.Errorf("tier: %v: there is no automaton of grids this wide", h.Problem)
	}
	return e, nil
}

// Enter goes to a code, of which the first common cells are those of the code before,
// and says if it is no member of the tier.
func (e *Expander) Enter(c Code, common int) error {
	if e.m == nil {
		return e.enterWide(c)
	}
	for cell := common; cell < len(c); cell++ {
		s := &e.states[cell]
		value := grow.Values(1) << value(c[cell]) >> 1
		if e.m.Choices(s, cell)[join(c[cell])]&value == 0 {
			return fmt.Errorf("%w: cell %d of %s", ErrNoMember, cell+1, c.AppendText(nil, e.head.Digits()))
		}
		e.states[cell+1] = e.m.Step(s, cell, join(c[cell]), value)
	}
	return nil
}

// trust is Enter for codes that are known to be members.
func (e *Expander) trust(c Code, common int) error {
	if e.m == nil {
		return e.enterWide(c)
	}
	for cell := common; cell < len(c); cell++ {
		e.states[cell+1] = e.m.Step(&e.states[cell], cell, join(c[cell]), 1<<value(c[cell])>>1)
	}
	return nil
}

// enterWide is Enter the slow way.
func (e *Expander) enterWide(c Code) error {
	e.grid = tectonic.Grid{Width: e.head.Width}
	for cell := range c {
		if e.wide.Choices(e.grid)[join(c[cell])]>>(value(c[cell])-1)&1 == 0 {
			return fmt.Errorf("%w: cell %d of %s", ErrNoMember, cell+1, c.AppendText(nil, e.head.Digits()))
		}
		e.grid = e.wide.Extend(e.grid, join(c[cell]), value(c[cell]))
	}
	return nil
}

// choices returns those of the cell behind the code that was entered.
func (e *Expander) choices() grow.Choices {
	if e.m == nil {
		return e.wide.Choices(e.grid)
	}
	c := e.m.Choices(&e.states[e.head.Tier], e.head.Tier)
	if e.live == nil {
		return c
	}
	for join := range c {
		for v := c[join]; v != 0; v &= v - 1 {
			next := e.m.Step(&e.states[e.head.Tier], e.head.Tier, uint8(join), v&-v)
			if !e.live(&next, e.head.Tier+1) {
				c[join] &^= v & -v
			}
		}
	}
	return c
}

// Expand appends to dst the run of the children of the next count codes of d, in the
// given form, and returns how many there are. The codes are taken for members of the
// tier unchecked.
func (e *Expander) Expand(dst []byte, d *Decoder, count uint64, form Form) ([]byte, uint64, error) {
	next := Head{e.head.Problem, e.head.Tier + 1}
	enc := newEncoder(next, form)
	children := uint64(0)
	e.kept = 0
	for n := range count {
		common, err := d.Next()
		if errors.Is(err, io.EOF) {
			err = fmt.Errorf("tier: %d codes: expected %d", n, count)
		}
		if err != nil {
			return dst, children, err
		}
		if err := e.trust(d.code, common); err != nil {
			return dst, children, err
		}
		copy(e.child[common:], d.code[common:])
		e.kept = min(e.kept, common)
		c := e.choices()
		for join := range c {
			for v := c[join]; v != 0; v &= v - 1 {
				e.child[e.head.Tier] = Cell(uint8(join), uint8(bits.TrailingZeros32(uint32(v))+1))
				dst = enc.append(dst, e.child, e.kept)
				e.kept = e.head.Tier
				children++
			}
		}
	}
	return dst, children, nil
}

// Skip reads over codes of d.
func (e *Expander) Skip(d *Decoder, count uint64) error {
	for n := range count {
		if _, err := d.Next(); err != nil {
			return fmt.Errorf("tier: code %d of %d to be skipped: %w", n+1, count, err)
		}
	}
	if count == 0 {
		return nil
	}
	copy(e.child, d.code)
	return e.Enter(d.code, 0)
}
