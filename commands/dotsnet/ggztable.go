package dotsnet

import (
	"slices"
	"strconv"
	"strings"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/players"
	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/ggzxml"
)

// The states of a table as GGZ counts them: 1 also while a game is played.
const (
	tableWaiting = "1"
	tableDone    = "3"
)

// seatTypes are the words for seats in XML.
var seatTypes = [...]string{
	dotswire.None: "none", dotswire.Open: "open", dotswire.Bot: "bot",
	dotswire.Player: "player", dotswire.Reserved: "reserved", dotswire.Abandoned: "abandoned",
}

// table describes a table whole.
func (g *ggzServer) table(t *table) ggzxml.Element {
	t.mu.Lock()
	seats := t.players().Seats
	t.mu.Unlock()
	e := ggzxml.E("TABLE", "ID", strconv.Itoa(t.id), "GAME", ggzGame, "STATUS", tableWaiting, "SEATS", "2").
		With(ggzxml.E("DESC").Saying(g.about[t.id]))
	for i, seat := range seats {
		e = e.With(seatElement(i, seat))
	}
	return e
}

func seatElement(number int, o dotswire.Occupant) ggzxml.Element {
	return ggzxml.E("SEAT", "NUM", strconv.Itoa(number), "TYPE", seatTypes[o.Assignment]).Saying(o.Name)
}

// update tells the room of a table.
func (g *ggzServer) update(action string, table ggzxml.Element) {
	g.toRoom(ggzxml.E("UPDATE", "TYPE", "table", "ACTION", action, "ROOM", ggzRoom).With(table))
}

// seatUpdate tells the room who has come to a seat or left it.
func (g *ggzServer) seatUpdate(action string, t *table, number int, name string) {
	player := dotswire.Occupant{Assignment: dotswire.Player, Name: name}
	g.update(action, ggzxml.E("TABLE", "ID", strconv.Itoa(t.id), "SEATS", "2").With(seatElement(number, player)))
}

// launch opens a table and seats the player at it.
func (s *session) launch(e *ggzxml.Element) {
	g := s.server
	wish := e.Child("TABLE")
	seats, bots, ok := wishes(wish)
	own := slices.IndexFunc(seats[:], func(o dotswire.Occupant) bool {
		return o.Assignment == dotswire.Reserved && fold(o.Name) == fold(s.name)
	})
	if own < 0 {
		own = slices.IndexFunc(seats[:], func(o dotswire.Occupant) bool { return o.Assignment == dotswire.Open })
	}
	switch {
	case s.at != nil:
		s.refuse("launch", "at table")
		return
	case s.channel == nil:
		s.refuse("launch", "no channel")
		return
	case !ok || wish.Attr("GAME") != ggzGame || own < 0:
		s.refuse("launch", "bad options")
		return
	}
	t, err := g.hall.open(GGZ)
	if err != nil {
		s.refuse("launch", "launch fail")
		return
	}
	g.about[t.id] = wish.Child("DESC").Text
	t.onEnd(func(*dots.Position) { g.played(t) })
	for i, seat := range seats {
		switch seat.Assignment {
		case dotswire.Reserved:
			t.reserve(i, seat.Name, 0)
		case dotswire.Bot:
			b, err := g.hall.newBotFor(t, bots[i])
			if err == nil {
				err = t.seatBot(i, b)
			}
			if err != nil {
				g.hall.log.Error("bot", "table", t.id, "err", err)
			}
		}
	}
	g.update("add", g.table(t))
	s.send(result("launch", "ok"))
	s.sit(t, own)
}

// played tells the room that the results of the players at a table have changed.
// It is called with the table locked, which the server's lock comes before: hence
// the goroutine.
func (g *ggzServer) played(t *table) {
	var names []string
	for i := range t.seats {
		if s := &t.seats[i]; s.Assignment == dotswire.Player {
			names = append(names, s.Name)
		}
	}
	g.hall.links.Go(func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		for _, name := range names {
			g.toRoom(ggzxml.E("UPDATE", "TYPE", "player", "ACTION", "stats", "ROOM", ggzRoom).With(ggzxml.E("PLAYER", "ID", name)))
		}
	})
}

// wishes reads the seats that a launch asks for. A bot may have the name of a
// level.
func wishes(e *ggzxml.Element) (seats [2]dotswire.Occupant, levels [2]string, ok bool) {
	if e.Attr("SEATS") != "2" {
		return seats, levels, false
	}
	for i := range e.Children {
		c := &e.Children[i]
		number, err := strconv.Atoi(c.Attr("NUM"))
		kind := slices.Index(seatTypes[:], strings.ToLower(c.Attr("TYPE")))
		if c.Name != "SEAT" {
			continue
		}
		if err != nil || number < 0 || number > 1 || seats[number] != (dotswire.Occupant{}) {
			return seats, levels, false
		}
		seat := dotswire.Occupant{Assignment: dotswire.Assignment(kind)}
		switch seat.Assignment {
		case dotswire.Open:
		case dotswire.Bot:
			if slices.Contains(players.Levels, c.Text) {
				levels[number] = c.Text
			}
		case dotswire.Reserved:
			if seat.Name = c.Text; !validName(c.Text) {
				return seats, levels, false
			}
		default:
			return seats, levels, false
		}
		seats[number] = seat
	}
	// Not set are the ones that are None.
	return seats, levels, seats[0].Assignment != dotswire.None && seats[1].Assignment != dotswire.None
}

