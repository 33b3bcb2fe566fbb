package pdfsnet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/internal/pdfswire"
)

// Verdict is how a search ended.
type Verdict string

// The verdicts.
const (
	Solved     Verdict = "solved"     // there is a solution, and it was replayed
	Unsolvable Verdict = "unsolvable" // all of the search is done
	Unsolved   Verdict = "unsolved"   // all of it is done, but its tests do not derive every move
	Limit      Verdict = "limit"      // stopped before the end
)

// Config is what a server searches, and how. Board, Scan and Log are required.
type Config struct {
	Board *freecell.Board
	Scan  pdfs.Scan
	Log   *slog.Logger

	CycleLen        int64 // iterations between the reports of a client, at least 1
	Spread          int64 // lengthens the cycle when many clients work; see alloc.CycleLen
	DepthAllocDelta int32 // how many levels above its depth a client delegates

	// MaxIterations stops the search, with the verdict Limit, when clients have
	// reported that many. 0 is no limit.
	MaxIterations int64

	// Journal is the directory of the journal, empty for none.
	Journal string

	MaxClients    int           // connections at one time; 0 means 10,000
	Greeting      time.Duration // from the connection to the first WANT_TO_HELP; 0 means 30 s
	ReportTimeout time.Duration // a working client reports this often; 0 means 60 s
	WriteTimeout  time.Duration // to take what it is sent; 0 means 30 s
	Linger        time.Duration // to hear the last words and hang up; 0 means 5 s

	// Observer is told what happens, if it is not nil.
	Observer Observer
}

// Observer counts what happens on the connections. Its methods are called from
// several goroutines and must not block.
type Observer interface {
	Received(message string) // a message, by its name in the protocol
	Sent(message string)
	BytesReceived(n int)
	BytesSent(n int)
	ProtocolError() // a client broke the protocol
	Lost()          // a connection ended before the client's work was done
}

// blind is the observer when there is none.
type blind struct{}

func (blind) Received(string)   {}
func (blind) Sent(string)       {}
func (blind) BytesReceived(int) {}
func (blind) BytesSent(int)     {}
func (blind) ProtocolError()    {}
func (blind) Lost()             {}

func (c *Config) setDefaults() {
	orDuration := func(d *time.Duration, value time.Duration) {
		if *d == 0 {
			*d = value
		}
	}
	orDuration(&c.Greeting, 30*time.Second)
	orDuration(&c.ReportTimeout, time.Minute)
	orDuration(&c.WriteTimeout, 30*time.Second)
	orDuration(&c.Linger, 5*time.Second)
	if c.Observer == nil {
		c.Observer = blind{}
	}
	if c.MaxClients == 0 {
		c.MaxClients = 10_000
	}
	if c.MaxIterations > 0 {
		c.CycleLen, c.Spread = min(c.CycleLen, c.MaxIterations), 0
	}
}

// Result is the end of a search.
type Result struct {
	Verdict Verdict
	Reason  string            // of Limit
	At      pdfs.CoordSeq     // of the solved state
	Moves   []freecell.Atomic // of the solution
}

// Server hands a search out to clients. Its methods are safe for concurrent use.
type Server struct {
	config Config
	board  string // what clients are sent
	log    *slog.Logger
	done   chan struct{} // closed when there is a result
	peers  sync.WaitGroup

	mu        sync.Mutex // guards the rest
	alloc     *alloc.Allocator
	tree      Tree
	store     *store
	clients   map[int64]*peer
	conns     map[*peer]struct{} // greeted or not
	lastID    int64
	result    *Result
	err       error // why the search could not go on
	unreal    int   // states given away that do not exist, of those that were logged
	working   int   // clients that have work
	depth     int   // of reports, the latest counting most
	total     Counters
	past      []ClientStats // clients that have left, the last of them
	forgotten int           // clients that have left and are not among them
}

// NewServer returns a server for the search, opening the journal if there is to
// be one. When the journal holds a search that has been begun, the server goes on
// with that.
func NewServer(config Config) (*Server, error) {
	config.setDefaults()
	s := &Server{
		config:  config,
		board:   config.Board.String(),
		log:     config.Log,
		done:    make(chan struct{}),
		tree:    NewTree(config.Board, config.Scan),
		clients: map[int64]*peer{},
		conns:   map[*peer]struct{}{},
	}
	if config.Journal == "" {
		s.alloc = alloc.New(s.tree, nil)
		return s, nil
	}
	if err := s.openStore(); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	return s, nil
}

// Tree answers the allocator's questions by replaying.
type Tree struct {
	walker *pdfs.Walker
	widths *[]int32
}

// NewTree returns the shape of a search for an allocator or a gauge. It is for one
// goroutine at a time.
func NewTree(b *freecell.Board, scan pdfs.Scan) Tree {
	return Tree{pdfs.NewWalker(b, scan, nil), new([]int32)}
}

// Widths is alloc.Tree's.
func (t Tree) Widths(at pdfs.CoordSeq) ([]int32, error) {
	if err := t.walker.Start(at); err != nil {
		return nil, err
	}
	*t.widths = t.walker.Widths(*t.widths)
	return *t.widths, nil
}

