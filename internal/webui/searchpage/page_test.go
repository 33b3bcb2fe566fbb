package searchpage

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"puzzlekit/internal/webui"
)

// clock is a time that tests move.
type clock struct{ nanoseconds atomic.Int64 }

func (c *clock) now() time.Time          { return time.Unix(1_800_000_000, c.nanoseconds.Load()) }
func (c *clock) advance(d time.Duration) { c.nanoseconds.Add(int64(d)) }

// sampleState is a search that is under way.
func sampleState() State {
	return State{
		Game: "FreeCell", FreeCells: 2, Board: "Freecells: - 3H\nKS QD\n\n", Scan: "--freecells-num 2 -to 01ABCDE -sp r:tf",
		Share: 0.125, Iterations: 1234567, Rate: 2.5e6, MaxDepth: 131, Elapsed: 90500 * time.Millisecond,
		CycleLen: 100000, DepthAllocDelta: 10,
		Clients: []Client{
			{ID: 9, Remote: "[::1]:4000", Connected: time.Second, Reported: time.Second},
			{ID: 2, Remote: "127.0.0.1:5000", Working: true, Initial: []int32{0, 3, 1}, Current: []int32{0, 3, 1, 0, 2},
				Iterations: 1000000, Rate: 1.5e6, Connected: 80 * time.Second, Reported: 250 * time.Millisecond},
			{ID: 1, Remote: "127.0.0.1:4999", Working: true, Current: make([]int32, 131),
				Iterations: 234567, Rate: 1e6, Connected: 90 * time.Second, Reported: 125 * time.Millisecond},
		},
		Works: []Work{
			{ID: 3, Parent: 2, Start: []int32{0, 3, 1, 4}, At: []int32{0, 3, 1, 4}, Weight: 0.0009765625, Left: 0.0009765625},
			{ID: 2, Parent: 1, Client: 2, Start: []int32{0, 3, 1}, At: []int32{0, 3, 1, 0, 2}, Holes: 1, Weight: 0.03125, Left: 0.015625},
			{ID: 1, Client: 1, At: make([]int32, 131), Holes: 1, Weight: 1, Left: 0.75},
		},
	}
}

// ask sends a request to the page by its name on loopback; headers come in pairs.
func ask(p *Page, method, path, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, "http://localhost:8080"+path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w.Result()
}

func text(t *testing.T, r *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestRoutes(t *testing.T) {
	state := sampleState()
	look := New(func() State { return state }, Options{Loopback: true})
	change := New(func() State { return state }, Options{Loopback: true, SetLimits: func(int64, int32) error { return nil }})
	solved := state
	solved.Verdict, solved.Solution = "solved", "1a 2h\n"
	done := New(func() State { return solved }, Options{Loopback: true})
	tests := []struct {
		page         *Page
		method, path string
		status       int
		kind         string // beginning of the Content-Type
		part         string // of the body
	}{
		{look, "GET", "/", 200, "text/html; charset=utf-8", "<!doctype html>"},
		{look, "HEAD", "/", 200, "text/html; charset=utf-8", ""},
		{look, "GET", "/page.js", 200, "text/javascript", "import"},
		{look, "GET", "/page.css", 200, "text/css", ".tiles"},
		{look, "GET", "/base.css", 200, "text/css", ":root"},
		{look, "GET", "/icon.svg", 200, "image/svg+xml", "<svg"},
		{look, "GET", "/state", 200, "application/json", `"settable":false`},
		{look, "GET", "/metrics", 200, "text/plain; version=0.0.4; charset=utf-8", "puzzlekit_serve_share_done 0.125\n"},
		{look, "GET", "/healthz", 200, "text/plain; charset=utf-8", "ok\n"},
		{look, "GET", "/solution", 404, "application/json", "there is no solution yet"},
		{look, "PUT", "/settings", 405, "text/plain", "Method Not Allowed"},
		{look, "GET", "/settings", 404, "text/plain", "404 page not found"},
		{look, "GET", "/none", 404, "text/plain", "404 page not found"},
		{look, "GET", "/assets/page.js", 404, "text/plain", "404 page not found"},
		{look, "POST", "/state", 405, "text/plain", "Method Not Allowed"},
		{look, "DELETE", "/", 405, "text/plain", "Method Not Allowed"},
		{look, "PUT", "/healthz", 405, "text/plain", "Method Not Allowed"},
		{look, "OPTIONS", "/state", 405, "text/plain", "Method Not Allowed"},
		{look, "TRACE", "/metrics", 405, "text/plain", "Method Not Allowed"},
		{change, "GET", "/state", 200, "application/json", `"settable":true`},
		{change, "POST", "/settings", 405, "text/plain", "Method Not Allowed"},
		{done, "GET", "/state", 200, "application/json", `"verdict":"solved","solution":"1a 2h\n","solution_bytes":6,`},
		{done, "GET", "/solution", 200, "text/plain; charset=utf-8", "1a 2h\n"},
	}
	for _, tt := range tests {
		r := ask(tt.page, tt.method, tt.path, "")
		body := text(t, r)
		if r.StatusCode != tt.status || !strings.HasPrefix(r.Header.Get("Content-Type"), tt.kind) || !strings.Contains(body, tt.part) {
			t.Errorf("%s %s: got %d, %s, %.80q; want %d, %s, %q", tt.method, tt.path,
				r.StatusCode, r.Header.Get("Content-Type"), body, tt.status, tt.kind, tt.part)
		}
		if r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s %s is unguarded", tt.method, tt.path)
		}
	}
}

