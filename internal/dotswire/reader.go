package dotswire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"time"

	"puzzlekit/internal/dotswire/basic"
)

// Patience is how long a peer may be silent within a message.
const Patience = 30 * time.Second

var (
	// ErrProtocol is matched by all errors for what a peer must not send.
	ErrProtocol = errors.New("protocol violated")

	// ErrOpcode is for an opcode that is not known. It matches ErrProtocol.
	ErrOpcode = fmt.Errorf("%w: unknown opcode", ErrProtocol)

	// ErrValue is for a parameter that is past a limit. It matches ErrProtocol.
	ErrValue = fmt.Errorf("%w: bad value", ErrProtocol)
)

// bufferBytes is what a Reader holds while its peer says nothing. A client's
// longest message has 6 bytes, and there are thousands of clients.
const bufferBytes = 64

// longestOfClient is the length of a client's longest message: an opcode and two
// chars.
const longestOfClient = 4 + 2

// Reader reads messages of one peer. It is for one goroutine at a time.
type Reader struct {
	in            *bufio.Reader
	values        *basic.Reader
	dialect       Dialect
	width, height int // of the latest MSG_OPTIONS, 0 before one
	deadline      func(time.Time) error
	armed         bool // whether a deadline is set
}

// NewReader returns a Reader of the messages in r. If r has a SetReadDeadline
// method, a message must be whole within [Patience] once it has begun, and the
// Reader owns the read deadline.
func NewReader(r io.Reader, d Dialect) *Reader {
	reader := &Reader{in: bufio.NewReaderSize(r, bufferBytes), dialect: d}
	reader.values = basic.NewReader(reader.in)
	if conn, ok := r.(interface{ SetReadDeadline(time.Time) error }); ok {
		reader.deadline = conn.SetReadDeadline
	}
	return reader
}

// Client reads what a client says. The error is io.EOF when the peer has closed
// the connection between two messages, one matching io.ErrUnexpectedEOF when it
// has done so within one, one matching [ErrProtocol] when it says what no client
// says, or the connection's own. After an error nothing more can be read.
func (r *Reader) Client() (ClientMessage, error) {
	opcode, err := r.opcode(clientNames[:], longestOfClient)
	if err != nil {
		return nil, err
	}
	var m ClientMessage
	switch opcode {
	case sndMoveH, sndMoveV:
		m = SendMove{r.line(opcode == sndMoveV)}
	case reqSync:
		m = RequestSync{}
	case sndOptions:
		m = SendOptions{r.values.Char(), r.values.Char()}
	case reqNewGame:
		m = RequestNewGame{}
	}
	if err := r.end(clientNames[opcode]); err != nil {
		return nil, err
	}
	return m, nil
}

// Server reads what a server says; its errors are those of Client.
func (r *Reader) Server() (ServerMessage, error) {
	opcode, err := r.opcode(serverNames[:], bufferBytes)
	if err != nil {
		return nil, err
	}
	m, err := r.server(opcode)
	err = errors.Join(err, r.end(serverNames[opcode]))
	if err != nil {
		return nil, err
	}
	return m, nil
}

func (r *Reader) server(opcode int32) (ServerMessage, error) {
	v := r.values
	switch opcode {
	case msgSeat:
		seat := v.Int()
		return Seat{seat}, within("seat", seat, -1, 1)
	case msgPlayers:
		return r.players()
	case msgMoveH, msgMoveV:
		line := r.line(opcode == msgMoveV)
		score, err := r.score()
		return Move{line, score}, err
	case msgGameOver:
		winner := v.Char()
		return GameOver{winner}, within("winner", winner, 0, Tie)
	case rspMove:
		return r.moveResult()
	case sndSync:
		return r.sync()
	case msgOptions:
		o := Options{v.Char(), v.Char()}
		r.width, r.height = int(o.Width), int(o.Height)
		return o, errors.Join(within("width", o.Width, MinDots, MaxDots), within("height", o.Height, MinDots, MaxDots))
	case reqMove:
		return RequestMove{}, nil
	default:
		return RequestOptions{}, nil
	}
}

