package dotsnet

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/ggzxml"
)

// session is a client's control connection. Its server's lock guards it; the name
// changes only when its own reader has the lock.
type session struct {
	server *ggzServer
	link   *link

	name    string // empty before the login
	inRoom  bool
	channel *channel // for the next table, nil without one
	at      *table   // nil when at none
	seat    int
	game    *link // of the channel while at a table
	left    bool  // has left the last table by closing the channel
	ping    *time.Timer
}

func (s *session) send(e ggzxml.Element) {
	s.link.send(func(queue []byte) []byte { return ggzxml.Append(queue, e) })
}

func (s *session) sendText(text string) {
	s.link.send(func(queue []byte) []byte { return append(queue, text...) })
}

func (s *session) refuse(action, code string) { s.send(result(action, code)) }

// hangUp ends the session politely.
func (s *session) hangUp(reason string) {
	s.sendText(ggzxml.End)
	s.link.dismiss(reason)
}

// handle does what an element asks for. Elements that are not known are ignored.
func (s *session) handle(e *ggzxml.Element) {
	action := strings.ToLower(e.Name)
	switch e.Name {
	case "LOGIN":
		s.login(e)
		return
	case "PING":
		s.send(ggzxml.E("PONG", "ID", e.Attr("ID")))
		return
	case "LIST", "ENTER", "CHAT", "LAUNCH", "JOIN", "LEAVE":
	default:
		return
	}
	kind := strings.ToLower(e.Attr("TYPE"))
	here := e.Name == "ENTER" || e.Name == "LIST" && (kind == "game" || kind == "room") || e.Name == "CHAT" && kind == "private"
	switch {
	case s.name == "":
		s.refuse(action, "not logged in")
		return
	case !s.inRoom && !here:
		s.refuse(action, "not in room")
		return
	}
	switch e.Name {
	case "LIST":
		s.list(kind)
	case "ENTER":
		s.enter(e.Attr("ROOM"))
	case "CHAT":
		s.chat(e, kind)
	case "LAUNCH":
		s.launch(e)
	case "JOIN":
		s.join(e)
	case "LEAVE":
		s.leave()
	}
}

// login gives the client its name. There are no accounts: everybody is a guest.
func (s *session) login(e *ggzxml.Element) {
	g := s.server
	name := e.Child("NAME").Text
	switch {
	case s.name != "":
		s.refuse("login", "already logged in")
	case !strings.EqualFold(e.Attr("TYPE"), "guest"):
		s.refuse("login", "wrong login type")
	case len(name) > dotswire.MaxName:
		s.refuse("login", "too long")
	case !validName(name) || !human(name):
		s.refuse("login", "bad username")
	case g.sessions[fold(name)] != nil:
		s.refuse("login", "already logged in")
	default:
		s.name = name
		g.sessions[fold(name)] = s
		g.hall.log.Info("logged in", "remote", s.link.conn.RemoteAddr(), "name", name)
		s.send(result("login", "ok"))
		motd := ggzxml.E("MOTD", "PRIORITY", "normal", "URL", "").Saying("Welcome to " + g.name + ".")
		motd.CDATA = true
		s.send(motd)
		s.ping = time.AfterFunc(pingEvery, s.sendPing)
	}
}

// validName tells whether somebody may be called so: letters, digits and a few
// marks, so that a name looks the same everywhere.
func validName(name string) bool {
	return name != "" && len(name) <= dotswire.MaxName && !strings.ContainsFunc(name, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	})
}

// sendPing asks for a sign of life; the reader waits for it only so long.
func (s *session) sendPing() {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	if s.ping != nil {
		s.send(ggzxml.E("PING"))
		s.ping.Reset(pingEvery)
	}
}

