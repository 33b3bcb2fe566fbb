package dotsnet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/webui/dotspage"
)

// Kind says through which door people come to a table.
type Kind string

// The kinds of table.
const (
	Bare Kind = "bare" // the bare port
	GGZ  Kind = "ggzd" // a GGZ login
	Web  Kind = "page" // the browser page
)

var kinds = []Kind{Bare, GGZ, Web}

// doors are the kinds as people read them; those above are in names of files.
var doors = map[Kind]string{Bare: "bare", GGZ: "ggz", Web: "page"}

// maxWatchers bounds those who look on at one table.
const maxWatchers = 100

// Config is what a hall offers. Log is required.
type Config struct {
	Log *slog.Logger

	Tables          int           // at one time; 0 means 10,000
	MaxConnections  int           // at one time, of all kinds; 0 means 25,000
	Names           [2]string     // of the players on the bare port; empty means alice and bob
	Opponent        string        // level of the bot in seat 1 of a bare table, empty for a human
	Bot             string        // level of other bots unless one is chosen; empty means the strongest
	BotTime         time.Duration // for a bot's move; 0 means 1 s
	Save            string        // directory of saved games, empty for none
	Child           bool          // of a GGZ server, which starts one for each table: all of them share Save, and none takes up another one's games
	MoveTimeout     time.Duration // after which a player who does not move is dismissed; 0 never
	ReconnectWindow time.Duration // for which the seat of a page that lost its connection is kept; 0 means 1 min
	WriteTimeout    time.Duration // for a peer to take what it is sent; 0 means 30 s
}

func (c *Config) setDefaults() {
	c.Tables = cmp.Or(c.Tables, 10_000)
	c.MaxConnections = cmp.Or(c.MaxConnections, 25_000)
	c.BotTime = cmp.Or(c.BotTime, time.Second)
	c.ReconnectWindow = cmp.Or(c.ReconnectWindow, time.Minute)
	c.WriteTimeout = cmp.Or(c.WriteTimeout, 30*time.Second)
	c.Bot = cmp.Or(c.Bot, strongest())
	for i, name := range [2]string{"alice", "bob"} {
		c.Names[i] = dotswire.CutName(cmp.Or(c.Names[i], name))
	}
}

// Stats count what has happened in a hall since it was opened.
type Stats struct {
	Connections atomic.Int64 // accepted
	Refused     atomic.Int64 // connections there was no room for
	Violations  atomic.Int64 // peers that broke a protocol
	Dismissed   atomic.Int64 // peers that were too slow
	Games       atomic.Int64 // played to the end
	Moves       atomic.Int64
	Open        atomic.Int64 // connections now
}

// Hall is where all tables stand. It is safe for concurrent use.
type Hall struct {
	config   Config
	log      *slog.Logger
	stats    Stats
	ctx      context.Context // ends when the hall closes
	cancel   context.CancelFunc
	bots     sync.WaitGroup // thoughts
	thinking chan struct{}  // holds a token for every bot that thinks
	links    sync.WaitGroup // goroutines of connections

	seating sync.Mutex // held while somebody on a bare port looks for a seat

	mu     sync.Mutex // taken before a table's lock, never while holding one
	tables []*table   // by id
	lastID int
	closed bool
	files  map[string]bool // of saved games that are played on
	lock   *flock.Flock    // of the directory of saved games, nil without one
}

var errFull = errors.New("all tables are taken")

// NewHall opens a hall, with the tables of the games that were saved and are not
// over.
func NewHall(config Config) (*Hall, error) {
	config.setDefaults()
	h := &Hall{config: config, log: config.Log, files: map[string]bool{}, thinking: newThinking()}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	for _, level := range []string{config.Opponent, config.Bot} {
		if level == "" {
			continue
		}
		if _, err := newBot(level, config.BotTime, 0); err != nil {
			return nil, err
		}
	}
	if err := h.restore(); err != nil {
		return nil, errors.Join(fmt.Errorf("saved games: %w", err), h.unlock())
	}
	return h, nil
}

// Resume opens a table with the saved game in a file. Who comes to the bare port
// takes its open seats.
func (h *Hall) Resume(file string) error {
	_, err := h.reopen(file, Bare)
	return err
}

// reopen opens a table with a saved game.
func (h *Hall) reopen(file string, kind Kind) (*table, error) {
	saved, err := readGame(file)
	if err != nil {
		return nil, err
	}
	if p, err := saved.Position(); err == nil && p.Over() {
		return nil, fmt.Errorf("%s: the game is over", file)
	}
	h.mu.Lock()
	h.lastID++
	id := h.lastID
	h.mu.Unlock()
	return h.resume(file, saved, kind, id)
}

// open adds a new table.
func (h *Hall) open(kind Kind) (*table, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.tables) >= h.config.Tables {
		return nil, errFull
	}
	h.lastID++
	t := newTable(h, h.lastID, kind)
	h.tables = append(h.tables, t)
	return t, nil
}

// add adds a table that has an id already.
func (h *Hall) add(t *table) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i, _ := slices.BinarySearchFunc(h.tables, t.id, func(t *table, id int) int { return cmp.Compare(t.id, id) })
	h.tables = slices.Insert(h.tables, i, t)
}

// remove strikes off a table that is closed.
func (h *Hall) remove(t *table) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if i, ok := slices.BinarySearchFunc(h.tables, t.id, func(t *table, id int) int { return cmp.Compare(t.id, id) }); ok {
		h.tables = slices.Delete(h.tables, i, i+1)
	}
}

// find returns the table with the id, nil if there is none.
func (h *Hall) find(id int) *table {
	h.mu.Lock()
	defer h.mu.Unlock()
	if i, ok := slices.BinarySearchFunc(h.tables, id, func(t *table, id int) int { return cmp.Compare(t.id, id) }); ok {
		return h.tables[i]
	}
	return nil
}

// all returns the tables of a kind, by id; the empty kind is all of them.
func (h *Hall) all(kind Kind) []*table {
	h.mu.Lock()
	defer h.mu.Unlock()
	var some []*table
	for _, t := range h.tables {
		if kind == "" || t.kind == kind {
			some = append(some, t)
		}
	}
	return some
}

// newBotFor returns a bot of the level, or of the default one.
func (h *Hall) newBotFor(t *table, level string) (*bot, error) {
	return newBot(cmp.Or(level, h.config.Bot), h.config.BotTime, uint64(t.id))
}

// Close closes all tables and waits until nobody is connected any more. Games
// that are saved can be taken up by the next hall.
func (h *Hall) Close() {
	h.mu.Lock()
	h.closed = true
	tables := h.tables
	h.tables = nil
	h.mu.Unlock()
	for _, t := range tables {
		t.mu.Lock()
		t.close(dotspage.Stopping)
		t.mu.Unlock()
	}
	h.cancel()
	h.bots.Wait()
	h.links.Wait()
	if err := h.unlock(); err != nil {
		h.log.Error("saved games", "err", err)
	}
}

// unlock lets other halls use the directory of saved games.
func (h *Hall) unlock() error {
	if h.lock == nil {
		return nil
	}
	return h.lock.Unlock()
}

// admit counts a connection in, unless there are too many.
func (h *Hall) admit() bool {
	if h.stats.Open.Add(1) > int64(h.config.MaxConnections) {
		h.stats.Open.Add(-1)
		h.stats.Refused.Add(1)
		return false
	}
	h.stats.Connections.Add(1)
	return true
}