// join seats the player at a table that is there.
func (s *session) join(e *ggzxml.Element) {
	g := s.server
	id, err := strconv.Atoi(e.Attr("TABLE"))
	t := g.hall.find(id)
	switch {
	case s.at != nil:
		s.refuse("join", "at table")
		return
	case err != nil || t == nil || t.kind != GGZ:
		s.refuse("join", "no table")
		return
	case strings.EqualFold(e.Attr("SPECTATOR"), "true"):
		s.refuse("join", "no permission") // the game's description says that nobody can look on
		return
	case s.channel == nil:
		s.refuse("join", "no channel")
		return
	}
	number := t.seatFor(s.name)
	if number == nobody {
		s.refuse("join", "table full")
		return
	}
	g.seatUpdate("join", t, number, s.name)
	s.send(result("join", "ok"))
	s.sitUpdated(t, number)
}

// seatFor returns the seat that is reserved for somebody, else the first open
// one, else nobody.
func (t *table) seatFor(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	number := nobody
	for i := range t.seats {
		switch s := &t.seats[i]; {
		case s.Assignment == dotswire.Reserved && fold(s.Name) == fold(name):
			return i
		case s.Assignment == dotswire.Open && number == nobody:
			number = i
		}
	}
	return number
}

// sit tells the room that the player sits down, and lets the game begin.
func (s *session) sit(t *table, number int) {
	s.server.seatUpdate("join", t, number, s.name)
	s.sitUpdated(t, number)
}

func (s *session) sitUpdated(t *table, number int) {
	g := s.server
	c := s.channel
	s.channel = nil
	c.expire.Stop()
	s.send(ggzxml.E("JOIN", "TABLE", strconv.Itoa(t.id), "SPECTATOR", "false"))
	s.at, s.seat, s.left, s.game = t, number, false, newLink(g.hall, c.conn, dotswire.GGZ4)
	game := s.game
	if err := t.join(number, t.nameAt(number, s.name), game); err != nil {
		g.hall.log.Error("join", "table", t.id, "name", s.name, "err", err)
		game.dismiss(err.Error())
	}
	g.hall.links.Go(func() {
		g.hall.play(game, c, place{table: t, number: number})
		g.mu.Lock()
		defer g.mu.Unlock()
		if s.game == game { // the client closed the channel, or was dismissed
			s.leaveTable()
			s.left = true
			s.send(leaveNotice("normal"))
		}
	})
}

// nameAt returns how somebody's name is spelled where a seat is reserved for it.
func (t *table) nameAt(number int, name string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := &t.seats[number]; s.Assignment == dotswire.Reserved {
		return s.Name
	}
	return name
}

// leave is what a client asks for. A game goes on when somebody takes the seat, so
// nobody is held back.
func (s *session) leave() {
	switch {
	case s.at == nil && s.left: // the word comes behind the deed
		s.left = false
		s.send(result("leave", "ok"))
		return
	case s.at == nil:
		s.refuse("leave", "no table")
		return
	}
	s.leaveTable()
	s.send(result("leave", "ok"))
	s.send(leaveNotice("normal"))
}

// leaveTable takes the player from the table and tells the room.
func (s *session) leaveTable() {
	g, t := s.server, s.at
	t.leave(s.seat, s.game, 0)
	s.game.dismiss("left the table")
	g.seatUpdate("leave", t, s.seat, s.name)
	s.at, s.game = nil, nil
	g.bury(t)
}

// bury tells the room that a table is gone, if it is.
func (g *ggzServer) bury(t *table) {
	if g.hall.find(t.id) != nil {
		return
	}
	delete(g.about, t.id)
	gone := ggzxml.E("TABLE", "ID", strconv.Itoa(t.id), "STATUS", tableDone, "SEATS", "2")
	g.update("status", gone)
	g.update("delete", gone)
}

// released tells the room of a seat whose owner has not come back.
func (g *ggzServer) released(t *table, number int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	open := dotswire.Occupant{Assignment: dotswire.Open}
	g.update("seat", ggzxml.E("TABLE", "ID", strconv.Itoa(t.id), "SEATS", "2").With(seatElement(number, open)))
	g.bury(t)
}
