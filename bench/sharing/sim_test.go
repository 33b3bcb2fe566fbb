package sharing

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/internal/pdfswire"
)

// visitor walks a tree node by node and counts how often it is at each.
type visitor struct {
	*treeWalk
	visits map[node]int
}

func (v visitor) run(n int64) {
	for range n {
		v.treeWalk.run(1)
		v.visits[v.path[len(v.path)-1]]++
	}
}

// TestSimulateVisitsEachNodeOnce runs searches of random trees with short cycles,
// so that much is delegated.
func TestSimulateVisitsEachNodeOnce(t *testing.T) {
	shared := false
	rapid.Check(t, func(t *rapid.T) {
		tree, _ := drawEither(t, 60)
		c := NewConfig(tree, rapid.IntRange(1, 20).Draw(t, "workers"))
		c.CycleLen = rapid.Int64Range(1, 20).Draw(t, "cycle")
		c.Poll = rapid.Int64Range(1, 10).Draw(t, "poll")
		c.Delta = rapid.SampledFrom([]int{0, 1, 3, 1000}).Draw(t, "delta")
		c.Spread = rapid.Int64Range(0, 3).Draw(t, "spread")
		c.MaxAsk = rapid.Int64Range(0, 3).Draw(t, "ask")
		c.Delay = time.Duration(rapid.IntRange(0, 5000).Draw(t, "delay"))
		c.Message, c.Byte = time.Duration(rapid.IntRange(0, 500).Draw(t, "message")), 1
		c.Seed = rapid.Uint64().Draw(t, "seed")
		visits := map[node]int{}
		c.newWalk = func() simWalk { return visitor{newTreeWalk(tree), visits} }
		r, err := Simulate(c)
		if err != nil {
			t.Fatal(err)
		}
		if r.Iterations != tree.Size() || int64(len(visits)) != tree.Size() {
			t.Fatalf("%d iterations and %d nodes, want %d", r.Iterations, len(visits), tree.Size())
		}
		for n, times := range visits {
			if times != 1 {
				t.Fatalf("node %v was entered %d times", n, times)
			}
		}
		shared = shared || r.Pieces > 5

		c.newWalk = nil
		again, err := Simulate(c)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(r, again); d != "" {
			t.Fatalf("walking in larger steps makes a difference: %s", d)
		}
	})
	if !shared {
		t.Error("no search was shared")
	}
}

// TestSimulateOneWorker: alone, and with messages that take no time, a worker
// takes the time of its iterations.
func TestSimulateOneWorker(t *testing.T) {
	tree := record(t, 19)
	c := NewConfig(tree, 1)
	c.Delay, c.Message, c.Byte = 0, 0, 0
	r, err := Simulate(c)
	if err != nil {
		t.Fatal(err)
	}
	if want := time.Duration(tree.Size()) * c.Iteration; r.Makespan != want {
		t.Errorf("took %v, want %v", r.Makespan, want)
	}
	if math.Abs(r.Efficiency-1) > 1e-9 || r.Pieces != 1 {
		t.Errorf("efficiency %v with %d pieces, want 1 with 1", r.Efficiency, r.Pieces)
	}

	// WANT_TO_HELP, PLEASE_WORK_ON, then I_AM and NEEDHELP every cycle, and
	// WANT_TO_HELP at last.
	if want := 1 + 1 + 2*(tree.Size()/c.CycleLen) + 1; r.Messages != want {
		t.Errorf("%d messages, want %d", r.Messages, want)
	}
	c.Delay = time.Millisecond
	slow, err := Simulate(c)
	if err != nil {
		t.Fatal(err)
	}
	if over := slow.Makespan - r.Makespan; over < 3*c.Delay || over > 33*c.Delay/10 {
		t.Errorf("with a delay of %v it took %v more, want three times that and up to a tenth by chance", c.Delay, over)
	}
}

// TestSimulateWalksAsTheWalker gives clients the real walk of a search instead of
// its tree.
func TestSimulateWalksAsTheWalker(t *testing.T) {
	s, tree := search(t, 19, 1), record(t, 19)
	for _, workers := range []int{1, 3, 10} {
		t.Run(fmt.Sprint("workers=", workers), func(t *testing.T) {
			c := NewConfig(tree, workers)
			c.CycleLen = 1000
			want, err := Simulate(c)
			if err != nil {
				t.Fatal(err)
			}
			c.Tree, c.Search = nil, s
			got, err := Simulate(c)
			if err != nil {
				t.Fatal(err)
			}
			want.Efficiency = 0
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			if workers > 1 && got.Pieces < 10 {
				t.Errorf("only %d pieces", got.Pieces)
			}
		})
	}
}

