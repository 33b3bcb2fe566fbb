package pdfsnet

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// plainServer is a server of the tests, written from the protocol's page and
// sharing nothing with the one that it describes. It knows the search in full,
// and so what a client without a cache must say, word by word.
type plainServer struct {
	tree         *tree
	cycle, delta int

	mu      sync.Mutex
	lastID  int
	pool    []int // states whose subtrees nobody has
	waiting []*plainPeer
	working int
	entered []int // how often each state was, by what the clients say
	over    bool
	conns   map[*plainPeer]bool
	wrong   []error
}

// plainPeer is one of its clients.
type plainPeer struct {
	conn  net.Conn
	id    string
	part  treePart
	next  int  // the state that the client enters first after its last report
	more  bool // whether there is one
	works bool
	asked int  // how many CoordSeqs it was asked for, 0 when it has answered
	empty bool // the answer will be empty: it was asked before it got this work
}

func newPlainServer(tr *tree, cycle, delta int) *plainServer {
	return &plainServer{
		tree: tr, cycle: cycle, delta: delta,
		pool: []int{0}, entered: make([]int, len(tr.nodes)), conns: map[*plainPeer]bool{},
	}
}

// serve speaks with a client until one of the two has enough.
func (s *plainServer) serve(conn net.Conn) {
	defer conn.Close()
	p := &plainPeer{conn: conn}
	for {
		m, err := decode(conn)
		s.mu.Lock()
		if err == nil {
			err = s.hear(p, m)
		}
		if err != nil {
			s.gone(err)
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
	}
}

// gone notes why a connection ended. When it should not have, all end.
func (s *plainServer) gone(err error) {
	if s.over {
		return
	}
	s.wrong = append(s.wrong, err)
	s.over = true
	for p := range s.conns {
		p.conn.Close()
	}
}

func (s *plainServer) say(p *plainPeer, lines ...string) {
	for _, line := range lines {
		data, err := encode(line)
		if err == nil {
			_, err = p.conn.Write(data)
		}
		if err != nil && !s.over { // they may be gone before QUIT reaches them
			s.wrong = append(s.wrong, err)
		}
	}
}

// hear answers a message; an error says what is wrong with it.
func (s *plainServer) hear(p *plainPeer, m string) error {
	name, rest, _ := strings.Cut(m, " ")
	switch name {
	case "CLIENT_INIT":
		s.lastID++
		p.id = strconv.Itoa(s.lastID)
		s.conns[p] = true
		s.say(p, "GIVE_ID_TO_CLIENT "+p.id,
			fmt.Sprintf("GIVE_SCAN_TO_CLIENT %q %q", s.tree.scan, s.tree.board),
			fmt.Sprintf("SET_CYCLE_LEN %d", s.cycle), fmt.Sprintf("SET_DEPTH_ALLOC_DELTA %d", s.delta))
		return nil
	case "I_AM":
		return s.report(p, rest)
	case "NEEDHELP":
		if n := len(s.waiting); n > 0 && p.asked == 0 {
			p.asked, p.empty = n, false
			s.say(p, fmt.Sprintf("PLEASE_PROVIDE_COORD_SEQS %d", n))
		}
		return nil
	case "PROVIDING_COORD_SEQS":
		return s.take(p, rest)
	case "WANT_TO_HELP":
		return s.want(p)
	}
	return fmt.Errorf("%s: not expected", m)
}

// enter follows the client over up to n states and returns the last and how
// many there were.
func (s *plainServer) enter(p *plainPeer, n int) (last, steps int) {
	for ; p.more && steps < n; steps++ {
		last = p.next
		s.entered[last]++
		p.next, p.more = p.part.following(last)
	}
	return last, steps
}

func (s *plainServer) report(p *plainPeer, rest string) error {
	if !p.works {
		if rest != p.id+" []" {
			return fmt.Errorf("I_AM %s from client %s, which has no work", rest, p.id)
		}
		return nil
	}
	last, steps := s.enter(p, s.cycle)
	if want := p.id + " " + s.tree.name(last); steps < s.cycle || rest != want {
		return fmt.Errorf("I_AM %s after %d states: expected %s after %d", rest, steps, want, s.cycle)
	}
	return nil
}

// take checks what a client gives away. It does so when a cycle ends, just before
// it reports: there are fewer iterations in one than between two polls.
func (s *plainServer) take(p *plainPeer, rest string) error {
	count := p.asked
	p.asked = 0
	if count == 0 {
		return fmt.Errorf("PROVIDING_COORD_SEQS %s: not asked for", rest)
	}
	var given []int
	if p.works && !p.empty {
		at := p.next
		for range s.cycle - 1 {
			at, _ = p.part.following(at)
		}
		given = p.part.give(at, count, s.delta)
	}
	var names []string
	for _, i := range given {
		names = append(names, s.tree.name(i))
	}
	if want := strings.Join(names, " "); rest != want {
		return fmt.Errorf("PROVIDING_COORD_SEQS %s: expected %s", rest, want)
	}
	s.pool = append(s.pool, given...)
	s.match()
	return nil
}

func (s *plainServer) want(p *plainPeer) error {
	if p.works {
		if _, steps := s.enter(p, len(s.tree.nodes)); steps >= s.cycle {
			return fmt.Errorf("WANT_TO_HELP %d states after the last report: expected fewer than %d", steps, s.cycle)
		}
		p.works = false
		s.working--
	}
	s.waiting = append(s.waiting, p)
	s.match()
	return nil
}

// match hands out what there is, or says QUIT when there will be nothing more.
func (s *plainServer) match() {
	for len(s.pool) > 0 && len(s.waiting) > 0 {
		p, start := s.waiting[0], s.pool[0]
		s.waiting, s.pool = s.waiting[1:], s.pool[1:]
		p.part, p.next, p.more, p.works = treePart{s.tree, start, map[int]bool{}}, start, true, true
		p.empty = true
		s.working++
		s.say(p, "PLEASE_WORK_ON "+s.tree.name(start))
	}
	if s.working == 0 && len(s.pool) == 0 && !s.over {
		s.over = true
		for p := range s.conns {
			s.say(p, "QUIT")
		}
	}
}

// Our worker without a cache says exactly what a server can work out for itself:
// every report, every state given away, and nothing else.
func TestWorkerByTheLetter(t *testing.T) {
	for _, search := range small {
		for _, clients := range []int{1, 2, 3, 8} {
			for _, limits := range [][2]int{{10, 1000}, {33, 0}, {50, 2}, {700, 5}} {
				cycle, delta := limits[0], limits[1]
				t.Run(fmt.Sprintf("deal=%d/clients=%d/cycle=%d/delta=%d", search.deal, clients, cycle, delta), func(t *testing.T) {
					byTheLetter(t, newPlainServer(newTree(t, search.deal, search.freeCells), cycle, delta), clients)
				})
			}
		}
	}
}

func byTheLetter(t *testing.T, server *plainServer, clients int) {
	var serving sync.WaitGroup
	err := Work(t.Context(), WorkConfig{
		Log: slog.New(slog.DiscardHandler), Parallel: clients,
		Dial: func(context.Context) (net.Conn, error) {
			near, far, err := connection()
			if err != nil {
				return nil, err
			}
			serving.Go(func() { server.serve(far) })
			return near, nil
		},
	}, nil)
	serving.Wait()
	for _, wrong := range server.wrong {
		t.Error(wrong)
	}
	if err != nil || !server.over {
		t.Fatalf("Work ended with %v, the search over: %v", err, server.over)
	}
	if i := slices.IndexFunc(server.entered, func(n int) bool { return n != 1 }); i >= 0 {
		t.Errorf("%s was entered %d times", server.tree.name(i), server.entered[i])
	}
}

// connection returns the two ends of a TCP connection: unlike a pipe it has room
// for what nobody has read yet.
func connection() (near, far net.Conn, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	defer l.Close()
	if near, err = net.Dial("tcp", l.Addr().String()); err != nil {
		return nil, nil, err
	}
	if far, err = l.Accept(); err != nil {
		near.Close()
	}
	return near, far, err
}
