package commands

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"puzzlekit/commands/pdfsnet"
	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/internal/webui/searchpage"
)

func init() {
	register("serve", "freecell", "Solve a board together with many workers.", func() any { return &serveCmd{} })
}

// serveCmd is the server of a shared pseudo-DFS search.
type serveCmd struct {
	BoardFlags `embed:""`
	Board      string `arg:"" optional:"" help:"File with the board, - for standard input."`
	Scan       string `default:"-to 01ABCDE -sp r:tf" placeholder:"TEXT" help:"The search: atomic move tests in order, and pruning."`

	Listen      string `placeholder:"ADDR" help:"Address for workers, host:port; 127.0.0.1:6170 if not given, or a free port when that one is taken."`
	Workers     int    `default:"0" placeholder:"K" help:"Number of workers in this process."`
	DeadEndFlag `embed:""`

	CycleLen        int64 `default:"0" placeholder:"N" help:"Iterations after which a worker reports; 0 is 16384, and more when many workers report or their reports are long."`
	DepthAllocDelta int32 `default:"1000000" placeholder:"N" help:"How many levels above its own a worker gives away work from."`

	Journal       string        `type:"path" placeholder:"DIR" help:"Keep the search in this directory, so that the same command takes it up again after any end."`
	MaxIterations int64         `default:"0" placeholder:"N" help:"Give up after so many iterations; 0 never."`
	Timeout       time.Duration `default:"0" placeholder:"TIME" help:"Give up after so long; 0 never."`
	ReportTimeout time.Duration `default:"1m" placeholder:"TIME" help:"Drop a worker that has work and is silent for so long."`
	MaxClients    int           `default:"10000" placeholder:"N" help:"Connections at one time."`
	HTTP          string        `name:"http" placeholder:"ADDR" help:"Show the search on a web page at this address, host:port."`

	ListenTLSFlags `embed:""`
}

// defaultListen is where workers are expected when --listen is not given.
const defaultListen = "127.0.0.1:6170"

// Help returns the longer help text.
func (*serveCmd) Help() string {
	return `Prints the verdict: solved (exit code 0) with the solution in standard notation, unsolvable (3) when the whole search is done, or limit (4). The lines after it that begin with # say how the work was shared.

Workers in other processes, on this machine or others, join with the command work. What a worker that dies had not reported is done again by another.

Examples:

  puzzlekit serve --deal 617 --workers 2
  puzzlekit serve --deal 11982 --journal search --http 127.0.0.1:8080`
}

