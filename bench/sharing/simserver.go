package sharing

import (
	"fmt"
	"time"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/internal/pdfswire"
)

// simServer is a server: the real allocator behind one queue of messages.
type simServer struct {
	sim     *simulation
	alloc   *alloc.Allocator
	free    time.Duration // when it has done everything that has arrived
	working int           // clients that have work, as far as it knows
	depth   int           // of reports, the latest counting most
}

// receive is called when messages arrive: so many, with so many CoordSeqs of so
// many coordinates together. The server turns to them when it has done what came
// before.
func (s *simServer) receive(messages, seqs, coords int) {
	r := &s.sim.result
	r.Backlog = max(r.Backlog, s.free-s.sim.now)
	s.free = max(s.free, s.sim.now)
	s.spend(messages, seqs, coords)
}

// spend lets messages take up the server's time.
func (s *simServer) spend(messages, seqs, coords int) {
	c, r := &s.sim.config, &s.sim.result
	n := int64(messages*idBytes + seqs*depthBytes + coords*coordBytes)
	r.Messages += int64(messages)
	r.Bytes += n
	s.work(time.Duration(messages)*c.Message + time.Duration(n)*c.Byte)
}

// The sizes on the wire. What else there is, a client's id in I_AM and the
// parameter of SET_CYCLE_LEN and PLEASE_PROVIDE_COORD_SEQS, counts like the
// depth of a CoordSeq.
const (
	idBytes    = 4
	depthBytes = 8
	coordBytes = 4
)

func (s *simServer) work(t time.Duration) {
	s.sim.result.Busy += t
	s.free += t
}

// send has a client receive a message.
func (s *simServer) send(cl *simClient, coords int, receive func()) {
	s.spend(1, 1, coords)
	s.sim.at(s.sim.arrival(s.free, &cl.lastIn), receive)
}

// report takes I_AM and NEEDHELP.
func (s *simServer) report(cl *simClient, at pdfs.CoordSeq) {
	depth := len(at) + s.sim.config.Depth
	s.receive(2, 2, depth)
	s.sim.result.MaxDepth = max(s.sim.result.MaxDepth, depth)
	if err := s.alloc.Report(cl.id, at); err != nil {
		s.sim.err = fmt.Errorf("sharing: simulated client %d reports: %w", cl.id, err)
	}
	s.depth += (depth - s.depth) / 16
	s.setCycle(cl)
	if count := s.ask(depth); count > 0 && !cl.asked {
		cl.asked = true
		s.send(cl, 0, func() { cl.hear(func() { cl.provide(int(count)) }) })
	}
}

// ask returns how many states to ask a client at some depth for.
func (s *simServer) ask(depth int) int64 {
	count := int64(s.alloc.Ask())
	if limit := s.sim.config.MaxAsk; limit > 0 {
		count = min(int64(s.alloc.Waiting()), limit)
	}
	return min(count, pdfswire.ListCapacity(min(2*depth+1000, pdfs.MaxDepth)))
}

// setCycle tells a client the cycle length that is right now, if it is another
// one than it was told before.
func (s *simServer) setCycle(cl *simClient) {
	c := &s.sim.config
	if n := alloc.CycleLen(c.CycleLen, c.Spread, s.working, s.depth); n != cl.told {
		cl.told = n
		s.send(cl, 0, func() { cl.hear(func() { cl.setCycle(n) }) })
	}
}

// delegated takes PROVIDING_COORD_SEQS.
func (s *simServer) delegated(cl *simClient, seqs []pdfs.CoordSeq) {
	coords := 0
	for _, seq := range seqs {
		coords += len(seq)
	}
	s.receive(1, len(seqs)+1, coords)
	cl.asked = false
	grants, err := s.alloc.Delegated(cl.id, seqs)
	if err != nil {
		s.sim.err = fmt.Errorf("sharing: simulated client %d delegates: %w", cl.id, err)
	}
	s.grant(grants)
}

// want takes WANT_TO_HELP.
func (s *simServer) want(cl *simClient) {
	s.receive(1, 0, 0)
	if cl.assigned {
		cl.assigned = false
		s.working--
	}
	s.grant(s.alloc.Want(cl.id))
}

// grant says PLEASE_WORK_ON. The allocator has made sure that the states exist,
// which is a walk to each.
func (s *simServer) grant(grants []alloc.Grant) {
	s.working += len(grants)
	for _, g := range grants {
		s.work(time.Duration(len(g.At)) * s.sim.config.Iteration)
		s.sim.result.Pieces++
		cl := s.sim.clients[g.Client-1]
		cl.assigned = true
		s.setCycle(cl)
		s.send(cl, len(g.At), func() { cl.begin(g.At) })
	}
}
