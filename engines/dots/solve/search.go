package solve

import (
	"math"
	"math/bits"
)

// search answers questions about the values of quiet positions. It is not safe
// for concurrent use.
type search struct {
	b     *board
	table *table
	tick  func() bool // asked now and then; false stops the search

	positions int64      // searched, that is not known from the table
	stopped   bool       // answers mean nothing any more
	history   [64]uint32 // how often cutting a string proved something
	plies     [MaxLines + 2]ply
	touched   uint8 // see look
}

// tickMask says how often tick is asked: when that many low bits of the number
// of positions are zero.
const tickMask = 1<<10 - 1

// noString is a move that cuts no safe string.
const noString = 255

// ply is what the search has at one depth.
type ply struct {
	children    [64]child
	listed      int     // children in use
	open        []chain // buffer
	opened      node    // after one of them
	done, moves int     // moves tried so far, and in all
	safe        int     // how many of them cut a safe string
}

// child is the position after one safe string is cut.
type child struct {
	node
	key    key
	bucket *bucket
	str    uint8
	score  int32 // the greatest is tried first
}

// atLeast reports whether the value of a quiet position, for the seat to move, is
// at least want, which must have the parity of its coins.
func (s *search) atLeast(n *node, want int) bool {
	return s.prove(n, s.b.key(n), want, 0)
}

// prove is atLeast for a node with its key, at some depth below the question.
func (s *search) prove(n *node, k key, want, depth int) bool {
	left := n.coins()
	if want <= -left || want > left {
		return want <= -left
	}
	known, best := bounds{int8(-left), int8(left)}, uint8(noString)
	if e := s.table.bucket(k).find(k); e != nil {
		known, best = e.bounds, e.best
		if int(known.lo) >= want || int(known.hi) < want {
			return int(known.lo) >= want
		}
	}
	before := s.positions
	s.positions++
	if s.positions&tickMask == 0 && !s.tick() {
		s.stopped = true
	}
	if s.stopped {
		return false
	}
	proved, str := s.try(n, want, best, depth)
	if s.stopped {
		return false
	}
	if proved {
		known.lo, best = int8(want), str
	} else {
		known.hi = int8(want - 2)
	}
	s.table.put(k, known, uint8(bits.Len64(uint64(s.positions-before))), best)
	return proved
}

// try looks for a move after which the value is at least want. It returns the
// string if that is a safe one. The string best is tried first.
func (s *search) try(n *node, want int, best uint8, depth int) (proved bool, str uint8) {
	p := &s.plies[depth]
	count, known := s.look(p, n, 2-want, best)
	if known != noString {
		return true, known
	}
	p.open = s.b.chainsToOpen(n, p.open[:0])
	p.done, p.moves, p.safe = 0, count+len(p.open), count
	s.plies[depth+1].moves = 0
	for range count {
		c := p.next()
		if !s.prove(&c.node, c.key, 2-want, depth+1) {
			s.history[c.str]++
			return true, c.str
		}
		p.done++
	}
	for i := range p.open {
		if s.tryChain(p, n, &p.open[i], want, depth) {
			return true, noString
		}
		p.done++
	}
	return false, noString
}

// move returns a string to cut after which the value is at least want, false if
// there is none.
func (s *search) move(n *node, want int) (str int, ok bool) {
	proved, safe := s.try(n, want, noString, 0)
	if !proved || s.stopped {
		return 0, false
	}
	if safe != noString {
		return int(safe), true
	}
	ch := &s.plies[0].open[s.plies[0].done-s.plies[0].safe]
	return s.b.opener(ch), true
}

// look lists the children of n by safe strings. When the table knows one whose
// value is less than limit, look returns its string; else it returns how many
// children there are about which the table does not know.
func (s *search) look(p *ply, n *node, limit int, best uint8) (count int, known uint8) {
	for rest := s.b.safe(n); rest != 0; rest &= rest - 1 {
		c := &p.children[count]
		c.str = uint8(bits.TrailingZeros64(rest))
		s.b.cut(&c.node, n, int(c.str))
		c.key = s.b.key(&c.node)
		c.bucket = s.table.bucket(c.key)
		count++
	}
	// The buckets are far away in memory. Their loads overlap when nothing waits
	// for what is in them.
	for i := range count {
		s.touched |= p.children[i].bucket[0].cost
	}
	p.listed = count
	for i := range p.listed {
		c := &p.children[i]
		if e := c.bucket.find(c.key); e != nil {
			if int(e.hi) < limit {
				return 0, c.str
			}
			if int(e.lo) >= limit {
				c.score = tried
				count--
				continue
			}
		}
		c.score = s.score(c)
		if c.str == best {
			c.score = math.MaxInt32
		}
	}
	return count, noString
}

// tried is the score of a child that need not be tried any more.
const tried = math.MinInt32

// next returns the child with the greatest score, one that has not been tried,
// and marks it as tried.
func (p *ply) next() *child {
	best := 0
	for i := 1; i < p.listed; i++ {
		if p.children[i].score >= p.children[best].score {
			best = i
		}
	}
	p.children[best].score = tried
	return &p.children[best]
}

// score says how early a child should be tried. To prove that it is good, all of
// its own moves have to be refuted, so what has few safe strings left and much of
// it in chains comes first. Then lines at the border come last, and what has
// proved something elsewhere comes first. The weights are measured.
func (s *search) score(c *child) int32 {
	score := 32*bits.OnesCount64(c.twos) - 64*bits.OnesCount64(s.b.safe(&c.node))
	if ends := s.b.ends[c.str]; ends[0] == ground || ends[1] == ground {
		score -= 96
	}
	return int32(score + int(min(s.history[c.str]>>10, 1<<20)))
}

// tryChain reports whether the value after opening a chain is at least want.
func (s *search) tryChain(p *ply, n *node, ch *chain, want, depth int) bool {
	next := &p.opened
	won, keep := s.b.open(next, n, ch)
	if keep == 0 {
		return !s.prove(next, s.b.key(next), 2-want-won, depth+1)
	}
	// The opponent wins won + max(V, −2·keep−V) = won − keep + |V+keep| boxes more,
	// and that must be at most −want.
	most := keep - won - want
	if most < 0 {
		return false
	}
	k := s.b.key(next)
	return s.prove(next, k, -most-keep, depth+1) && !s.prove(next, k, most-keep+2, depth+1)
}

// share estimates how much of a question is answered: the moves tried at the
// first plies, as if each took as long as the others.
func (s *search) share() float64 {
	share, part := 0.0, 1.0
	for i := range 6 {
		p := &s.plies[i]
		if p.moves == 0 {
			break
		}
		part /= float64(p.moves)
		share += part * float64(p.done)
	}
	return share
}
