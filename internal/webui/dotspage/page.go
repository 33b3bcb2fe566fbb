package dotspage

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"puzzlekit/internal/webui"
)

//go:embed assets
var assets embed.FS

const (
	pingEvery = 20 * time.Second
	listAge   = time.Second / 2 // how old the list of tables may be
)

// Page is the page. It is safe for concurrent use.
type Page struct {
	hall    Hall
	handler http.Handler
	list    *webui.Cached[*webui.Document]
}

// New returns the page of a hall. Loopback is for servers that listen on loopback
// only; see webui.Guard.
func New(hall Hall, loopback bool) *Page {
	p := &Page{hall: hall}
	p.list = webui.NewCached(p.document, listAge, time.Now)
	mux := http.NewServeMux()
	files := webui.Files(assets)
	mux.Handle("GET /{$}", files)
	mux.Handle("GET /{file}", files)
	mux.HandleFunc("GET /tables", func(w http.ResponseWriter, r *http.Request) { p.list.Get().ServeHTTP(w, r) })
	mux.HandleFunc("GET /tables/{id}", p.table)
	mux.HandleFunc("POST /tables", p.open)
	mux.HandleFunc("POST /tables/{id}/seats", p.take)
	mux.HandleFunc("DELETE /tables/{id}/seats/{token}", p.leave)
	mux.HandleFunc("GET /play/{id}", p.play)
	p.handler = webui.Guard(mux, loopback)
	return p
}

// ServeHTTP answers a request to one of the package's routes.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.handler.ServeHTTP(w, r) }

// document lists the tables for all viewers.
func (p *Page) document() *webui.Document {
	tables := p.hall.Tables()
	if tables == nil {
		tables = []Table{}
	}
	// Plain values cannot fail to be written.
	body, _ := json.Marshal(map[string]any{"tables": tables, "levels": p.hall.Levels()})
	return webui.NewDocument("application/json", body)
}

func (p *Page) table(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id")) // no table has the number 0
	t, err := p.hall.Table(id)
	answer(w, t, err)
}

func (p *Page) open(w http.ResponseWriter, r *http.Request) {
	var wish Wish
	if !webui.ReadJSON(w, r, &wish) {
		return
	}
	if wish.Seat != 0 && wish.Seat != 1 {
		webui.Refuse(w, http.StatusBadRequest, "seat must be 0 or 1")
		return
	}
	place, err := p.hall.Open(wish)
	p.list.Expire()
	answer(w, place, err)
}

func (p *Page) take(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Name string `json:"name"`
	}
	if !webui.ReadJSON(w, r, &body) {
		return
	}
	id, _ := strconv.Atoi(r.PathValue("id"))
	place, err := p.hall.Take(id, body.Name)
	p.list.Expire()
	answer(w, place, err)
}

func (p *Page) leave(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	if err := p.hall.Leave(id, r.PathValue("token")); err != nil {
		answer(w, nil, err)
		return
	}
	p.list.Expire()
	w.WriteHeader(http.StatusNoContent)
}

// statuses are what HTTP calls the errors of a hall.
var statuses = map[error]int{
	ErrNoTable: http.StatusNotFound,
	ErrTaken:   http.StatusConflict,
	ErrToken:   http.StatusConflict,
	ErrFull:    http.StatusServiceUnavailable,
	ErrName:    http.StatusBadRequest,
	ErrBot:     http.StatusBadRequest,
}

// answer sends a value as JSON, or says what was wrong.
func answer(w http.ResponseWriter, v any, err error) {
	if err != nil {
		status := http.StatusInternalServerError
		for known, code := range statuses {
			if errors.Is(err, known) {
				status = code
			}
		}
		webui.Refuse(w, status, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/json")
	// The client may be gone; nobody is left to be told.
	_ = json.NewEncoder(w).Encode(v)
}

// play is the WebSocket. A token that is not good any more is answered before
// the connection changes, so that a page can read why.
func (p *Page) play(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	if _, err := p.hall.Table(id); err != nil {
		answer(w, nil, err)
		return
	}
	// The default is to turn away an Origin that is not the Host.
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	// The hall ends its games itself, with a word to each.
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	go keepAlive(ctx, conn)
	game := gameConn{websocket.NetConn(ctx, conn, websocket.MessageBinary), conn}
	if err := p.hall.Play(id, r.URL.Query().Get("token"), game); err != nil {
		_ = conn.Close(websocket.StatusPolicyViolation, err.Error())
	}
}

// gameConn is the WebSocket as a stream of bytes.
type gameConn struct {
	net.Conn
	socket *websocket.Conn
}

// CloseFor closes the connection and tells the page why, and whether it is to
// come back.
func (c gameConn) CloseFor(reason string) error {
	code := websocket.StatusNormalClosure
	if reason == Stopping {
		code = websocket.StatusServiceRestart
	}
	return c.socket.Close(code, reason)
}

// keepAlive closes a connection whose other end does not answer.
func keepAlive(ctx context.Context, conn *websocket.Conn) {
	ticker := time.NewTicker(pingEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			limited, cancel := context.WithTimeout(ctx, pingEvery/2)
			err := conn.Ping(limited)
			cancel()
			if err != nil {
				_ = conn.CloseNow()
				return
			}
		}
	}
}
