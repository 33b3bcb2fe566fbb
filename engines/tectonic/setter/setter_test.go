package setter

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/technique"
)

func TestRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range []struct{ width, height, most int }{
		{1, 1, 1}, {1, 1, 5}, {1, 9, 2}, {12, 1, 5}, {2, 2, 4}, {2, 8, 4}, {4, 4, 4}, {7, 9, 4}, {9, 9, 5}, {12, 7, 6}, {10, 10, 9}, {8, 8, 16},
	} {
		for range 5 {
			g, err := Random(t.Context(), rng, size.width, size.height, size.most)
			if err != nil {
				t.Fatal(err)
			}
			p, err := puzzle.New(g.Layout, make([]int, g.Layout.Size()))
			if err != nil {
				t.Fatal(err)
			}
			if g.Layout.Largest() > size.most || !p.Solved(g.Values) {
				t.Errorf("%v: %v %v is no grid", size, g.Layout.Regions(), g.Values)
			}
		}
	}
}

func TestNoGrid(t *testing.T) {
	for _, size := range []struct{ width, height, most int }{{2, 1, 1}, {2, 2, 3}, {9, 9, 3}} {
		if _, err := Random(t.Context(), rand.New(rand.NewPCG(1, 2)), size.width, size.height, size.most); !errors.Is(err, ErrNoGrid) {
			t.Errorf("%v: %v, want ErrNoGrid", size, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Random(ctx, rand.New(rand.NewPCG(1, 2)), 9, 9, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// TestMinimal takes every clue away and expects a second solution.
func TestMinimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		g, err := Random(t.Context(), rng, 7, 6, 5)
		if err != nil {
			t.Fatal(err)
		}
		m := NewMasker(g)
		left := m.Reduce(rng, 0, nil)
		clues := m.Clues()
		solver := puzzle.NewSolver(g.Layout)
		if solver.Count(clues, 2) != 1 {
			t.Errorf("%v %v has several solutions", g.Layout.Regions(), clues)
		}
		given := 0
		for i, v := range clues {
			if v == 0 {
				continue
			}
			given++
			fewer := slices.Clone(clues)
			fewer[i] = 0
			if solver.Count(fewer, 2) != 2 {
				t.Errorf("%v %v needs no clue at %d", g.Layout.Regions(), clues, i)
			}
		}
		if given != left {
			t.Errorf("%d clues, said to be %d", given, left)
		}
	}
}

func TestMake(t *testing.T) {
	tests := []Order{{Class: Any}, {Class: Any, Clues: 20}, {Class: technique.Pointing, Minimal: true}, {Class: technique.HiddenSingle, Clues: 15}}
	for class := technique.NakedSingle; class <= technique.Trial; class++ {
		tests = append(tests, Order{Class: class})
	}
	for _, order := range tests {
		order.Width, order.Height, order.Most = 7, 7, 5
		t.Run(fmt.Sprintf("class=%d/clues=%d/minimal=%v", order.Class, order.Clues, order.Minimal), func(t *testing.T) {
			m, err := Make(t.Context(), order, 1, 2)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Make(t.Context(), order, 1, 2)
			if err != nil || !slices.Equal(m.Clues, again.Clues) || !slices.Equal(m.Solution, again.Solution) {
				t.Errorf("the same seed gives another puzzle, %v", err)
			}
			if puzzle.NewSolver(m.Layout).Count(m.Clues, 2) != 1 || !m.Solved(m.Solution) {
				t.Errorf("%v %v has not this one solution %v", m.Regions(), m.Clues, m.Solution)
			}
			class, err := technique.Grade(t.Context(), m.Puzzle)
			if err != nil || class != m.Class || order.Class != Any && class != order.Class {
				t.Errorf("class %d said to be %d, ordered %d, %v", class, m.Class, order.Class, err)
			}
			if order.Clues != 0 && m.Count() != order.Clues {
				t.Errorf("%d clues, ordered %d", m.Count(), order.Clues)
			}
		})
	}
	if _, err := Make(t.Context(), Order{Width: 5, Height: 5, Most: 5, Class: Any, Clues: 1, Tries: 3}, 1, 2); !errors.Is(err, ErrGaveUp) {
		t.Errorf("a puzzle with one clue: %v, want ErrGaveUp", err)
	}
}

func BenchmarkMinimal(b *testing.B) {
	for _, size := range []int{5, 6, 7, 9, 12, 15, 20} {
		b.Run(fmt.Sprintf("size=%dx%d", size, size), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			clues := 0
			for b.Loop() {
				g, err := Random(b.Context(), rng, size, size, 5)
				if err != nil {
					b.Fatal(err)
				}
				clues += NewMasker(g).Reduce(rng, 0, nil)
			}
			b.ReportMetric(float64(clues)/float64(b.N), "clues/puzzle")
		})
	}
}

func BenchmarkRandom(b *testing.B) {
	for _, size := range []int{5, 6, 7, 9, 12, 15, 20} {
		b.Run(fmt.Sprintf("size=%dx%d", size, size), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				if _, err := Random(b.Context(), rng, size, size, 5); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