// Run serves until the search is over.
func (c *serveCmd) Run(ctx context.Context, env *Env) error {
	scan, err := c.scan()
	if err != nil {
		return err
	}
	board, err := c.Read(env, c.Board)
	if err != nil {
		return err
	}
	listener, err := c.listen(env)
	if err != nil {
		return err
	}
	run := &search{board: board, scan: scan, start: time.Now(), counters: searchpage.NewCounters()}
	cycle, spread := c.cycle()
	run.server, err = pdfsnet.NewServer(pdfsnet.Config{
		Board: board, Scan: scan, Log: env.Log, Observer: run.counters,
		CycleLen: cycle, Spread: spread, DepthAllocDelta: c.DepthAllocDelta,
		MaxIterations: c.MaxIterations, Journal: c.Journal,
		MaxClients: c.MaxClients, ReportTimeout: c.ReportTimeout,
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if c.Timeout > 0 {
		timer := time.AfterFunc(c.Timeout, func() { run.server.Stop(c.Timeout.String()) })
		defer timer.Stop()
	}
	var beside sync.WaitGroup // what runs beside the server, until it is done
	besideCtx, stop := context.WithCancel(ctx)
	defer stop()
	if c.HTTP != "" {
		if err := run.showPage(besideCtx, &beside, c, env); err != nil {
			return errors.Join(err, listener.Close())
		}
	}
	beside.Go(func() { run.report(besideCtx, env) })
	if c.Workers > 0 {
		beside.Go(func() { c.work(besideCtx, env, run) })
	}
	result, err := run.server.Run(ctx, listener)
	run.end(ctx, result)
	stop()
	beside.Wait()
	if err != nil {
		return c.advise(err)
	}
	return run.print(env, result)
}

// advise says how an interrupted search can go on.
func (c *serveCmd) advise(err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	if c.Journal == "" {
		return fmt.Errorf("nothing was kept; with --journal the same command takes a search up again: %w", err)
	}
	return fmt.Errorf("the search is kept in %s; the same command takes it up again: %w", c.Journal, err)
}

// scan puts the flags and the scan text together and checks the other flags.
func (c *serveCmd) scan() (pdfs.Scan, error) {
	switch {
	case c.Workers < 0:
		return pdfs.Scan{}, usageErrorf("--workers %d: expected 0 or more", c.Workers)
	case c.CycleLen < 0:
		return pdfs.Scan{}, usageErrorf("--cycle-len %d: expected 0 or more", c.CycleLen)
	case c.DepthAllocDelta < 0:
		return pdfs.Scan{}, usageErrorf("--depth-alloc-delta %d: expected 0 or more", c.DepthAllocDelta)
	case c.DeadEndCache < 0:
		return pdfs.Scan{}, usageErrorf("--dead-end-cache %d: expected 0 or more bytes", c.DeadEndCache)
	case c.MaxIterations < 0:
		return pdfs.Scan{}, usageErrorf("--max-iterations %d: expected 0 or more", c.MaxIterations)
	case c.MaxClients < 1:
		return pdfs.Scan{}, usageErrorf("--max-clients %d: expected at least 1", c.MaxClients)
	}
	v, err := c.Variant()
	if err != nil {
		return pdfs.Scan{}, err
	}
	scan, err := pdfs.ParseScan(fmt.Sprintf("--game %s --freecells-num %d %s", v.Name, v.FreeCells, c.Scan))
	if err != nil {
		return pdfs.Scan{}, usageErrorf("--scan %q: %w", c.Scan, err)
	}
	if scan.Variant != v {
		return pdfs.Scan{}, usageErrorf("--scan %q names another game than the flags: expected --game and --freecells-num outside of it", c.Scan)
	}
	return scan, nil
}

// The defaults that simulations of up to 10,000 workers led to; BENCHMARKS.md has
// their results.
const (
	defaultCycle  = 1 << 14
	defaultSpread = 256
)

// cycle returns the cycle length and how much it grows with the workers.
func (c *serveCmd) cycle() (cycle, spread int64) {
	if c.CycleLen > 0 {
		return c.CycleLen, 0
	}
	return defaultCycle, defaultSpread
}

// listen listens for workers. The default address gives way when it is taken, so
// that two searches can run on one machine.
func (c *serveCmd) listen(env *Env) (net.Listener, error) {
	addr := c.Listen
	if addr == "" {
		addr = defaultListen
	}
	l, err := c.ListenTLSFlags.Listen("--listen", addr)
	if c.Listen == "" && addressTaken(err) {
		l, err = c.ListenTLSFlags.Listen("--listen", "127.0.0.1:0")
	}
	if err != nil {
		return nil, err
	}
	env.Log.Info("listening", "addr", l.Addr())
	return l, nil
}

// work runs the workers of this process. They speak with the server as all
// others do, over pipes.
func (c *serveCmd) work(ctx context.Context, env *Env, run *search) {
	err := pdfsnet.Work(ctx, pdfsnet.WorkConfig{
		Log: env.Log, Parallel: c.Workers, DeadEnds: c.DeadEndCache, Retry: time.Minute,
		Dial: func(context.Context) (net.Conn, error) {
			near, far := net.Pipe()
			run.server.Serve(far)
			return near, nil
		},
	}, &run.workers)
	if err != nil && ctx.Err() == nil {
		env.Log.Error("workers of this process stopped", "err", err)
	}
}
