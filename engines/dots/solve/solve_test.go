package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"puzzlekit/engines/dots"
)

// published are values of empty boards by boxes, width and height (for 1×1 to 3×4
// see Wilson's tables; Barker and Korf, 2012).
var published = map[[2]int]int{
	{1, 1}: -1, {1, 2}: 0, {1, 3}: -1, {1, 4}: 0, {1, 5}: -1, {1, 6}: 0,
	{2, 2}: 2, {2, 3}: -2, {2, 4}: 2, {3, 3}: -3,
}

func empty(t testing.TB, wide, high int) *dots.Position {
	t.Helper()
	p, err := dots.New(dots.Size{Width: wide + 1, Height: high + 1})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func newSolver(t testing.TB, p *dots.Position) *Solver {
	t.Helper()
	s, err := New(p, Options{Memory: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Both methods give the published values, whichever way the board lies.
func TestPublishedValues(t *testing.T) {
	for boxes, want := range published {
		for _, p := range []*dots.Position{empty(t, boxes[0], boxes[1]), empty(t, boxes[1], boxes[0])} {
			if got, err := newSolver(t, p).Value(t.Context(), p); err != nil || got != want {
				t.Errorf("%v boxes: %d, %v, want %d", boxes, got, err, want)
			}
			if p.Free() > 17 {
				continue
			}
			if got, err := Retrograde(t.Context(), p, nil); err != nil || got != want {
				t.Errorf("%v boxes: counting back %d, %v, want %d", boxes, got, err, want)
			}
		}
	}
}

// drawn returns a position with random lines drawn, all but free of them.
func drawn(t *rapid.T, size dots.Size, free int) *dots.Position {
	p, err := dots.New(size)
	if err != nil {
		t.Fatal(err)
	}
	for p.Free() > free {
		skip := rapid.IntRange(0, p.Free()-1).Draw(t, "line")
		for l := range p.FreeLines() {
			if skip == 0 {
				if _, err := p.Play(l); err != nil {
					t.Fatal(err)
				}
				break
			}
			skip--
		}
	}
	return p
}

// The search agrees with counting back about every position and every move,
// boxes to win or not.
func TestSearchAgainstRetrograde(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := dots.Size{Width: rapid.IntRange(2, 7).Draw(t, "width"), Height: rapid.IntRange(2, 7).Draw(t, "height")}
		p := drawn(t, size, rapid.IntRange(1, 17).Draw(t, "free"))
		checkPosition(t, p)
	})
}

// checkPosition compares all answers about a position with counting back.
func checkPosition(t *rapid.T, p *dots.Position) {
	values, err := retrograde(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := int(values[len(values)-1])
	plain := rapid.Bool().Draw(t, "plain")
	s, err := New(p, Options{Memory: 1 << 12, Plain: plain}) // a table that forgets
	if err != nil {
		t.Fatal(err)
	}
	if rapid.Bool().Draw(t, "few bags") {
		s.s.b.bags.limit = 2
	}
	if got, err := s.Value(context.Background(), p); err != nil || got != want {
		t.Fatalf("value %d, %v, counting back %d", got, err, want)
	}
	for ask := want - 3; ask <= want+3; ask++ {
		if got, err := s.AtLeast(context.Background(), p, ask); err != nil || got != (want >= ask) {
			t.Fatalf("at least %d: %v, %v, value %d", ask, got, err, want)
		}
	}
	if _, ok, err := s.Line(context.Background(), p, want+1); err != nil || ok {
		t.Fatalf("a line for %d: %v, %v, value %d", want+1, ok, err, want)
	}
	line, ok, err := s.Line(context.Background(), p, want)
	if err != nil || !ok {
		t.Fatalf("no line for the value %d: %v", want, err)
	}
	moves, err := s.Moves(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	var wantMoves []int
	i := 0
	var wantBest []dots.Line
	for l := range p.FreeLines() {
		next := p.Clone()
		won, err := next.Play(l)
		if err != nil {
			t.Fatal(err)
		}
		v := int(values[len(values)-1^1<<i])
		if len(won) == 0 {
			v = -v
		}
		wantMoves = append(wantMoves, v+len(won))
		if v+len(won) == want {
			wantBest = append(wantBest, l)
		}
		got = append(got, moves[i].Value)
		i++
	}
	if diff := cmp.Diff(wantMoves, got); diff != "" {
		t.Fatalf("moves: %s", diff)
	}
	best, err := s.Best(context.Background(), p, want, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(wantBest, line) {
		t.Fatalf("%v is a line for %d, of %v", line, want, wantBest)
	}
	if diff := cmp.Diff(wantBest, best); diff != "" {
		t.Fatalf("best: %s", diff)
	}
}

// On 3×3 boxes one search knows any position that counting back knows.
func TestManyPositionsOfOneBoard(t *testing.T) {
	root := empty(t, 2, 3)
	values, err := retrograde(t.Context(), root, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newSolver(t, root)
	for free := 0; free < len(values); free += 7 {
		p := root.Clone()
		i := 0
		for l := range root.FreeLines() {
			if free>>i&1 == 0 {
				if _, err := p.Play(l); err != nil {
					t.Fatal(err)
				}
			}
			i++
		}
		if !s.Holds(p) {
			t.Fatalf("the solver does not hold %b", free)
		}
		if got, err := s.Value(t.Context(), p); err != nil || got != int(values[free]) {
			t.Fatalf("%b: %d, %v, want %d", free, got, err, values[free])
		}
	}
}

// A bucket is one line of the cache.
func TestBucketSize(t *testing.T) {
	if size := unsafe.Sizeof(bucket{}); size != 64 {
		t.Errorf("a bucket has %d bytes", size)
	}
}

func TestLimits(t *testing.T) {
	p := empty(t, 5, 6)
	if _, err := New(p, Options{}); err == nil {
		t.Error("71 lines are taken")
	}
	if _, err := Retrograde(t.Context(), empty(t, 4, 4), nil); err == nil {
		t.Error("40 lines are counted back")
	}
	small, big := empty(t, 2, 2), empty(t, 3, 3)
	s := newSolver(t, small)
	if s.Holds(big) {
		t.Error("2×2 boxes hold 3×3")
	}
	if v, err := s.Value(t.Context(), big); err == nil {
		t.Errorf("the value is %d", v)
	}
}

// A search that was stopped goes on where it was.
func TestStopped(t *testing.T) {
	p := empty(t, 3, 3)
	enough := errors.New("enough")
	asked := 0
	s, err := New(p, Options{Tick: func() error {
		if asked++; asked%3 == 0 {
			return enough
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		var v int
		if v, err = s.Value(t.Context(), p); err == nil {
			if v != -3 {
				t.Errorf("value %d", v)
			}
			break
		}
		if !errors.Is(err, enough) {
			t.Fatal(err)
		}
	}
	if err != nil || asked < 6 {
		t.Errorf("%v after %d ticks", err, asked)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Value(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func BenchmarkValue(b *testing.B) {
	for _, boxes := range [][2]int{{3, 3}, {2, 5}} {
		b.Run(fmt.Sprintf("boxes=%dx%d", boxes[0], boxes[1]), func(b *testing.B) {
			positions := int64(0)
			for b.Loop() {
				p := empty(b, boxes[0], boxes[1])
				s, err := New(p, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Value(b.Context(), p); err != nil {
					b.Fatal(err)
				}
				positions += s.Positions()
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
			b.ReportMetric(float64(positions)/float64(b.N), "positions/op")
		})
	}
}
