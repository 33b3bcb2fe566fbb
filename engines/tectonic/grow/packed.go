package grow

import (
	"math/bits"

	"puzzlekit/engines/tectonic"
)

// Limits of packed states.
const (
	MaxWidth  = 8 // columns
	MaxRegion = 8 // cells of a region
)

// State is the frontier of a partial grid, packed. The zero State is not valid;
// [Machine.Start] returns the first one.
type State struct {
	slots uint64 // lane of a column: number of the region there, none if it cannot grow from there
	masks uint64 // lane of a region: its Values
	near  uint64 // lane of a region: the regions that touch it, by bit
	vals  uint64 // lane of a column: the value there, as Values
	diag  uint8  // the value above and left of the next cell, as Values
	used  uint8  // region numbers in use, by bit
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
	none  = 0xFF // no region
)

// has reports whether a lane of the word is x.
func has(word uint64, x uint64) bool {
	diff := word ^ x*ones
	return (diff-ones)&^diff&highs != 0
}

// Machine makes states of one problem. It does not change after New and is safe for
// concurrent use.
type Machine struct {
	problem tectonic.Problem
	places  []place
	all     uint64 // Values 1 to M
	weak    bool

	labelBits, valueBits uint // of keys
	laneEnd              uint // bits of all columns' lanes
}

// Packs reports whether states of the problem fit into State.
func Packs(p tectonic.Problem) bool { return p.Width <= MaxWidth && p.Max <= MaxRegion }

// New returns a machine for a problem for which Packs is true.
func New(p tectonic.Problem, pruning Pruning) *Machine {
	lb, vb := keyBits(p)
	return &Machine{
		problem: p, places: places(p), all: 1<<p.Max - 1, weak: pruning == Weak,
		labelBits: uint(lb), valueBits: uint(vb), laneEnd: uint(8 * p.Width),
	}
}

// Problem returns the problem of the machine.
func (m *Machine) Problem() tectonic.Problem { return m.problem }

// Start returns the state of the grid with no cell assigned.
func (m *Machine) Start() State { return State{slots: ^uint64(0)} }

// Choices returns the values that the cell can take after s, the state of a grid in
// which the cells before it are assigned.
func (m *Machine) Choices(s *State, cell int) Choices {
	at := &m.places[cell]
	free := m.all &^ (uint64(s.diag) | s.vals>>at.shift | s.vals>>8>>at.shift | s.vals<<8>>at.shift) & m.all
	rest := s.rest(at)
	grows := at.right || at.below || m.weak
	var c Choices
	var above, left uint64 // regions
	var maskAbove, maskLeft uint64
	closedAbove, closedLeft := true, true // the region may be left alone
	openAbove, openLeft := false, false
	if at.above {
		above = s.slots >> at.shift & 0xFF
		maskAbove = s.masks >> (8 * above) & 0xFF
		openAbove = has(rest, above)
		closedAbove = openAbove || m.weak || Values(maskAbove).complete()
	}
	if at.left {
		left = s.slots >> (at.shift - 8) & 0xFF
		maskLeft = s.masks >> (8 * left) & 0xFF
		openLeft = has(rest, left)
		closedLeft = openLeft || m.weak || Values(maskLeft).complete()
	}
	if closedAbove && closedLeft {
		c[0] = Values(free)
		if !grows {
			c[0] &= 1
		}
	}
	if at.above && at.left && above == left {
		c[3] = m.join(free, maskAbove, grows || openAbove)
		return c
	}
	if at.left && closedAbove {
		c[1] = m.join(free, maskLeft, grows || openLeft)
	}
	if at.above && closedLeft {
		c[2] = m.join(free, maskAbove, grows || openAbove)
	}
	if at.above && at.left && maskAbove&maskLeft == 0 && s.near>>(8*above+left)&1 == 0 {
		c[3] = m.join(free, maskAbove|maskLeft, grows || openAbove || openLeft)
	}
	return c
}

// join returns which of the free values a region with the given ones can take.
func (m *Machine) join(free, mask uint64, grows bool) Values {
	if bits.OnesCount64(mask) >= m.problem.Max {
		return 0
	}
	if free &^= mask; grows {
		return Values(free)
	}
	return Values(free) & Values(mask).closing()
}

