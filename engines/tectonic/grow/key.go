package grow

import (
	"math/bits"

	"puzzlekit/engines/tectonic"
)

// Key is a state in canonical form: two grids of a tier have the same key exactly
// when they have the same frontier, and then the same cells can follow both. The zero
// Key is the key of no state.
//
//	word 0   for each column: number of the region, all ones for none   lb bits
//	         for each column: value, 0 for none                         vb bits
//	         value above and left of the next cell                      vb bits
//	word 1   for each region: its values                                M bits
//	         for each pair of regions: they touch                       1 bit
//
// Regions are numbered by first occurrence. A region of M cells is none, since
// nothing can join it. Pairs that are too large to fuse, or that share a value, count
// as not touching.
type Key [2]uint64

// keyBits returns the widths of a region's number and of a value.
func keyBits(p tectonic.Problem) (lb, vb int) {
	return bits.Len(uint(p.Width)), bits.Len(uint(p.Max))
}

// HasKeys reports whether states of the problem fit into Key.
func HasKeys(p tectonic.Problem) bool {
	lb, vb := keyBits(p)
	return Packs(p) && p.Width*(lb+vb)+vb <= 64 && p.Width*p.Max+p.Width*(p.Width-1)/2 <= 64
}

// valueOf is the value of a set of one, and 0 of none.
var valueOf = func() (table [256]uint8) {
	for v := range 8 {
		table[1<<v] = uint8(v + 1)
	}
	return table
}()

// Key returns the key of a state.
func (m *Machine) Key(s *State) Key {
	lb, vb := m.labelBits, m.valueBits
	var word, masks uint64
	var labels [MaxRegion]uint64 // mask of each region, by number
	var slots [MaxRegion]uint64  // slot of each region, by number
	number := ^uint64(0)         // lane of a slot: its number
	count := uint64(0)
	none := uint64(1)<<lb - 1
	at := uint(0)
	for col := uint(0); col < m.laneEnd; col += 8 {
		label := none
		if slot := s.slots >> col & 0xFF; slot != 0xFF {
			shift := 8 * slot
			label = number >> shift & 0xFF
			if label == 0xFF {
				if mask := s.masks >> shift & 0xFF; mask == m.all {
					label = none
				} else {
					label = count
					number ^= (0xFF ^ count) << shift
					labels[count&7], slots[count&7] = mask, slot
					count++
				}
			}
		}
		word |= (label | uint64(valueOf[s.vals>>col&0xFF])<<lb) << at
		at += lb + vb
	}
	word |= uint64(valueOf[s.diag]) << at
	at = 0
	for i := range count {
		masks |= labels[i&7] << at
		at += uint(m.problem.Max)
	}
	for i := uint64(1); i < count; i++ {
		near := s.near >> (8 * slots[i&7])
		for j := range i {
			if near>>slots[j&7]&1 != 0 && m.fusible(labels[i&7], labels[j&7]) {
				masks |= 1 << at
			}
			at++
		}
	}
	return Key{word, masks}
}

// fusible reports whether regions with these values can become one, with a cell more.
func (m *Machine) fusible(a, b uint64) bool {
	return a&b == 0 && bits.OnesCount64(a|b) < m.problem.Max
}

// Unpack returns a state with the key.
func (m *Machine) Unpack(k Key) State {
	lb, vb := m.labelBits, m.valueBits
	s := State{slots: ^uint64(0)}
	word, masks := k[0], k[1]
	none := uint64(1)<<lb - 1
	count := uint64(0)
	full := false
	for col := uint(0); col < m.laneEnd; col += 8 {
		label := word & none
		value := word >> lb & (1<<vb - 1)
		word >>= lb + vb
		s.vals |= 1 << value >> 1 << col
		if label != none {
			s.slots ^= (0xFF ^ label) << col
			count = max(count, label+1)
		} else if value != 0 {
			full = true
		}
	}
	s.diag = uint8(uint64(1) << word >> 1)
	for i := range count {
		s.masks |= masks & m.all << (8 * i)
		masks >>= m.problem.Max
	}
	for i := uint64(1); i < count; i++ {
		for j := range i {
			s.near |= (masks & 1) << (8*i + j)
			s.near |= (masks & 1) << (8*j + i)
			masks >>= 1
		}
	}
	s.used = uint8(1<<count - 1)
	if full && count < MaxRegion {
		s.fillFull(m, count)
	}
	return s
}

// fillFull gives the columns whose region is full one region in common, which nothing
// can join.
func (s *State) fillFull(m *Machine, number uint64) {
	s.used |= 1 << number
	s.masks |= m.all << (8 * number)
	for col := uint(0); col < m.laneEnd; col += 8 {
		if s.slots>>col&0xFF == none && s.vals>>col&0xFF != 0 {
			s.slots ^= (none ^ number) << col
		}
	}
}

// Mirror returns the state of the grid with left and right exchanged. Only states at
// the end of a row have one.
func (m *Machine) Mirror(s *State) State {
	mirrored := *s
	spare := 64 - m.laneEnd
	mirrored.slots = bits.ReverseBytes64(s.slots)>>spare | ^(^uint64(0) >> spare)
	mirrored.vals = bits.ReverseBytes64(s.vals) >> spare
	return mirrored
}
