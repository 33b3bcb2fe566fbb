package dotsnet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"puzzlekit/internal/dotswire"
)

// bubble is a hall with a bare port and a GGZ server in a synctest bubble, where a client is a
// pipe and time passes only when everybody waits.
type bubble struct {
	t        *testing.T
	hall     *Hall
	dialect  dotswire.Dialect
	listener *pipes // the bare port
	login    *pipes // the GGZ server's port
	peers    map[string]*peer
	dialed   map[net.Conn]net.Conn // the clients' ends of connections
	stop     func()
	logged   *lines
}

// inBubble runs a test with a hall that closes at its end.
func inBubble(t *testing.T, config Config, d dotswire.Dialect, test func(b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bubble{t: t, dialect: d, listener: newPipes(), peers: map[string]*peer{}, dialed: map[net.Conn]net.Conn{}, logged: &lines{}}
		config.Log = b.logged.logger()
		hall, err := NewHall(config)
		if err != nil {
			t.Fatal(err)
		}
		b.hall = hall
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error)
		go func() { served <- hall.ServeBare(ctx, b.listener, d) }()
		b.login = newPipes()
		go func() { served <- hall.ServeGGZ(ctx, b.login, "test") }()
		b.stop = sync.OnceFunc(func() {
			cancel()
			for range 2 {
				if err := <-served; err != nil {
					t.Error(err)
				}
			}
			hall.Close()
		})
		defer b.stop()
		test(b)
	})
}

// connect lets a client with this name, a digit, come.
func (b *bubble) connect(name string) *peer { return b.connectTo(b.listener, name) }

func (b *bubble) connectTo(l *pipes, name string) *peer {
	near, far := net.Pipe()
	l.conns <- far
	b.dialed[far] = near
	p := newPeer(near)
	b.peers[name] = p
	return p
}

// peer is a client that hears everything at once, unless it is deaf.
type peer struct {
	conn net.Conn
	mu   sync.Mutex
	in   []byte
	err  error // after which it hears nothing
}

func newPeer(conn net.Conn) *peer {
	p := &peer{conn: conn}
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := conn.Read(buf)
			p.mu.Lock()
			p.in = append(p.in, buf[:n]...)
			p.err = err
			p.mu.Unlock()
			if err != nil {
				conn.Close()
				return
			}
		}
	}()
	return p
}

// heard returns what the client has heard since the last call, and whether the
// connection is closed.
func (p *peer) heard() (in []byte, closed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	in, p.in = p.in, nil
	return in, p.err != nil
}

// say sends a client's words and waits until they have had their effect.
func (b *bubble) say(p *peer, messages ...dotswire.ClientMessage) {
	b.t.Helper()
	var out []byte
	for _, m := range messages {
		out = dotswire.AppendClient(out, m)
	}
	if _, err := p.conn.Write(out); err != nil {
		b.t.Fatal(err)
	}
	synctest.Wait()
}

// pipes is a listener whose connections are pipes.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (l *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *pipes) Close() error {
	l.once.Do(func() { close(l.done) })
	return nil
}

func (l *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "pipe"} }

// lines is a log that tests look into.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// want checks that the log has a text in it.
func (l *lines) want(t *testing.T, text string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !strings.Contains(l.text.String(), text) {
		t.Errorf("not in the log: %s\nthis is the log:\n%s", text, l.text.String())
	}
}

func (l *lines) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

// newDeaf returns a client that reads nothing, and its other end.
func newDeaf() (near, far net.Conn) { return net.Pipe() }

// show writes the messages that a client has heard, one a line.
func show(reader *dotswire.Reader) (text []string, err error) {
	for {
		m, err := reader.Server()
		if errors.Is(err, io.EOF) {
			return text, nil
		}
		if err != nil {
			return text, err
		}
		text = append(text, showMessage(m))
	}
}

func showMessage(m dotswire.ServerMessage) string {
	out := dotswire.ServerName(m)
	switch m := m.(type) {
	case dotswire.Seat:
		out += fmt.Sprintf(" %d", m.Number)
	case dotswire.Players:
		for _, s := range m.Seats {
			name := map[dotswire.Assignment]string{
				dotswire.None: "none", dotswire.Open: "open", dotswire.Bot: "bot", dotswire.Player: "player",
				dotswire.Reserved: "reserved", dotswire.Abandoned: "abandoned",
			}[s.Assignment]
			out += strings.TrimSuffix(fmt.Sprintf(" %s:%s", name, s.Name), ":")
		}
	case dotswire.Move:
		out += fmt.Sprintf(" %d %d%s", m.Line.X, m.Line.Y, showScore(m.Score))
	case dotswire.GameOver:
		out += fmt.Sprintf(" %d", m.Winner)
	case dotswire.MoveResult:
		out += fmt.Sprintf(" %d%s", m.Status, showScore(m.Score))
	case dotswire.Sync:
		out += fmt.Sprintf(" turn %d score %d:%d", m.Turn, m.Scores[0], m.Scores[1])
		if m.Vertical != nil {
			out += fmt.Sprintf(" vertical %d horizontal %d owners %d", m.Vertical, m.Horizontal, m.Owners)
		}
	case dotswire.Options:
		out += fmt.Sprintf(" %d %d", m.Width, m.Height)
	}
	return out
}

func showScore(s dotswire.Score) string {
	if s.Count == 0 {
		return ""
	}
	out := fmt.Sprintf(" completes %d", s.Count)
	for _, b := range s.Boxes[:s.Count] {
		out += fmt.Sprintf(" (%d,%d)", b.X, b.Y)
	}
	return out
}

// after lets time pass in the bubble.
func (b *bubble) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// hear checks what a player hears.
func hear(t *testing.T, r *dotswire.Reader, want ...string) {
	t.Helper()
	for _, text := range want {
		m, err := r.Server()
		if err != nil {
			t.Fatalf("%v, want %s", err, text)
		}
		if got := showMessage(m); got != text {
			t.Fatalf("got %s, want %s", got, text)
		}
	}
}

func send(t *testing.T, conn net.Conn, messages ...dotswire.ClientMessage) {
	t.Helper()
	for _, m := range messages {
		if _, err := conn.Write(dotswire.AppendClient(nil, m)); err != nil {
			t.Fatal(err)
		}
	}
}

func horizontal(x, y uint8) dotswire.SendMove {
	return dotswire.SendMove{Line: dotswire.Line{X: x, Y: y}}
}
func vertical(x, y uint8) dotswire.SendMove {
	return dotswire.SendMove{Line: dotswire.Line{Vertical: true, X: x, Y: y}}
}
