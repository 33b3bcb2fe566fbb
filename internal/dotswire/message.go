package dotswire

// What a server may send at most, and a client may ask for.
const (
	MaxName = 16 // bytes of a name without its NUL
	MinDots = 2  // width and height of a board
	MaxDots = 25
)

// Tie is the winner of a game that nobody has won.
const Tie = 2

// ServerMessage is what a server says: one of Seat, Players, Move, GameOver,
// RequestMove, MoveResult, Sync, Options and RequestOptions.
type ServerMessage interface{ serverOpcode() int32 }

// ClientMessage is what a client says: one of SendMove, RequestSync, SendOptions
// and RequestNewGame.
type ClientMessage interface{ clientOpcode() int32 }

// Seat is MSG_SEAT.
type Seat struct {
	Number int32 // 0 or 1, -1 for a spectator
}

// Players is MSG_PLAYERS.
type Players struct {
	Seats [2]Occupant
}

// Occupant is who has a seat.
type Occupant struct {
	Assignment Assignment
	Name       string // empty for an open seat
}

// Move is MSG_MOVE_H or MSG_MOVE_V: the opponent has drawn a line.
type Move struct {
	Line  Line
	Score Score // ggz4 only
}

// Line is a line between two neighboring dots.
type Line struct {
	Vertical bool
	X, Y     uint8 // indices of the array of its direction, from the upper left
}

// Score is how many boxes a line has completed, and which.
type Score struct {
	Count uint8 // 0 to 2
	Boxes [2]Box
}

// Box is the position of a box from the upper left.
type Box struct{ X, Y uint8 }

// GameOver is MSG_GAMEOVER.
type GameOver struct {
	Winner uint8 // 0, 1 or Tie
}

// RequestMove is REQ_MOVE.
type RequestMove struct{}

// MoveResult is RSP_MOVE.
type MoveResult struct {
	Status Status
	Score  Score // the boxes themselves in ggz4 only
}

// Status says whether a move was legal.
type Status int8

// The statuses.
const (
	OK       Status = 0
	ErrState Status = -1 // no game is running
	ErrTurn  Status = -2 // the other one is to move
	ErrBound Status = -3 // there is no such line
	ErrFull  Status = -4 // the line is drawn already
)

// Sync is SND_SYNC.
type Sync struct {
	Turn   int8 // -1 before a game
	Scores [2]int32

	// The arrays, all of them nil before the options are known.
	Vertical, Horizontal []byte // 0 or 1
	Owners               []int8 // 0, 1 or -1
}

// Options is MSG_OPTIONS.
type Options struct{ Width, Height uint8 } // in dots

// RequestOptions is REQ_OPTIONS.
type RequestOptions struct{}

// SendMove is SND_MOVE_H or SND_MOVE_V.
type SendMove struct{ Line Line }

// RequestSync is REQ_SYNC.
type RequestSync struct{}

// SendOptions is SND_OPTIONS.
type SendOptions struct{ Width, Height uint8 } // in dots

// RequestNewGame is REQ_NEWGAME.
type RequestNewGame struct{}

// The opcodes.
const (
	msgSeat int32 = iota
	msgPlayers
	msgMoveH
	msgMoveV
	msgGameOver
	reqMove
	rspMove
	sndSync
	msgOptions
	reqOptions
)

const (
	sndMoveH int32 = iota
	sndMoveV
	reqSync
	sndOptions
	reqNewGame
)

var serverNames = [...]string{
	"MSG_SEAT", "MSG_PLAYERS", "MSG_MOVE_H", "MSG_MOVE_V", "MSG_GAMEOVER",
	"REQ_MOVE", "RSP_MOVE", "SND_SYNC", "MSG_OPTIONS", "REQ_OPTIONS",
}

var clientNames = [...]string{"SND_MOVE_H", "SND_MOVE_V", "REQ_SYNC", "SND_OPTIONS", "REQ_NEWGAME"}

func (Seat) serverOpcode() int32           { return msgSeat }
func (Players) serverOpcode() int32        { return msgPlayers }
func (m Move) serverOpcode() int32         { return m.Line.opcode(msgMoveH) }
func (GameOver) serverOpcode() int32       { return msgGameOver }
func (RequestMove) serverOpcode() int32    { return reqMove }
func (MoveResult) serverOpcode() int32     { return rspMove }
func (Sync) serverOpcode() int32           { return sndSync }
func (Options) serverOpcode() int32        { return msgOptions }
func (RequestOptions) serverOpcode() int32 { return reqOptions }

func (m SendMove) clientOpcode() int32     { return m.Line.opcode(sndMoveH) }
func (RequestSync) clientOpcode() int32    { return reqSync }
func (SendOptions) clientOpcode() int32    { return sndOptions }
func (RequestNewGame) clientOpcode() int32 { return reqNewGame }

// opcode returns the opcode for the line's direction; the one for vertical lines
// follows the one for horizontal lines.
func (l Line) opcode(horizontal int32) int32 {
	if l.Vertical {
		return horizontal + 1
	}
	return horizontal
}

// ServerName returns a message's name in the protocol, such as "REQ_MOVE".
func ServerName(m ServerMessage) string { return serverNames[m.serverOpcode()] }

// ClientName returns a message's name in the protocol, such as "REQ_SYNC".
func ClientName(m ClientMessage) string { return clientNames[m.clientOpcode()] }
