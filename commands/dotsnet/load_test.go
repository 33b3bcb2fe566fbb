package dotsnet

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"puzzlekit/engines/dots"
	"puzzlekit/internal/cputime"
	"puzzlekit/internal/dotswire"
)

// crowd is many tables at which scripted clients play on real connections.
type crowd struct {
	tb    testing.TB
	hall  *Hall
	lines []dots.Line // of the board, in the order in which all games draw them
	size  dots.Size
	addr  string
	stop  func()
	pace  time.Duration // between being asked and moving, on average
	left  atomic.Int64  // moves to make
	moves atomic.Int64

	clients sync.WaitGroup
	mu      sync.Mutex
	took    []time.Duration // of answers to moves
}

func newCrowd(tb testing.TB, size dots.Size) *crowd {
	tb.Helper()
	h, err := NewHall(Config{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		tb.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- h.ServeBare(ctx, l, dotswire.GGZ4) }()
	p, err := dots.New(size)
	if err != nil {
		tb.Fatal(err)
	}
	c := &crowd{tb: tb, hall: h, lines: slices.Collect(p.FreeLines()), size: size, addr: l.Addr().String()}
	c.stop = func() {
		cancel()
		if err := <-served; err != nil {
			tb.Error(err)
		}
		h.Close()
	}
	return c
}

// sit connects two clients for each table. They wait for start.
func (c *crowd) sit(tables int, start <-chan struct{}) {
	c.tb.Helper()
	for range 2 * tables {
		conn, err := net.Dial("tcp", c.addr)
		if err != nil {
			c.tb.Fatal(err)
		}
		c.clients.Go(func() {
			defer conn.Close()
			c.play(conn, start)
		})
	}
}

// play is a client: it draws the next line whenever it is asked, and plays again
// until there have been moves enough.
func (c *crowd) play(conn net.Conn, start <-chan struct{}) {
	r := dotswire.NewReader(struct{ net.Conn }{conn}, dotswire.GGZ4)
	var out []byte
	var sent time.Time
	took := make([]time.Duration, 0, 1024)
	drawn := 0
	say := func(m dotswire.ClientMessage) {
		out = dotswire.AppendClient(out[:0], m)
		_, _ = conn.Write(out) // what goes wrong shows when it is read
	}
	for {
		m, err := r.Server()
		if err != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.took = append(c.took, took...)
			if c.left.Load() > 0 {
				c.tb.Error(err)
			}
			return
		}
		switch m := m.(type) {
		case dotswire.RequestOptions:
			<-start
			say(dotswire.SendOptions{Width: uint8(c.size.Width), Height: uint8(c.size.Height)})
		case dotswire.Options:
			drawn = 0
		case dotswire.Move:
			drawn++
		case dotswire.RequestMove:
			if c.left.Add(-1) < 0 {
				conn.(*net.TCPConn).CloseWrite()
				continue
			}
			if c.pace > 0 {
				time.Sleep(time.Duration(rand.Int64N(int64(2 * c.pace))))
			}
			sent = time.Now()
			say(dotswire.SendMove{Line: toWire(c.lines[drawn])})
		case dotswire.MoveResult:
			if m.Status != dotswire.OK {
				c.tb.Errorf("status %d", m.Status)
			}
			if len(took) < cap(took) {
				took = append(took, time.Since(sent))
			}
			drawn++
			c.moves.Add(1)
		case dotswire.GameOver:
			say(dotswire.RequestNewGame{})
		case dotswire.Players:
			if m.Seats[0].Assignment == dotswire.Open || m.Seats[1].Assignment == dotswire.Open {
				if c.left.Load() < 0 {
					conn.(*net.TCPConn).CloseWrite() // the other one has had enough
				}
			}
		}
	}
}

// percentile returns how long the answer to a move took at most for a share of
// them.
func (c *crowd) percentile(share float64) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortFunc(c.took, cmp.Compare)
	if len(c.took) == 0 {
		return 0
	}
	return c.took[int(share*float64(len(c.took)-1))]
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

// Many tables play many games and leave nothing behind: no connection, no table,
// no memory, and no goroutine, as TestMain sees to.
func TestSoak(t *testing.T) {
	const tables, moves = 50, 20_000
	before := heap()
	for range 3 {
		c := newCrowd(t, dots.Size{Width: 4, Height: 4})
		start := make(chan struct{})
		c.left.Store(moves)
		c.sit(tables, start)
		close(start)
		c.clients.Wait()
		if n := c.moves.Load(); n != moves || c.hall.stats.Moves.Load() != n {
			t.Errorf("%d moves were made, and %d counted", n, c.hall.stats.Moves.Load())
		}
		if games := c.hall.stats.Games.Load(); games < moves/24-tables {
			t.Errorf("only %d games were over", games)
		}
		c.stop()
		if n := len(c.hall.all("")); n != 0 || c.hall.stats.Open.Load() != 0 {
			t.Errorf("%d tables and %d connections are left", n, c.hall.stats.Open.Load())
		}
	}
	if grown := heap() - before; grown > 4<<20 {
		t.Errorf("%d bytes more are used than before", grown)
	}
}

// BenchmarkTables plays at many tables at once: moves a second over all, by the
// clock and by the time of processors that both ends took together, the time
// from a move to its answer as clients see it, the memory of both ends, and what
// of it is left when all have gone. At
// full pace every table has a move on its way at all times; a player who thinks
// for a second is already a fast one.
func BenchmarkTables(b *testing.B) {
	for _, bb := range []struct {
		tables int
		pace   time.Duration
	}{{1, 0}, {100, 0}, {2000, 0}, {2000, time.Second}} {
		b.Run(fmt.Sprintf("tables=%d/pace=%v/board=6x6", bb.tables, bb.pace), func(b *testing.B) {
			tables := bb.tables
			before := heap()
			c := newCrowd(b, dots.Size{Width: 6, Height: 6})
			c.pace = bb.pace
			start := make(chan struct{})
			c.left.Store(int64(b.N))
			c.sit(tables, start)
			used := heap() - before
			b.ResetTimer()
			busy := cputime.Used()
			close(start)
			c.clients.Wait()
			b.StopTimer()
			busy = cputime.Used() - busy
			b.ReportMetric(float64(c.moves.Load())/busy.Seconds(), "moves/cpu-s")
			b.ReportMetric(float64(c.moves.Load())/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(float64(c.percentile(0.5).Microseconds()), "p50-µs")
			b.ReportMetric(float64(c.percentile(0.99).Microseconds()), "p99-µs")
			b.ReportMetric(float64(used)/float64(tables), "B/table")
			c.stop()
			c.took = nil
			b.ReportMetric(float64(heap()-before), "B-left")
		})
	}
}
