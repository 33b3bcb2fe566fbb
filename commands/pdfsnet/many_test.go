package pdfsnet

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// served is a running server and how to get to it.
type served struct {
	*Server
	dial   func() (net.Conn, error)
	cancel context.CancelFunc        // stops the server
	run    func() (Result, error)    // waits until it has stopped
	end    func(t *testing.T) Result // waits for the verdict
}

// The ways to a server.
const (
	overPipe = "pipe"
	overTCP  = "tcp"
)

// serve runs a server until the end of the search.
func serve(t *testing.T, config Config, way string) served {
	t.Helper()
	server, err := NewServer(config)
	if err != nil {
		t.Fatal(err)
	}
	return start(t, server, way)
}

// start is serve for a server that there is already.
func start(t *testing.T, server *Server, way string) served {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	s := served{Server: server, cancel: cancel}
	var listeners []net.Listener
	switch way {
	case overPipe:
		s.dial = func() (net.Conn, error) {
			near, far := net.Pipe()
			server.Serve(far)
			return near, nil
		}
	case overTCP:
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		listeners = append(listeners, l)
		s.dial = func() (net.Conn, error) { return net.Dial("tcp", l.Addr().String()) }
	}
	var result Result
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		result, failed = server.Run(ctx, listeners...)
	}()
	s.run = func() (Result, error) {
		<-done
		return result, failed
	}
	s.end = func(t *testing.T) Result {
		t.Helper()
		result, err := s.run()
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return s
}

// workers runs our own worker with so many connections and returns what it did.
func (s served) workers(t *testing.T, parallel int, deadEnds int64) *WorkStats {
	t.Helper()
	stats := &WorkStats{}
	err := Work(t.Context(), WorkConfig{
		Log: slog.New(slog.DiscardHandler), Parallel: parallel, DeadEnds: deadEnds,
		Dial: func(context.Context) (net.Conn, error) { return s.dial() },
	}, stats)
	if err != nil {
		t.Error(err)
		s.cancel()
	}
	return stats
}

func (s served) isOver() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over()
}

// plainClients runs clients of the tests until the end of the search.
func (s served) plainClients(t *testing.T, clients []*plainClient) {
	t.Helper()
	var working sync.WaitGroup
	for _, c := range clients {
		working.Go(func() {
			// A client may come when the search is over already.
			if err := c.work(s.dial); err != nil && !s.isOver() {
				t.Error(err)
				s.cancel() // or the others wait for it
			}
		})
	}
	working.Wait()
}

// small are searches that end without a solution, with their number of states
// when a walk knows nothing of dead ends.
var small = []struct {
	deal      uint64
	freeCells int
	states    int
}{
	{4, 0, 41},
	{7, 0, 1557},
	{3, 1, 730},
	{72, 2, 2721},
	{57, 2, 14472},
}

// Without a cache every state is entered exactly once, by whomever.
func TestEveryStateOnce(t *testing.T) {
	for _, search := range small {
		tr := newTree(t, search.deal, search.freeCells)
		if len(tr.nodes) != search.states {
			t.Fatalf("deal %d: the plain walk enters %d states: expected %d", search.deal, len(tr.nodes), search.states)
		}
		for _, clients := range []int{1, 2, 3, 8} {
			for _, way := range []string{overPipe, overTCP} {
				name := fmt.Sprintf("deal=%d/freecells=%d/clients=%d/%s", search.deal, search.freeCells, clients, way)
				t.Run("worker/"+name, func(t *testing.T) {
					s := serve(t, tr.config(), way)
					stats := s.workers(t, clients, 0)
					if r := s.end(t); r.Verdict != Unsolvable {
						t.Errorf("verdict %s", r.Verdict)
					}
					if n := stats.Iterations.Load(); n != int64(search.states) {
						t.Errorf("%d states were entered: expected %d", n, search.states)
					}
				})
				t.Run("plain/"+name, func(t *testing.T) {
					visits := make([]atomic.Int32, search.states)
					s := serve(t, tr.config(), way)
					s.plainClients(t, plainClients(tr, visits, clients, 0))
					if r := s.end(t); r.Verdict != Unsolvable {
						t.Errorf("verdict %s", r.Verdict)
					}
					for i := range visits {
						if n := visits[i].Load(); n != 1 {
							t.Fatalf("%s was entered %d times", tr.name(i), n)
						}
					}
				})
			}
		}
	}
}

// plainClients returns clients that die with the given probability at every
// step.
func plainClients(tr *tree, visits []atomic.Int32, n int, risk float64) []*plainClient {
	clients := make([]*plainClient, n)
	for i := range clients {
		clients[i] = &plainClient{tree: tr, visits: visits}
		if risk > 0 {
			clients[i].fate, clients[i].risk = rand.New(rand.NewPCG(uint64(i), uint64(n))), risk
		}
	}
	return clients
}

// Clients that die cost only what they had not reported: every state is entered,
// and entered again at most once a cycle for every death.
func TestEveryStateDespiteDeaths(t *testing.T) {
	for _, search := range small[1:] {
		tr := newTree(t, search.deal, search.freeCells)
		for _, clients := range []int{1, 3, 8} {
			t.Run(fmt.Sprintf("deal=%d/freecells=%d/clients=%d", search.deal, search.freeCells, clients), func(t *testing.T) {
				visits := make([]atomic.Int32, search.states)
				dying := plainClients(tr, visits, clients, 0.01)
				config := tr.config()
				s := serve(t, config, overPipe)
				s.plainClients(t, dying)
				if r := s.end(t); r.Verdict != Unsolvable {
					t.Errorf("verdict %s", r.Verdict)
				}
				deaths, total := 0, 0
				for _, c := range dying {
					deaths += c.deaths
				}
				for i := range visits {
					total += int(visits[i].Load())
					if visits[i].Load() == 0 {
						t.Fatalf("%s was never entered", tr.name(i))
					}
				}
				if again := total - search.states; deaths == 0 || again > deaths*int(config.CycleLen+1) {
					t.Errorf("%d states were entered again after %d deaths", again, deaths)
				}
			})
		}
	}
}

// countVisits returns how many states were entered, each as often as it was.
func countVisits(visits []atomic.Int32) (n int) {
	for i := range visits {
		n += int(visits[i].Load())
	}
	return n
}
