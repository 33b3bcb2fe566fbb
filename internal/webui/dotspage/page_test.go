package dotspage

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"
)

// desk is a hall with one table, where everybody hears an echo.
type desk struct {
	wished  Wish
	left    string
	refusal error
}

func (d *desk) Levels() []string { return []string{"random"} }

func (d *desk) Tables() []Table {
	t, _ := d.Table(7)
	return []Table{t}
}

func (d *desk) Table(id int) (Table, error) {
	if id != 7 {
		return Table{}, ErrNoTable
	}
	return Table{ID: 7, Door: "page", State: "waiting", Seats: [2]Seat{{Kind: "player", Name: "Ann"}, {Kind: "open"}}}, nil
}

func (d *desk) Open(w Wish) (Place, error) {
	d.wished = w
	return Place{7, w.Seat, "secret"}, d.refusal
}

func (d *desk) Take(id int, _ string) (Place, error) { return Place{id, 1, "other"}, d.refusal }

func (d *desk) Leave(_ int, token string) error {
	d.left = token
	return d.refusal
}

func (d *desk) Play(_ int, token string, conn net.Conn) error {
	if token == "bad" {
		return ErrToken
	}
	_, _ = io.Copy(conn, conn)
	return conn.Close()
}

// ask sends a request of the page itself.
func ask(h http.Handler, method, target, body string) *http.Response {
	r := httptest.NewRequest(method, "http://localhost"+target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestRoutes(t *testing.T) {
	tests := []struct {
		method, target, body string
		refusal              error
		status               int
		says                 string
	}{
		{"GET", "/", "", nil, 200, "<!doctype html>"},
		{"GET", "/wire.js", "", nil, 200, "Decoder"},
		{"GET", "/none.js", "", nil, 404, ""},
		{"GET", "/tables", "", nil, 200, `{"levels":["random"],"tables":[{"id":7,`},
		{"GET", "/tables/7", "", nil, 200, `"seats":[{"kind":"player","name":"Ann","score":0},{"kind":"open","name":"","score":0}],"last":null}`},
		{"GET", "/tables/8", "", nil, 404, `{"error":"there is no such table"}`},
		{"GET", "/tables/x", "", nil, 404, `{"error":"there is no such table"}`},
		{"POST", "/tables", `{"name":"Ann","seat":1,"bot":"random"}`, nil, 200, `{"table":7,"seat":1,"token":"secret"}`},
		{"POST", "/tables", `{"name":"Ann","seat":2}`, nil, 400, "seat must be 0 or 1"},
		{"POST", "/tables", `{"name":"Ann","throne":1}`, nil, 400, "unknown field"},
		{"POST", "/tables", "", nil, 415, "application/json"},
		{"POST", "/tables", `{"name":"Ann"}`, ErrFull, 503, "all tables are taken"},
		{"POST", "/tables", `{"name":"Ann"}`, ErrName, 400, "a name has"},
		{"POST", "/tables", `{"name":"Ann"}`, ErrBot, 400, "no such bot"},
		{"POST", "/tables", `{"name":"Ann"}`, errors.New("disk"), 500, "disk"},
		{"POST", "/tables/7/seats", `{"name":"Ben"}`, nil, 200, `"token":"other"`},
		{"POST", "/tables/7/seats", `{"name":"Ben"}`, ErrTaken, 409, "no seat is open"},
		{"DELETE", "/tables/7/seats/secret", "", nil, 204, ""},
		{"DELETE", "/tables/7/seats/secret", "", ErrToken, 409, "somebody else"},
		{"GET", "/play/8", "", nil, 404, "no such table"},
		{"GET", "/play/7", "", nil, 426, ""},
	}
	for _, tt := range tests {
		r := ask(New(&desk{refusal: tt.refusal}, true), tt.method, tt.target, tt.body)
		if text := body(t, r); r.StatusCode != tt.status || !strings.Contains(text, tt.says) {
			t.Errorf("%s %s %s: got %d %s, want %d %s", tt.method, tt.target, tt.body, r.StatusCode, text, tt.status, tt.says)
		}
		if !strings.Contains(r.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s %s: the answer has no policy", tt.method, tt.target)
		}
	}
	d := &desk{}
	ask(New(d, true), "POST", "/tables", `{"name":"Ann","seat":1,"bot":"random"}`)
	if diff := cmp.Diff(Wish{"Ann", 1, "random"}, d.wished); diff != "" {
		t.Error(diff)
	}
	ask(New(d, true), "DELETE", "/tables/7/seats/secret", "")
	if d.left != "secret" {
		t.Errorf("the seat of %q was left", d.left)
	}
}

// The WebSocket carries bytes, says why it ends, and is closed to
// pages of other sites and to names that are not this machine's.
func TestWebSocket(t *testing.T) {
	server := httptest.NewServer(New(&desk{}, true))
	defer server.Close()
	url := server.URL + "/play/7"
	dial := func(url string, header http.Header, host string) (*websocket.Conn, *http.Response, error) {
		return websocket.Dial(t.Context(), url, &websocket.DialOptions{HTTPHeader: header, Host: host})
	}
	conn, _, err := dial(url+"?token=good", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"hello", strings.Repeat("x", 1000)} {
		if err := conn.Write(t.Context(), websocket.MessageBinary, []byte(text)); err != nil {
			t.Fatal(err)
		}
		kind, got, err := conn.Read(t.Context())
		if kind != websocket.MessageBinary || string(got) != text || err != nil {
			t.Fatalf("%v %q %v", kind, got, err)
		}
	}
	conn.CloseNow()
	conn, _, err = dial(url+"?token=bad", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	var closed websocket.CloseError
	if _, _, err := conn.Read(t.Context()); !errors.As(err, &closed) || closed.Reason != ErrToken.Error() {
		t.Errorf("with a bad token: %v", err)
	}
	for name, tt := range map[string]struct {
		header http.Header
		host   string
		status int
	}{
		"another site":        {http.Header{"Origin": {"https://evil.test"}}, "", 403},
		"another port":        {http.Header{"Origin": {"http://127.0.0.1:1"}}, "", 403},
		"a name from outside": {nil, "evil.test", 421},
	} {
		_, r, err := dial(url, tt.header, tt.host)
		if err == nil || r == nil || r.StatusCode != tt.status {
			t.Errorf("%s: %v", name, err)
		}
	}
	if conn, _, err := dial(url, http.Header{"Origin": {server.URL}}, ""); err != nil {
		t.Errorf("the page itself: %v", err)
	} else {
		conn.CloseNow()
	}
}

func TestKeepAlive(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	keepAlive(ctx, nil) // returns when the game is over
}

// TestPageIsItsOwn checks that the page needs nothing but what it serves, and
// nothing that its own security policy forbids.
func TestPageIsItsOwn(t *testing.T) {
	h := New(&desk{}, true)
	served := func(name string) string {
		r := ask(h, "GET", "/"+name, "")
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", name, r.StatusCode)
		}
		return body(t, r)
	}
	page := served("index.html")
	all := map[string]string{"index.html": page, "page.css": served("page.css")}
	scripts := []string{"page.js"}
	for i := 0; i < len(scripts); i++ {
		text := served(scripts[i])
		all[scripts[i]] = text
		for _, m := range regexp.MustCompile(`from '\./([a-z]+\.js)'`).FindAllStringSubmatch(text, -1) {
			if !slices.Contains(scripts, m[1]) {
				scripts = append(scripts, m[1])
			}
		}
	}
	if len(scripts) < 8 {
		t.Errorf("only %d scripts", len(scripts))
	}
	for name, text := range all {
		text = strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "") // a name, not a place
		for _, bad := range []string{"://", "url(", "@import", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %s in it", name, bad)
			}
		}
		for _, m := range regexp.MustCompile(`\$\('([^']*)'\)`).FindAllStringSubmatch(text, -1) {
			if !strings.Contains(page, ` id="`+m[1]+`"`) {
				t.Errorf("%s: the page has no element %s", name, m[1])
			}
		}
	}
	rest := strings.Replace(page, `<script type="module" src="page.js"></script>`, "", 1)
	if found := regexp.MustCompile(`<script|<style|\son[a-z]+=|\sstyle=|javascript:`).FindString(rest); found != "" {
		t.Errorf("the page has inline scripts or styles: %s", found)
	}
	if !json.Valid([]byte(served("tables"))) {
		t.Error("the list of tables is no JSON")
	}
}
