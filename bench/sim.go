package bench

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"time"

	"puzzlekit/engines/freecell/pdfs/alloc"
)

// Config is a shared search to simulate.
type Config struct {
	Tree    *Tree
	Workers int

	CycleLen int64 // iterations between the reports of a client
	Delta    int   // SET_DEPTH_ALLOC_DELTA

	// Spread makes the server lengthen the cycle to Spread iterations for each
	// client at work, when that is more than CycleLen. 0 keeps CycleLen.
	Spread int64

	// AskOnce makes the server ask for as many states as clients wait less those
	// that it has asked others for already.
	AskOnce bool

	// AskMax is how many states the server asks one client for at most.
	AskMax int64

	Delay     time.Duration // of a message on its way, one way, plus up to a tenth by chance
	Iteration time.Duration // of a client
	Message   time.Duration // of the server, for each message that it takes or sends
	Byte      time.Duration // of the server, for each byte of them

	Poll int64  // iterations between a client's looks at what came in
	Seed uint64 // of the delays
}

// Result is how a simulated search went.
type Result struct {
	Sequential time.Duration // of one worker alone
	Makespan   time.Duration // from the first WANT_TO_HELP until nothing is left
	Efficiency float64       // Sequential / (Workers × Makespan)

	Iterations int64 // of all workers
	Pieces     int64 // assignments
	Messages   int64 // that the server took or sent
	Bytes      int64 // of them
	MaxDepth   int   // of what was reported

	ServerBusy time.Duration // time the server spent on messages
	Backlog    time.Duration // longest time that a message waited for the server
	RampUp     time.Duration // until nine tenths of the workers worked for the first time
	Tail       time.Duration // since when less than nine tenths worked
}

// Simulate runs a shared search in virtual time. The same config gives the same
// result. It fails when the allocation does: that is an error in the program.
func Simulate(c Config) (Result, error) {
	s := &simulation{config: c, random: rand.New(rand.NewPCG(c.Seed, 0))}
	s.server = simServer{sim: s, alloc: alloc.New(c.Tree, nil), asked: map[int]int64{}}
	for i := range c.Workers {
		s.clients = append(s.clients, &simClient{sim: s, id: i, cycle: c.CycleLen, walk: newTreeWalk(c.Tree)})
	}
	if Tr { for i:=range 60 { s.at(time.Duration(i)*100*time.Millisecond, s.Trace) } }
	for _, cl := range s.clients {
		cl.want()
	}
	for len(s.events) > 0 && s.err == nil && !s.server.alloc.Exhausted() {
		e := heap.Pop(&s.events).(event)
		s.now = e.at
		e.do()
	}
	r := &s.result
	r.Sequential = time.Duration(c.Tree.Size()) * c.Iteration
	r.Makespan = s.server.free
	r.Efficiency = r.Sequential.Seconds() / (float64(c.Workers) * r.Makespan.Seconds())
	r.Tail = r.Makespan - r.Tail
	if s.err == nil && !s.server.alloc.Exhausted() {
		s.err = fmt.Errorf("bench: simulation: nothing happens any more, but the search is not done")
	}
	return s.result, s.err
}

// simulation is the state of one.
type simulation struct {
	config  Config
	random  *rand.Rand
	now     time.Duration
	events  eventQueue
	count   int64 // events so far
	server  simServer
	clients []*simClient
	working int
	result  Result
	err     error
}

// at has do called at time t.
func (s *simulation) at(t time.Duration, do func()) {
	s.count++
	heap.Push(&s.events, event{t, s.count, do})
}

// arrival returns when what is sent at time t arrives on a connection on which
// the last thing arrived at last: nothing overtakes.
func (s *simulation) arrival(t time.Duration, last *time.Duration) time.Duration {
	jitter := time.Duration(s.random.Float64() * float64(s.config.Delay) / 10)
	*last = max(*last, t+s.config.Delay+jitter)
	return *last
}

// works counts clients at work.
func (s *simulation) works(change int) {
	before := 10*s.working >= 9*len(s.clients)
	s.working += change
	after := 10*s.working >= 9*len(s.clients)
	switch {
	case after && !before && s.result.RampUp == 0:
		s.result.RampUp = s.now
	case before && !after:
		s.result.Tail = s.now
	}
}

// event is something that happens at a time; of several the one that was
// foreseen first comes first.
type event struct {
	at    time.Duration
	count int64
	do    func()
}

// eventQueue is a heap of events.
type eventQueue []event

func (q eventQueue) Len() int { return len(q) }

func (q eventQueue) Less(i, j int) bool {
	if q[i].at != q[j].at {
		return q[i].at < q[j].at
	}
	return q[i].count < q[j].count
}

func (q eventQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push is for package heap.
func (q *eventQueue) Push(e any) { *q = append(*q, e.(event)) }

// Pop is for package heap.
func (q *eventQueue) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	(*q)[last] = event{}
	*q = (*q)[:last]
	return e
}

func (s *simulation) Trace() { println(s.now.Milliseconds(), "working", s.working, "waiting", s.server.alloc.Waiting(), "works", len(s.server.alloc.Works()), "owed", s.server.owed, "pieces", s.result.Pieces, "msgs", s.result.Messages, "backlog", (s.server.free-s.now).Milliseconds(), "kinds", kinds[0],kinds[1],kinds[2],kinds[3],kinds[4]) ; kinds=[5]int64{}}
var kinds [5]int64
var Tr bool
