package commands

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"puzzlekit/commands/pdfsnet"
	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/internal/webui"
	"puzzlekit/internal/webui/searchpage"
)

// search is one run of serve: what is shown of it while it goes on.
type search struct {
	board    *freecell.Board
	scan     pdfs.Scan
	server   *pdfsnet.Server
	workers  pdfsnet.WorkStats // of this process
	start    time.Time
	counters *searchpage.Counters
	page     *searchpage.Page // nil without --http

	mu     sync.Mutex
	state  searchpage.State // a second old at most
	before map[int64]int64  // iterations of each client a second ago
}

// report keeps the state up to date and shows progress until ctx ends.
func (r *search) report(ctx context.Context, env *Env) {
	progress := env.Progress("serve")
	defer progress.Done()
	gauge := alloc.NewGauge(pdfsnet.NewTree(r.board, r.scan))
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	last := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			s := r.look(gauge, now, now.Sub(last))
			last = now
			progress.Share(s.Share, fmt.Sprintf("%.2f M iterations, %.2f M/s, %s, depth %d",
				float64(s.Iterations)/1e6, s.Rate/1e6, count(len(s.Clients), "client"), s.MaxDepth))
			if r.page != nil {
				r.page.Sample()
			}
		}
	}
}

// look takes in how the search stands; passed is how long ago it did so last.
func (r *search) look(gauge *alloc.Gauge, now time.Time, passed time.Duration) searchpage.State {
	stats := r.server.Stats()
	share := gauge.Done(stats.Works)

	r.mu.Lock()
	defer r.mu.Unlock()
	s := searchpage.State{
		Game: r.board.Variant.Name, FreeCells: r.board.Variant.FreeCells,
		Board: r.board.String(), Scan: r.scan.String(),
		Share: share, Iterations: stats.Total.Iterations, MaxDepth: stats.Total.MaxDepth,
		Rate:    float64(stats.Total.Iterations-r.state.Iterations) / passed.Seconds(),
		Elapsed: now.Sub(r.start), CycleLen: stats.CycleLen, DepthAllocDelta: int(stats.Delta),
	}
	before := make(map[int64]int64, len(stats.Clients))
	for _, c := range stats.Clients {
		before[c.ID] = c.Iterations
		s.Clients = append(s.Clients, searchpage.Client{
			ID: c.ID, Remote: c.Remote, Working: c.Working, Initial: c.Initial, Current: c.Current,
			Iterations: c.Iterations, Rate: float64(c.Iterations-r.before[c.ID]) / passed.Seconds(),
			Connected: max(0, now.Sub(c.Since)), Reported: max(0, now.Sub(c.Heard)),
		})
	}
	for i := range stats.Works {
		w := &stats.Works[i]
		weight, left := gauge.Part(w.ID)
		s.Works = append(s.Works, searchpage.Work{
			ID: w.ID, Parent: w.Parent, Client: w.Client(), Start: w.Start, At: w.At,
			Holes: len(w.Holes), Weight: weight, Left: left,
		})
	}
	r.state, r.before = s, before
	return s
}

// end puts the verdict on the page and, when somebody looks at it, waits until
// it has been seen.
func (r *search) end(ctx context.Context, result pdfsnet.Result) {
	if r.page == nil {
		return
	}
	r.mu.Lock()
	r.state.Verdict = string(result.Verdict)
	r.state.Clients, r.state.Works = nil, nil
	if result.Verdict == pdfsnet.Unsolvable {
		r.state.Share = 1
	}
	if moves, err := r.board.Play(result.Moves); err == nil && result.Verdict == pdfsnet.Solved {
		// It has been replayed; what can fail here fails again when it is printed.
		r.state.Solution, _ = freecell.FormatSolution(r.board, moves)
	}
	r.mu.Unlock()
	if r.page.Watched() {
		select {
		case <-time.After(3 * time.Second):
		case <-ctx.Done():
		}
	}
}

// showPage serves the search's page until ctx ends.
func (r *search) showPage(ctx context.Context, beside *sync.WaitGroup, c *serveCmd, env *Env) error {
	l, err := c.ListenTLSFlags.Listen("--http", c.HTTP)
	if err != nil {
		return err
	}
	loopback := isLoopback(l.Addr())
	build := readVersion()
	options := searchpage.Options{
		Counters: r.counters, Loopback: loopback,
		Build: webui.Build{Version: build.Version, Commit: build.Commit},
	}
	if loopback {
		options.SetLimits = r.server.SetLimits
	}
	r.look(alloc.NewGauge(pdfsnet.NewTree(r.board, r.scan)), time.Now(), time.Second)
	r.page = searchpage.New(func() searchpage.State {
		r.mu.Lock()
		defer r.mu.Unlock()
		return r.state
	}, options)
	server := &http.Server{
		Handler: r.page, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	env.Log.Info("page", "addr", l.Addr())
	beside.Go(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			env.Log.Error("page", "err", err)
		}
	})
	beside.Go(func() {
		<-ctx.Done()
		_ = server.Close()
	})
	return nil
}
