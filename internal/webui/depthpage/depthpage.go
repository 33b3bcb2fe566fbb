// Package depthpage is the live page of an exploration that goes depth by depth:
// how many states each depth has, how fast it goes and how large the files are.
//
// It knows no puzzle; whoever explores tells it everything in a State. What guards
// the page, and why it polls, is in package webui.
//
//	GET /         the page
//	GET /NAME     its style sheets, script and icon
//	GET /state    what the page shows, as JSON, at most a second old
//	GET /healthz  "ok" as long as the server answers at all
package depthpage

import (
	"embed"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"puzzlekit/internal/webui"
)

//go:embed assets
var assets embed.FS

// State is what the page shows.
type State struct {
	Title   string  `json:"title"`
	Verdict string  `json:"verdict"` // empty while it goes on
	Depth   int     `json:"depth"`   // the one that is explored
	Last    int     `json:"last"`    // the greatest that there can be
	Share   float64 `json:"share"`   // of the depth that is done
	States  int64   `json:"states"`
	Bytes   int64   `json:"bytes"` // of files
	Seconds float64 `json:"seconds"`
	Depths  []Depth `json:"depths"` // those that are done
}

// Depth is what has been found at one depth.
type Depth struct {
	Depth        int   `json:"depth"`
	Fingerprints int64 `json:"fingerprints"`
	FCCs         int64 `json:"fccs"`
	States       int64 `json:"states"`
	Entries      int64 `json:"entries"`
	Derived      int64 `json:"derived"`
	Largest      int64 `json:"largest"` // states of the largest fingerprint
}

// New returns a page that asks source for the state, at most once a second and
// never twice at once. Loopback says that the server listens on loopback only.
func New(source func() State, loopback bool) http.Handler {
	latest := webui.NewCached(func() *webui.Document {
		// A State has nothing that JSON cannot say.
		body, _ := json.Marshal(source())
		return webui.NewDocument("application/json", body)
	}, time.Second, time.Now)
	mux := http.NewServeMux()
	files := webui.Files(assets)
	mux.Handle("GET /{$}", files)
	mux.Handle("GET /{file}", files)
	mux.HandleFunc("GET /state", func(w http.ResponseWriter, r *http.Request) { latest.Get().ServeHTTP(w, r) })
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "ok\n") // the viewer may be gone
	})
	return webui.Guard(mux, loopback)
}
