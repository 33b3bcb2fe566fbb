package puzzle

import "math/bits"

// reach is the set of cells outside of a region that touch all cells of a part of
// it: columns in up to three rows from the row top.
type reach struct {
	top  int
	rows [3]uint64
}

// smallRegion is the size of the largest regions for whose parts reaches are kept:
// 2^smallRegion of them for each region.
const smallRegion = 6

// buildReach fills the table of reaches.
func (s *Solver) buildReach() {
	s.first = make([]int32, 2*s.n)
	total := 0
	for _, cells := range s.layout.cells {
		if len(cells) <= smallRegion {
			total += 1 << len(cells)
		}
	}
	s.reach = make([]reach, 0, total)
	base := 0
	for _, cells := range s.layout.cells {
		at := int32(-1)
		if len(cells) <= smallRegion {
			at = int32(len(s.reach))
			s.reach = append(s.reach, reach{}) // of no cells
			for part := uint16(1); part < 1<<len(cells); part++ {
				s.reach = append(s.reach, s.reachOf(base, part))
			}
		}
		for i := range cells {
			s.first[s.n+base+i] = at
		}
		base += len(cells)
	}
}

// reachOf returns the reach of some cells of the region that begins at slot base.
// What touches all of them fills a rectangle.
func (s *Solver) reachOf(base int, part uint16) reach {
	first := base + bits.TrailingZeros16(part)
	top, left := int(s.row[first]), int(s.column[first])
	bottom, right := top, left
	for rest := part & (part - 1); rest != 0; rest &= rest - 1 {
		i := base + bits.TrailingZeros16(rest)
		y, x := int(s.row[i]), int(s.column[i])
		top, bottom = min(top, y), max(bottom, y)
		left, right = min(left, x), max(right, x)
	}
	if bottom-top > 2 || right-left > 2 {
		return reach{}
	}
	top, bottom = max(bottom-1, 0), min(top+1, s.layout.Height-1)
	columns := uint64(1)<<(left+2) - 1 // up to left+1
	if right > 0 {
		columns &^= 1<<(right-1) - 1 // from right-1
	}
	r := reach{top: top}
	for y := top; y <= bottom; y++ {
		r.rows[y-top] = columns
	}
	for _, c := range s.layout.cells[s.layout.region[s.cell[base]]] {
		if y := c/s.layout.Width - top; y >= 0 && y < 3 {
			r.rows[y] &^= 1 << (c % s.layout.Width)
		}
	}
	return r
}

// point takes value v from the cells outside its region that touch all its places,
// which are those in the slot of the value.
func (s *Solver) point(st *state, slot, v int) bool {
	var r *reach
	if at := s.first[slot]; at >= 0 {
		r = &s.reach[int(at)+int(st.slots[slot])]
	} else {
		large := s.reachOf(int(s.base[slot])-s.n, st.slots[slot])
		r = &large
	}
	line := v*s.stride + r.top
	lines := st.lines[line : line+3 : line+3]
	if lines[0]&r.rows[0]|lines[1]&r.rows[1]|lines[2]&r.rows[2] == 0 {
		return true
	}
	for y := range lines {
		cells := s.slot[min((r.top+y)*s.layout.Width, s.n):]
		for hit := lines[y] & r.rows[y]; hit != 0; hit &= hit - 1 {
			if !s.remove(st, int(cells[bits.TrailingZeros64(hit)&63]), v) {
				return false
			}
		}
	}
	return true
}
