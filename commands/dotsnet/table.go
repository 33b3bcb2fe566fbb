package dotsnet

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/savedgame"
	"puzzlekit/internal/dotswire"
)

// phase is where a table is in the life of a game.
type phase int

const (
	options phase = iota // somebody has been asked how large the board is to be
	wait                 // the board is known, somebody is missing or has not agreed
	playing
	over // all boxes are taken
)

// guest is who sits at a table or looks on.
type guest interface {
	// tell passes on a message, which is the guest's only during the call. It
	// does not block: it is called with the table locked.
	tell(m dotswire.ServerMessage)

	// dismiss parts with the guest, who then leaves the table. It does not block
	// either.
	dismiss(reason string)
}

// table is one game after another between two seats. It is safe for concurrent
// use.
type table struct {
	hall *Hall
	id   int
	kind Kind
	free atomic.Int32 // open seats, for those who look for one without the lock

	mu       sync.Mutex // guards the rest
	phase    phase
	seats    [2]seat
	watchers []guest
	position *dots.Position       // nil before the first options
	begun    bool                 // the game on the board has begun
	asked    int                  // the seat that has been asked for options, or nobody
	turns    uint64               // changes when what a bot or a timer is about is over
	games    int                  // played at this table
	last     *dotswire.Line       // the latest line, for those who come to look
	record   *record              // of the game that is begun, nil if it is not kept
	file     string               // of the latest record, empty without one
	timer    *time.Timer          // of the seat to move, nil without one
	ended    func(*dots.Position) // told of every game's end, with the table locked; may be nil
	released func(number int)     // told of seats that are kept no longer; may be nil
	closed   bool                 // nobody can join any more
}

const nobody = -1

// seat is one of the two places at a table.
type seat struct {
	dotswire.Occupant
	guest  guest       // of a Player
	bot    *bot        // of a Bot
	agreed bool        // to the game that is next
	keep   *time.Timer // how long the seat stays Reserved, nil for ever
	nonce  string      // of the page that has the seat, empty if nobody knows
	sized  bool        // the guest has been told the size of the board
	joined bool        // the record of the game says that Name has the seat
}

var (
	errClosed = errors.New("the table is closed")
	errTaken  = errors.New("the seat is taken")
)

// newTable returns a table with open seats that the hall does not know yet.
func newTable(h *Hall, id int, kind Kind) *table {
	t := &table{hall: h, id: id, kind: kind, asked: nobody}
	for i := range t.seats {
		t.seats[i].Assignment = dotswire.Open
	}
	t.free.Store(2)
	return t
}

// join puts a guest into a seat that is open, or reserved for the name.
func (t *table) join(number int, name string, g guest) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := &t.seats[number]
	switch {
	case t.closed:
		return errClosed
	case s.Assignment == dotswire.Open:
	case s.Assignment == dotswire.Reserved && s.Name == name:
	default:
		return errTaken
	}
	if s.keep != nil {
		s.keep.Stop()
	}
	agreed := t.phase != over || s.Assignment == dotswire.Open // who only comes back may want to stop here
	if !s.joined {
		t.record.add(savedgame.Event{Kind: savedgame.Join, Seat: number, Name: name})
	}
	t.take(number, seat{
		Occupant: dotswire.Occupant{Assignment: dotswire.Player, Name: name},
		guest:    g, agreed: agreed, nonce: s.nonce, joined: true,
	})
	g.tell(dotswire.Seat{Number: int32(number)})
	t.tellPlayers()
	switch t.phase {
	case options:
		if t.asked == nobody {
			t.ask(number)
		}
	case wait:
		t.tellSize(number)
		if t.begun {
			g.tell(t.sync())
		}
		t.start()
	}
	return nil
}

// take puts somebody into a seat.
func (t *table) take(number int, s seat) {
	t.seats[number] = s
	open := 0
	for i := range t.seats {
		if t.seats[i].Assignment == dotswire.Open {
			open++
		}
	}
	t.free.Store(int32(open))
}

// leave opens the guest's seat, or keeps it for so long. It does nothing when the
// seat is somebody else's by now.
func (t *table) leave(number int, g guest, keep time.Duration) {
	t.mu.Lock()
	s := &t.seats[number]
	if s.guest != g || t.closed {
		t.mu.Unlock()
		return
	}
	name := s.Name
	left := seat{Occupant: dotswire.Occupant{Assignment: dotswire.Open}}
	if keep > 0 {
		left = seat{Occupant: dotswire.Occupant{Assignment: dotswire.Reserved, Name: name}, nonce: s.nonce, joined: true}
		left.keep = time.AfterFunc(keep, func() { t.release(number, name) })
	}
	if keep == 0 {
		t.record.add(savedgame.Event{Kind: savedgame.Leave, Seat: number, Name: name})
	}
	t.take(number, left)
	t.interrupt()
	t.tellPlayers()
	if t.asked == number {
		t.asked = nobody
		if other := 1 - number; t.seats[other].guest != nil {
			t.ask(other)
		}
	}
	t.closeIfEmpty()
}