// opcode waits for a message without limit and reads its opcode. A message that
// is here already, since no message is longer, needs no deadline.
func (r *Reader) opcode(names []string, longest int) (int32, error) {
	if _, err := r.in.Peek(1); err != nil {
		return 0, err
	}
	if r.deadline != nil && r.in.Buffered() < longest {
		if err := r.deadline(time.Now().Add(Patience)); err != nil {
			return 0, err
		}
		r.armed = true
	}
	opcode := r.values.Int()
	switch err := r.values.Err(); {
	case err != nil:
		return 0, fmt.Errorf("opcode: %w", torn(err))
	case opcode < 0 || int(opcode) >= len(names):
		return 0, fmt.Errorf("%w %d, expected 0 to %d", ErrOpcode, opcode, len(names)-1)
	}
	return opcode, nil
}

// end is called when all of a message has been read.
func (r *Reader) end(name string) error {
	if err := r.values.Err(); err != nil {
		if errors.Is(err, basic.ErrString) {
			err = fmt.Errorf("%w: %w", ErrValue, err)
		}
		return fmt.Errorf("%s: %w", name, torn(err))
	}
	if r.armed {
		r.armed = false
		return r.deadline(time.Time{})
	}
	return nil
}

// torn returns err as an error within a message.
func torn(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (r *Reader) line(vertical bool) Line {
	return Line{Vertical: vertical, X: r.values.Char(), Y: r.values.Char()}
}

func (r *Reader) players() (m Players, err error) {
	for i := range m.Seats {
		seat := &m.Seats[i]
		number := r.values.Int()
		if err := r.values.Err(); err != nil {
			return m, torn(err)
		}
		if seat.Assignment, err = r.dialect.assignment(number); err != nil {
			return m, err
		}
		if seat.Assignment != Open {
			seat.Name = r.values.String(MaxName)
		}
	}
	return m, nil
}

func (r *Reader) score() (s Score, err error) {
	if r.dialect == Seed {
		return s, nil
	}
	s.Count = r.values.Char()
	if err := within("score", s.Count, 0, 2); err != nil {
		return Score{}, err
	}
	for i := range s.Boxes[:s.Count] {
		s.Boxes[i] = Box{r.values.Char(), r.values.Char()}
	}
	return s, nil
}

func (r *Reader) moveResult() (m MoveResult, err error) {
	status := Status(r.values.Char())
	if r.dialect == GGZ4 {
		m.Status = status
		m.Score, err = r.score()
		return m, errors.Join(err, within("status", status, ErrFull, OK))
	}
	if status > 0 {
		m.Score.Count = uint8(status)
	} else {
		m.Status = status
	}
	return m, within("status", status, ErrFull, 2)
}

func (r *Reader) sync() (m Sync, err error) {
	m.Turn = int8(r.values.Char())
	m.Scores = [2]int32{r.values.Int(), r.values.Int()}
	if err := within("turn", m.Turn, -1, 1); err != nil || r.width < MinDots || r.height < MinDots {
		return m, err
	}
	w, h := r.width, r.height
	m.Vertical = r.values.Bytes(w * (h - 1))
	m.Horizontal = r.values.Bytes((w - 1) * h)
	m.Owners = make([]int8, (w-1)*(h-1))
	for i, owner := range r.values.Bytes(len(m.Owners)) {
		m.Owners[i] = int8(owner)
		err = errors.Join(err, within("owner", int8(owner), -1, 1))
	}
	for _, line := range [][]byte{m.Vertical, m.Horizontal} {
		for _, drawn := range line {
			err = errors.Join(err, within("line", drawn, 0, 1))
		}
	}
	return m, err
}

// within is nil or says that a value is past its limits.
func within[T int32 | int8 | uint8 | Status](name string, v, low, high T) error {
	if v < low || v > high {
		return fmt.Errorf("%w: %s %d, expected %d to %d", ErrValue, name, v, low, high)
	}
	return nil
}
