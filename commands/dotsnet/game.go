package dotsnet

import (
	"errors"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/savedgame"
	"puzzlekit/internal/dotswire"
)

// handle does what a guest asks for. Guests that only look on are in the seat
// nobody. It does nothing when the guest has lost the seat.
func (t *table) handle(number int, g guest, m dotswire.ClientMessage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return
	}
	if _, ok := m.(dotswire.RequestSync); ok {
		state := t.sync()
		if number != nobody && !t.seats[number].sized {
			// Whoever has come after a game could not tell where the arrays end.
			state = dotswire.Sync{Turn: nobody}
		}
		g.tell(state)
		return
	}
	if number == nobody || t.seats[number].guest != g {
		return
	}
	switch m := m.(type) {
	case dotswire.SendMove:
		t.move(number, m.Line)
	case dotswire.SendOptions:
		t.setOptions(number, m)
	case dotswire.RequestNewGame:
		t.newGame(number)
	}
}

// ask asks a seat for options.
func (t *table) ask(number int) {
	t.asked = number
	t.limit(number)
	t.seats[number].guest.tell(dotswire.RequestOptions{})
}

// setOptions sets the board, if the seat has been asked for it.
func (t *table) setOptions(number int, m dotswire.SendOptions) {
	if t.phase != options || t.asked != number {
		return
	}
	position, err := dots.New(dots.Size{Width: int(m.Width), Height: int(m.Height)})
	if err != nil {
		t.ask(number)
		return
	}
	t.quiet()
	t.position, t.begun, t.last = position, false, nil
	t.phase, t.asked = wait, nobody
	t.seats[number].agreed = true
	t.tellAll(t.optionsMessage())
	for i := range t.seats {
		t.seats[i].sized = true
	}
	t.start()
}

// newGame takes a seat's yes to another game.
func (t *table) newGame(number int) {
	s := &t.seats[number]
	switch {
	case t.phase == over:
		s.agreed = true
		t.phase = options
		t.ask(number)
	case t.phase == options:
		s.agreed = true
	case t.phase == wait && !t.begun:
		s.agreed = true
		t.start()
	}
}

// start lets a game begin, or go on, when both are there and agree.
func (t *table) start() {
	if t.phase != wait {
		return
	}
	for i := range t.seats {
		s := &t.seats[i]
		if !s.agreed || s.guest == nil && s.bot == nil {
			return
		}
	}
	t.phase = playing
	if !t.begun {
		t.begun = true
		t.games++
		t.record = t.hall.newRecord(t)
	}
	t.next()
}

// next asks whose turn it is to move.
func (t *table) next() {
	t.quiet()
	number := t.position.Turn()
	s := &t.seats[number]
	if s.bot != nil {
		t.think(number)
		return
	}
	t.limit(number)
	s.guest.tell(dotswire.RequestMove{})
}

// limit bounds the time for a seat's answer.
func (t *table) limit(number int) {
	if limit := t.hall.config.MoveTimeout; limit > 0 {
		t.quiet()
		turn := t.turns
		t.timer = time.AfterFunc(limit, func() { t.tooSlow(number, turn) })
	}
}

// quiet ends what timers and bots are about.
func (t *table) quiet() {
	t.turns++
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	for i := range t.seats {
		if b := t.seats[i].bot; b != nil {
			b.stop()
		}
	}
}

// interrupt stops a game that is running until the seats are filled again.
func (t *table) interrupt() {
	if t.phase == playing {
		t.phase = wait
		t.quiet()
	}
}

// tooSlow dismisses the one who has not moved in time.
func (t *table) tooSlow(number int, turn uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g := t.seats[number].guest; t.turns == turn && g != nil {
		t.hall.stats.Dismissed.Add(1)
		g.dismiss("did not move within " + t.hall.config.MoveTimeout.String())
	}
}

// move draws a line for a seat. An illegal one changes nothing.
func (t *table) move(number int, line dotswire.Line) {
	g := t.seats[number].guest
	status := dotswire.OK
	var boxes []dots.Box
	switch {
	case t.phase != playing:
		status = dotswire.ErrState
	case t.position.Turn() != number:
		status = dotswire.ErrTurn
	default:
		var err error
		boxes, err = t.position.Play(fromWire(line))
		switch {
		case errors.Is(err, dots.ErrFull):
			status = dotswire.ErrFull
		case err != nil:
			status = dotswire.ErrBound
		}
	}
	if g != nil {
		g.tell(dotswire.MoveResult{Status: status, Score: score(boxes)})
	}
	switch status {
	case dotswire.OK:
		t.moved(number, line, boxes)
	case dotswire.ErrBound, dotswire.ErrFull:
		if g != nil {
			g.tell(dotswire.RequestMove{})
		}
	}
}

// moved tells the others of a move and goes on with the game.
func (t *table) moved(number int, line dotswire.Line, boxes []dots.Box) {
	t.last = &line
	t.hall.stats.Moves.Add(1)
	t.record.add(savedgame.Event{Kind: savedgame.Move, Seat: number, Line: fromWire(line)})
	m := dotswire.Move{Line: line, Score: score(boxes)}
	if g := t.seats[1-number].guest; g != nil {
		g.tell(m)
	}
	for _, w := range t.watchers {
		w.tell(m)
	}
	if !t.position.Over() {
		t.next()
		return
	}
	t.phase = over
	t.quiet()
	t.hall.stats.Games.Add(1)
	t.record.add(savedgame.End(t.position))
	t.record.close()
	t.record = nil
	t.tellAll(dotswire.GameOver{Winner: uint8(t.position.Winner())})
	for i := range t.seats {
		t.seats[i].agreed = t.seats[i].bot != nil
	}
	if t.ended != nil {
		t.ended(t.position)
	}
}

// fromWire returns the line in the engine's terms.
func fromWire(l dotswire.Line) dots.Line {
	kind := dots.Horizontal
	if l.Vertical {
		kind = dots.Vertical
	}
	return dots.Line{Kind: kind, X: int(l.X), Y: int(l.Y)}
}

// toWire is the inverse of fromWire.
func toWire(l dots.Line) dotswire.Line {
	return dotswire.Line{Vertical: l.Kind == dots.Vertical, X: uint8(l.X), Y: uint8(l.Y)}
}

func score(boxes []dots.Box) (s dotswire.Score) {
	for _, b := range boxes {
		s.Boxes[s.Count] = dotswire.Box{X: uint8(b.X), Y: uint8(b.Y)}
		s.Count++
	}
	return s
}
