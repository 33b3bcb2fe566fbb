package pdfsnet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/internal/pdfswire"
)

const (
	// pollEvery is how many iterations a walk goes on without looking whether
	// the server has said something.
	pollEvery = 1024

	// sendTimeout is how long the server may take to read a message.
	sendTimeout = time.Minute

	// greetTimeout is how long it may take to answer CLIENT_INIT.
	greetTimeout = 30 * time.Second
)

// session is the client's end of one connection.
type session struct {
	conn  net.Conn
	group *group
	stats *WorkStats
	log   *slog.Logger

	in      chan incoming
	revoke  context.CancelCauseFunc // ends run, from another goroutine
	gone    chan struct{}           // closed when run returns
	flow    pdfswire.Flow
	buf     []byte
	greeted bool

	id     int64
	cycle  int64
	delta  int32
	walker *pdfs.Walker
	at     pdfs.CoordSeq // scratch
}

// incoming is what the reading goroutine passes on.
type incoming struct {
	message pdfswire.Message
	err     error
}

func newSession(conn net.Conn, g *group, stats *WorkStats, log *slog.Logger) *session {
	return &session{
		conn: conn, group: g, stats: stats, log: log,
		in: make(chan incoming, 16), gone: make(chan struct{}),
	}
}

// run speaks with the server until one of the two ends it. It returns errQuit
// when the search is over.
func (s *session) run(ctx context.Context) error {
	defer close(s.gone)
	defer func() { _ = s.conn.Close() }()
	ctx, s.revoke = context.WithCancelCause(ctx)
	defer s.revoke(nil)
	go s.read()

	err := s.talk(ctx)
	if errors.Is(err, errQuit) {
		return err
	}
	s.group.end(s)
	if ctx.Err() == nil && !errors.Is(err, errServerEnds) {
		// The server is told that this client cannot go on. To one that only
		// stops it just closes the connection: its work is as good as any.
		// The connection may be why it ends, hence no look at the error.
		_ = s.send(pdfswire.EndConn{})
	}
	return err
}

// errServerEnds means that the server said END_CONN.
var errServerEnds = errors.New("the server ended the connection")

// read passes on what the server says.
func (s *session) read() {
	r := pdfswire.NewReader(s.conn, pdfswire.Server)
	for {
		m, err := r.Read()
		select {
		case s.in <- incoming{m, err}:
		case <-s.gone:
			return
		}
		if err != nil {
			return
		}
	}
}

// talk is the conversation.
func (s *session) talk(ctx context.Context) error {
	if err := s.greet(ctx); err != nil {
		return err
	}
	if err := s.send(pdfswire.IAm{ID: s.id}); err != nil {
		return err
	}
	for {
		if err := s.send(pdfswire.WantToHelp{}); err != nil {
			return err
		}
		start, err := s.await(ctx)
		if err != nil {
			return err
		}
		if err := s.work(ctx, start); err != nil {
			return err
		}
	}
}

// greet asks for and takes in what a client needs to begin.
func (s *session) greet(ctx context.Context) error {
	if err := s.send(pdfswire.ClientInit{}); err != nil {
		return err
	}
	late := time.NewTimer(greetTimeout)
	defer late.Stop()
	for range 4 {
		m, err := s.next(ctx, late.C)
		if err != nil {
			return err
		}
		switch m := m.(type) {
		case pdfswire.GiveID:
			s.id = m.ID
			s.log = s.log.With("client", m.ID)
		case pdfswire.GiveScan:
			if err := s.prepare(m); err != nil {
				return err
			}
		default:
			if err := s.obey(m); err != nil {
				return err
			}
		}
	}
	s.greeted = true
	return nil
}

// prepare makes the walker for a search.
func (s *session) prepare(m pdfswire.GiveScan) error {
	scan, err := pdfs.ParseScan(m.Scan)
	if err != nil {
		return fmt.Errorf("GIVE_SCAN_TO_CLIENT: %w", err)
	}
	board, err := freecell.ReadBoard("board of GIVE_SCAN_TO_CLIENT", strings.NewReader(m.Board), scan.Variant)
	if err != nil {
		return err
	}
	dead := s.group.cache(m.Scan+"\x00"+m.Board, scan.Variant.Decks)
	s.walker = pdfs.NewWalker(board, scan, dead)
	return nil
}

