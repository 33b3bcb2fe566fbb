package pdfsnet

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/internal/pdfswire"
)

// maxQueued is how many bytes may wait for a client that does not read before it
// is given up: a few of the longest messages.
const maxQueued = 32 << 20

// peer is the server's end of one connection. Two goroutines serve it: read
// passes what the client says to the server, write sends what is queued.
type peer struct {
	server *Server
	conn   net.Conn
	reader *pdfswire.Reader
	since  time.Time // when it connected

	// Guarded by server.mu.

	id      int64 // 0 until greeted
	flow    pdfswire.Flow
	joined  bool // has said WANT_TO_HELP
	working bool
	cycle   int64     // iterations between its reports, as it was told
	asked   bool      // PLEASE_PROVIDE_COORD_SEQS is not answered yet
	limit   int64     // the longest list asked for so far
	heard   time.Time // when it last said something
	start   pdfs.CoordSeq
	at      pdfs.CoordSeq
	count   Counters

	// Guarded by queueMu, which is taken after server.mu or alone.

	queueMu sync.Mutex
	queue   []byte
	wake    chan struct{} // holds one token when there is news for write
	ended   bool          // nothing more will be queued; write closes the connection
	reason  error         // why the server ended it, nil when the client did
}

func newPeer(s *Server, conn net.Conn) *peer {
	now := time.Now()
	conn = observed{conn, s.config.Observer}
	return &peer{
		server: s, conn: conn, reader: pdfswire.NewReader(conn, pdfswire.Client),
		since: now, heard: now, wake: make(chan struct{}, 1),
	}
}

// observed is a connection whose bytes are counted.
type observed struct {
	net.Conn
	by Observer
}

func (o observed) Read(b []byte) (int, error) {
	n, err := o.Conn.Read(b)
	o.by.BytesReceived(n)
	return n, err
}

func (o observed) Write(b []byte) (int, error) {
	n, err := o.Conn.Write(b)
	o.by.BytesSent(n)
	return n, err
}

// CloseWrite closes the half that is written, if the connection has halves.
func (o observed) CloseWrite() error {
	if half, ok := o.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return errors.ErrUnsupported
}

// send queues a message. It needs server.mu.
func (p *peer) send(m pdfswire.Message) {
	p.queueMu.Lock()
	defer p.queueMu.Unlock()
	if p.ended {
		return
	}
	if err := p.flow.Observe(pdfswire.Server, m); err != nil {
		p.end(fmt.Errorf("cannot be told %s: %w", pdfswire.Name(m), err))
		return
	}
	queue, err := pdfswire.Append(p.queue, m)
	switch {
	case err != nil:
		p.end(err)
	case len(queue) > maxQueued:
		p.end(fmt.Errorf("does not read: %d bytes wait for it", len(queue)))
	default:
		p.queue = queue
		p.server.config.Observer.Sent(pdfswire.Name(m))
	}
	p.notify()
}

// stop ends the connection when what is queued has been sent; reason, if it is
// not nil, is what the client did wrong.
func (p *peer) stop(reason error) {
	p.queueMu.Lock()
	defer p.queueMu.Unlock()
	p.end(reason)
	p.notify()
}

// end needs queueMu.
func (p *peer) end(reason error) {
	if p.ended {
		return
	}
	p.ended, p.reason = true, reason
	if reason != nil {
		p.queue, _ = pdfswire.Append(p.queue, pdfswire.EndConn{})
	}
	// The client may not read, or may have left its TLS handshake unfinished:
	// then both goroutines wait in vain.
	time.AfterFunc(p.server.config.Linger, func() { _ = p.conn.Close() })
}

