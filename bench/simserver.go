package bench

import (
	"fmt"
	"math/bits"
	"time"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/internal/pdfswire"
)

// simServer is a server: the real allocator behind one queue of messages.
type simServer struct {
	sim   *simulation
	alloc *alloc.Allocator
	free  time.Duration // when it has done all that has arrived
	asked map[int]int64 // what clients were asked for and have not answered
	owed  int64         // the sum of asked
}

// spend lets messages with so many CoordSeqs, of so many coordinates together,
// take up the server's time.
func (s *simServer) spend(messages, seqs, coords int) {
	c, r := &s.sim.config, &s.sim.result
	// A message's id, and other parameters, are few bytes.
	n := int64(8*messages + 8*seqs + 4*coords)
	t := time.Duration(messages)*c.Message + time.Duration(n)*c.Byte
	r.Messages += int64(messages)
	r.Bytes += n
	r.ServerBusy += t
	s.free += t
}

// begin is called when a message arrives: the server turns to it when it has
// done what came before.
func (s *simServer) begin() {
	r := &s.sim.result
	r.Backlog = max(r.Backlog, s.free-s.sim.now)
	s.free = max(s.free, s.sim.now)
}

// report takes I_AM and NEEDHELP.
func (s *simServer) report(cl *simClient, at pdfs.CoordSeq) {
	s.begin()
	kinds[0]++
	s.spend(2, 1, len(at))
	s.sim.result.MaxDepth = max(s.sim.result.MaxDepth, len(at))
	if err := s.alloc.Report(int64(cl.id)+1, at); err != nil {
		s.sim.err = err
	}
	s.setCycle(cl)
	if s.asked[cl.id] > 0 {
		return
	}
	count := int64(s.alloc.Waiting())
	if s.sim.config.AskOnce {
		count -= s.owed
	}
	count = min(count, pdfswire.ListCapacity(min(2*len(at)+1000, pdfs.MaxDepth)))
	if Policy != 0 && count > 0 && !s.worth(cl, at) {
		return
	}
	if s.sim.config.AskMax > 0 {
		count = min(count, s.sim.config.AskMax)
	} else if s.sim.config.AskMax < 0 {
		count = min(count, 1+int64(s.alloc.Waiting())*-s.sim.config.AskMax/int64(max(1, s.sim.working)))
	}
	if count > 0 {
		s.asked[cl.id] = count
		kinds[4]++
	s.owed += count
		s.send(cl, 0, func() { cl.take(func() { cl.provide(count) }) })
	}
}

// setCycle tells a client the cycle length that is right now, in steps of a
// factor of two.
func (s *simServer) setCycle(cl *simClient) {
	c := s.sim.config
	if c.Spread == 0 {
		return
	}
	cycle := max(c.CycleLen, c.Spread<<bits.Len(uint(s.sim.working-1)))
	if cycle != cl.told {
		cl.told = cycle
		s.send(cl, 0, func() { cl.take(func() { cl.setCycle(cycle) }) })
	}
}

// delegated takes PROVIDING_COORD_SEQS.
func (s *simServer) delegated(cl *simClient, seqs []pdfs.CoordSeq) {
	s.begin()
	coords := 0
	for _, seq := range seqs {
		coords += len(seq)
	}
	kinds[1]++;kinds[2]+=int64(len(seqs))
	s.spend(1, len(seqs)+1, coords)
	s.owed -= s.asked[cl.id]
	delete(s.asked, cl.id)
	grants, err := s.alloc.Delegated(int64(cl.id)+1, seqs)
	if err != nil {
		s.sim.err = fmt.Errorf("simulated client %d: %w", cl.id, err)
	}
	s.grant(grants)
}

// want takes WANT_TO_HELP.
func (s *simServer) want(cl *simClient) {
	s.begin()
	kinds[3]++
	s.spend(1, 0, 0)
	s.grant(s.alloc.Want(int64(cl.id) + 1))
}

// grant sends PLEASE_WORK_ON. Before, the allocator has looked whether the state
// exists, which is a walk there.
func (s *simServer) grant(grants []alloc.Grant) {
	for _, g := range grants {
		walk := time.Duration(len(g.At)) * s.sim.config.Iteration
		s.free += walk
		s.sim.result.ServerBusy += walk
		cl := s.sim.clients[g.Client-1]
		s.sim.result.Pieces++
		s.setCycle(cl)
		s.send(cl, len(g.At), func() { cl.begin(g.At) })
	}
}

// send spends the time for a message of so many coordinates and has it received
// when it arrives.
func (s *simServer) send(cl *simClient, coords int, receive func()) {
	s.spend(1, min(coords, 1), coords)
	s.sim.at(s.sim.arrival(s.free, &cl.lastIn), receive)
}

var Policy int

func (s *simServer) worth(cl *simClient, at pdfs.CoordSeq) bool {
	score := func(c *simClient) float64 {
		switch Policy {
		case 1:
			return float64(c.walk.left)
		case 2:
			return float64(s.sim.now - c.began)
		case 3:
			return -float64(c.walk.stack.Base)
		case 4: // depth of shallowest open level
			for d := c.walk.stack.Base; d <= c.walk.stack.Depth(); d++ {
				if l := c.walk.stack.Levels[d]; l.Next < l.End {
					return -float64(d)
				}
			}
			return -1e9
		case 5: // knuth left
			return c.weight()
		}
		return 0
	}
	x := score(cl)
	better, n := 0, 0
	for i := 0; i < 32; i++ {
		o := s.sim.clients[s.sim.random.IntN(len(s.sim.clients))]
		if o.working {
			n++
			if score(o) > x {
				better++
			}
		}
	}
	// fraction of working that must be asked
	return float64(better) <= Quant*float64(n)
}

var Quant = 0.5

func (c *simClient) weight() float64 {
	w, left := 1.0, 0.0
	for d, l := range c.walk.stack.Levels {
		width := c.walk.tree.width(c.walk.path[d])
		if width == 0 {
			break
		}
		w /= float64(width)
		if d >= c.walk.stack.Base {
			left += w * float64(l.End-l.Next)
		}
	}
	return left
}