// TestSimulateCaches: clients of one process share what they know, others do not.
func TestSimulateCaches(t *testing.T) {
	iterations := func(workers, share int) int64 {
		c := NewConfig(nil, workers)
		c.CycleLen = 1000
		c.Search = search(t, 25, 2)
		c.Search.DeadEnds, c.Search.Share = 1<<22, share
		r, err := Simulate(c)
		if err != nil {
			t.Fatal(err)
		}
		return r.Iterations
	}
	one, together, apart := iterations(1, 1), iterations(4, 4), iterations(4, 1)
	if together < one || together > one+one/5 {
		t.Errorf("four clients that share a cache entered %d states, one alone %d", together, one)
	}
	if apart < 2*one {
		t.Errorf("four clients with caches of their own entered %d states, one alone %d", apart, one)
	}
}

// TestSimulateDefaultsHold shows what the rule for cycle lengths is for: hundreds
// of clients that report every 16,384 iterations are more than the server can
// hear.
func TestSimulateDefaultsHold(t *testing.T) {
	tree := record(t, 4)
	tree = tree.Graft(tree, 1)
	c := NewConfig(tree, 300)
	good, err := Simulate(c)
	if err != nil {
		t.Fatal(err)
	}
	if good.Efficiency < 0.9 {
		t.Errorf("efficiency %.3f with the defaults, want at least 0.9", good.Efficiency)
	}
	c.Spread = 0
	bad, err := Simulate(c)
	if err != nil {
		t.Fatal(err)
	}
	if bad.Efficiency > good.Efficiency || bad.Busy < bad.Makespan*9/10 {
		t.Errorf("with a fixed cycle length the efficiency is %.3f, with a growing one %.3f; the server is busy %v of %v",
			bad.Efficiency, good.Efficiency, bad.Busy, bad.Makespan)
	}
}

// TestMessageSizes compares what the server is charged with real messages.
func TestMessageSizes(t *testing.T) {
	charged := func(messages, seqs, coords int) int {
		s := simServer{sim: &simulation{}}
		s.spend(messages, seqs, coords)
		return int(s.sim.result.Bytes)
	}
	at := pdfswire.CoordSeq{1, 2, 3}
	for _, test := range []struct {
		name     string
		charged  int
		messages []pdfswire.Message
	}{
		{"report", charged(2, 2, 3), []pdfswire.Message{pdfswire.IAm{ID: 1, At: at}, pdfswire.NeedHelp{}}},
		{"ask", charged(1, 1, 0), []pdfswire.Message{pdfswire.PleaseProvide{Count: 2}}},
		{"cycle", charged(1, 1, 0), []pdfswire.Message{pdfswire.SetCycleLen{Len: 2}}},
		{"provide", charged(1, 3, 6), []pdfswire.Message{pdfswire.Providing{Seqs: []pdfswire.CoordSeq{at, at}}}},
		{"want", charged(1, 0, 0), []pdfswire.Message{pdfswire.WantToHelp{}}},
		{"grant", charged(1, 1, 3), []pdfswire.Message{pdfswire.PleaseWorkOn{At: at}}},
	} {
		var wire []byte
		for _, m := range test.messages {
			var err error
			if wire, err = pdfswire.Append(wire, m); err != nil {
				t.Fatal(err)
			}
		}
		if test.charged != len(wire) {
			t.Errorf("%s: charged for %d bytes, want %d", test.name, test.charged, len(wire))
		}
	}
}

// TestSimulateDoesNotTrust: an error of the allocator ends the simulation.
func TestSimulateDoesNotTrust(t *testing.T) {
	tree := record(t, 19)
	c := NewConfig(tree, 2)
	c.newWalk = func() simWalk { return &liar{treeWalk: newTreeWalk(tree)} }
	if r, err := Simulate(c); !errors.Is(err, alloc.ErrLie) {
		t.Errorf("a client that goes back to where it began is believed: error %v, %+v", err, r)
	}
}

// liar is a walk that reports every other time that it has done nothing yet.
type liar struct {
	*treeWalk
	reports int
}

func (l *liar) at() pdfs.CoordSeq {
	if l.reports++; l.reports%2 == 0 {
		return pdfs.CoordSeq{}
	}
	return l.treeWalk.at()
}