func (p *peer) notify() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// write sends what is queued until the connection is to end. Then it closes its
// half: closing all of it would throw away what the client has not read yet if
// the client was speaking itself.
func (p *peer) write() {
	for range p.wake {
		p.queueMu.Lock()
		data, ended := p.queue, p.ended
		p.queue = nil
		p.queueMu.Unlock()
		if len(data) > 0 {
			_ = p.conn.SetWriteDeadline(time.Now().Add(p.server.config.WriteTimeout))
			if _, err := p.conn.Write(data); err != nil {
				if errors.Is(err, os.ErrDeadlineExceeded) {
					err = fmt.Errorf("did not read what it was told within %v", p.server.config.WriteTimeout)
				}
				p.stop(err)
				_ = p.conn.Close() // wakes read
				return
			}
		}
		if !ended {
			continue
		}
		if p.conn.(observed).CloseWrite() != nil {
			_ = p.conn.Close()
		}
		return
	}
}

// read passes messages to the server until the connection ends.
func (p *peer) read() {
	defer func() { _ = p.conn.Close() }()
	for {
		m, err := p.reader.Read()
		if err != nil {
			p.server.leave(p, err)
			break
		}
		if !p.server.handle(p, m) {
			p.server.leave(p, nil)
			break
		}
	}
	// Let the client read its END_CONN; end has set the time for it.
	_ = p.conn.SetReadDeadline(time.Time{})
	_, _ = io.CopyN(io.Discard, p.conn, maxQueued)
}

// why returns why the server ended the connection, nil if it did not or only
// because the search is over.
func (p *peer) why() error {
	p.queueMu.Lock()
	defer p.queueMu.Unlock()
	return p.reason
}

// leave strikes the peer off; what it had to do goes to others. err is why the
// connection ended, nil when the server ended it.
func (s *Server) leave(p *peer, err error) {
	if errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) {
		err = nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p.stop(err)
	reason := p.why()
	delete(s.conns, p)
	if errors.Is(reason, pdfswire.ErrProtocol) || errors.Is(reason, alloc.ErrLie) {
		s.config.Observer.ProtocolError()
	}
	if reason != nil && !s.over() {
		s.total.Dropped++
		s.log.Warn("client dropped", "client", p.id, "remote", p.conn.RemoteAddr(), "reason", reason, "current", p.at)
	}
	if p.id == 0 {
		return
	}
	delete(s.clients, p.id)
	s.remember(p)
	if p.working {
		s.working--
	}
	if s.result == nil {
		s.store.flush(p.id, s)
	}
	if s.over() {
		return
	}
	if p.working {
		s.config.Observer.Lost()
	}
	if reason == nil {
		s.log.Info("client left", "client", p.id, "working", p.working, "current", p.at)
	}
	s.grant(s.alloc.Leave(p.id))
	s.settle()
}

// handle does what a message asks for. It returns false when the connection is
// over.
func (s *Server) handle(p *peer, m pdfswire.Message) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.heard = time.Now()
	p.count.Messages++
	s.total.Messages++
	s.config.Observer.Received(pdfswire.Name(m))
	if err := p.flow.Observe(pdfswire.Client, m); err != nil {
		p.stop(err)
		return false
	}
	if _, end := m.(pdfswire.EndConn); end {
		if !s.over() {
			s.store.flush(p.id, s)
			s.grant(s.alloc.Refuse(p.id))
		}
		return false
	}
	if s.over() {
		return true // it has been told, or will be
	}
	if err := s.react(p, m); err != nil {
		p.stop(err)
		return false
	}
	s.settle()
	return true
}

