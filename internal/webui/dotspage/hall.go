package dotspage

import (
	"errors"
	"net"
)

// Hall is what the page shows and asks for. Its methods may be called from
// several goroutines at once.
type Hall interface {
	// Tables returns all tables, in the order of their ids.
	Tables() []Table

	// Table returns a table, or ErrNoTable.
	Table(id int) (Table, error)

	// Open opens a table and keeps a seat.
	Open(Wish) (Place, error)

	// Take keeps an open seat for somebody.
	Take(id int, name string) (Place, error)

	// Leave opens the seat that somebody has with this token.
	Leave(id int, token string) error

	// Play lets whoever is on the connection play, or look on if the token is
	// empty, until either side ends it. It owns the connection, unless it returns
	// an error, and may tell the page why it closes it with CloseFor(reason
	// string) error, which the connection has as a method.
	Play(id int, token string, conn net.Conn) error

	// Levels are those of bots, the weakest first.
	Levels() []string
}

// Stopping is the reason for CloseFor that lets pages keep their seats and try
// again: the next server may have the same tables.
const Stopping = "the server stops"

// Table is a table as it stands.
type Table struct {
	ID       int       `json:"id"`
	Door     string    `json:"door"`   // where its players come from: bare, ggz or page
	State    string    `json:"state"`  // options, waiting, playing or over
	Width    int       `json:"width"`  // in dots, 0 before it is known
	Height   int       `json:"height"` // in dots
	Lines    int       `json:"lines"`  // drawn
	Watchers int       `json:"watchers"`
	Seats    [2]Seat   `json:"seats"`
	Last     *LastLine `json:"last"` // the latest line, nil before one
}

// Seat is one of the places at a table.
type Seat struct {
	Kind  string `json:"kind"` // open, player, bot or reserved
	Name  string `json:"name"`
	Score int    `json:"score"`
}

// LastLine is the latest line of a game.
type LastLine struct {
	Vertical bool `json:"vertical"`
	X        int  `json:"x"`
	Y        int  `json:"y"`
}

// Wish is what somebody wants of a new table.
type Wish struct {
	Name string `json:"name"`
	Seat int    `json:"seat"` // 0 moves first
	Bot  string `json:"bot"`  // level of the opponent, empty for a human
}

// Place is a seat that is kept.
type Place struct {
	Table int    `json:"table"`
	Seat  int    `json:"seat"`
	Token string `json:"token"`
}

// What can be wrong with a request.
var (
	ErrNoTable = errors.New("there is no such table")
	ErrTaken   = errors.New("no seat is open at this table")
	ErrFull    = errors.New("all tables are taken")
	ErrName    = errors.New("a name has 1 to 16 bytes: letters and digits, blanks, dashes and dots between them; it is not that of a bot")
	ErrBot     = errors.New("there is no such bot")
	ErrToken   = errors.New("the seat is somebody else's by now")
)