// release opens a seat that was kept for somebody who has not come back.
func (t *table) release(number int, name string) {
	t.mu.Lock()
	s := &t.seats[number]
	if t.closed || s.Assignment != dotswire.Reserved || s.Name != name {
		t.mu.Unlock()
		return
	}
	if s.joined {
		t.record.add(savedgame.Event{Kind: savedgame.Leave, Seat: number, Name: name})
	}
	t.take(number, seat{Occupant: dotswire.Occupant{Assignment: dotswire.Open}})
	t.tellPlayers()
	released := t.released
	t.closeIfEmpty()
	if released != nil {
		released(number)
	}
}

// closeIfEmpty unlocks the table and removes it when no human is left at it.
func (t *table) closeIfEmpty() {
	for i := range t.seats {
		if s := &t.seats[i]; s.guest != nil || s.keep != nil {
			t.mu.Unlock()
			return
		}
	}
	t.close("everybody has gone")
	t.mu.Unlock()
	t.hall.remove(t)
}

// close ends the table. It needs t.mu; the hall still knows the table.
func (t *table) close(reason string) {
	if t.closed {
		return
	}
	t.closed = true
	t.free.Store(0)
	t.quiet()
	t.record.close()
	for i := range t.seats {
		s := &t.seats[i]
		if s.keep != nil {
			s.keep.Stop()
		}
		if s.guest != nil {
			s.guest.dismiss(reason)
		}
	}
	for _, w := range t.watchers {
		w.dismiss(reason)
	}
	t.watchers = nil
}

// watch lets a guest look on.
func (t *table) watch(g guest) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return errClosed
	}
	if len(t.watchers) >= maxWatchers {
		return fmt.Errorf("%d look on already", len(t.watchers))
	}
	t.watchers = append(t.watchers, g)
	g.tell(dotswire.Seat{Number: nobody})
	g.tell(t.players())
	if t.position != nil {
		g.tell(t.optionsMessage())
		if t.begun {
			g.tell(t.sync())
		}
	}
	return nil
}

// unwatch is the end of watch.
func (t *table) unwatch(g guest) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.watchers = slices.DeleteFunc(t.watchers, func(w guest) bool { return w == g })
}

// seatBot puts a computer player into an open seat.
func (t *table) seatBot(number int, b *bot) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || t.seats[number].Assignment != dotswire.Open {
		return errTaken
	}
	t.take(number, seat{Occupant: dotswire.Occupant{Assignment: dotswire.Bot, Name: b.name}, bot: b, agreed: true})
	t.record.add(savedgame.Event{Kind: savedgame.Join, Seat: number, Name: b.name})
	t.tellPlayers()
	t.start()
	return nil
}

// reserve keeps an open seat for somebody, for so long or, with 0, for ever.
func (t *table) reserve(number int, name string, keep time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := seat{Occupant: dotswire.Occupant{Assignment: dotswire.Reserved, Name: name}}
	if keep > 0 {
		s.keep = time.AfterFunc(keep, func() { t.release(number, name) })
	}
	t.take(number, s)
}

// tellAll tells everybody at the table, seat 0 first, and those who look on.
func (t *table) tellAll(m dotswire.ServerMessage) {
	for i := range t.seats {
		if g := t.seats[i].guest; g != nil {
			g.tell(m)
		}
	}
	for _, w := range t.watchers {
		w.tell(m)
	}
}

func (t *table) tellPlayers() { t.tellAll(t.players()) }

func (t *table) players() dotswire.Players {
	return dotswire.Players{Seats: [2]dotswire.Occupant{t.seats[0].Occupant, t.seats[1].Occupant}}
}

func (t *table) optionsMessage() dotswire.Options {
	size := t.position.Size()
	return dotswire.Options{Width: uint8(size.Width), Height: uint8(size.Height)}
}

// tellSize tells the guest in a seat how large the board is.
func (t *table) tellSize(number int) {
	s := &t.seats[number]
	s.guest.tell(t.optionsMessage())
	s.sized = true
}

// onEnd lets somebody be told of every game's end, with the table locked.
func (t *table) onEnd(ended func(*dots.Position)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = ended
}

// onRelease lets somebody be told of seats that are kept no longer, with nothing
// locked.
func (t *table) onRelease(released func(number int)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.released = released
}

// sync returns the state of the game.
func (t *table) sync() dotswire.Sync {
	m := dotswire.Sync{Turn: nobody}
	if t.position == nil {
		return m
	}
	if t.begun && !t.position.Over() {
		m.Turn = int8(t.position.Turn())
	}
	m.Scores = [2]int32{int32(t.position.Score(0)), int32(t.position.Score(1))}
	m.Vertical, m.Horizontal, m.Owners = t.position.Vertical(), t.position.Horizontal(), t.position.Owners()
	return m
}