// react is handle for a search that goes on. An error is the client's fault.
func (s *Server) react(p *peer, m pdfswire.Message) error {
	switch m := m.(type) {
	case pdfswire.ClientInit:
		s.greet(p)
	case pdfswire.IAm:
		if m.ID != p.id {
			return fmt.Errorf("I_AM: calls itself %d, but is %d", m.ID, p.id)
		}
		if p.working {
			return s.report(p, m.At)
		}
	case pdfswire.NeedHelp:
		s.askForHelp(p)
	case pdfswire.Providing:
		p.asked = false
		seqs := make([]pdfs.CoordSeq, len(m.Seqs))
		for i, seq := range m.Seqs {
			seqs[i] = seq
		}
		grants, err := s.alloc.Delegated(p.id, seqs)
		if err != nil {
			return fmt.Errorf("PROVIDING_COORD_SEQS: %w", err)
		}
		p.count.Delegated += int64(len(seqs))
		s.total.Delegated += int64(len(seqs))
		s.grant(grants)
	case pdfswire.WantToHelp:
		if p.working {
			p.count.Finished++
			s.total.Finished++
			s.working--
		}
		p.joined, p.working = true, false
		s.store.forget(p.id)
		s.grant(s.alloc.Want(p.id))
	case pdfswire.Solved:
		return s.solved(p, m.At)
	}
	return nil
}

// greet answers CLIENT_INIT.
func (s *Server) greet(p *peer) {
	s.lastID++
	s.store.reserve(s.lastID) // if that fails, settle ends the search
	p.id = s.lastID
	s.clients[p.id] = p
	s.total.Clients++
	s.log.Info("client connected", "client", p.id, "remote", p.conn.RemoteAddr())
	p.send(pdfswire.GiveID{ID: p.id})
	p.send(pdfswire.GiveScan{Scan: s.config.Scan.String(), Board: s.board})
	p.cycle = s.config.CycleLen
	p.send(pdfswire.SetCycleLen{Len: p.cycle})
	p.send(pdfswire.SetDepthAllocDelta{Delta: s.config.DepthAllocDelta})
}

// report takes note of where a client is, a cycle after the last report.
func (s *Server) report(p *peer, at pdfs.CoordSeq) error {
	if err := s.alloc.Report(p.id, at); err != nil {
		return fmt.Errorf("I_AM: %w", err)
	}
	p.at = at
	p.count.Reports++
	p.count.Iterations += p.cycle
	s.total.Reports++
	s.total.Iterations += p.cycle
	s.total.MaxDepth = max(s.total.MaxDepth, len(at))
	s.depth += (len(at) - s.depth) / 16
	if n := alloc.CycleLen(s.config.CycleLen, s.config.Spread, s.working, s.depth); n != p.cycle {
		p.cycle = n
		p.send(pdfswire.SetCycleLen{Len: n})
	}
	s.log.Debug("report", "client", p.id, "initial", p.start, "current", at)
	return nil
}

// askForHelp asks the client to delegate states for clients that wait. A list of
// them has to fit into a message.
func (s *Server) askForHelp(p *peer) {
	wanted := int64(s.alloc.Ask())
	if wanted == 0 || p.asked {
		return
	}
	count := max(1, min(wanted, pdfswire.ListCapacity(min(2*len(p.at)+1000, pdfs.MaxDepth))))
	p.limit = max(p.limit, count)
	p.reader.SetListLimit(p.limit)
	p.asked = true
	p.send(pdfswire.PleaseProvide{Count: count})
}

// grant tells clients what to work on.
func (s *Server) grant(grants []alloc.Grant) {
	if s.store.err() != nil {
		return
	}
	for _, g := range grants {
		p := s.clients[g.Client]
		p.working = true
		s.working++
		p.heard = time.Now()
		p.start, p.at = g.At, g.At
		p.count.Assigned++
		s.total.Assigned++
		s.store.given(p.id, g.Work)
		s.log.Info("work assigned", "client", p.id, "work", g.Work, "initial", g.At)
		p.send(pdfswire.PleaseWorkOn{At: g.At})
	}
}

// solved checks a claim.
func (s *Server) solved(p *peer, at pdfs.CoordSeq) error {
	if err := s.tree.walker.Start(at); err != nil {
		return fmt.Errorf("SOLVED: %w", err)
	}
	if !s.tree.walker.Solved() {
		return fmt.Errorf("SOLVED: the state at %v is not solved", at)
	}
	s.log.Info("solved", "client", p.id, "at", at)
	s.finish(Result{Verdict: Solved, At: at, Moves: s.tree.walker.Moves()})
	return nil
}
