package dotsnet

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"puzzlekit/engines/dots/players"
	"puzzlekit/engines/dots/savedgame"
	"puzzlekit/internal/dotswire"
)

// record is the file of a game that is being played. Every event is one write, so
// a program that dies loses nothing that anybody has been told but, at worst, the
// last line. A nil record keeps nothing.
type record struct {
	file *os.File
	log  *slog.Logger
}

// gameExtension is what the names of saved games end with.
const gameExtension = ".dots"

// newRecord begins the record of the game that the table is about to begin. It is
// called with the table locked.
func (h *Hall) newRecord(t *table) *record {
	if h.config.Save == "" {
		return nil
	}
	name := filepath.Join(h.config.Save, fmt.Sprintf("%s-%d-%d%s", t.kind, t.id, t.games, gameExtension))
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		h.log.Error("game is not saved", "table", t.id, "err", err)
		return nil
	}
	t.file = name
	r := &record{f, h.log}
	text := savedgame.Header(t.position.Size())
	for i := range t.seats {
		text += savedgame.Event{Kind: savedgame.Join, Seat: i, Name: t.seats[i].Name}.String() + "\n"
	}
	r.write(text)
	return r
}

func (r *record) add(e savedgame.Event) {
	if r != nil {
		r.write(e.String() + "\n")
	}
}

func (r *record) write(text string) {
	if _, err := r.file.WriteString(text); err != nil {
		r.log.Error("game is not saved", "file", r.file.Name(), "err", err)
	}
}

func (r *record) close() {
	if r == nil {
		return
	}
	if err := errors.Join(r.file.Sync(), r.file.Close()); err != nil {
		r.log.Error("game is not saved", "file", r.file.Name(), "err", err)
	}
}

// restore opens tables for the games in the directory that are not over and that
// somebody had not left.
func (h *Hall) restore() error {
	if h.config.Save == "" {
		return nil
	}
	if err := os.MkdirAll(h.config.Save, 0o777); err != nil {
		return err
	}
	if h.config.Child {
		h.lastID = int(time.Now().UnixMilli()) // tables of others have other ids
		return nil
	}
	h.lock = flock.New(filepath.Join(h.config.Save, "lock"))
	switch locked, err := h.lock.TryLock(); {
	case err != nil:
		return err
	case !locked:
		h.lock = nil
		return fmt.Errorf("%s is in use by another server", h.config.Save)
	}
	names, err := filepath.Glob(filepath.Join(h.config.Save, "*"+gameExtension))
	if err != nil {
		return err
	}
	for _, name := range names {
		var kind string
		var id, game int
		base := filepath.Base(name)
		if n, _ := fmt.Sscanf(base, "%4s-%d-%d.dots", &kind, &id, &game); n != 3 || !slices.Contains(kinds, Kind(kind)) {
			continue // somebody else's
		}
		h.lastID = max(h.lastID, id)
		if err := h.restoreGame(name, Kind(kind), id, game); err != nil {
			return err
		}
	}
	return nil
}

func (h *Hall) restoreGame(name string, kind Kind, id, game int) error {
	saved, err := readGame(name)
	if errors.Is(err, errNothing) {
		return nil // a server died before it could begin
	}
	if err != nil {
		return err
	}
	names := saved.Names()
	position, err := saved.Position()
	if err != nil || position.Over() || !slices.ContainsFunc(names[:], human) {
		return err
	}
	t, err := h.resume(name, saved, kind, id)
	if err != nil {
		return err
	}
	t.games = game
	h.log.Info("game resumed", "table", id, "file", name, "players", names)
	return nil
}

// readGame reads a saved game up to its last whole line.
func readGame(name string) (*savedgame.Game, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if len(text) > savedgame.MaxBytes {
		return nil, fmt.Errorf("%s: %d bytes, expected at most %d", name, len(text), savedgame.MaxBytes)
	}
	whole := savedgame.Whole(string(text))
	if whole == "" {
		return nil, fmt.Errorf("%s: %w", name, errNothing)
	}
	return savedgame.Parse(name, whole)
}

var errNothing = errors.New("there is no whole line in it")

// resume opens a table with a saved game, which is recorded further in its file.
// Those who sat at it find their seats: by name on a page and behind a GGZ login,
// as the first to come on a bare port, where nobody has a name. Bots sit down
// again themselves.
func (h *Hall) resume(name string, saved *savedgame.Game, kind Kind, id int) (*table, error) {
	position, err := saved.Position()
	if err != nil {
		return nil, err
	}
	if err := h.claimFile(name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, err
	}
	// A line that was cut short goes: others follow.
	if err := f.Truncate(int64(len(saved.String()))); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	t := newTable(h, id, kind)
	t.position, t.begun, t.phase = position, true, wait
	t.record, t.file = &record{f, h.log}, name
	for i, player := range saved.Names() {
		switch b, _ := newBot(player, h.config.BotTime, uint64(id)); {
		case b != nil:
			t.take(i, seat{Occupant: dotswire.Occupant{Assignment: dotswire.Bot, Name: b.name}, bot: b, agreed: true})
		case player == "" || kind == Bare:
		default:
			t.reserve(i, player, h.config.resumeWindow())
			t.seats[i].joined = true // nobody knows the table yet
		}
	}
	h.add(t)
	return t, nil
}

// claimFile notes that a file is played on, which it may be at one table only.
func (h *Hall) claimFile(name string) error {
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.files[path] {
		return fmt.Errorf("%s: the game goes on at another table", name)
	}
	h.files[path] = true
	return nil
}

// resumeWindow is how long seats are kept after a start for those who had them.
func (c *Config) resumeWindow() time.Duration { return max(c.ReconnectWindow, 10*time.Minute) }

// human tells whether a name is a human's: bots are called by their levels.
func human(name string) bool { return name != "" && !slices.Contains(players.Levels, name) }
