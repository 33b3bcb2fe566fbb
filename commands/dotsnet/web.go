package dotsnet

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"puzzlekit/engines/dots/players"
	"puzzlekit/internal/atomicfile"
	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/webui/dotspage"
)

// ServePage shows the page on the listener until ctx ends. Loopback says that it
// listens on loopback only.
func (h *Hall) ServePage(ctx context.Context, l net.Listener, loopback bool) error {
	key, err := h.key()
	if err != nil {
		return fmt.Errorf("key of the seats: %w", err)
	}
	server := &http.Server{
		Handler:           dotspage.New(&pages{h, key}, loopback),
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	h.links.Add(1) // so that nobody is counted in after the last one
	defer h.links.Done()
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // games have connections of their own
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// pages is the hall as pages see it.
type pages struct {
	*Hall
	key []byte // of the tokens
}

// keyBytes is the length of the key.
const keyBytes = 32

// key returns the key that is kept beside the saved games, so that tokens are good
// after a new start, or a new one.
func (h *Hall) key() ([]byte, error) {
	fresh := make([]byte, keyBytes)
	_, _ = rand.Read(fresh) // never fails
	if h.config.Save == "" {
		return fresh, nil
	}
	name := filepath.Join(h.config.Save, "key")
	key, err := os.ReadFile(name)
	switch {
	case err == nil && len(key) == keyBytes:
		return key, nil
	case err == nil:
		return nil, fmt.Errorf("%s: %d bytes, expected %d", name, len(key), keyBytes)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if err := atomicfile.WriteFile(name, fresh); err != nil {
		return nil, err
	}
	return fresh, os.Chmod(name, 0o600)
}

// token returns what proves that somebody has a seat: 9 random bytes, which the
// table knows, and a sum over them and the seat, which is good after a new start
// when the table has forgotten.
func (p *pages) token(id, number int, name, nonce string) string {
	mac := hmac.New(sha256.New, p.key)
	fmt.Fprintf(mac, "%d %d %s %s", id, number, nonce, name)
	return nonce + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:15])
}

const nonceLength = 12 // of 9 bytes in base64

func newNonce() string {
	var b [9]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// Levels is dotspage.Hall's.
func (p *pages) Levels() []string { return players.Levels }

// Tables is dotspage.Hall's.
func (p *pages) Tables() []dotspage.Table {
	var tables []dotspage.Table
	for _, t := range p.all("") {
		tables = append(tables, t.show())
	}
	return tables
}

// Table is dotspage.Hall's.
func (p *pages) Table(id int) (dotspage.Table, error) {
	t := p.find(id)
	if t == nil {
		return dotspage.Table{}, dotspage.ErrNoTable
	}
	return t.show(), nil
}

// show returns the table as pages show it.
func (t *table) show() dotspage.Table {
	t.mu.Lock()
	defer t.mu.Unlock()
	shown := dotspage.Table{
		ID: t.id, Door: doors[t.kind],
		State:    [...]string{options: "options", wait: "waiting", playing: "playing", over: "over"}[t.phase],
		Watchers: len(t.watchers),
	}
	if l := t.last; l != nil {
		shown.Last = &dotspage.LastLine{Vertical: l.Vertical, X: int(l.X), Y: int(l.Y)}
	}
	if p := t.position; p != nil {
		size := p.Size()
		shown.Width, shown.Height, shown.Lines = size.Width, size.Height, size.Lines()-p.Free()
	}
	for i := range t.seats {
		s := &t.seats[i]
		shown.Seats[i] = dotspage.Seat{Kind: seatTypes[s.Assignment], Name: s.Name}
		if t.position != nil {
			shown.Seats[i].Score = t.position.Score(i)
		}
	}
	return shown
}

// Open is dotspage.Hall's.
func (p *pages) Open(wish dotspage.Wish) (dotspage.Place, error) {
	if !validPageName(wish.Name) {
		return dotspage.Place{}, dotspage.ErrName
	}
	var b *bot
	if wish.Bot != "" {
		var err error
		if b, err = newBot(wish.Bot, p.config.BotTime, uint64(time.Now().UnixNano())); err != nil {
			return dotspage.Place{}, dotspage.ErrBot
		}
	}
	t, err := p.open(Web)
	if err != nil {
		return dotspage.Place{}, dotspage.ErrFull
	}
	place, err := p.keep(t, wish.Seat, wish.Name)
	if err == nil && b != nil {
		err = t.seatBot(1-wish.Seat, b)
	}
	return place, err
}

// Take is dotspage.Hall's. The tables of the GGZ server are for its own clients.
func (p *pages) Take(id int, name string) (dotspage.Place, error) {
	if !validPageName(name) {
		return dotspage.Place{}, dotspage.ErrName
	}
	t := p.find(id)
	switch {
	case t == nil:
		return dotspage.Place{}, dotspage.ErrNoTable
	case t.kind == GGZ:
		return dotspage.Place{}, dotspage.ErrTaken
	}
	for number := range t.seats {
		if place, err := p.keep(t, number, name); err == nil {
			return place, nil
		}
	}
	return dotspage.Place{}, dotspage.ErrTaken
}

// arrivalTime is how long a page may take to connect after it has asked for a seat.
const arrivalTime = 20 * time.Second

// keep keeps an open seat until its page connects, which it does at once.
func (p *pages) keep(t *table, number int, name string) (dotspage.Place, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || t.seats[number].Assignment != dotswire.Open {
		return dotspage.Place{}, dotspage.ErrTaken
	}
	nonce := newNonce()
	s := seat{Occupant: dotswire.Occupant{Assignment: dotswire.Reserved, Name: name}, nonce: nonce}
	s.keep = time.AfterFunc(arrivalTime, func() { t.release(number, name) })
	t.take(number, s)
	t.tellPlayers()
	return dotspage.Place{Table: t.id, Seat: number, Token: p.token(t.id, number, name, nonce)}, nil
}

// Play is dotspage.Hall's.
func (p *pages) Play(id int, token string, conn net.Conn) error {
	if !p.admit() {
		return dotspage.ErrFull
	}
	p.links.Add(1)
	defer p.links.Done()
	t := p.find(id)
	if t == nil {
		p.stats.Open.Add(-1)
		return dotspage.ErrNoTable
	}
	l := newLink(p.Hall, conn, dotswire.GGZ4)
	if token == "" {
		if err := t.watch(l); err != nil {
			p.stats.Open.Add(-1)
			return err
		}
		p.play(l, conn, place{table: t, number: nobody})
		return nil
	}
	number, err := p.claim(t, token, l)
	if err != nil {
		p.stats.Open.Add(-1)
		return err
	}
	t.remind(number, l)
	p.play(l, conn, place{t, number, p.config.ReconnectWindow})
	return nil
}

// claim seats a guest who has a token. A page that is loaded again may come back
// before its old connection is known to be gone: then that one is parted with.
func (p *pages) claim(t *table, token string, l *link) (int, error) {
	number, s := p.seatOf(t, token)
	if number == nobody {
		return nobody, dotspage.ErrToken
	}
	if s.guest != nil {
		t.leave(number, s.guest, p.config.ReconnectWindow)
		s.guest.dismiss("the page was opened again")
	}
	if err := t.join(number, s.Name, l); err != nil {
		return nobody, dotspage.ErrToken
	}
	return number, nil
}

// seatOf returns the seat that a token is for, or nobody.
func (p *pages) seatOf(t *table, token string) (int, seat) {
	if len(token) <= nonceLength {
		return nobody, seat{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	nonce := token[:nonceLength]
	for number, s := range t.seats {
		want := p.token(t.id, number, s.Name, nonce)
		if hmac.Equal([]byte(want), []byte(token)) && (s.nonce == "" || s.nonce == nonce) {
			return number, s
		}
	}
	return nobody, seat{}
}

// Leave is dotspage.Hall's.
func (p *pages) Leave(id int, token string) error {
	t := p.find(id)
	if t == nil {
		return dotspage.ErrNoTable
	}
	switch number, s := p.seatOf(t, token); {
	case number == nobody:
		return dotspage.ErrToken
	case s.guest != nil:
		t.leave(number, s.guest, 0)
		s.guest.dismiss("left the table")
	default:
		t.release(number, s.Name)
	}
	return nil
}

// remind shows a guest the board of a game that is over: joining shows others
// nothing, since they would take it for a new game.
func (t *table) remind(number int, g guest) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.position != nil && t.seats[number].guest == g && !t.seats[number].sized {
		t.tellSize(number)
		g.tell(t.sync())
	}
}

// validPageName tells whether somebody on a page may be called so.
func validPageName(name string) bool {
	return name != "" && len(name) <= dotswire.MaxName && strings.TrimSpace(name) == name && human(name) &&
		!strings.ContainsFunc(name, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.", r)
		})
}