func TestLoopbackOnly(t *testing.T) {
	for loopback, want := range map[bool]int{true: http.StatusMisdirectedRequest, false: http.StatusOK} {
		p := New(sampleState, Options{Loopback: loopback})
		r := httptest.NewRequest(http.MethodGet, "http://rebound.test/state", nil)
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("loopback %v: got %d, want %d", loopback, w.Code, want)
		}
	}
}

// TestAskedOnceASecond counts how often the server is asked, by whichever way the
// state is wanted.
func TestAskedOnceASecond(t *testing.T) {
	var c clock
	calls := 0
	p := newPage(func() State { calls++; return sampleState() }, Options{}, c.now)
	if calls != 0 {
		t.Errorf("%d calls before anybody asked", calls)
	}
	all := func() {
		for _, path := range []string{"/", "/state", "/state", "/metrics", "/solution", "/healthz"} {
			ask(p, "GET", path, "")
		}
		p.Sample()
	}
	for i, step := range []struct {
		advance time.Duration
		want    int
	}{{0, 1}, {999 * time.Millisecond, 1}, {time.Millisecond, 2}, {500 * time.Millisecond, 2}, {time.Minute, 3}} {
		c.advance(step.advance)
		all()
		if calls != step.want {
			t.Errorf("step %d: %d calls, want %d", i, calls, step.want)
		}
	}
	ask(p, "GET", "/healthz", "")
	c.advance(time.Minute)
	ask(p, "GET", "/healthz", "")
	ask(p, "GET", "/", "")
	if calls != 3 {
		t.Error("asked for what does not need the state")
	}
}

func TestHistoryInState(t *testing.T) {
	var c clock
	s := sampleState()
	p := newPage(func() State { return s }, Options{}, c.now)
	p.Sample()
	s.Elapsed, s.Share, s.Rate = 100*time.Second, 0.25, 3e6
	p.Sample() // too early
	c.advance(time.Second)
	p.Sample()
	if got, want := text(t, ask(p, "GET", "/state", "")), `"history":[[90.5,0.125,2.5e+06],[100,0.25,3e+06]]}`; !strings.HasSuffix(got, want) {
		t.Errorf("got %s, want %s at its end", got, want)
	}
}

func TestWatched(t *testing.T) {
	var c clock
	p := newPage(sampleState, Options{}, c.now)
	look := func(path string) { ask(p, "GET", path, "") }
	look("/metrics")
	look("/healthz")
	p.Sample()
	if p.Watched() {
		t.Error("watched by a monitor")
	}
	look("/state")
	c.advance(2999 * time.Millisecond)
	if !p.Watched() {
		t.Error("not watched by one who polls")
	}
	c.advance(time.Millisecond)
	if p.Watched() {
		t.Error("watched by one who has gone")
	}
}

