package pdfsnet

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
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

// A server is killed after every single byte that it could have been killed
// after: after each record, and in the middle of it. Another one finishes the
// search from what is in the journal. Between them every state is entered, and
// the verdict is right.
func TestKillPoints(t *testing.T) {
	for name, every := range map[string]time.Duration{"progress=all": 0, "progress=some": progressEvery} {
		t.Run(name, func(t *testing.T) { killPoints(t, newTree(t, 7, 0), every) })
	}
}

func killPoints(t *testing.T, tr *tree, progressEvery time.Duration) {
	config := tr.config()
	config.CycleLen = 10
	config.Journal = t.TempDir()
	server := mustServer(t, config)
	server.store.progressEvery = progressEvery
	// size is how long the journal was when a state was entered first. Only what
	// is further behind in it can depend on that.
	size := make([]atomic.Int64, len(tr.nodes))
	visits := make([]atomic.Int32, len(tr.nodes))
	clients := plainClients(tr, visits, 3, 0.003)
	for _, c := range clients {
		c.before = func(i int) { size[i].CompareAndSwap(0, server.store.journal.Size()) }
	}
	s := start(t, server, overPipe)
	s.plainClients(t, clients)
	if r := s.end(t); r.Verdict != Unsolvable {
		t.Fatalf("verdict %s", r.Verdict)
	}

	name := filepath.Join(config.Journal, "00000001.journal")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	ends := recordEnds(whole)
	if len(ends) < 30 {
		t.Fatalf("the journal has only %d records", len(ends))
	}
	for i, end := range ends {
		kills := []int{end}
		if i%10 == 1 { // also in the middle of the record
			kills = append(kills, end-1, (ends[i-1]+end)/2, ends[i-1]+1)
		}
		for _, kill := range kills {
			again := finishFrom(t, config, whole[:kill])
			for x := range tr.nodes {
				if size[x].Load() >= int64(kill) && again[x].Load() == 0 {
					t.Fatalf("killed after %d bytes of %d: %s is lost", kill, len(whole), tr.name(x))
				}
			}
			if i >= len(ends)-2 && kill == end && countVisits(again) > 0 {
				t.Errorf("killed after the last change: %d states were entered again", countVisits(again))
			}
		}
	}
}

// recordEnds returns where the header and the records of a journal end, by its
// format: a record is a length, 9 bytes more, and that many bytes.
func recordEnds(data []byte) []int {
	at := 16 + int(binary.BigEndian.Uint32(data[12:])) + 4
	ends := []int{at}
	for at < len(data) {
		at += 13 + int(binary.BigEndian.Uint32(data[at:]))
		ends = append(ends, at)
	}
	return ends
}

// finishFrom lets one client finish the search that a journal holds and returns
// what it entered.
func finishFrom(t *testing.T, config Config, data []byte) []atomic.Int32 {
	t.Helper()
	tr := newTree(t, 7, 0)
	config.Journal = t.TempDir()
	if err := os.WriteFile(filepath.Join(config.Journal, "00000001.journal"), data, 0o666); err != nil {
		t.Fatal(err)
	}
	visits := make([]atomic.Int32, len(tr.nodes))
	s := serve(t, config, overPipe)
	s.plainClients(t, plainClients(tr, visits, 1, 0))
	if r := s.end(t); r.Verdict != Unsolvable {
		t.Fatalf("killed after %d bytes: verdict %s", len(data), r.Verdict)
	}
	return visits
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
