package pdfs_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
)

// newWalker returns a walker of s.
func newWalker(s pdfstest.Search, dead *pdfs.DeadEnds) *pdfs.Walker {
	return pdfs.NewWalker(s.Board, pdfs.Scan{Variant: s.Board.Variant, Tests: s.Tests, Prune: s.Prune}, dead)
}

// run enters one state and returns its coordinates, and false when nothing is
// left.
func run(t rapid.TB, w *pdfs.Walker) (at pdfs.CoordSeq, status pdfs.Status, ok bool) {
	t.Helper()
	entered, status, err := w.Run(1)
	if err != nil {
		t.Fatal(err)
	}
	if status == pdfs.Exhausted {
		return nil, status, false
	}
	if entered < 1 {
		t.Fatalf("%d states entered, with status %v", entered, status)
	}
	return w.At(nil), status, true
}

// checkAt checks that the walk is at a node, and all that it says about it. The
// nodes of the path are in widths.
func checkAt(t rapid.TB, w *pdfs.Walker, s pdfstest.Search, n pdfstest.Node, widths []int32) {
	t.Helper()
	if at := w.At(nil); !slices.Equal(at, n.At) {
		t.Fatalf("the walk is at %v, want %v", at, pdfs.CoordSeq(n.At))
	}
	if w.Depth() != len(n.At) {
		t.Fatalf("depth %d at %v", w.Depth(), w.At(nil))
	}
	if got := w.Widths(nil); !slices.Equal(got, widths) {
		t.Fatalf("%v next states on the way to %v, want %v", got, w.At(nil), widths)
	}
	if w.Solved() != n.Solved {
		t.Fatalf("%v is solved: %v, want %v", w.At(nil), w.Solved(), n.Solved)
	}
	played, err := s.Board.Play(w.Moves())
	if err != nil {
		t.Fatalf("moves to %v: %v", w.At(nil), err)
	}
	out, err := freecell.Check("", s.Board, freecell.Steps(played))
	if err != nil {
		t.Fatalf("moves to %v: %v", w.At(nil), err)
	}
	if state := pdfstest.State(out.Board); state != n.State {
		t.Fatalf("the state at %v is %x, want %x; its board:\n%s", w.At(nil), state, n.State, out.Board)
	}
}

func drawSample(t *rapid.T) *pdfstest.Sample {
	return pdfstest.Small(rapid.IntRange(0, pdfstest.Samples-1).Draw(t, "sample"))
}

// path keeps the widths on the way to the nodes of a walk.
type path []int32

func (p *path) to(n pdfstest.Node) []int32 {
	*p = append((*p)[:len(n.At)], int32(n.Width))
	return *p
}

// TestWalkIsThePlainWalk holds a walk without a cache, state by state, against
// the plain one.
func TestWalkIsThePlainWalk(t *testing.T) {
	games := pdfstest.Games()
	rapid.Check(t, func(t *rapid.T) {
		s := pdfstest.Search{
			Board: pdfstest.Endgame(
				rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)),
				rapid.SampledFrom(games).Draw(t, "game"),
				rapid.IntRange(1, 6).Draw(t, "columns"),
				rapid.IntRange(0, 2).Draw(t, "free cells"),
				rapid.IntRange(0, 16).Draw(t, "cards left")),
			Tests: string(rapid.Permutation([]byte(freecell.AllAtomic)).Draw(t, "tests")),
			Prune: rapid.Bool().Draw(t, "prune"),
		}
		nodes, done := s.Walk(300)
		w := newWalker(s, nil)
		var widths path
		for i, n := range nodes {
			_, status, ok := run(t, w)
			if !ok || (status == pdfs.Solved) != n.Solved {
				t.Fatalf("state %d has status %v, want solved %v", i, status, n.Solved)
			}
			checkAt(t, w, s, n, widths.to(n))
			if w.StoredKeys() < len(n.At)+1 || w.Expanded() != int64(i+1) {
				t.Fatalf("state %d: %d keys, %d states expanded", i, w.StoredKeys(), w.Expanded())
			}
		}
		if at, _, ok := run(t, w); ok == done {
			t.Fatalf("after %d states the walk goes on to %v, the plain one does not", len(nodes), at)
		}
	})
}

