package alloc_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
)

// tree is an alloc.Tree that replays, as a server's does.
type tree struct{ walker *pdfs.Walker }

func (t tree) Widths(at pdfs.CoordSeq) ([]int32, error) {
	if err := t.walker.Start(at); err != nil {
		return nil, err
	}
	return t.walker.Widths(nil), nil
}

func newTree(s pdfstest.Search) tree { return tree{newWalker(s, nil)} }

func newWalker(s pdfstest.Search, dead *pdfs.DeadEnds) *pdfs.Walker {
	return pdfs.NewWalker(s.Board, pdfs.Scan{Variant: s.Board.Variant, Tests: s.Tests, Prune: s.Prune}, dead)
}

// simulation is a whole shared search without a network: an allocator, walkers,
// and messages that take any time to arrive, but in order. Chance decides what
// happens next.
type simulation struct {
	t      *rapid.T
	random *rand.Rand
	sample *pdfstest.Sample
	node   map[string]int // by coordinates

	caches  func() *pdfs.DeadEnds // for a new client
	deaths  int                   // connections that may still be lost
	crashes int                   // times that the server may still be killed
	lies    bool
	steps   int // to do, 0 for all

	server  *alloc.Allocator
	log     []alloc.Event // as decoded from what was stored
	clients []*client
	lastID  int64

	visits  []int    // by node: how often it was entered
	sure    []bool   // by node: entered, and the server was told
	history [][]bool // sure, for each event of log
}

// client is a client's end of a connection and what of it is on its way.
type client struct {
	id      int64
	walker  *pdfs.Walker
	dead    *pdfs.DeadEnds
	start   pdfs.CoordSeq
	working bool
	entered []int // of the present work, by node
	asked   bool  // the server waits for an answer
	gone    bool  // for the server
	toHere  []any // pdfs.CoordSeq to work on, or int to give away
	toThere []any
}

// What a client says.
type (
	want    struct{ entered []int } // all of its work
	report  struct{ at pdfs.CoordSeq }
	giving  struct{ seqs []pdfs.CoordSeq }
	message any
)

func newSimulation(t *rapid.T, sample *pdfstest.Sample, clients int, caches func() *pdfs.DeadEnds) *simulation {
	s := &simulation{
		t: t, random: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "chance"), 0)),
		sample: sample, node: map[string]int{}, caches: caches,
		visits: make([]int, len(sample.Nodes)), sure: make([]bool, len(sample.Nodes)),
	}
	for i, n := range sample.Nodes {
		s.node[text(n.At)] = i
	}
	s.server = alloc.New(newTree(sample.Search), s.store)
	for range clients {
		s.clients = append(s.clients, s.connect(caches()))
	}
	return s
}

// text returns coordinates in full.
func text(seq []int32) string { return fmt.Sprint(seq) }

// store is a journal: it keeps what an event is encoded to.
func (s *simulation) store(e alloc.Event) {
	stored, err := alloc.DecodeEvent(e.Append(nil))
	if err != nil {
		s.t.Fatalf("event %+v: %v", e, err)
	}
	s.log = append(s.log, stored)
	s.history = append(s.history, slices.Clone(s.sure))
}

// restored returns the allocator that the first n events lead to.
func (s *simulation) restored(n int, emit func(alloc.Event)) *alloc.Allocator {
	a := alloc.Restore(newTree(s.sample.Search), emit)
	for i, e := range s.log[:n] {
		if e.Kind == alloc.Opened {
			w := *e.Work // Apply keeps it
			e.Work = &w
		}
		if err := a.Apply(e); err != nil {
			s.t.Fatalf("event %d of %d, %+v: %v", i, len(s.log), e, err)
		}
	}
	return a
}

func (s *simulation) connect(dead *pdfs.DeadEnds) *client {
	s.lastID++
	return &client{id: s.lastID, walker: newWalker(s.sample.Search, dead), dead: dead, toThere: []any{want{}}}
}

// run goes on until nothing is left of the search, or for so many steps.
func (s *simulation) run() {
	for steps := 1; !s.server.Exhausted() && (steps <= s.steps || s.steps == 0); steps++ {
		if steps > 1_000_000 {
			s.t.Fatalf("%d steps, and still left: %+v", steps, s.server.Works())
		}
		i := s.random.IntN(len(s.clients))
		c := s.clients[i]
		switch chance := s.random.IntN(1000); {
		case chance < 5 && s.crashes > 0:
			s.crashes--
			s.crash()
		case chance < 40 && s.deaths > 0 && !c.gone:
			s.deaths--
			s.lose(c)
		case c.gone && chance < 100: // it notices
			c.dead.Forget()
			s.clients[i] = s.connect(c.dead)
		case chance < 400 && len(c.toThere) > 0:
			s.serve(c)
		default:
			s.work(c)
		}
	}
}