func TestSettings(t *testing.T) {
	const good = `{"cycle_len": 5000000000, "depth_alloc_delta": 7}`
	asJSON := []string{"Content-Type", "application/json", "Sec-Fetch-Site", "same-origin"}
	tests := []struct {
		name, body string
		headers    []string
		status     int
		part       string
	}{
		{"from the page", good, asJSON, 204, ""},
		{"from no browser", good, asJSON[:2], 204, ""},
		{"least", `{"depth_alloc_delta": 0, "cycle_len": 1}`, asJSON, 204, ""},
		{"refused by the server", `{"cycle_len": 1, "depth_alloc_delta": 13}`, asJSON, 409, `{"error":"the search is over"}`},
		{"from another site", good, []string{"Content-Type", "application/json", "Sec-Fetch-Site", "cross-site"}, 403, "another site"},
		{"from another origin", good, []string{"Content-Type", "application/json", "Origin", "http://evil.test"}, 403, "another site"},
		{"as text", good, []string{"Content-Type", "text/plain"}, 415, "application/json"},
		{"as a form", "cycle_len=1", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "application/json"},
		{"as nothing", good, nil, 415, "application/json"},
		{"no cycle", `{"depth_alloc_delta": 7}`, asJSON, 400, "expected both"},
		{"no delta", `{"cycle_len": 7}`, asJSON, 400, "expected both"},
		{"null", `{"cycle_len": 7, "depth_alloc_delta": null}`, asJSON, 400, "expected both"},
		{"cycle 0", `{"cycle_len": 0, "depth_alloc_delta": 7}`, asJSON, 400, "cycle_len must be at least 1"},
		{"delta -1", `{"cycle_len": 1, "depth_alloc_delta": -1}`, asJSON, 400, "depth_alloc_delta must be at least 0"},
		{"delta too large", `{"cycle_len": 1, "depth_alloc_delta": 2147483648}`, asJSON, 400, "depth_alloc_delta is number 2147483648, expected int32"},
		{"something else too", `{"cycle_len": 1, "depth_alloc_delta": 1, "scan": ""}`, asJSON, 400, `unknown field`},
		{"no JSON", `cycle`, asJSON, 400, "read the body"},
		{"endless", good + strings.Repeat(" ", 5000), asJSON, 413, "4096"},
	}
	type limits struct {
		cycle int64
		delta int32
	}
	for _, tt := range tests {
		now := limits{100000, 10}
		s := sampleState()
		p := New(func() State {
			s.CycleLen, s.DepthAllocDelta = now.cycle, int(now.delta)
			return s
		}, Options{Loopback: true, SetLimits: func(cycle int64, delta int32) error {
			if delta == 13 {
				return errors.New("the search is over")
			}
			now = limits{cycle, delta}
			return nil
		}})
		p.Sample()
		r := ask(p, "PUT", "/settings", tt.body, tt.headers...)
		if body := text(t, r); r.StatusCode != tt.status || !strings.Contains(body, tt.part) {
			t.Errorf("%s: got %d %q, want %d %q", tt.name, r.StatusCode, body, tt.status, tt.part)
		}
		if changed := now != (limits{100000, 10}); changed != (tt.status == 204) {
			t.Errorf("%s: status %d, and now %v", tt.name, r.StatusCode, now)
		}
		if tt.body == good && tt.status == 204 {
			if now != (limits{5000000000, 7}) {
				t.Errorf("%s: set to %v", tt.name, now)
			}
			if got := text(t, ask(p, "GET", "/state", "")); !strings.Contains(got, `"cycle_len":5000000000,"depth_alloc_delta":7`) {
				t.Errorf("%s: the state does not show it: %s", tt.name, got)
			}
		}
	}
}

// TestManyAtOnce is for the race detector: viewers, monitors, an operator and the
// server's counters all at once.
func TestManyAtOnce(t *testing.T) {
	var c clock
	var asking, cycle atomic.Int64
	counters := NewCounters()
	p := newPage(func() State {
		if asking.Add(1) != 1 {
			t.Error("asked twice at once")
		}
		defer asking.Add(-1)
		s := sampleState()
		s.CycleLen = cycle.Load()
		s.Elapsed = c.now().Sub(time.Unix(1_800_000_000, 0))
		return s
	}, Options{Counters: counters, Build: webui.Build{Version: "devel"}, SetLimits: func(n int64, _ int32) error { cycle.Store(n); return nil }}, c.now)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 30 {
				c.advance(100 * time.Millisecond)
				counters.Received("I_AM")
				counters.BytesSent(4)
				for _, path := range []string{"/state", "/metrics"} {
					if r := ask(p, "GET", path, "", "Accept-Encoding", "gzip"); r.StatusCode != http.StatusOK {
						t.Errorf("%s: status %d", path, r.StatusCode)
					}
				}
				if r := ask(p, "PUT", "/settings", `{"cycle_len": 3, "depth_alloc_delta": 4}`, "Content-Type", "application/json"); r.StatusCode != http.StatusNoContent {
					t.Errorf("settings: status %d", r.StatusCode)
				}
				p.Watched()
			}
		})
	}
	wg.Wait()
	c.advance(time.Second)
	if got := text(t, ask(p, "GET", "/metrics", "")); !strings.Contains(got, `puzzlekit_serve_messages_total{direction="received",message="I_AM"} 240`+"\n") {
		t.Errorf("not 240 messages in\n%s", got)
	}
}