// TestRunBudget runs a walk in pieces of any size.
func TestRunBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t)
		w := newWalker(s.Search, nil)
		for done := 0; ; {
			budget := rapid.Int64Range(1, 300).Draw(t, "budget")
			entered, status, err := w.Run(budget)
			if err != nil {
				t.Fatal(err)
			}
			stretch := s.Nodes[done : done+int(entered)]
			done += int(entered)
			solved := slices.IndexFunc(stretch, func(n pdfstest.Node) bool { return n.Solved })
			switch status {
			case pdfs.Working:
				if entered != budget || solved >= 0 {
					t.Fatalf("%d of %d states entered, the one at %d is solved", entered, budget, solved)
				}
			case pdfs.Solved:
				if entered > budget || solved != int(entered)-1 {
					t.Fatalf("%d of %d states entered, the one at %d is solved", entered, budget, solved)
				}
			case pdfs.Exhausted:
				if done != len(s.Nodes) || entered >= budget || solved >= 0 {
					t.Fatalf("%d of %d states entered, %d of %d in all", entered, budget, done, len(s.Nodes))
				}
				if again, status, err := w.Run(5); again != 0 || status != pdfs.Exhausted || err != nil {
					t.Fatalf("after the end: %d states, %v, %v", again, status, err)
				}
				return
			}
			if at := w.At(nil); !slices.Equal(at, s.Nodes[done-1].At) {
				t.Fatalf("the walk is at %v, want %v", at, pdfs.CoordSeq(s.Nodes[done-1].At))
			}
		}
	})
}

// TestCacheKeepsCoordinates checks that a walk with a cache of dead ends, however
// small, enters states of the walk without one, in the same order, and every
// state once at least.
func TestCacheKeepsCoordinates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t)
		bytes := rapid.SampledFrom([]int64{1 << 10, 1 << 14, 1 << 20}).Draw(t, "bytes")
		w := newWalker(s.Search, pdfs.NewDeadEnds(bytes, s.Board.Variant.Decks))
		missing := maps.Clone(s.Reachable)
		repeats := 0
		for i := 0; ; i++ {
			at, _, ok := run(t, w)
			if !ok {
				break
			}
			for !slices.Equal(s.Nodes[i].At, at) {
				if i++; i == len(s.Nodes) {
					t.Fatalf("the walk enters %v, out of order", at)
				}
			}
			if !missing[s.Nodes[i].State] {
				repeats++
			}
			delete(missing, s.Nodes[i].State)
		}
		if len(missing) > 0 {
			t.Fatalf("%d states were not entered", len(missing))
		}
		if bytes == 1<<20 && repeats > 0 {
			t.Fatalf("with room for all, %d states were entered again", repeats)
		}
	})
}

// TestPruningChangesNoVerdict checks, on boards of every game, that a board has a
// solution with pruning exactly when it has one without.
func TestPruningChangesNoVerdict(t *testing.T) {
	for _, v := range pdfstest.Games() {
		t.Run("game="+v.Name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, 2))
			verdicts := map[bool]int{}
			for range 60 * v.Decks {
				b := pdfstest.Endgame(random, v, 2+random.IntN(2), random.IntN(2), 6+random.IntN(6))
				with, without := solvable(t, b, true), solvable(t, b, false)
				if with != without {
					t.Fatalf("a solution with pruning: %v, without: %v\n%s", with, without, b)
				}
				verdicts[with]++
			}
			if verdicts[true] == 0 || verdicts[false] == 0 {
				t.Errorf("the boards are all alike: %v", verdicts)
			}
		})
	}
}

func solvable(t *testing.T, b *freecell.Board, prune bool) bool {
	w := newWalker(pdfstest.Search{Board: b, Tests: freecell.AllAtomic, Prune: prune}, pdfs.NewDeadEnds(1<<22, b.Variant.Decks))
	_, status, err := w.Run(1 << 40)
	if err != nil {
		t.Fatal(err)
	}
	return status == pdfs.Solved
}

// TestStartAndResume begins a walk at any state, stops it anywhere, and goes on
// with another walker: at the state that was reported last, and then at the next
// states after it on each level, up to where the walk began.
func TestStartAndResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t)
		first := rapid.IntRange(0, len(s.Nodes)-1).Draw(t, "start")
		start := pdfs.CoordSeq(s.Nodes[first].At)
		var part []pdfs.CoordSeq // what the walk from start enters
		for _, n := range s.Nodes[first:] {
			if !start.Contains(n.At) {
				break
			}
			part = append(part, n.At)
		}
		donor, heir := newWalker(s.Search, nil), newWalker(s.Search, nil)
		if err := donor.Start(start); err != nil {
			t.Fatal(err)
		}
		stop := rapid.IntRange(1, len(part)).Draw(t, "states before the stop")
		var at pdfs.CoordSeq
		for i := range stop {
			if at, _, _ = run(t, donor); !slices.Equal(at, part[i]) {
				t.Fatalf("the walk from %v enters %v, want %v", start, at, part[i])
			}
		}
		widths := donor.Widths(nil)
		var got []pdfs.CoordSeq
		resume := func(from pdfs.CoordSeq) {
			if err := heir.Start(from); err != nil {
				t.Fatal(err)
			}
			for {
				at, _, ok := run(t, heir)
				if !ok {
					break
				}
				got = append(got, at)
			}
		}
		resume(at)
		for d := len(at) - 1; d >= len(start); d-- {
			for i := at[d] + 1; i < widths[d]; i++ {
				resume(at[:d].Next(i))
			}
		}
		if !slices.EqualFunc(got, part[stop-1:], slices.Equal[pdfs.CoordSeq]) {
			t.Fatalf("from %v to %v, then\n%v\nwant\n%v", start, at, got, part[stop-1:])
		}
	})
}

