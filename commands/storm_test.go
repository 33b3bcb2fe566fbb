package commands

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
)

// The storms. The long ones need some time:
//
//	go test ./commands -run Storm -storm full -v -timeout 30m
var (
	stormSize = flag.String("storm", "short", "size of the storm tests: short, some seconds, or full, some minutes")
	stormSeed = flag.Uint64("storm-seed", 0, "who is killed when in the storm tests; 0 for another seed each time")
)

// bySize chooses what the flag -storm asks for.
func bySize[T any](t *testing.T, short, full T) T {
	t.Helper()
	switch *stormSize {
	case "short":
		return short
	case "full":
		return full
	}
	t.Fatalf("-storm %s: expected short or full", *stormSize)
	panic("unreachable")
}

// stormDeal is a deal that storms search.
type stormDeal struct {
	deal, freeCells int
	verdict         string
	cache           int // bytes for the dead ends of each worker

	// Kills. They are as far apart as the search is slow, so that machines
	// of any speed, and the race detector, see the same storm.
	pace   int // kills in the time that the search takes when nobody is killed
	server int // of so many kills one is the server's
	least  int // kills of the server before the test is content
}

// Whoever is killed, and whenever, the verdict is the right one. That an
// unsolvable deal has a verdict at all means that nothing of it is left.
//
// Without a cache of dead ends the number of iterations is the same whoever does
// them, and a kill costs those that were not reported. A cache dies with its
// process and with the connection to the server, and what it knew is searched
// again. Such a search ends only where the server lives about as long as all of
// it takes.
func TestStorm(t *testing.T) {
	const mb = 1 << 20
	for _, d := range bySize(t,
		[]stormDeal{
			{deal: 74, freeCells: 2, verdict: "unsolvable", pace: 15, server: 4, least: 3},
			{deal: 11982, freeCells: 4, verdict: "unsolvable", cache: 64 * mb, pace: 6, server: 6, least: 2},
			{deal: 408, freeCells: 1, verdict: "solved", pace: 8, server: 3, least: 2},
		},
		[]stormDeal{
			{deal: 659, freeCells: 0, verdict: "unsolvable", pace: 40, server: 4, least: 10},
			{deal: 169, freeCells: 3, verdict: "unsolvable", pace: 40, server: 4, least: 10},
			{deal: 73, freeCells: 1, verdict: "unsolvable", pace: 60, server: 2, least: 10},
			{deal: 27, freeCells: 1, verdict: "unsolvable", cache: 256 * mb, pace: 6, server: 10, least: 3},
			{deal: 90, freeCells: 1, verdict: "unsolvable", cache: 256 * mb, pace: 6, server: 10, least: 3},
			{deal: 163, freeCells: 1, verdict: "solved", pace: 20, server: 4, least: 10},
			{deal: 265, freeCells: 1, verdict: "solved", pace: 20, server: 4, least: 10},
			{deal: 111, freeCells: 2, verdict: "solved", cache: 256 * mb, pace: 20, server: 10, least: 5},
		}) {
		t.Run(d.name(), func(t *testing.T) {
			check := func(r stormResult) {
				t.Helper()
				t.Log(r)
				verdict, _, _ := strings.Cut(r.stdout, "\n")
				if verdict != d.verdict {
					t.Errorf("verdict %q, want %q", verdict, d.verdict)
				}
				if verdict == "solved" {
					d.acceptSolution(t, r.stdout)
				}
			}
			s := d.calm(t)
			calm := s.run(t)
			check(calm)
			s.kill(d, calm)
			for kills := 0; kills < d.least && !t.Failed(); {
				r := s.run(t)
				check(r)
				kills += r.serverKills
			}
		})
	}
}

// Every state without next states is visited: once when nobody is killed, and at
// least once in a storm. With a cycle of one iteration workers report each state
// that they enter, and a relay between them and the server listens.
func TestStormVisitsAll(t *testing.T) {
	d := bySize(t,
		stormDeal{deal: 462, freeCells: 0, pace: 10, server: 3, least: 3},
		stormDeal{deal: 495505, freeCells: 2, pace: 40, server: 3, least: 10})
	leaves := d.leaves(t)
	visit := func(s storm) (r stormResult, visits int) {
		t.Helper()
		relay := newRelay(t)
		s.through = relay.to
		r = s.run(t)
		relay.close()
		missed := 0
		for _, leaf := range leaves {
			n := relay.seen[leaf]
			visits += n
			if n == 0 {
				missed++
			}
		}
		t.Logf("%d leaves, %d visits; %v", len(leaves), visits, r)
		if missed > 0 || r.code != exitNo {
			t.Errorf("%d of %d leaves were not visited; exit code %d, want %d for unsolvable", missed, len(leaves), r.code, exitNo)
		}
		return r, visits
	}
	s := d.calm(t, "--cycle-len=1")
	calm, visits := visit(s)
	if visits != len(leaves) {
		t.Errorf("%d visits of %d leaves although nobody was killed", visits, len(leaves))
	}
	s.kill(d, calm)
	for kills := 0; kills < d.least && !t.Failed(); {
		r, _ := visit(s)
		kills += r.serverKills
	}
}

func (d stormDeal) name() string {
	return fmt.Sprintf("deal=%d/freecells=%d/cache=%d", d.deal, d.freeCells, d.cache)
}

func (d stormDeal) flags() []string {
	return []string{fmt.Sprintf("--deal=%d", d.deal), fmt.Sprintf("--freecells-num=%d", d.freeCells)}
}

// calm returns the search for d, with some more flags for serve, in which nobody
// is killed.
func (d stormDeal) calm(t *testing.T, flags ...string) storm {
	seed := *stormSeed
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("-storm-seed %d", seed)
	t.Setenv("GORACE", "atexit_sleep_ms=0") // built with the race detector, a program waits a second before it ends
	return storm{
		search: slices.Concat(d.flags(), flags),
		work:   []string{fmt.Sprintf("--dead-end-cache=%d", d.cache)},
		random: rand.New(rand.NewPCG(seed, 0)),
	}
}

// kill makes a storm of s, which took as long as calm says.
func (s *storm) kill(d stormDeal, calm stormResult) {
	s.every = max(calm.took/time.Duration(d.pace), 10*time.Millisecond)
	s.server = d.server
}

// acceptSolution has the command check look at what serve printed.
func (d stormDeal) acceptSolution(t *testing.T, printed string) {
	t.Helper()
	check := exec.Command(appName, slices.Concat([]string{"check"}, d.flags(), []string{"-"})...)
	check.Stdin = strings.NewReader(printed)
	if out, err := check.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "solved") {
		t.Errorf("check: %v\n%s", err, out)
	}
}

// leaves returns the states of the search for d, which has no solution, that
// have no next states.
func (d stormDeal) leaves(t *testing.T) []string {
	t.Helper()
	v, err := freecell.VariantByName("freecell")
	if err != nil {
		t.Fatal(err)
	}
	v.FreeCells = d.freeCells
	board, err := freecell.Deal(uint64(d.deal), v)
	if err != nil {
		t.Fatal(err)
	}
	nodes, done := pdfstest.Search{Board: board, Tests: "01ABCDE", Prune: true}.Walk(1_000_000)
	if !done {
		t.Fatalf("the search has more than %d states", len(nodes))
	}
	var leaves []string
	for _, n := range nodes {
		if n.Width == 0 {
			leaves = append(leaves, stateName(n.At))
		}
	}
	return leaves
}
