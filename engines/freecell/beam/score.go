package beam

import (
	"unsafe"

	"puzzlekit/engines/freecell"
)

// Weights of what makes a state look bad, chosen by measuring the solutions of
// deals 1001 to 1100.
const (
	perBlock = 10 // a run that lies on a card of a lower rank: it must move once more
	perUp    = 3  // any other run that lies on another one
	perOver  = 1  // a card, of any run, that lies on one of a lower rank
	perCard  = 2  // a card in a column
	perCell  = 8  // a free cell in use
	perGap   = -8 // an empty column
	perKing  = -6 // a king at the bottom of a column
)

// scoreColumns scores the columns of the state that is expanded.
func (s *Searcher) scoreColumns() {
	for c := range s.variant.Columns {
		s.scores[c] = s.scoreColumn(uint8(c))
	}
}

// score returns how bad the state looks that the position is in, where the columns
// that it calls dirty differ from those of the state that is expanded.
func (s *Searcher) score() int32 {
	p := &s.pos
	sum := int32(0)
	for c, score := range s.scores[:s.variant.Columns] {
		if p.Dirty()>>c&1 != 0 {
			score = s.scoreColumn(uint8(c))
		}
		sum += score
	}
	return sum + perCell*int32(len(p.Cells()))
}

// scoreColumn counts the runs of a column that have to move.
func (s *Searcher) scoreColumn(c uint8) int32 {
	p := &s.pos
	column := p.Column(c)
	if len(column) == 0 {
		return perGap
	}
	linked := p.Linked(c)
	score := perCard * int32(len(column))
	lowest := column[0].Rank()
	if lowest == freecell.King {
		score += perKing
	}
	for h := 1; h < len(column); h++ {
		starts := linked>>h&1 == 0
		switch r := column[h].Rank(); {
		case r <= lowest:
			lowest = r
			if starts {
				score += perUp
			}
		case starts:
			score += perBlock + perOver
		default:
			score += perOver
		}
	}
	return score
}

// seen is the hashes of the states that were seen. Two states with the same 64
// bits are taken for one: the search proves nothing anyway.
type seen struct {
	slots []uint64 // 0 for a free one
	n     int
}

const fewSlots = 1 << 12

func (s *seen) reset() {
	if len(s.slots) == 0 || len(s.slots) > 64*max(s.n, fewSlots) {
		s.slots = make([]uint64, fewSlots)
	} else {
		clear(s.slots)
	}
	s.n = 0
}

// add returns false when the hash is there.
func (s *seen) add(h uint64) bool {
	h = max(h, 1)
	mask := uint64(len(s.slots) - 1)
	i := h & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		if s.slots[i] == h {
			return false
		}
	}
	s.slots[i] = h
	if s.n++; s.n*2 > len(s.slots) {
		old := s.slots
		s.slots = make([]uint64, 2*len(old))
		mask := uint64(len(s.slots) - 1)
		for _, h := range old {
			if h == 0 {
				continue
			}
			i := h & mask
			for s.slots[i] != 0 {
				i = (i + 1) & mask
			}
			s.slots[i] = h
		}
	}
	return true
}

// bytes returns how much memory is in use.
func (s *Searcher) bytes() int64 {
	return int64(len(s.seen.slots))*8 + int64(cap(s.nodes))*int64(unsafe.Sizeof(node{})) +
		int64(cap(s.level)+cap(s.next.states))*int64(unsafe.Sizeof(state{}))
}

// beam is the states of a level with the best scores.
type beam struct {
	width  int
	states []state // at most twice the width
	counts [maxScore + 1]int
	cut    int32 // scores from here on are not wanted
}

const maxScore = 1023

func (b *beam) reset() {
	b.states = b.states[:0]
	clear(b.counts[:])
	b.cut = maxScore + 1
}

// wants tells whether a state with that score may be among the best.
func (b *beam) wants(score int32) bool { return bounded(score) < b.cut }

// add takes a state with a score that is wanted. It returns where the state goes.
func (b *beam) add(score int32) *state {
	if len(b.states) == 2*b.width {
		b.trim()
	}
	b.counts[bounded(score)]++
	b.states = append(b.states, state{})
	return &b.states[len(b.states)-1]
}

func bounded(score int32) int32 { return min(max(score, 0), maxScore) }

// trim keeps the best states, as many as the beam is wide.
func (b *beam) trim() {
	if len(b.states) <= b.width {
		return
	}
	n, cut := 0, int32(0)
	for ; n+b.counts[cut] <= b.width; cut++ {
		n += b.counts[cut]
	}
	ties := b.width - n // of those with the score cut
	kept := b.states[:0]
	for i := range b.states {
		score := bounded(b.states[i].score)
		if score > cut || score == cut && ties == 0 {
			continue
		}
		if score == cut {
			ties--
		}
		kept = append(kept, b.states[i])
	}
	b.states = kept
	b.cut = cut
	clear(b.counts[cut:])
	b.counts[cut] = b.width - n
}

// take trims the beam and moves its states to a level.
func (b *beam) take(level []state) []state {
	b.trim()
	return append(level, b.states...)
}
