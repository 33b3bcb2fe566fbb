package pdfsnet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
)

// Our worker says what the page says, whatever the server does.
func TestClientStories(t *testing.T) {
	stories(t, func(t *testing.T, s *story) {
		synctest.Test(t, func(t *testing.T) { tellClients(t, s) })
	}, "both", "client")
}

// stepConn is the client's end of a connection. What is written to it goes to
// the story, and the writer goes on only when the story comes to what the client
// says next. So all that the server says in between has reached the client.
type stepConn struct {
	net.Conn // reads what the story says
	wrote    chan []byte
	goOn     chan struct{}
	closed   chan struct{}
	closing  sync.Once
}

func newStepConn(conn net.Conn) *stepConn {
	return &stepConn{Conn: conn, wrote: make(chan []byte, 1), goOn: make(chan struct{}), closed: make(chan struct{})}
}

func (c *stepConn) Write(b []byte) (int, error) {
	select {
	case c.wrote <- bytes.Clone(b):
	case <-c.closed:
		return 0, net.ErrClosed
	}
	select {
	case <-c.goOn:
		return len(b), nil
	case <-c.closed:
		return 0, net.ErrClosed
	}
}

func (c *stepConn) Close() error {
	c.closing.Do(func() { close(c.closed) })
	return c.Conn.Close()
}

// testedProcess is a call of Work.
type testedProcess struct {
	cancel context.CancelFunc
	dialed chan *testedClient
	result chan error
}

// testedClient is a connection of a process.
type testedClient struct {
	process *testedProcess
	near    *stepConn
	far     net.Conn
	held    bool     // the process waits in Write
	said    []string // and the story has not come to it
	over    bool     // the story takes no more interest in it
}

// startProcess calls Work. Its clients come out of dialed.
func startProcess(t *testing.T, config WorkConfig) *testedProcess {
	ctx, cancel := context.WithCancel(t.Context())
	p := &testedProcess{cancel: cancel, dialed: make(chan *testedClient, 10), result: make(chan error, 1)}
	config.Dial = func(context.Context) (net.Conn, error) {
		near, far := net.Pipe()
		step := newStepConn(near)
		p.dialed <- &testedClient{process: p, near: step, far: far}
		return step, nil
	}
	go func() { p.result <- Work(ctx, config, nil) }()
	return p
}

// next returns what the client says next, "" for nothing. It lets the client
// go on when the story knows all that it said last.
func (c *testedClient) next(t *testing.T) string {
	t.Helper()
	if len(c.said) == 0 {
		c.goOn()
	}
	if len(c.said) == 0 {
		select {
		case data := <-c.near.wrote:
			c.held = true
			for r := bytes.NewReader(data); r.Len() > 0; {
				m, err := decode(r)
				if err != nil {
					t.Fatalf("% x: %v", data, err)
				}
				c.said = append(c.said, m)
			}
		default:
			return ""
		}
	}
	first := c.said[0]
	c.said = c.said[1:]
	return first
}

// goOn lets the process return from Write.
func (c *testedClient) goOn() {
	if c.held {
		c.held = false
		select {
		case c.near.goOn <- struct{}{}:
		case <-c.near.closed:
		}
	}
	synctest.Wait()
}

// stop ends the client and its process.
func (c *testedClient) stop() {
	c.process.cancel()
	c.far.Close()
	c.near.Close()
}

// clientStory is a story being told to clients.
type clientStory struct {
	*story
	t       *testing.T
	logged  *logged
	clients map[int]*testedClient
}

func tellClients(t *testing.T, s *story) {
	tell := &clientStory{s, t, &logged{}, map[int]*testedClient{}}
	t.Cleanup(func() {
		for _, c := range tell.clients {
			c.stop()
		}
		synctest.Wait()
	})
	defer s.keep(t)
	for _, st := range s.steps {
		synctest.Wait()
		tell.step(st)
	}
	for id, c := range tell.clients {
		if len(c.said) > 0 && !c.over {
			t.Fatalf("%s: at the end: client %d > %s", s.file, id, c.said)
		}
	}
}

func (s *clientStory) step(st step) {
	s.t.Helper()
	c := s.clients[st.client]
	switch st.verb {
	case "connects":
		p := startProcess(s.t, WorkConfig{Log: s.logged.logger(), Parallel: 1, Retry: s.retry})
		s.clients[st.client] = s.dialed(st, p)
	case "calls after":
		s.clients[st.client] = s.dialed(st, s.clients[int(st.text[0]-'0')].process)
	case ">":
		s.said(s.t, st, c.next(s.t))
	case "<":
		data, err := encode(s.message(st.text))
		if err == nil {
			_, err = c.far.Write(data)
		}
		if err != nil {
			s.t.Fatalf("%s:%d: %v", s.file, st.at+1, err)
		}
		if st.text == "QUIT" {
			s.quit(st, c)
		}
	case "dies":
		c.over = true
		c.stop()
	case "stops":
		c.process.cancel()
		c.goOn()
		s.ended(st, c, context.Canceled)
	case "is left":
		c.far.Close()
		synctest.Wait()
		c.goOn()
	case "gives up:":
		c.goOn()
		c.over = true
		select {
		case err := <-c.process.result:
			s.said(s.t, st, err.Error())
		default:
			s.t.Fatalf("%s:%d: it goes on", s.file, st.at+1)
		}
	case "after":
		for _, c := range s.clients {
			c.goOn()
		}
		s.wait(s.t, st)
	case "log":
		if s.onlyClients() {
			s.said(s.t, st, s.logged.next())
		}
	case "is cut off", "operator", "verdict":
		if s.onlyClients() {
			s.t.Fatalf("%s:%d: not in a story for clients: %s", s.file, st.at+1, st.verb)
		}
	}
}

// onlyClients tells whether no server is to be tested with the story.
func (s *clientStory) onlyClients() bool { return !strings.Contains(s.file, "both") }

// dialed returns the connection that a process has just asked for.
func (s *clientStory) dialed(st step, p *testedProcess) *testedClient {
	s.t.Helper()
	synctest.Wait()
	select {
	case c := <-p.dialed:
		return c
	default:
		s.t.Fatalf("%s:%d: it does not", s.file, st.at+1)
		return nil
	}
}

// quit checks that QUIT ends a process well.
func (s *clientStory) quit(st step, c *testedClient) {
	s.t.Helper()
	if m := c.next(s.t); m != "" {
		s.t.Fatalf("%s:%d: QUIT is answered with %s", s.file, st.at+1, m)
	}
	s.ended(st, c, nil)
}

// ended checks that a process has ended with this error: it has hung up and has
// nothing more to say.
func (s *clientStory) ended(st step, c *testedClient, want error) {
	s.t.Helper()
	c.over = true
	select {
	case err := <-c.process.result:
		if !errors.Is(err, want) {
			s.t.Fatalf("%s:%d: Work returns %v, want %v", s.file, st.at+1, err, want)
		}
	default:
		s.t.Fatalf("%s:%d: this does not end it", s.file, st.at+1)
	}
	if m := c.next(s.t); m != "" {
		s.t.Fatalf("%s:%d: it ends with %s", s.file, st.at+1, m)
	}
	if _, err := c.far.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		s.t.Fatalf("%s:%d: the connection is open: %v", s.file, st.at+1, err)
	}
}