// Run accepts clients from the listeners until there is a result or ctx ends,
// says QUIT to all of them and closes everything. Without a result it returns
// ctx's error; with a journal the search can then be taken up again.
func (s *Server) Run(ctx context.Context, listeners ...net.Listener) (Result, error) {
	var accepting sync.WaitGroup
	for _, l := range listeners {
		accepting.Go(func() { s.accept(l) })
	}
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for running := true; running; {
		select {
		case <-ticker.C:
			s.tick(time.Now())
		case <-s.done:
			running = false
		case <-ctx.Done():
			s.mu.Lock()
			s.fail(ctx.Err())
			s.mu.Unlock()
			running = false
		}
	}
	for _, l := range listeners {
		_ = l.Close() // it only ends accept
	}
	accepting.Wait()
	s.hangUp()
	s.peers.Wait()

	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.store.close(s)
	switch {
	case s.err != nil:
		return Result{}, s.err
	case err != nil:
		return Result{}, fmt.Errorf("close journal: %w", err)
	}
	return *s.result, nil
}

// accept takes connections until the listener is closed.
func (s *Server) accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			s.log.Warn("accept", "err", err)
			// Out of file descriptors, most likely: wait for some to be freed.
			select {
			case <-time.After(100 * time.Millisecond):
				continue
			case <-s.done:
				return
			}
		}
		s.Serve(conn)
	}
}

// Serve begins to talk to a client on conn, which the server owns from then on.
func (s *Server) Serve(conn net.Conn) {
	p := newPeer(s, conn)
	s.mu.Lock()
	refused := ""
	switch {
	case s.over():
		refused = "the search is over"
	case len(s.conns) >= s.config.MaxClients:
		refused = fmt.Sprintf("%d clients are connected already", len(s.conns))
	default:
		s.conns[p] = struct{}{}
		s.peers.Go(p.read)
		s.peers.Go(p.write)
	}
	s.mu.Unlock()
	if refused != "" {
		s.log.Warn("connection refused", "remote", conn.RemoteAddr(), "reason", refused)
		_ = conn.Close() // nothing was said
	}
}

// over tells whether no more work is to be handed out. It needs s.mu.
func (s *Server) over() bool { return s.result != nil || s.err != nil }

// finish ends the search. It needs s.mu.
func (s *Server) finish(r Result) {
	if s.over() {
		return
	}
	if err := s.store.result(r, s); err != nil {
		s.fail(fmt.Errorf("journal: %w", err))
		return
	}
	s.result = &r
	s.log.Info("search ended", "verdict", r.Verdict, "reason", r.Reason)
	close(s.done)
}

// fail ends the search without a result. It needs s.mu.
func (s *Server) fail(err error) {
	if !s.over() {
		s.err = err
		close(s.done)
	}
}

// Stop ends the search with the verdict Limit.
func (s *Server) Stop(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finish(Result{Verdict: Limit, Reason: reason})
}

// hangUp says QUIT to all clients and closes the connections of those that have
// not hung up themselves in time.
func (s *Server) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for p := range s.conns {
		p.send(pdfswire.Quit{})
		p.stop(nil)
	}
}

// settle looks, after a change, whether the search has ended. It needs s.mu.
func (s *Server) settle() {
	if err := s.store.err(); err != nil {
		s.fail(fmt.Errorf("journal: %w", err))
		return
	}
	if n := s.alloc.Dropped(); n > s.unreal {
		s.log.Warn("clients gave away states that do not exist", "states", n-s.unreal)
		s.unreal = n
	}
	switch {
	case s.over():
	case s.alloc.Exhausted() && s.config.Scan.Complete():
		s.finish(Result{Verdict: Unsolvable})
	case s.alloc.Exhausted():
		s.finish(Result{Verdict: Unsolved})
	case s.alloc.Stuck():
		s.finish(Result{Verdict: Limit, Reason: "what is left was refused by every client that tried"})
	case s.config.MaxIterations > 0 && s.total.Iterations >= s.config.MaxIterations:
		s.finish(Result{Verdict: Limit, Reason: fmt.Sprintf("%d iterations", s.total.Iterations)})
	}
}

// tick drops peers that kept silent for too long and looks after the journal.
func (s *Server) tick(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for p := range s.conns {
		switch {
		case !p.joined && now.Sub(p.since) > s.config.Greeting:
			p.stop(fmt.Errorf("did not come to WANT_TO_HELP within %v", s.config.Greeting))
		case p.working && now.Sub(p.heard) > s.config.ReportTimeout:
			p.stop(fmt.Errorf("did not report within %v", s.config.ReportTimeout))
		}
	}
	s.store.tick(s)
	s.settle()
}

// SetLimits changes the cycle length and the depth allocation delta and tells
// the clients.
func (s *Server) SetLimits(cycleLen int64, delta int32) error {
	if cycleLen < 1 || delta < 0 {
		return fmt.Errorf("cycle length %d and delta %d: expected at least 1 and at least 0", cycleLen, delta)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config.CycleLen, s.config.DepthAllocDelta = cycleLen, delta
	s.config.Spread = 0 // the operator knows better
	for _, p := range s.clients {
		p.cycle = cycleLen
		p.send(pdfswire.SetCycleLen{Len: cycleLen})
		p.send(pdfswire.SetDepthAllocDelta{Delta: delta})
	}
	s.log.Info("limits changed", "cycle_len", cycleLen, "depth_alloc_delta", delta)
	return nil
}