// rest returns the regions from which growth stays possible when the cell is
// assigned, whatever it does.
func (s *State) rest(at *place) uint64 {
	rest := s.slots | none<<at.shift
	if !at.below {
		rest |= none << at.shift >> 8
	}
	return rest
}

// Step returns the state after the cell has joined as w-1 says and taken the value,
// which has to be one of its choices, given as Values.
func (m *Machine) Step(s *State, cell int, join uint8, value Values) State {
	at := &m.places[cell]
	next := *s
	next.slots = s.rest(at)
	next.diag = uint8(s.vals >> at.shift)
	next.vals = s.vals&^(0xFF<<at.shift) | uint64(value)<<at.shift
	if !at.right {
		next.diag = 0
	}
	if !at.below { // what is to the left of this cell is touched no more
		next.vals &^= 0xFF << at.shift >> 8
		if !at.right {
			next.vals = 0
		}
	}
	above, left := uint64(none), uint64(none)
	if at.above {
		above = s.slots >> at.shift & 0xFF
	}
	if at.left {
		left = s.slots >> (at.shift - 8) & 0xFF
	}
	var region uint64
	switch {
	case join == 0:
		next.settle(above)
		next.settle(left)
		region = uint64(bits.TrailingZeros8(^next.used))
		next.used |= 1 << region
		next.masks &^= 0xFF << (8 * region)
		next.touch(region, above)
		next.touch(region, left)
	case join == tectonic.JoinLeft:
		region = left
		next.settle(above)
		next.touch(region, above)
	case join == tectonic.JoinAbove || above == left:
		region = above
		if left != above {
			next.settle(left)
			next.touch(region, left)
		}
	default:
		region = above
		next.fuse(above, left)
	}
	next.masks |= uint64(value) << (8 * region)
	if at.below || at.right {
		next.slots = next.slots&^(none<<at.shift) | region<<at.shift
	}
	if !at.below {
		next.settle(region)
	}
	return next
}

// settle forgets a region that cannot grow any more.
func (s *State) settle(region uint64) {
	if region == none || has(s.slots, region) {
		return
	}
	s.used &^= 1 << region
	s.near &^= 0xFF<<(8*region) | ones<<region
}

// touch notes that two regions are orthogonally beside each other, if both can grow.
func (s *State) touch(a, b uint64) {
	if b == none || a == b || s.used>>b&1 == 0 {
		return
	}
	s.near |= 1<<(8*a+b) | 1<<(8*b+a)
}

// fuse makes region b part of region a.
func (s *State) fuse(a, b uint64) {
	diff := s.slots ^ b*ones
	// 1 in the lanes where diff is 0: the sum sets a lane's high bit if its other bits
	// are not all 0, and no carry leaves the lane.
	zero := ^((diff &^ highs) + ^uint64(highs)) &^ diff & highs >> 7
	s.slots ^= zero * (a ^ b)
	s.masks |= s.masks >> (8 * b) & 0xFF << (8 * a)
	s.near |= s.near >> (8 * b) & 0xFF << (8 * a)
	s.near |= s.near >> b & ones << a
	s.used &^= 1 << b
	s.near &^= 0xFF<<(8*b) | ones<<b | 1<<(9*a)
}

// Unruled returns the state without the knowledge which regions touch, so that any two
// can be fused: it has the choices of a generator that makes grids more than once.
func (s State) Unruled() State {
	s.near = 0
	return s
}

// Short reports that the regions of a state need more cells to be complete than are
// left. It counts, for each, the values below its largest one that it lacks; where two
// of the regions could still be fused, and lend each other values, it says no.
func (m *Machine) Short(s *State, left int) bool {
	need := 0
	for used := s.used; used != 0; used &= used - 1 {
		r := uint(bits.TrailingZeros8(used))
		mask := s.masks >> (8 * r) & 0xFF
		need += bits.Len64(mask) - bits.OnesCount64(mask)
	}
	if need <= left {
		return false
	}
	for used := s.used; used != 0; used &= used - 1 {
		r := uint(bits.TrailingZeros8(used))
		mask := s.masks >> (8 * r) & 0xFF
		for others := used & (used - 1); others != 0; others &= others - 1 {
			o := uint(bits.TrailingZeros8(others))
			if s.near>>(8*r+o)&1 == 0 && m.fusible(mask, s.masks>>(8*o)&0xFF) {
				return false
			}
		}
	}
	return true
}
