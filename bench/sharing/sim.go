package sharing

import (
	"container/heap"
	"errors"
	"math/rand/v2"
	"time"

	"puzzlekit/engines/freecell/pdfs/alloc"
)

// Config is a shared search to simulate. All but Depth, Spread and MaxAsk must be
// positive.
type Config struct {
	// What is searched: one of the two.
	Tree   *Tree
	Search *Search

	Workers int

	CycleLen int64 // iterations from one report of a client to the next
	Delta    int   // SET_DEPTH_ALLOC_DELTA

	// Spread makes the server send longer cycle lengths when many clients work:
	// Spread iterations for each of them, and as much again for every 8,192
	// coordinates that reports have on average, rounded up to a power of two and
	// at most 2^24. 0 leaves it at CycleLen.
	Spread int64

	// MaxAsk replaces the allocator's rule: the server asks a client for as many
	// states as others wait for, but at most MaxAsk. 0 leaves it to the rule.
	MaxAsk int64

	// Depth is by how many coordinates I_AM is longer than what Tree makes it:
	// the trees that can be recorded whole are not deep.
	Depth int

	Poll      int64         // iterations between a client's looks at what has come in
	Iteration time.Duration // of a client
	Delay     time.Duration // of a message on its way, and up to a tenth more by chance
	Message   time.Duration // of the server, for each message that it takes or sends
	Byte      time.Duration // of the server, for each byte of them
	Seed      uint64        // of chance

	newWalk func() simWalk // for tests; nil for the walk over Tree or Search
}

// NewConfig returns a config with the defaults of `puzzlekit serve`, on machines
// and in a network as they are in one building: 2 million iterations/s, half a
// millisecond from one machine to the other, and a server that spends 20 µs on a
// message and handles 1 GB/s.
func NewConfig(t *Tree, workers int) Config {
	return Config{
		Tree: t, Workers: workers,
		CycleLen: 1 << 14, Delta: 1_000_000, Spread: 256,
		Poll: 1024, Iteration: 500 * time.Nanosecond,
		Delay: 500 * time.Microsecond, Message: 20 * time.Microsecond, Byte: time.Nanosecond,
	}
}

// Result is how a simulated search went.
type Result struct {
	Makespan   time.Duration // from the first WANT_TO_HELP until the server knows that nothing is left
	Iterations int64         // of all clients
	Efficiency float64       // time for the tree's iterations / (Workers × Makespan); 0 without a tree

	Pieces   int64         // assignments
	Messages int64         // that the server took or sent
	Bytes    int64         // of them
	MaxDepth int           // of what was reported
	Busy     time.Duration // that the server spent
	Backlog  time.Duration // the longest that a message had to wait for the server

	// When nine tenths of the clients had work for the first and for the last
	// time; 0 when they never had.
	RampUp, Tail time.Duration
}

// Simulate runs a shared search in virtual time. The same config gives the same
// result. It fails when the search can not be walked or the allocator thinks that
// a client lies.
func Simulate(c Config) (Result, error) {
	s := &simulation{config: c, random: rand.New(rand.NewPCG(c.Seed, 0))}
	shape := alloc.Tree(c.Tree)
	if c.Search != nil {
		shape = newShape(c.Search)
	}
	s.server = simServer{sim: s, alloc: alloc.New(shape, nil)}
	for i := range c.Workers {
		cl := &simClient{sim: s, id: int64(i) + 1, cycle: c.CycleLen, told: c.CycleLen}
		switch {
		case c.newWalk != nil:
			cl.walk = c.newWalk()
		case c.Search != nil:
			cl.walk = c.Search.walk(i)
		default:
			cl.walk = newTreeWalk(c.Tree)
		}
		s.clients = append(s.clients, cl)
		cl.want()
	}
	for len(s.events) > 0 && s.err == nil && !s.server.alloc.Exhausted() {
		e := heap.Pop(&s.events).(event)
		s.now = e.at
		e.do()
	}
	r := &s.result
	r.Makespan = s.server.free
	if c.Tree != nil {
		r.Efficiency = float64(c.Tree.Size()) * c.Iteration.Seconds() / (float64(c.Workers) * r.Makespan.Seconds())
	}
	if s.err == nil && !s.server.alloc.Exhausted() {
		s.err = errors.New("sharing: simulated search stands still")
	}
	return s.result, s.err
}

// simulation is the state of one.
type simulation struct {
	config  Config
	random  *rand.Rand
	server  simServer
	clients []*simClient
	working int // clients at work

	now    time.Duration
	events eventQueue
	count  int64 // of events so far
	result Result
	err    error // what cannot be
}

// at has do called at time t.
func (s *simulation) at(t time.Duration, do func()) {
	s.count++
	heap.Push(&s.events, event{t, s.count, do})
}

// arrival returns when what is sent at time t arrives on a connection on which
// *last was the arrival before: nothing overtakes.
func (s *simulation) arrival(t time.Duration, last *time.Duration) time.Duration {
	jitter := time.Duration(s.random.Float64() * float64(s.config.Delay) / 10)
	*last = max(*last, t+s.config.Delay+jitter)
	return *last
}

// works counts the clients at work.
func (s *simulation) works(change int) {
	enough := func() bool { return 10*s.working >= 9*len(s.clients) }
	before := enough()
	s.working += change
	switch {
	case !before && enough() && s.result.RampUp == 0:
		s.result.RampUp = s.now
	case before && !enough():
		s.result.Tail = s.now
	}
}
