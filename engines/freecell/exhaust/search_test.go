package exhaust_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/exhaust"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
	"puzzlekit/fixtures"
)

// deal deals a game, with its usual number of cells if cells is negative.
func deal(t testing.TB, number uint64, game string, cells int) *freecell.Board {
	t.Helper()
	v, err := freecell.VariantByName(game)
	if err != nil {
		t.Fatal(err)
	}
	if cells >= 0 {
		v.FreeCells = cells
	}
	b, err := freecell.Deal(number, v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// tester is what testing.T and rapid.T have in common.
type tester interface {
	Helper()
	Context() context.Context
	Fatal(...any)
}

func search(t tester, b *freecell.Board, opts exhaust.Options) exhaust.Result {
	t.Helper()
	r, err := exhaust.Search(t.Context(), b, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMeetsReference holds verdicts and numbers of states against Freecell Solver's
// breadth-first search.
func TestMeetsReference(t *testing.T) {
	data, err := fixtures.FreeCell.ReadFile("freecell/exhaust.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for i, line := range lines[1:] {
		f := strings.Split(line, "\t")
		t.Run(strings.Join(f[:4], "/"), func(t *testing.T) {
			t.Parallel()
			cells := -1
			if f[1] != "-" {
				cells = atoi(t, f[1])
			}
			b := deal(t, uint64(atoi(t, f[2])), f[0], cells)
			r := search(t, b, exhaust.Options{Prune: f[3] == "rtf", Workers: 1 + i%3})
			got := fmt.Sprintf("%v, %d states", r.Verdict, r.States)
			if want := fmt.Sprintf("unsolvable, %s states", f[4]); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

func atoi(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// outcome is what two searches of one board must have in common. Of a solved one
// the number of states is not, as the last level is not finished.
type outcome struct {
	Verdict       exhaust.Verdict
	Depth, States int
	Moves         []freecell.Move
}

func (o outcome) String() string {
	return fmt.Sprintf("%s at depth %d, %d states, moves %v", o.Verdict, o.Depth, o.States, o.Moves)
}

func outcomeOf(r exhaust.Result) outcome {
	o := outcome{r.Verdict, r.Depth, int(r.States), r.Moves}
	if r.Verdict == exhaust.Solved {
		o.States = 0
	}
	return o
}

// TestMeetsTwin holds searches of small boards of all games against the slow twin
// and one another.
func TestMeetsTwin(t *testing.T) {
	games := pdfstest.Games()
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		v := games[random.IntN(len(games))]
		b := pdfstest.Endgame(random, v, 2+random.IntN(4), random.IntN(4), 3+random.IntN(9))
		opts := exhaust.Options{Prune: random.IntN(2) == 0}
		verdict, depth, states, done := twin(b, opts.Prune, 1500)
		if !done {
			return
		}
		var first outcome
		for workers := 1; workers <= 3; workers++ {
			opts.Workers = workers
			r, err := exhaust.Search(context.Background(), b, opts)
			if err != nil {
				t.Fatalf("%v\n%v", err, b)
			}
			got := outcomeOf(r)
			if got.Verdict != verdict || got.Depth != depth || verdict == exhaust.Unsolvable && got.States != states {
				t.Fatalf("%d workers: %v at depth %d, %d states; the twin: %v, %d, %d\n%v",
					workers, got.Verdict, got.Depth, got.States, verdict, depth, states, b)
			}
			if workers == 1 {
				first = got
			} else if d := cmp.Diff(first, got); d != "" {
				t.Fatalf("%d workers (-1 worker):\n%s", workers, d)
			}
			if got.Verdict != exhaust.Solved {
				continue
			}
			out, err := freecell.Check("", b, freecell.Steps(got.Moves))
			if err != nil || !out.Board.Solved() {
				t.Fatalf("the solution does not pass the check: %v\n%v", err, b)
			}
			if !opts.Prune && len(got.Moves) != depth {
				t.Fatalf("%d moves to depth %d", len(got.Moves), depth)
			}
		}
	})
}

// twin searches breadth first on boards as they are printed. It gives up when there
// are more than limit states.
func twin(b *freecell.Board, prune bool, limit int) (v exhaust.Verdict, depth, states int, done bool) {
	if prune {
		b = pruned(b)
	}
	seen := map[string]bool{pdfstest.State(b): true}
	level := []*freecell.Board{b}
	if b.Solved() {
		return exhaust.Solved, 0, 1, true
	}
	for ; ; depth++ {
		var next []*freecell.Board
		for _, b := range level {
			for _, n := range neighbors(b) {
				if prune {
					n = pruned(n)
				}
				if n.Solved() {
					return exhaust.Solved, depth + 1, len(seen), true
				}
				if s := pdfstest.State(n); !seen[s] {
					seen[s] = true
					next = append(next, n)
				}
			}
		}
		if len(next) == 0 {
			return exhaust.Unsolvable, depth, len(seen), true
		}
		if len(seen) > limit {
			return "", 0, 0, false
		}
		level = next
	}
}

// neighbors returns the boards after every legal move of one card. Where nothing
// fills an empty column only the foundations empty one.
func neighbors(b *freecell.Board) []*freecell.Board {
	var piles []freecell.Pile
	for i := range b.Columns {
		piles = append(piles, freecell.Column(i))
	}
	for i := range b.FreeCells {
		piles = append(piles, freecell.FreeCell(i))
	}
	var out []*freecell.Board
	for _, from := range piles {
		for _, to := range append(piles, freecell.Foundation) {
			i, column := from.Column()
			if column && b.Variant.Fill == freecell.FillNone && to != freecell.Foundation && len(b.Columns[i]) == 1 {
				continue
			}
			r, err := freecell.Check("", b, freecell.Steps([]freecell.Move{{From: from, To: to, Cards: 1}}))
			if err == nil {
				out = append(out, r.Board)
			}
		}
	}
	return out
}

// pruned returns b after its safe cards went home.
func pruned(b *freecell.Board) *freecell.Board {
	moves, err := b.Play(freecell.NewPosition(b).Prune(nil))
	if err != nil {
		panic(err)
	}
	out, err := freecell.Check("", b, freecell.Steps(moves))
	if err != nil {
		panic(err)
	}
	return out.Board
}

// TestBytesPerState holds a search of FreeCell to what doc.go says of its memory,
// whatever the load of its tables happens to be.
func TestBytesPerState(t *testing.T) {
	b := deal(t, 2, "freecell", 1)
	var last exhaust.Progress
	worst := 0.0
	r := search(t, b, exhaust.Options{MaxStates: 700_000, Progress: func(p exhaust.Progress) {
		if last = p; p.States > 300_000 {
			worst = max(worst, float64(p.Bytes)/float64(p.States))
		}
	}})
	if r.Verdict != exhaust.Limit || r.Reason != "700000 states" || r.States < 700_000 || last.States < 300_000 {
		t.Errorf("%v (%s) at %d states, progress to %d", r.Verdict, r.Reason, r.States, last.States)
	}
	if worst == 0 || worst > 24 {
		t.Errorf("up to %.1f bytes a state, want at most 24", worst)
	}
}

func TestLimits(t *testing.T) {
	b := deal(t, 2, "freecell", 1)
	r := search(t, b, exhaust.Options{MaxMemory: 3 << 20, Workers: 2})
	if r.Verdict != exhaust.Limit || r.Reason != "3145728 bytes" || r.Bytes > 3<<20 {
		t.Errorf("%v (%s) at %d bytes", r.Verdict, r.Reason, r.Bytes)
	}
	r = search(t, b, exhaust.Options{MaxMemory: 1})
	if r.Verdict != exhaust.Limit {
		t.Errorf("with one byte: %v", r.Verdict)
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	tired := errors.New("tired")
	var calls atomic.Int32
	_, err := exhaust.Search(ctx, deal(t, 2, "freecell", 1), exhaust.Options{Workers: 2, Progress: func(exhaust.Progress) {
		if calls.Add(1) == 20 {
			cancel(tired)
		}
	}})
	if !errors.Is(err, tired) {
		t.Errorf("error %v, want %v", err, tired)
	}
}

func TestWholeSuits(t *testing.T) {
	_, err := exhaust.Search(t.Context(), deal(t, 24, "simple_simon", -1), exhaust.Options{})
	if !errors.Is(err, exhaust.ErrGame) || !strings.Contains(err.Error(), "simple_simon") {
		t.Errorf("error %v, want one that names the game", err)
	}
}

// TestSolvedAtStart has nothing to do.
func TestSolvedAtStart(t *testing.T) {
	b := deal(t, 1, "freecell", -1)
	for i := range b.Foundations {
		b.Foundations[i] = freecell.King
	}
	clear(b.Columns)
	if r := search(t, b, exhaust.Options{}); r.Verdict != exhaust.Solved || len(r.Moves) != 0 || r.States != 1 {
		t.Errorf("%v in %d moves, %d states", r.Verdict, len(r.Moves), r.States)
	}
}
