package ggzd

import (
	"errors"
	"fmt"
	"io"
	"os"

	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/basic"
)

const (
	maxString = 4 << 10
	maxSeats  = 64
)

// ErrProtocol is matched by the errors for what a GGZ server must not send.
var ErrProtocol = errors.New("ggzd protocol violated")

// Message is what GGZ says: one of Launch, Seat, Spectator, Reseat and StateTaken.
type Message interface{ message() }

// Launch begins the table.
type Launch struct {
	Game      string
	SavedGame string // empty for a new game
	Seats     []dotswire.Occupant
}

// Seat tells who has a seat from now on.
type Seat struct {
	Number int
	dotswire.Occupant
	File *os.File // the client's connection, which is the receiver's to close; nil unless it is a player's
}

// Spectator tells who looks on in a place from now on.
type Spectator struct {
	Number int
	Name   string   // empty when nobody does any more
	File   *os.File // as in Seat
}

// Reseat tells that somebody goes to another place.
type Reseat struct {
	From, To                  int
	WasSpectator, IsSpectator bool
}

// StateTaken answers a state.
type StateTaken struct{}

func (Launch) message()     {}
func (Seat) message()       {}
func (Spectator) message()  {}
func (Reseat) message()     {}
func (StateTaken) message() {}

// Stream is where messages come from, with descriptors beside the bytes.
type Stream interface {
	io.Reader

	// File returns the descriptor that has come with the bytes read so far and
	// was not asked for yet.
	File() (*os.File, error)
}

// Reader reads what GGZ says.
type Reader struct {
	from   Stream
	values *basic.Reader
}

// NewReader returns a Reader of a stream.
func NewReader(from Stream) *Reader { return &Reader{from, basic.NewReader(from)} }

// Read waits for a message. The error is io.EOF when GGZ has closed the socket
// between two messages, one that matches ErrProtocol or io.ErrUnexpectedEOF, or
// the socket's own.
func (r *Reader) Read() (Message, error) {
	v := r.values
	opcode := v.Int()
	if err := v.Err(); err != nil {
		return nil, err
	}
	var m Message
	var err error
	switch opcode {
	case 0:
		m, err = r.launch()
	case 1:
		m, err = r.seat()
	case 2:
		s := Spectator{Number: int(v.Int()), Name: v.String(maxString)}
		if s.Name != "" {
			s.File, err = r.file()
		}
		m = s
	case 3:
		from, was, to, is := v.Int(), v.Int(), v.Int(), v.Int()
		m = Reseat{int(from), int(to), was != 0, is != 0}
	case 4:
		m = StateTaken{}
	default:
		return nil, fmt.Errorf("%w: unknown opcode %d, expected 0 to 4", ErrProtocol, opcode)
	}
	switch read := v.Err(); {
	case errors.Is(read, io.EOF):
		return nil, io.ErrUnexpectedEOF
	case errors.Is(read, basic.ErrString):
		return nil, fmt.Errorf("%w: %w", ErrProtocol, read)
	case read != nil:
		return nil, read
	}
	return m, err
}

func (r *Reader) launch() (Launch, error) {
	v := r.values
	m := Launch{Game: v.String(maxString), SavedGame: v.String(maxString)}
	seats, _ := v.Int(), v.Int() // spectators come as they come
	if seats < 0 || seats > maxSeats {
		return m, fmt.Errorf("%w: %d seats, expected 0 to %d", ErrProtocol, seats, maxSeats)
	}
	for range seats {
		o, err := r.kind()
		if err != nil {
			return m, err
		}
		if o.Assignment == dotswire.Reserved || o.Assignment == dotswire.Bot {
			o.Name = v.String(maxString)
		}
		m.Seats = append(m.Seats, o)
	}
	return m, nil
}

func (r *Reader) seat() (m Seat, err error) {
	m.Number = int(r.values.Int())
	if m.Occupant, err = r.kind(); err != nil {
		return m, err
	}
	m.Name = r.values.String(maxString)
	if m.Assignment == dotswire.Player {
		m.File, err = r.file()
	}
	return m, err
}

func (r *Reader) kind() (o dotswire.Occupant, err error) {
	o.Assignment = dotswire.Assignment(r.values.Int())
	if o.Assignment < dotswire.None || o.Assignment > dotswire.Abandoned {
		return o, fmt.Errorf("%w: seat type %d, expected 0 to 5", ErrProtocol, o.Assignment)
	}
	return o, nil
}

// file reads the byte that carries a descriptor.
func (r *Reader) file() (*os.File, error) {
	r.values.Char()
	if err := r.values.Err(); err != nil {
		return nil, err
	}
	f, err := r.from.File()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProtocol, err)
	}
	return f, nil
}

// State is what a game says about its table.
type State byte

// The states.
const (
	Created State = iota
	Waiting
	Playing
	Done
)

// Result is how a game went for one player.
type Result struct {
	dotswire.Occupant
	Team    int32
	Outcome Outcome
	Score   int32
}

// Outcome is a player's share of a result.
type Outcome int32

// The outcomes.
const (
	Win Outcome = iota
	Loss
	Tie
	Forfeit
	NoOutcome
)

// AppendLog appends LOG: a line for the log of the GGZ server.
func AppendLog(dst []byte, text string) []byte {
	return basic.AppendString(basic.AppendInt(dst, int32(0)), text)
}

// AppendState appends REQ_STATE.
func AppendState(dst []byte, s State) []byte {
	return append(basic.AppendInt(dst, int32(1)), byte(s))
}

// AppendReport appends REPORT: the result of a game.
func AppendReport(dst []byte, results ...Result) []byte {
	dst = basic.AppendInt(basic.AppendInt(dst, int32(6)), int32(len(results)))
	for _, r := range results {
		dst = basic.AppendString(dst, r.Name)
		dst = basic.AppendInt(basic.AppendInt(dst, r.Assignment), r.Team)
		dst = basic.AppendInt(basic.AppendInt(dst, r.Outcome), r.Score)
	}
	return dst
}

// AppendSavedGame appends SAVEGAME: where the game is kept.
func AppendSavedGame(dst []byte, name string) []byte {
	return basic.AppendString(basic.AppendInt(dst, int32(7)), name)
}
