package dotsnet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/ggzd"
)

// ServeUnder is the game server of one table under a GGZ server, which it speaks
// with over conn. It returns when the table is over, the GGZ server closes the
// socket, or ctx ends. It owns the connection.
func (h *Hall) ServeUnder(ctx context.Context, conn *ggzd.Conn) error {
	h.links.Add(1)
	defer h.links.Done()
	u := &under{hall: h, control: newLink(h, conn, dotswire.GGZ4), places: map[int]*link{}}
	defer h.farewell(u.control)
	h.stats.Open.Add(1)
	stop := context.AfterFunc(ctx, func() { _ = conn.SetReadDeadline(time.Now()) })
	defer stop()
	reader := ggzd.NewReader(conn)
	for {
		m, err := reader.Read()
		switch {
		case ctx.Err() != nil || errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := u.handle(m); err != nil {
			return err
		}
		if u.table != nil && h.find(u.table.id) == nil {
			u.state(ggzd.Done)
			return nil
		}
	}
}

// under is a table under a GGZ server.
type under struct {
	hall    *Hall
	control *link // to the GGZ server
	table   *table
	seats   [2]*link
	places  map[int]*link // of spectators
}

func (u *under) state(s ggzd.State) {
	u.control.send(func(queue []byte) []byte { return ggzd.AppendState(queue, s) })
}

func (u *under) handle(m ggzd.Message) error {
	if _, ok := m.(ggzd.Launch); !ok && u.table == nil {
		return fmt.Errorf("%w: %T before LAUNCH", ggzd.ErrProtocol, m)
	}
	switch m := m.(type) {
	case ggzd.Launch:
		return u.launch(m)
	case ggzd.Seat:
		return u.seat(m)
	case ggzd.Spectator:
		return u.spectator(m)
	case ggzd.Reseat:
		u.hall.log.Warn("nobody changes places here", "from", m.From, "to", m.To)
	}
	return nil
}

// launch opens the table, with a saved game if there is one.
func (u *under) launch(m ggzd.Launch) error {
	h := u.hall
	if len(m.Seats) != 2 || u.table != nil {
		return fmt.Errorf("%w: LAUNCH with %d seats, expected one with 2", ggzd.ErrProtocol, len(m.Seats))
	}
	var err error
	if m.SavedGame == "" {
		u.table, err = h.open(GGZ)
	} else {
		u.table, err = h.reopen(m.SavedGame, GGZ)
	}
	if err != nil {
		return err
	}
	u.table.onEnd(u.report)
	for i, seat := range m.Seats {
		if err := u.fill(i, seat); err != nil {
			return err
		}
	}
	u.state(ggzd.Waiting)
	return nil
}

// fill puts into a seat what is no player.
func (u *under) fill(number int, o dotswire.Occupant) error {
	switch o.Assignment {
	case dotswire.Bot:
		b, err := newBot(o.Name, u.hall.config.BotTime, uint64(u.table.id))
		if err != nil { // the name is no level
			if b, err = u.hall.newBotFor(u.table, ""); err != nil {
				return err
			}
			if o.Name != "" {
				b.name = dotswire.CutName(o.Name)
			}
		}
		if err := u.table.seatBot(number, b); err != nil && !errors.Is(err, errTaken) {
			return err
		}
	case dotswire.Reserved:
		u.table.reserve(number, dotswire.CutName(o.Name), 0)
	}
	return nil
}

// seat takes in who has a seat from now on.
func (u *under) seat(m ggzd.Seat) error {
	if m.Number < 0 || m.Number > 1 {
		return fmt.Errorf("%w: SEAT %d, expected 0 or 1", ggzd.ErrProtocol, m.Number)
	}
	if old := u.seats[m.Number]; old != nil {
		u.seats[m.Number] = nil
		u.table.leave(m.Number, old, 0)
		old.dismiss("left the table")
	}
	if m.Assignment != dotswire.Player {
		return u.fill(m.Number, m.Occupant)
	}
	l, err := u.link(m.File)
	if err != nil {
		return err
	}
	name := dotswire.CutName(m.Name)
	u.table.vacate(m.Number)
	if err := u.table.join(m.Number, name, l); err != nil {
		u.hall.log.Error("join", "seat", m.Number, "name", name, "err", err)
		u.hall.goodbye(l.conn)
		return nil
	}
	u.seats[m.Number] = l
	u.hall.links.Go(func() { u.hall.play(l, l.conn, place{table: u.table, number: m.Number}) })
	return nil
}

// vacate opens a seat that is kept for somebody: the GGZ server knows better who
// is to have it.
func (t *table) vacate(number int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := &t.seats[number]; s.Assignment == dotswire.Reserved {
		if s.keep != nil {
			s.keep.Stop()
		}
		t.take(number, seat{Occupant: dotswire.Occupant{Assignment: dotswire.Open}})
	}
}

// spectator takes in who looks on from now on.
func (u *under) spectator(m ggzd.Spectator) error {
	if old := u.places[m.Number]; old != nil {
		delete(u.places, m.Number)
		u.table.unwatch(old)
		old.dismiss("left the table")
	}
	if m.Name == "" {
		return nil
	}
	l, err := u.link(m.File)
	if err != nil {
		return err
	}
	if u.table.watch(l) == nil {
		u.places[m.Number] = l
		u.hall.links.Go(func() { u.hall.play(l, l.conn, place{table: u.table, number: nobody}) })
	} else {
		u.hall.goodbye(l.conn) // there is no room
	}
	return nil
}

// link makes a client's descriptor a connection.
func (u *under) link(f *os.File) (*link, error) {
	defer func() { _ = f.Close() }() // the connection has a copy
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("a player's descriptor: %w", err)
	}
	u.hall.admit()
	return newLink(u.hall, conn, dotswire.GGZ4), nil
}

// report tells the GGZ server how a game has ended, and where it is kept. It is called with the table
// locked.
func (u *under) report(p *dots.Position) {
	results := make([]ggzd.Result, 2)
	for i := range results {
		results[i] = ggzd.Result{Occupant: u.table.seats[i].Occupant, Team: int32(i), Score: int32(p.Score(i))}
		switch p.Winner() {
		case i:
			results[i].Outcome = ggzd.Win
		case 1 - i:
			results[i].Outcome = ggzd.Loss
		default:
			results[i].Outcome = ggzd.Tie
		}
	}
	file := u.table.file
	u.control.send(func(queue []byte) []byte {
		queue = ggzd.AppendReport(queue, results...)
		if file != "" {
			queue = ggzd.AppendSavedGame(queue, file)
		}
		return queue
	})
}
