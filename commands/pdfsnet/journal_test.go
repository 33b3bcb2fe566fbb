package pdfsnet

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/internal/journal"
)

// copyDir copies a journal as a process that was killed leaves it: without the
// lock.
func copyDir(t testing.TB, dir string) string {
	t.Helper()
	to := t.TempDir()
	files, err := filepath.Glob(filepath.Join(dir, "*.journal"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(f)), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// killed returns the journal as it were if the process was killed now.
func (s *Server) killed(t testing.TB) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	return copyDir(t, s.config.Journal)
}

func mustServer(t testing.TB, config Config) *Server {
	t.Helper()
	s, err := NewServer(config)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// abandon gives the journal of a server that is not run free.
func (s *Server) abandon(t testing.TB) {
	t.Helper()
	if err := s.store.journal.Close(); err != nil {
		t.Fatal(err)
	}
}

// At any moment what a restart finds is what the server knows, checkpoints
// between or not.
func TestRestartFindsTheSame(t *testing.T) {
	tr := newTree(t, 57, 2)
	config := tr.config()
	config.Journal = t.TempDir()
	server := mustServer(t, config)
	server.store.progressEvery, server.store.minCheckpoint, server.store.limit = 0, 4<<10, 4<<10

	visits := make([]atomic.Int32, len(tr.nodes))
	clients := plainClients(tr, visits, 4, 0.001)
	var mu sync.Mutex
	entered, compared := 0, 0
	for _, c := range clients {
		c.before = func(int) {
			mu.Lock()
			defer mu.Unlock()
			if entered++; entered%500 == 0 {
				compared++
				server.tick(time.Now())
				if err := compareRestart(t, server); err != nil {
					t.Error(err)
				}
			}
		}
	}
	s := start(t, server, overPipe)
	s.plainClients(t, clients)
	s.end(t)
	if _, err := os.Stat(filepath.Join(config.Journal, "00000003.journal")); err == nil || compared < 20 {
		t.Errorf("compared %d times, and no more than two checkpoints were made", compared)
	}
}

// compareRestart compares what a server has left to do with what another one
// that takes its search up has.
func compareRestart(t *testing.T, s *Server) error {
	s.mu.Lock()
	config, live, ids := s.config, s.alloc.Works(), s.store.ids
	config.Journal = copyDir(t, config.Journal)
	lastID := s.lastID
	s.mu.Unlock()
	again, err := NewServer(config)
	if err != nil {
		return err
	}
	defer again.store.journal.Close()
	same := cmp.Options{
		cmpopts.IgnoreUnexported(alloc.Work{}),
		cmpopts.IgnoreFields(alloc.Work{}, "Parent"), // only for show
		cmpopts.EquateEmpty(),
	}
	if diff := cmp.Diff(live, again.alloc.Works(), same); diff != "" {
		return fmt.Errorf("works, - before and + after the restart:\n%s", diff)
	}
	if again.lastID < lastID || again.lastID != ids {
		return fmt.Errorf("ids up to %d were given, %d reserved, and go on after %d", lastID, ids, again.lastID)
	}
	return nil
}

// No id is given twice in the life of a search.
func TestIDsAfterRestart(t *testing.T) {
	config := newTree(t, 4, 0).config()
	config.Journal = t.TempDir()
	known := map[string]bool{}
	for range 3 {
		server := mustServer(t, config)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := server.Run(ctx)
			ended <- err
		}()
		for range idBlock + 10 { // more than are reserved at once
			near, far := net.Pipe()
			server.Serve(far)
			if _, err := near.Write(mustEncode(t, "CLIENT_INIT")); err != nil {
				t.Fatal(err)
			}
			id, err := decode(near)
			if err != nil || known[id] {
				t.Fatalf("%s, %v: given before: %v", id, err, known[id])
			}
			known[id] = true
			near.Close()
		}
		config.Journal = server.killed(t)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Fatalf("Run ended with %v", err)
		}
	}
}

// Only the same search may go on in a journal, and one server at a time.
func TestJournalOfAnother(t *testing.T) {
	config := newTree(t, 4, 0).config()
	config.Journal = t.TempDir()
	server := mustServer(t, config)
	if _, err := NewServer(config); !errors.Is(err, journal.ErrLocked) {
		t.Errorf("a second server at the same time: %v, want %v", err, journal.ErrLocked)
	}
	server.abandon(t)

	otherBoard, otherScan := config, config
	otherBoard.Board = newTree(t, 7, 0).board
	otherScan.Scan = mustScan(t, "--freecells-num 0 -to 01ABCDE")
	for name, other := range map[string]Config{"board": otherBoard, "scan": otherScan} {
		if _, err := NewServer(other); !errors.Is(err, ErrOtherSearch) {
			t.Errorf("another %s: %v, want %v", name, err, ErrOtherSearch)
		}
	}
	mustServer(t, config).abandon(t)
}

