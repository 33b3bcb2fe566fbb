package commands

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/report"
	"puzzlekit/internal/webui/depthpage"
)

// splitView shows how far an exploration is, as progress and on its page. It is
// safe for concurrent use.
type splitView struct {
	env   *Env
	start time.Time

	mu    sync.Mutex
	state depthpage.State
	bar   *report.Progress // of the depth
	shown int              // its depth
	costs map[int]cost     // of the depths explored by this process
	spent cost             // on depths up to now
}

// cost is what a depth has taken.
type cost struct {
	seconds, cpu float64
	peak         int64 // bytes of memory up to then
}

func newSplitView(env *Env, g *fcc.Game, title string) *splitView {
	return &splitView{env: env, start: time.Now(), state: depthpage.State{
		Title: title, Last: fcc.Solved.Depth() - g.Start.Depth(), Depths: []depthpage.Depth{},
	}}
}

// show takes in how far a depth is. The time left that is reported is that of the
// depth: how large the next ones will be nobody knows.
func (v *splitView) show(depth int, states int64, share float64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.Depth, v.state.States, v.state.Share = depth, states, share
	if v.bar == nil || v.shown != depth {
		v.done()
		v.bar, v.shown = v.env.Progress(fmt.Sprintf("depth %d of at most %d", depth, v.state.Last)), depth
	}
	text := fmt.Sprintf("%s states, %.2f M/s", thousands(states), float64(states)/time.Since(v.start).Seconds()/1e6)
	if v.state.Bytes > 0 {
		text += fmt.Sprintf(", %.1f MB of files", float64(v.state.Bytes)/1e6)
	}
	v.bar.Share(share, text)
}

// sealed takes in a depth that is done; bytes is the size of all files.
func (v *splitView) sealed(d fcc.DepthStats, bytes int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.Bytes = bytes
	v.state.Depths = append(v.state.Depths, depthpage.Depth{
		Depth: d.Depth, Fingerprints: d.Fingerprints, FCCs: d.FCCs, States: d.States, Entries: d.Entries,
		Derived: d.Derived, Largest: d.Largest,
	})
	now := cost{time.Since(v.start).Seconds(), readUsage().cpu.Seconds(), readUsage().peak}
	if v.costs == nil {
		v.costs = map[int]cost{}
	}
	v.costs[d.Depth] = cost{now.seconds - v.spent.seconds, now.cpu - v.spent.cpu, now.peak}
	v.spent = now
	v.env.Log.Debug("a depth is done", "depth", d.Depth, "states", d.States, "fingerprints", d.Fingerprints,
		"elapsed_s", now.seconds, "cpu_s", now.cpu)
}

// end takes the progress away and says how it went out.
func (v *splitView) end(verdict string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.state.Verdict = verdict
	v.done()
}

func (v *splitView) done() {
	if v.bar != nil {
		v.bar.Done()
		v.bar = nil
	}
}

// look is the page's.
func (v *splitView) look() depthpage.State {
	v.mu.Lock()
	defer v.mu.Unlock()
	s := v.state
	s.Seconds = time.Since(v.start).Seconds()
	s.Depths = append([]depthpage.Depth{}, s.Depths...)
	return s
}

// serve shows the page until ctx ends.
func (v *splitView) serve(ctx context.Context, beside *sync.WaitGroup, flags *ListenTLSFlags, addr string) error {
	l, err := flags.Listen("--http", addr)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler: depthpage.New(v.look, isLoopback(l.Addr())), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	v.env.Log.Info("page", "addr", l.Addr())
	beside.Go(func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			v.env.Log.Error("page", "err", err)
		}
	})
	beside.Go(func() {
		<-ctx.Done()
		_ = server.Close()
	})
	return nil
}
