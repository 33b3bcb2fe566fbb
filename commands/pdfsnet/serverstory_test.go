package pdfsnet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

// Our server says what the page says, whatever clients do.
func TestServerStories(t *testing.T) {
	stories(t, func(t *testing.T, s *story) {
		synctest.Test(t, func(t *testing.T) { tellServer(t, s) })
	}, "both", "server")
}

// scriptedClient is one of a story's clients. It hears as fast as it can, unless
// it stopped reading, and says what the story says.
type scriptedClient struct {
	conn net.Conn

	mu    sync.Mutex
	heard []string
	ended error // of reading
	deaf  bool
}

func (c *scriptedClient) read() {
	for {
		m, err := decode(c)
		c.mu.Lock()
		if err == nil {
			c.heard = append(c.heard, m)
		}
		c.ended = err
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Read is the connection's unless the client has stopped reading.
func (c *scriptedClient) Read(b []byte) (int, error) {
	n, err := c.conn.Read(b)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deaf {
		return 0, errors.New("deaf")
	}
	return n, err
}

// cutOff checks that the server has closed the connection and said no more than
// what next has returned.
func (c *scriptedClient) cutOff() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deaf {
		// Half a message may have come to its ears.
		_ = c.conn.SetReadDeadline(time.Now())
		_, c.ended = c.conn.Read(make([]byte, 1))
	}
	if len(c.heard) > 0 || !errors.Is(c.ended, io.EOF) {
		return fmt.Errorf("heard %q, then %w: expected no more, and EOF", c.heard, c.ended)
	}
	return nil
}

// next takes the first message off that the client heard, "" when there is none.
func (c *scriptedClient) next() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.heard) == 0 {
		return ""
	}
	first := c.heard[0]
	c.heard = c.heard[1:]
	return first
}

// serverStory is a story being told to a server.
type serverStory struct {
	*story
	t       *testing.T
	server  *Server
	logged  *logged
	result  chan string
	clients map[int]*scriptedClient
}

func tellServer(t *testing.T, s *story) {
	scan, err := pdfs.ParseScan(s.scan)
	if err != nil {
		t.Fatal(err)
	}
	board, err := freecell.ReadBoard(s.file, strings.NewReader(s.board), scan.Variant)
	if err != nil {
		t.Fatal(err)
	}
	lines := &logged{}
	server, err := NewServer(Config{
		Board: board, Scan: scan, Log: lines.logger(),
		CycleLen: s.cycle, DepthAllocDelta: s.delta, Spread: s.spread,
	})
	if err != nil {
		t.Fatal(err)
	}
	tell := &serverStory{s, t, server, lines, make(chan string, 1), map[int]*scriptedClient{}}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(func() {
		cancel()
		for _, c := range tell.clients {
			c.conn.Close()
		}
		synctest.Wait()
	})
	go func() {
		result, err := server.Run(ctx)
		if err != nil {
			tell.result <- err.Error()
			return
		}
		tell.result <- strings.TrimSpace(fmt.Sprintf("%s %s", result.Verdict, result.Reason))
	}()
	defer s.keep(t)
	for _, st := range s.steps {
		tell.step(st)
	}
	tell.quiet(step{at: len(s.lines) - 1})
}

func (s *serverStory) step(st step) {
	s.t.Helper()
	synctest.Wait()
	switch st.verb {
	case "<":
		s.said(s.t, st, s.clients[st.client].next())
		return
	case "log":
		s.said(s.t, st, s.logged.next())
		return
	case "is cut off":
		if err := s.clients[st.client].cutOff(); err != nil {
			s.t.Fatalf("%s:%d: %v", s.file, st.at+1, err)
		}
		return
	}
	s.quiet(st)
	switch st.verb {
	case "connects":
		near, far := net.Pipe()
		c := &scriptedClient{conn: near}
		s.clients[st.client] = c
		go c.read()
		s.server.Serve(far)
	case ">":
		data, err := encode(s.message(st.text))
		if err == nil {
			_, err = s.clients[st.client].conn.Write(data)
		}
		if err != nil {
			s.t.Fatalf("%s:%d: %v", s.file, st.at+1, err)
		}
	case "dies":
		s.clients[st.client].conn.Close()
	case "stops reading":
		c := s.clients[st.client]
		c.mu.Lock()
		c.deaf = true
		c.mu.Unlock()
	case "after":
		s.wait(s.t, st)
	case "operator":
		if err := s.server.SetLimits(readLimits(s.t, st.text)); err != nil {
			s.t.Fatal(err)
		}
	case "worker":
		err := Work(s.t.Context(), WorkConfig{
			Log: s.logged.logger(), Parallel: 1,
			Dial: func(context.Context) (net.Conn, error) {
				near, far := net.Pipe()
				s.server.Serve(far)
				return near, nil
			},
		}, nil)
		if err != nil {
			s.t.Fatalf("%s:%d: %v", s.file, st.at+1, err)
		}
	case "verdict":
		select {
		case got := <-s.result:
			s.said(s.t, st, got)
		default:
			s.t.Fatalf("%s:%d: the search goes on", s.file, st.at+1)
		}
	default:
		s.t.Fatalf("%s:%d: not in a story for a server: %s", s.file, st.at+1, st.verb)
	}
}

// quiet checks that the server has said nothing that the story does not know.
func (s *serverStory) quiet(st step) {
	s.t.Helper()
	for id, c := range s.clients {
		if m := c.next(); m != "" {
			s.t.Fatalf("%s:%d: before this: client %d < %s", s.file, st.at+1, id, m)
		}
	}
	if line := s.logged.next(); line != "" {
		s.t.Fatalf("%s:%d: before this: log %s", s.file, st.at+1, line)
	}
}