// A search that has ended has its verdict at once, and nobody is asked again.
func TestJournalOfFinished(t *testing.T) {
	solvable := endgameTree(t)
	for _, tr := range []*tree{newTree(t, 7, 0), solvable} {
		config := tr.config()
		config.Journal = t.TempDir()
		s := serve(t, config, overPipe)
		s.workers(t, 2, 0)
		first := s.end(t)
		second, err := mustServer(t, config).Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, second, cmpopts.EquateComparable(freecell.Atomic{})); diff != "" || (len(second.Moves) == 0) == (tr == solvable) {
			t.Errorf("- first time, + second time:\n%s", diff)
		}
	}
}

// A search that was stopped at a limit goes on where it was.
func TestJournalOfStopped(t *testing.T) {
	tr := newTree(t, 57, 2)
	config := tr.config()
	config.Journal = t.TempDir()
	visits := make([]atomic.Int32, len(tr.nodes))
	for stops := 0; ; stops++ {
		config.MaxIterations += 3000
		s := serve(t, config, overPipe)
		s.plainClients(t, plainClients(tr, visits, 2, 0))
		r := s.end(t)
		if r.Verdict == Limit && stops < 10 {
			if err := compareRestart(t, s.Server); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if r.Verdict != Unsolvable || stops < 3 {
			t.Errorf("verdict %s after %d stops", r.Verdict, stops)
		}
		break
	}
	for i := range visits {
		if visits[i].Load() == 0 {
			t.Fatalf("%s was never entered", tr.name(i))
		}
	}
}

// A journal that cannot be written ends the server before anybody hears of what
// it does not know. A later run goes on.
func TestJournalFails(t *testing.T) {
	tr := newTree(t, 7, 0)
	for _, after := range []int{1, 100, 700, 1500} {
		t.Run(fmt.Sprintf("after=%d", after), func(t *testing.T) {
			config := tr.config()
			config.Journal = t.TempDir()
			server := mustServer(t, config)
			visits := make([]atomic.Int32, len(tr.nodes))
			clients := plainClients(tr, visits, 3, 0)
			var entered atomic.Int32
			for _, c := range clients {
				c.before = func(int) {
					if int(entered.Add(1)) == after {
						server.abandon(t) // what follows finds it closed
					}
				}
			}
			failed := make(chan error)
			go func() {
				_, err := server.Run(t.Context())
				failed <- err
			}()
			s := served{Server: server, dial: func() (net.Conn, error) {
				near, far := net.Pipe()
				server.Serve(far)
				return near, nil
			}}
			s.plainClients(t, clients)
			if err := <-failed; !errors.Is(err, os.ErrClosed) {
				t.Fatalf("Run ended with %v, want %v", err, os.ErrClosed)
			}
			s = serve(t, config, overPipe)
			s.plainClients(t, plainClients(tr, visits, 1, 0))
			if r := s.end(t); r.Verdict != Unsolvable {
				t.Errorf("the next run: verdict %s", r.Verdict)
			}
			for i := range visits {
				if visits[i].Load() == 0 {
					t.Fatalf("%s was never entered", tr.name(i))
				}
			}
		})
	}
}

// Reports are in the journal at most once a second for each piece of work, and
// when the client leaves. They never go back.
func TestProgressInJournal(t *testing.T) {
	config := newTree(t, 4, 0).config()
	config.Journal = t.TempDir()
	inBubble(t, config, func(b bubble) {
		c := b.join("1")
		at := func() string {
			b.t.Helper()
			synctest.Wait()
			config := config
			config.Journal = b.killed(b.t)
			again := mustServer(b.t, config)
			defer again.abandon(b.t)
			return fmt.Sprint(again.Stats().Works[0].At)
		}
		for _, step := range []struct {
			after  time.Duration
			report string
			want   string
		}{
			{0, "[0]", "[0]"},
			{time.Second / 2, "[0 0]", "[0]"},
			{time.Second, "[0 0 0]", "[0 0 0]"},
			{time.Second / 2, "[0 0 0 1]", "[0 0 0]"},
		} {
			time.Sleep(step.after)
			if _, err := c.conn.Write(mustEncode(b.t, "I_AM 1 "+step.report)); err != nil {
				b.t.Fatal(err)
			}
			if got := at(); got != step.want {
				b.t.Errorf("after the report %s the journal has %s, want %s", step.report, got, step.want)
			}
		}
		time.Sleep(time.Second)
		if _, err := c.conn.Write(mustEncode(b.t, "I_AM 1 [0 0 1]")); err != nil {
			b.t.Fatal(err)
		}
		c.conn.Close()
		if got := at(); got != "[0 0 1]" {
			b.t.Errorf("when the client has left the journal has %s, want [0 0 1]", got)
		}
		b.finish()
	})
}
