package dotsnet

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"puzzlekit/internal/dotswire"
)

// place is where a guest has come to: a seat of a table, or nobody's.
type place struct {
	table  *table
	number int
	keep   time.Duration // for which the seat is kept when the guest is gone
}

// ServeBare seats everybody who connects to the listener, until ctx ends: the
// first one in seat 0 of a table, the second one in seat 1, and so on at the next
// table. When all tables are taken, a client of ggz4 looks on at one, and one of
// seed, which has no word for that, is turned away.
func (h *Hall) ServeBare(ctx context.Context, l net.Listener, d dotswire.Dialect) error {
	return h.accept(ctx, l, func(conn net.Conn) {
		guest := newLink(h, conn, d)
		at, err := h.seatBare(guest)
		if err != nil {
			h.log.Warn("connection refused", "remote", conn.RemoteAddr(), "reason", err)
			h.stats.Refused.Add(1)
			h.goodbye(conn)
			return
		}
		h.log.Info("connected", "remote", conn.RemoteAddr(), "table", at.table.id, "seat", at.number)
		h.links.Go(func() { h.play(guest, conn, at) })
	})
}

// accept passes on connections until ctx ends. serve owns the connection, counts
// a goroutine in h.links if it starts one, and does not block.
func (h *Hall) accept(ctx context.Context, l net.Listener, serve func(net.Conn)) error {
	stop := context.AfterFunc(ctx, func() { _ = l.Close() })
	defer stop()
	h.links.Add(1) // so that nobody is counted in after the last one
	defer h.links.Done()
	for {
		conn, err := l.Accept()
		switch {
		case err == nil && h.admit():
			serve(conn)
		case err == nil:
			h.log.Warn("connection refused", "remote", conn.RemoteAddr(), "reason", "too many connections")
			_ = conn.Close()
		case ctx.Err() != nil || errors.Is(err, net.ErrClosed):
			return nil
		default:
			h.log.Warn("accept", "err", err)
			// Out of file descriptors, most likely: wait for some to be freed.
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
		}
	}
}

// goodbye closes a connection that was admitted.
func (h *Hall) goodbye(conn io.Closer) {
	_ = conn.Close()
	h.stats.Open.Add(-1)
}

// seatBare finds the guest a place.
func (h *Hall) seatBare(g guest) (place, error) {
	h.seating.Lock()
	defer h.seating.Unlock()
	for {
		t := h.firstFree(Bare)
		if t == nil {
			var err error
			if t, err = h.openBare(); err != nil {
				return h.lookOn(g, err)
			}
		}
		for i, name := range h.config.Names {
			switch err := t.join(i, name, g); {
			case err == nil:
				return place{table: t, number: i}, nil
			case !errors.Is(err, errTaken) && !errors.Is(err, errClosed):
				return place{}, err
			}
		}
	}
}

// openBare opens a table, with a bot in seat 1 if that is who one plays against.
func (h *Hall) openBare() (*table, error) {
	t, err := h.open(Bare)
	if err != nil || h.config.Opponent == "" {
		return t, err
	}
	b, err := h.newBotFor(t, h.config.Opponent)
	if err == nil {
		err = t.seatBot(1, b)
	}
	return t, err
}

// lookOn lets a guest who has found no seat look on where there is room.
func (h *Hall) lookOn(g guest, full error) (place, error) {
	if l, ok := g.(*link); !ok || l.dialect == dotswire.Seed {
		return place{}, full
	}
	for _, t := range h.all(Bare) {
		if t.watch(g) == nil {
			return place{table: t, number: nobody}, nil
		}
	}
	return place{}, full
}

// firstFree returns the first table of a kind with an open seat.
func (h *Hall) firstFree(kind Kind) *table {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.tables {
		if t.kind == kind && t.free.Load() > 0 {
			return t
		}
	}
	return nil
}

// play passes what a guest says to its table until the connection ends.
func (h *Hall) play(l *link, from io.Reader, at place) {
	reader := dotswire.NewReader(from, l.dialect)
	var err error
	for {
		var m dotswire.ClientMessage
		if m, err = reader.Client(); err != nil {
			break
		}
		at.table.handle(at.number, l, m)
	}
	if errors.Is(err, dotswire.ErrProtocol) {
		h.stats.Violations.Add(1)
		h.log.Warn("protocol violated", "remote", l.conn.RemoteAddr(), "table", at.table.id, "err", err)
	}
	if at.number == nobody {
		at.table.unwatch(l)
	} else {
		at.table.leave(at.number, l, at.keep)
	}
	h.log.Info("left", "remote", l.conn.RemoteAddr(), "table", at.table.id, "seat", at.number, "reason", l.why(err))
	h.farewell(l)
}

// farewell closes a connection when the peer has read its last words. Closing it
// while the peer still speaks would throw them away.
func (h *Hall) farewell(l *link) {
	l.dismiss("")
	l.drain()
	_ = l.conn.SetReadDeadline(time.Now().Add(linger))
	_, _ = io.CopyN(io.Discard, l.conn, maxQueued)
	h.goodbye(l.conn)
}