// TestStartRefuses asks for states that do not exist, in between those that do.
func TestStartRefuses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t)
		w := newWalker(s.Search, pdfs.NewDeadEnds(rapid.SampledFrom([]int64{0, 1 << 20}).Draw(t, "bytes"), s.Board.Variant.Decks))
		for range 10 {
			n := rapid.SampledFrom(s.Nodes).Draw(t, "good")
			if err := w.Start(n.At); err != nil {
				t.Fatal(err)
			}
			if at := w.At(nil); !slices.Equal(at, n.At) {
				t.Fatalf("started at %v and is at %v", pdfs.CoordSeq(n.At), at)
			}
			if rapid.Bool().Draw(t, "run") {
				if _, _, err := w.Run(3); err != nil {
					t.Fatal(err)
				}
			}
			n = rapid.SampledFrom(s.Nodes).Draw(t, "bad")
			bad := pdfs.CoordSeq(n.At).Next(rapid.SampledFrom([]int32{-1, int32(n.Width), 1<<31 - 1}).Draw(t, "coordinate"))
			bad = append(bad, make(pdfs.CoordSeq, rapid.IntRange(0, 2).Draw(t, "more"))...)
			if err := w.Start(bad); !errors.Is(err, pdfs.ErrNoState) {
				t.Fatalf("%v: %v", bad, err)
			}
			if w.Depth() != 0 || len(w.Delegate(9, 9)) != 0 {
				t.Fatalf("after %v the walk is at %v and has something to give", bad, w.At(nil))
			}
			if entered, status, err := w.Run(5); entered != 0 || status != pdfs.Exhausted || err != nil {
				t.Fatalf("after %v: %d states, %v, %v", bad, entered, status, err)
			}
		}
	})
}

// TestDeadEndsOfTheStart checks that what the cache said before it forgot is not
// believed in a new assignment, even where the walk need not move.
func TestDeadEndsOfTheStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t)
		dead := pdfs.NewDeadEnds(1<<20, s.Board.Variant.Decks)
		w := newWalker(s.Search, dead)
		before := rapid.IntRange(1, 100).Draw(t, "states before")
		for range before {
			if _, _, ok := run(t, w); !ok {
				break
			}
		}
		start := w.At(nil)
		start = start[:rapid.IntRange(0, len(start)).Draw(t, "depth")]
		dead.Forget()
		if err := w.Start(start); err != nil {
			t.Fatal(err)
		}
		entered := map[string]bool{}
		want := map[string]bool{}
		for _, n := range s.Nodes {
			if start.Contains(n.At) {
				want[n.State] = true
			}
		}
		for i := 0; ; i++ {
			at, _, ok := run(t, w)
			if !ok {
				break
			}
			for !slices.Equal(s.Nodes[i].At, at) {
				i++
			}
			entered[s.Nodes[i].State] = true
		}
		if len(entered) != len(want) {
			t.Fatalf("%d states below %v were entered, want %d", len(entered), start, len(want))
		}
	})
}

// TestStartIsADeadEndToo checks that a state at which a walk began counts as
// entered when another walk is told to begin there.
func TestStartIsADeadEndToo(t *testing.T) {
	s := pdfstest.Small(0)
	dead := pdfs.NewDeadEnds(1<<20, s.Board.Variant.Decks)
	first, second := newWalker(s.Search, dead), newWalker(s.Search, dead)
	if _, _, err := first.Run(1); err != nil {
		t.Fatal(err)
	}
	if entered, status, err := second.Run(5); entered != 1 || status != pdfs.Exhausted || err != nil {
		t.Errorf("%d states entered, %v, %v", entered, status, err)
	}
	if second.Expanded() != 0 || len(second.Delegate(9, 9)) != 0 {
		t.Error("a dead end was searched on, or given away")
	}
}