// logout is the end of the session, however it came.
func (s *session) logout() {
	g := s.server
	if s.ping != nil {
		s.ping.Stop()
		s.ping = nil
	}
	if s.name == "" {
		return
	}
	if s.inRoom {
		g.arrivals = slices.DeleteFunc(g.arrivals, func(other *session) bool { return other == s })
		g.toRoom(ggzxml.E("UPDATE", "TYPE", "player", "ACTION", "delete", "ROOM", ggzRoom, "TOROOM", "-1").
			With(ggzxml.E("PLAYER", "ID", s.name)))
	}
	if s.at != nil {
		s.leaveTable()
	}
	if c := s.channel; c != nil {
		s.channel = nil
		c.expire.Stop()
		g.hall.goodbye(c.conn)
	}
	delete(g.sessions, fold(s.name))
}

func (s *session) enter(room string) {
	g := s.server
	switch {
	case s.at != nil:
		s.refuse("enter", "at table")
	case room != ggzRoom:
		s.refuse("enter", "bad options")
	case s.inRoom:
		s.send(result("enter", "ok"))
	default:
		s.send(result("enter", "ok"))
		g.toRoom(ggzxml.E("UPDATE", "TYPE", "player", "ACTION", "add", "ROOM", ggzRoom, "FROMROOM", "-1").With(s.element()))
		s.inRoom = true
		g.arrivals = append(g.arrivals, s)
	}
}

// element describes the player.
func (s *session) element() ggzxml.Element {
	id := -1
	if s.at != nil {
		id = s.at.id
	}
	return ggzxml.E("PLAYER", "ID", s.name, "TYPE", "guest", "TABLE", strconv.Itoa(id), "PERMS", "0x00000043", "LAG", "1")
}

func (s *session) list(kind string) {
	g := s.server
	list := ggzxml.E("LIST", "TYPE", kind)
	switch kind {
	case "game":
		list = list.With(ggzxml.E("GAME", "ID", ggzGame, "NAME", "Dots", "VERSION", "0.0.4").With(
			ggzxml.E("PROTOCOL", "ENGINE", "Dots", "VERSION", "4"),
			ggzxml.E("ALLOW", "PLAYERS", "2", "BOTS", "1", "SPECTATORS", "false", "PEERS", "false"),
			ggzxml.E("ABOUT", "AUTHOR", "puzzlekit", "URL", ""),
			ggzxml.E("DESC").Saying("Connect the dots, complete boxes."),
		))
	case "room":
		list = list.With(ggzxml.E("ROOM", "ID", ggzRoom, "NAME", "Connect The Dots", "REFNAME", "Connect The Dots",
			"GAME", ggzGame, "PLAYERS", strconv.Itoa(len(g.arrivals))).With(ggzxml.E("DESC").Saying("Tables of Dots")))
	case "player":
		list = ggzxml.E("LIST", "TYPE", kind, "ROOM", ggzRoom)
		for _, other := range g.arrivals {
			list = list.With(other.element())
		}
	case "table":
		list = ggzxml.E("LIST", "TYPE", kind, "ROOM", ggzRoom)
		for _, t := range g.hall.all(GGZ) {
			list.Children = append(list.Children, g.table(t))
		}
	default:
		s.refuse("list", "bad options")
		return
	}
	s.send(result("list", "ok").With(list))
}

// chat passes on what somebody says.
func (s *session) chat(e *ggzxml.Element, kind string) {
	g := s.server
	said := ggzxml.E("CHAT", "TYPE", kind, "FROM", s.name).Saying(e.Text)
	var to []*session
	switch kind {
	case "normal":
		to = g.arrivals
	case "table":
		if s.at == nil {
			s.refuse("chat", "no table")
			return
		}
		for _, other := range g.arrivals {
			if other.at == s.at {
				to = append(to, other)
			}
		}
	case "private":
		other := g.sessions[fold(e.Attr("TO"))]
		if other == nil {
			s.refuse("chat", "user not found")
			return
		}
		to = []*session{other}
	case "announce":
		s.refuse("chat", "no permission")
		return
	default:
		s.refuse("chat", "bad options")
		return
	}
	if len(e.Text) > chatBytes {
		s.refuse("chat", "too long")
		return
	}
	s.send(result("chat", "ok"))
	for _, other := range to {
		other.send(said)
	}
}
