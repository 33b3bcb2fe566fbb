package puzzle_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/tectonic/puzzle"
)

// slowCount counts solutions by trying all values of one cell after the other.
func slowCount(p *puzzle.Puzzle, values []int, cell int) int {
	if cell == p.Size() {
		return 1
	}
	total := 0
	for v := 1; v <= p.Values(cell); v++ {
		fits := p.Clues[cell] == 0 || p.Clues[cell] == v
		for other := range cell {
			fits = fits && (values[other] != v || !p.Sees(cell, other))
		}
		if fits {
			values[cell] = v
			total += slowCount(p, values, cell+1)
		}
	}
	values[cell] = 0
	return total
}

// drawPuzzle draws a board of up to 16 cells with a few clues, right or wrong.
func drawPuzzle(t *rapid.T) *puzzle.Puzzle {
	width, height := rapid.IntRange(1, 4).Draw(t, "width"), rapid.IntRange(1, 4).Draw(t, "height")
	regions := make([]int, width*height)
	sizes := make(map[int]int)
	for i := range regions {
		regions[i] = i
		switch join := rapid.IntRange(0, 4).Draw(t, "join"); {
		case join < 2 && i%width > 0 && sizes[regions[i-1]] < 5:
			regions[i] = regions[i-1]
		case join >= 2 && join < 4 && i >= width && sizes[regions[i-width]] < 5:
			regions[i] = regions[i-width]
		}
		sizes[regions[i]]++
	}
	l, err := puzzle.NewLayout(width, height, regions)
	if err != nil {
		t.Fatal(err)
	}
	clues := make([]int, len(regions))
	for i := range clues {
		if rapid.IntRange(0, 5).Draw(t, "given") == 0 {
			clues[i] = rapid.IntRange(1, l.Values(i)+1).Draw(t, "clue")
		}
	}
	p, err := puzzle.New(l, clues)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSlowTwin holds the solver against trying everything.
func TestSlowTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		want := slowCount(p, make([]int, p.Size()), 0)
		solver := puzzle.NewSolver(p.Layout)
		if got := solver.Count(p.Clues, 1<<30); got != want {
			t.Fatalf("%d solutions, want %d: %v %v", got, want, p.Regions(), p.Clues)
		}
		if want > 0 && p.Conflict() != nil {
			t.Fatalf("%v, and %d solutions", p.Conflict(), want)
		}
		found := make(map[string]bool)
		err := solver.Each(context.Background(), p.Clues, 0, func(values []int) bool {
			if !p.Solved(values) {
				t.Fatalf("%v is no solution of %v %v", values, p.Regions(), p.Clues)
			}
			key := make([]byte, len(values))
			for i, v := range values {
				key[i] = byte(v)
			}
			found[string(key)] = true
			return true
		})
		if err != nil || len(found) != want {
			t.Fatalf("%d different solutions, want %d, %v", len(found), want, err)
		}
		cell := rapid.IntRange(0, p.Size()-1).Draw(t, "cell")
		v := rapid.IntRange(1, p.Values(cell)).Draw(t, "value")
		other := false
		for values := range found {
			other = other || int(values[cell]) != v
		}
		if got := solver.Another(p.Clues, cell, v); got != other {
			t.Fatalf("another value than %d at %d: %v, want %v", v, cell, got, other)
		}
	})
}

func TestEachStops(t *testing.T) {
	l, err := puzzle.NewLayout(6, 6, []int{
		0, 0, 0, 1, 1, 1, 0, 0, 2, 2, 1, 1, 3, 2, 2, 2, 4, 4,
		3, 3, 5, 5, 4, 4, 3, 3, 5, 5, 5, 4, 6, 6, 6, 6, 6, 7,
	})
	if err != nil {
		t.Fatal(err)
	}
	solver := puzzle.NewSolver(l)
	clues := make([]int, 36)
	if got := solver.Count(clues, 7); got != 7 {
		t.Errorf("%d solutions up to 7, expected a layout with many", got)
	}
	calls := 0
	err = solver.Each(t.Context(), clues, 0, func([]int) bool { calls++; return calls < 3 })
	if calls != 3 || err != nil {
		t.Errorf("stopped after %d of 3 solutions, %v", calls, err)
	}
	if err = solver.Each(t.Context(), clues, 1, func([]int) bool { return true }); !errors.Is(err, puzzle.ErrGuesses) {
		t.Errorf("one guess: %v, want ErrGuesses", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err = solver.Each(ctx, clues, 0, func([]int) bool { return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestLayoutRefused(t *testing.T) {
	for _, tt := range []struct {
		name          string
		width, height int
		regions       []int
	}{
		{"no columns", 0, 2, nil},
		{"too wide", 65, 1, make([]int, 65)},
		{"too few regions", 2, 2, []int{0, 1, 2}},
		{"not connected", 3, 1, []int{0, 1, 0}},
		{"connected over a corner", 2, 2, []int{0, 1, 1, 0}},
		{"connected around the edge", 2, 2, []int{0, 1, 1, 1}[:3]},
		{"too large", 17, 1, make([]int, 17)},
	} {
		if l, err := puzzle.NewLayout(tt.width, tt.height, tt.regions); err == nil {
			t.Errorf("%s: %v", tt.name, l)
		}
	}
}