// lose ends a connection for the server, after some of what was on its way has
// arrived. The client may go on for a while without knowing it.
func (s *simulation) lose(c *client) {
	for len(c.toThere) > 0 && !c.gone && s.random.IntN(2) == 0 {
		s.serve(c)
	}
	if !c.gone {
		c.gone = true
		s.grant(s.server.Leave(c.id))
	}
}

// crash kills the server, and with it all connections, and starts it again from
// what it has stored.
func (s *simulation) crash() {
	s.server = s.restored(len(s.log), s.store)
	for _, c := range s.clients {
		c.gone = true
	}
}

// serve has the server take a client's next message.
func (s *simulation) serve(c *client) {
	m := c.toThere[0]
	c.toThere = c.toThere[1:]
	if c.gone {
		return
	}
	var err error
	switch m := m.(type) {
	case want:
		for _, i := range m.entered {
			s.sure[i] = true
		}
		s.grant(s.server.Want(c.id))
	case report:
		sure := slices.Clone(s.sure)
		for _, i := range c.entered {
			if m.at.Compare(s.sample.Nodes[i].At) > 0 {
				s.sure[i] = true
			}
		}
		if err = s.server.Report(c.id, m.at); err != nil {
			s.sure = sure
		} else if n := s.server.Waiting(); n > 0 && !c.asked {
			c.asked = true
			c.toHere = append(c.toHere, n)
		}
	case giving:
		c.asked = false
		sure := slices.Clone(s.sure)
		for _, seq := range m.seqs {
			for d := len(c.start); d < len(seq); d++ {
				if i, ok := s.node[text(seq[:d])]; ok && s.sample.Nodes[i].Width > 0 {
					s.sure[i] = true // who has its next states has entered it
				}
			}
		}
		var grants []alloc.Grant
		if grants, err = s.server.Delegated(c.id, m.seqs); err != nil {
			s.sure = sure
		}
		s.grant(grants)
	}
	if err != nil {
		if !s.lies {
			s.t.Fatalf("%+v from client %d: %v", m, c.id, err)
		}
		c.gone = true
		s.grant(s.server.Leave(c.id))
	}
}

func (s *simulation) grant(grants []alloc.Grant) {
	for _, g := range grants {
		i := slices.IndexFunc(s.clients, func(c *client) bool { return c.id == g.Client })
		s.clients[i].toHere = append(s.clients[i].toHere, g.At)
	}
}

// work has a client do a little: take a message, or walk on.
func (s *simulation) work(c *client) {
	if len(c.toHere) > 0 {
		m := c.toHere[0]
		c.toHere = c.toHere[1:]
		switch m := m.(type) {
		case pdfs.CoordSeq:
			if err := c.walker.Start(m); err != nil {
				s.t.Fatalf("granted %v: %v", m, err)
			}
			c.start, c.entered, c.working = m, nil, true
		case int:
			var seqs []pdfs.CoordSeq
			if c.working {
				seqs = c.walker.Delegate(m, s.random.IntN(10))
			}
			c.toThere = append(c.toThere, giving{seqs})
		}
		return
	}
	if !c.working {
		return
	}
	if s.lies && s.random.IntN(20) == 0 {
		c.toThere = append(c.toThere, s.lie(c))
		return
	}
	for range 1 + s.random.IntN(20) { // a cycle
		expanded := c.walker.Expanded()
		_, status, err := c.walker.Run(1)
		if err != nil {
			s.t.Fatal(err)
		}
		if c.walker.Expanded() > expanded {
			i := s.node[text(c.walker.At(nil))]
			if s.sure[i] && !c.gone && !s.lies {
				s.t.Fatalf("client %d enters %v, which was reported as done", c.id, c.walker.At(nil))
			}
			s.visits[i]++
			c.entered = append(c.entered, i)
		}
		if status == pdfs.Exhausted {
			c.working = false
			c.toThere = append(c.toThere, want{c.entered})
			return
		}
	}
	c.toThere = append(c.toThere, report{c.walker.At(nil)})
}

// lie returns a message that cannot be true: one about states that do not exist
// or are not the client's own.
func (s *simulation) lie(c *client) message {
	seqs := make([]pdfs.CoordSeq, 1+s.random.IntN(3))
	for i := range seqs {
		n := s.sample.Nodes[s.random.IntN(len(s.sample.Nodes))]
		seq := pdfs.CoordSeq(n.At)
		switch s.random.IntN(4) {
		case 0:
			seq = seq.Next(int32(n.Width))
		case 1:
			seq = seq.Next(int32(n.Width)).Next(0)
		case 2:
			seq = seq.Next(-1)
		default:
			seq = c.start.Next(99).Next(int32(s.random.IntN(3)))
		}
		seqs[i] = seq
	}
	if s.random.IntN(2) == 0 {
		return report{seqs[0]}
	}
	return giving{seqs}
}
