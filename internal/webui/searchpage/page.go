package searchpage

import (
	"embed"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"puzzlekit/internal/webui"
)

//go:embed assets
var assets embed.FS

// How old what the page shows may be, and how long after the last look at it
// somebody is taken to be watching.
const (
	stateAge = time.Second
	watching = 3 * time.Second
)

// Options are what a page may do and is told besides the state.
type Options struct {
	// SetLimits changes what clients are told from now on; its error is shown to
	// whoever asked. cycleLen is at least 1, depthAllocDelta at least 0. It may be
	// called from several goroutines at once. Nil makes a page that only looks,
	// which is what a server reachable from elsewhere should have.
	SetLimits func(cycleLen int64, depthAllocDelta int32) error

	Counters *Counters // shown in /metrics, unless nil
	Loopback bool      // the server listens on loopback only; see webui.Guard
	Build    webui.Build
}

// Page is the live page of a search. It is safe for concurrent use.
type Page struct {
	handler http.Handler
	latest  *webui.Cached[*snapshot]
	now     func() time.Time
	viewed  atomic.Int64 // when /state was asked for last, as Unix time in nanoseconds
}

// snapshot is a state that all viewers share. The document for /state is made
// when the first of them wants it.
type snapshot struct {
	state    State
	document func() *webui.Document
	solution *webui.Document
}

// New returns a page that asks source for the state, at most once a second and
// never twice at once, when somebody wants to see it.
func New(source func() State, opts Options) *Page {
	return newPage(source, opts, time.Now)
}

func newPage(source func() State, opts Options, now func() time.Time) *Page {
	p := &Page{now: now}
	var past history // only touched by the cache, one load at a time
	p.latest = webui.NewCached(func() *snapshot {
		s := source()
		past.add(sample{seconds(s.Elapsed), share(s.Share), finite(s.Rate)})
		samples := past.samples()
		return &snapshot{
			state:    s,
			document: sync.OnceValue(func() *webui.Document { return s.document(opts.SetLimits != nil, samples) }),
			solution: webui.NewDocument("text/plain; charset=utf-8", []byte(s.Solution)),
		}
	}, stateAge, now)

	mux := http.NewServeMux()
	files := webui.Files(assets)
	mux.Handle("GET /{$}", files)
	mux.Handle("GET /{file}", files)
	mux.HandleFunc("GET /state", p.serveState)
	mux.HandleFunc("GET /solution", p.serveSolution)
	mux.HandleFunc("GET /healthz", serveHealth)
	mux.Handle("GET /metrics", webui.Metrics(now, opts.Build, help, opts.Counters.write, func(w io.Writer) {
		p.latest.Get().state.writeMetrics(w)
	}))
	if opts.SetLimits != nil {
		mux.HandleFunc("PUT /settings", p.settings(opts.SetLimits))
	}
	p.handler = webui.Guard(mux, opts.Loopback)
	return p
}

// ServeHTTP answers a request to one of the package's routes.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.handler.ServeHTTP(w, r) }

// Sample asks for the state as a viewer would, so that the charts have no gap
// while nobody looks. Once a second or more rarely is enough.
func (p *Page) Sample() { p.latest.Get() }

// Watched tells whether somebody looks at the page. A server that is about to
// end for good stays for three seconds more if so, and its viewers see how the
// search went out.
func (p *Page) Watched() bool {
	return p.now().Sub(time.Unix(0, p.viewed.Load())) < watching
}

func (p *Page) serveState(w http.ResponseWriter, r *http.Request) {
	p.viewed.Store(p.now().UnixNano())
	p.latest.Get().document().ServeHTTP(w, r)
}

func (p *Page) serveSolution(w http.ResponseWriter, r *http.Request) {
	latest := p.latest.Get()
	if latest.state.Solution == "" {
		webui.Refuse(w, http.StatusNotFound, "there is no solution yet")
		return
	}
	latest.solution.ServeHTTP(w, r)
}

func serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ok\n")
}

// settings returns the handler of PUT /settings.
func (p *Page) settings(set func(int64, int32) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			CycleLen        *int64 `json:"cycle_len"`
			DepthAllocDelta *int32 `json:"depth_alloc_delta"`
		}
		if !webui.ReadJSON(w, r, &body) {
			return
		}
		switch {
		case body.CycleLen == nil || body.DepthAllocDelta == nil:
			webui.Refuse(w, http.StatusBadRequest, "expected both cycle_len and depth_alloc_delta")
			return
		case *body.CycleLen < 1:
			webui.Refuse(w, http.StatusBadRequest, "cycle_len must be at least 1")
			return
		case *body.DepthAllocDelta < 0:
			webui.Refuse(w, http.StatusBadRequest, "depth_alloc_delta must be at least 0")
			return
		}
		if err := set(*body.CycleLen, *body.DepthAllocDelta); err != nil {
			webui.Refuse(w, http.StatusConflict, err.Error())
			return
		}
		p.latest.Expire()
		w.WriteHeader(http.StatusNoContent)
	}
}
