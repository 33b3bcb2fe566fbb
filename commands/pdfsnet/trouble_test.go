package pdfsnet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

// badNetwork is a way to a server on which connections end now and then, until a
// number of them has ended. The server notices at once. The client may go on for a
// while and speak to nobody.
type badNetwork struct {
	server *Server
	risk   float64              // that a connection ends instead of passing on what the client says
	most   int                  // connections end
	heard  func(message string) // what clients say, if not nil

	mu     sync.Mutex
	random *rand.Rand
	broken int
}

// chance draws whether a connection ends, and how many times more the client is
// listened to then.
func (n *badNetwork) chance() (ends bool, listen int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.broken == n.most || n.random.Float64() >= n.risk {
		return false, 0
	}
	n.broken++
	return true, n.random.IntN(50)
}

func (n *badNetwork) dial(context.Context) (net.Conn, error) {
	client, clientFar := net.Pipe()
	serverNear, serverFar := net.Pipe()
	n.server.Serve(serverFar)
	go func() { // to the client
		if _, err := io.Copy(clientFar, serverNear); err == nil { // the server has ended it
			clientFar.Close()
		}
	}()
	go func() { // to the server
		defer clientFar.Close()
		defer serverNear.Close()
		left := -1 // messages that the client still says to nobody
		for left != 0 {
			m, err := decode(clientFar)
			if err != nil {
				return
			}
			if n.heard != nil {
				n.heard(m)
			}
			if left > 0 {
				left--
				continue
			}
			if ends, listen := n.chance(); ends {
				serverNear.Close()
				time.AfterFunc(20*time.Millisecond, func() { clientFar.Close() }) // it may be silent
				left = listen
				continue
			}
			data, err := encode(m)
			if err == nil {
				_, err = serverNear.Write(data)
			}
			if err != nil {
				return
			}
		}
	}()
	return client, nil
}

// states collects the states that clients tell of.
type states struct {
	mu     sync.Mutex
	board  *freecell.Board
	walker *pdfs.Walker
	seen   map[freecell.Key]bool
	err    error
}

// heard takes in a message.
func (s *states) heard(m string) {
	name, rest, _ := strings.Cut(m, " ")
	if name != "I_AM" {
		return
	}
	_, at, _ := strings.Cut(rest, " ")
	var seq pdfs.CoordSeq
	for _, word := range strings.Fields(strings.Trim(at, "[]")) {
		var c int32
		fmt.Sscan(word, &c)
		seq = append(seq, c)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.walker.Start(seq); err != nil {
		s.err = errors.Join(s.err, err)
		return
	}
	p := freecell.NewPosition(s.board)
	for _, move := range s.walker.Moves() {
		p.Make(move)
	}
	var k freecell.Key
	p.StateKey(&k)
	s.seen[k] = true
}

// reachable counts the states that can be reached from the board.
func reachable(board *freecell.Board, scan pdfs.Scan) int {
	w := pdfs.NewWalker(board, scan, pdfs.NewDeadEnds(64<<20, 1))
	for {
		if _, status, err := w.Run(1 << 20); status == pdfs.Exhausted || err != nil {
			return int(w.Expanded())
		}
	}
}

// Searches of one process share a cache of dead ends, and their connections break
// all the time. Every state that can be reached is reached all the same: clients
// that tell of every state that they do not know yet tell of all of them.
func TestTrouble(t *testing.T) {
	for _, c := range []struct {
		deal      uint64
		freeCells int
	}{
		{32, 2}, {57, 2}, {13, 1},
	} {
		scan := mustScan(t, fmt.Sprintf("--freecells-num %d %s", c.freeCells, pdfs.DefaultScan))
		board, err := freecell.Deal(c.deal, scan.Variant)
		if err != nil {
			t.Fatal(err)
		}
		all := reachable(board, scan)
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("deal=%d/freecells=%d/seed=%d", c.deal, c.freeCells, seed), func(t *testing.T) {
				log := slog.New(slog.DiscardHandler)
				s := serve(t, Config{Board: board, Scan: scan, Log: log, CycleLen: 1, DepthAllocDelta: 1000}, overPipe)
				told := &states{board: board, walker: pdfs.NewWalker(board, scan, nil), seen: map[freecell.Key]bool{}}
				network := &badNetwork{
					server: s.Server, risk: 0.02, most: 20, heard: told.heard,
					random: rand.New(rand.NewPCG(seed, c.deal)),
				}
				stats := &WorkStats{}
				err = Work(t.Context(), WorkConfig{
					Log: log, Parallel: 4, DeadEnds: 64 << 20, Retry: time.Minute, Dial: network.dial,
				}, stats)
				if err != nil && !s.isOver() {
					t.Fatal(err)
				}
				if r := s.end(t); r.Verdict != Unsolvable || told.err != nil {
					t.Errorf("verdict %s, %v", r.Verdict, told.err)
				}
				if len(told.seen) != all || network.broken < 5 {
					t.Errorf("%d states of %d were reached after %d broken connections and %d iterations",
						len(told.seen), all, network.broken, stats.Iterations.Load())
				}
			})
		}
	}
}
