package pdfsnet

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

// A server is killed wherever it could have been: after each record of its
// journal, and in the middle of every tenth. Another one finishes the
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
