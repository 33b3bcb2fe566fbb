package dotsnet

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/ggzxml"
	"puzzlekit/internal/webui/dotspage"
)

const (
	ggzProtocol = "10"
	ggzRoom     = "0"
	ggzGame     = "0"
	chatBytes   = 512

	loginTime    = 30 * time.Second // from the connection to a login, or from a channel to a table
	pingEvery    = 10 * time.Second
	pingPatience = 40 * time.Second // without a sign of life

	// maxRoomQueued is how much may wait for somebody in the room: a list of
	// thousands of tables.
	maxRoomQueued = 4 << 20
)

// ggzServer is a GGZ server with one game and one room.
type ggzServer struct {
	hall *Hall
	name string

	mu       sync.Mutex // taken before tables' locks
	sessions map[string]*session
	arrivals []*session     // those of sessions that are in the room, in order
	about    map[int]string // descriptions of tables by their ids
}

// ServeGGZ is a GGZ server, under this name, on the listener until ctx ends.
func (h *Hall) ServeGGZ(ctx context.Context, l net.Listener, name string) error {
	g := &ggzServer{hall: h, name: name, sessions: map[string]*session{}, about: map[int]string{}}
	for _, t := range h.all(GGZ) { // of games that were saved
		t.onRelease(func(number int) { g.released(t, number) })
	}
	stop := context.AfterFunc(ctx, g.shutdown)
	defer stop()
	return h.accept(ctx, l, func(conn net.Conn) { h.links.Go(func() { g.serve(conn) }) })
}

// shutdown tells everybody that the server stops.
func (g *ggzServer) shutdown() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.sessions {
		s.send(ggzxml.E("CHAT", "TYPE", "announce", "FROM", g.name).Saying("The server stops."))
		if s.at != nil {
			s.send(leaveNotice("gameover"))
		}
		s.hangUp(dotspage.Stopping)
	}
}

// serve speaks with one client, on a control connection or on a channel.
func (g *ggzServer) serve(conn net.Conn) {
	s := &session{server: g, link: newLink(g.hall, conn, dotswire.GGZ4)}
	s.link.limit = maxRoomQueued
	in := bufio.NewReaderSize(conn, 512)
	reader := ggzxml.NewReader(in)
	s.sendText(ggzxml.Begin)
	s.send(ggzxml.E("SERVER", "ID", "puzzlekit", "NAME", g.name, "VERSION", ggzProtocol, "STATUS", "ok", "TLS_SUPPORT", "no").
		With(ggzxml.E("OPTIONS", "CHATLEN", strconv.Itoa(chatBytes))))
	begun := time.Now()
	stopped := context.AfterFunc(g.hall.ctx, func() { s.link.dismiss(dotspage.Stopping) })
	defer stopped()

	var err error
	for {
		deadline := begun.Add(loginTime)
		if s.name != "" {
			deadline = time.Now().Add(pingPatience)
		}
		_ = conn.SetReadDeadline(deadline)
		var e ggzxml.Element
		if e, err = reader.Next(); err != nil {
			break
		}
		if e.Name == "CHANNEL" && s.name == "" {
			if g.channel(s, e.Attr("ID"), conn, in, reader) {
				return // the connection is the game's now
			}
			err = errors.New("channel refused")
			break
		}
		g.mu.Lock()
		s.handle(&e)
		g.mu.Unlock()
	}
	switch {
	case errors.Is(err, ggzxml.ErrSyntax):
		g.hall.stats.Violations.Add(1)
		s.send(result("protocol", "bad xml"))
	case errors.Is(err, ggzxml.ErrEnd):
		s.sendText(ggzxml.End)
	}
	g.mu.Lock()
	s.logout()
	g.mu.Unlock()
	g.hall.log.Info("left", "remote", conn.RemoteAddr(), "name", s.name, "reason", s.link.why(err))
	g.hall.farewell(s.link)
}

// channel makes the connection the channel of the player who goes by the name. A
// name is all that a channel shows, so it must come from where the player's
// control connection comes from, and only once for a table.
func (g *ggzServer) channel(s *session, name string, conn net.Conn, in *bufio.Reader, reader *ggzxml.Reader) bool {
	if _, err := reader.Next(); !errors.Is(err, ggzxml.ErrEnd) {
		return false
	}
	s.link.drain() // so that the next words are a write of their own
	if err := g.bind(name, &channel{conn: conn, in: in}); err != nil {
		g.hall.log.Warn("channel refused", "remote", conn.RemoteAddr(), "name", name, "reason", err)
		return false
	}
	_ = conn.SetReadDeadline(time.Time{})
	_ = conn.SetWriteDeadline(time.Now().Add(g.hall.config.WriteTimeout))
	_, _ = conn.Write([]byte(ggzxml.End)) // who cannot hear it does not come to a table
	return true
}

// bind gives a player the channel, for a short time.
func (g *ggzServer) bind(name string, c *channel) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	owner := g.sessions[fold(name)]
	switch {
	case owner == nil:
		return errors.New("nobody of that name is here")
	case host(owner.link.conn) != host(c.conn):
		g.hall.stats.Violations.Add(1)
		return errors.New("it does not come from where the player is")
	case owner.channel != nil || owner.at != nil:
		g.hall.stats.Violations.Add(1)
		return errors.New("the player has one already")
	}
	owner.channel = c
	c.expire = time.AfterFunc(loginTime, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if owner.channel == c {
			owner.channel = nil
			g.hall.goodbye(c.conn)
		}
	})
	return nil
}

// channel is the second connection of a player, before a game is played on it.
type channel struct {
	conn   net.Conn
	in     *bufio.Reader // may hold bytes that came behind the XML
	expire *time.Timer
}

// Read reads what follows the XML. One newline may stand between the XML and the
// game, whose first byte is never one.
func (c *channel) Read(p []byte) (int, error) {
	if c.in == nil {
		return c.conn.Read(p)
	}
	first, err := c.in.Peek(1)
	if err == nil && first[0] == '\n' {
		_, err = c.in.Discard(1)
	}
	if err != nil {
		return 0, err
	}
	if c.in.Buffered() == 0 {
		c.in = nil
		return c.conn.Read(p)
	}
	n, err := c.in.Read(p[:min(len(p), c.in.Buffered())])
	if c.in.Buffered() == 0 {
		c.in = nil
	}
	return n, err
}

// SetReadDeadline is the connection's.
func (c *channel) SetReadDeadline(t time.Time) error { return c.conn.SetReadDeadline(t) }

// fold returns a name as names are compared.
func fold(name string) string { return strings.ToLower(name) }

// host returns where a connection comes from, without the port.
func host(conn net.Conn) string {
	addr, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return conn.RemoteAddr().String()
	}
	return addr.Addr().Unmap().String()
}

// toRoom tells everybody in the room.
func (g *ggzServer) toRoom(e ggzxml.Element) {
	text := string(ggzxml.Append(nil, e))
	for _, s := range g.arrivals {
		s.sendText(text)
	}
}

func result(action, code string) ggzxml.Element {
	return ggzxml.E("RESULT", "ACTION", action, "CODE", code)
}

func leaveNotice(reason string) ggzxml.Element { return ggzxml.E("LEAVE", "REASON", reason) }