// next waits for a message.
func (s *session) next(ctx context.Context, late <-chan time.Time) (pdfswire.Message, error) {
	select {
	case in := <-s.in:
		return s.observe(in)
	case <-late:
		return nil, fmt.Errorf("no answer within %v", greetTimeout)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// observe checks that a message is in order.
func (s *session) observe(in incoming) (pdfswire.Message, error) {
	if in.err != nil {
		return nil, in.err
	}
	if err := s.flow.Observe(pdfswire.Server, in.message); err != nil {
		return nil, err
	}
	return in.message, nil
}

// await waits for work.
func (s *session) await(ctx context.Context) (pdfs.CoordSeq, error) {
	for {
		m, err := s.next(ctx, nil)
		if err != nil {
			return nil, err
		}
		if m, ok := m.(pdfswire.PleaseWorkOn); ok {
			return m.At, nil
		}
		if err := s.obey(m); err != nil {
			return nil, err
		}
	}
}

// obey does what any other message asks for, working or not.
func (s *session) obey(m pdfswire.Message) error {
	switch m := m.(type) {
	case pdfswire.SetCycleLen:
		s.cycle = m.Len
	case pdfswire.SetDepthAllocDelta:
		s.delta = m.Delta
	case pdfswire.PleaseProvide:
		return s.send(pdfswire.Providing{}) // the question crossed our WANT_TO_HELP
	case pdfswire.Quit:
		return errQuit
	case pdfswire.EndConn:
		return errServerEnds
	}
	return nil
}

// work searches the part at start to its end. It returns nil when that is done.
func (s *session) work(ctx context.Context, start pdfs.CoordSeq) error {
	if err := s.group.begin(ctx, s, start); err != nil {
		return err
	}
	if err := s.walker.Start(start); err != nil {
		return fmt.Errorf("PLEASE_WORK_ON: %w", err)
	}
	s.stats.Assigned.Add(1)
	s.log.Debug("work begun", "initial", start)
	for left := s.cycle; ; {
		before := s.walker.Expanded()
		entered, status, err := s.walker.Run(min(left, pollEvery))
		s.stats.Iterations.Add(entered)
		s.stats.Expanded.Add(s.walker.Expanded() - before)
		if err != nil {
			return err
		}
		switch status {
		case pdfs.Solved:
			return s.solved(ctx)
		case pdfs.Exhausted:
			return nil
		}
		if err := s.poll(ctx); err != nil {
			return err
		}
		if left = min(left-entered, s.cycle); left <= 0 {
			left = s.cycle
			if err := s.report(); err != nil {
				return err
			}
		}
	}
}

// report says where the walk is and that help is welcome.
func (s *session) report() error {
	s.at = s.walker.At(s.at)
	if d := int64(len(s.at)); d > s.stats.MaxDepth.Load() {
		s.stats.MaxDepth.Store(d)
	}
	return s.send(pdfswire.IAm{ID: s.id, At: s.at}, pdfswire.NeedHelp{})
}

// poll does what the server has asked for meanwhile.
func (s *session) poll(ctx context.Context) error {
	for {
		select {
		case in := <-s.in:
			m, err := s.observe(in)
			if err != nil {
				return err
			}
			if question, ok := m.(pdfswire.PleaseProvide); ok {
				err = s.provide(question.Count)
			} else {
				err = s.obey(m)
			}
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
		default:
			return nil
		}
	}
}

// provide gives work away.
func (s *session) provide(count int64) error {
	count = min(count, pdfswire.ListCapacity(min(s.walker.Depth()+1, pdfs.MaxDepth)))
	seqs := s.walker.Delegate(int(count), int(s.delta))
	s.group.delegate(s, seqs)
	m := pdfswire.Providing{Seqs: make([]pdfswire.CoordSeq, len(seqs))}
	for i, seq := range seqs {
		m.Seqs[i] = seq
	}
	return s.send(m)
}

// solved reports a solution and waits for what the server makes of it.
func (s *session) solved(ctx context.Context) error {
	s.at = s.walker.At(s.at)
	s.log.Info("solved", "at", s.at)
	if err := s.send(pdfswire.Solved{At: s.at}); err != nil {
		return err
	}
	for {
		m, err := s.next(ctx, nil)
		if err != nil {
			return err
		}
		if err := s.obey(m); err != nil {
			return err
		}
	}
}

// send sends messages in one write.
func (s *session) send(messages ...pdfswire.Message) error {
	s.buf = s.buf[:0]
	for _, m := range messages {
		var err error
		if err = s.flow.Observe(pdfswire.Client, m); err == nil {
			s.buf, err = pdfswire.Append(s.buf, m)
		}
		if err != nil {
			return err
		}
	}
	if err := s.conn.SetWriteDeadline(time.Now().Add(sendTimeout)); err != nil {
		return err
	}
	_, err := s.conn.Write(s.buf)
	return err
}
