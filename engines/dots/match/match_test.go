package match

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/dots"
)

func options() Options {
	return Options{Size: dots.Size{Width: 4, Height: 4}, Levels: [2]string{"greedy", "random"}, Games: 40, Seed: 7, Workers: 1}
}

// The number of workers changes nothing.
func TestWorkers(t *testing.T) {
	var tables [3]Table
	for i, workers := range []int{1, 2, 7} {
		opts := options()
		opts.Workers = workers
		seen := map[int]bool{}
		opts.Done = func(g Game) {
			seen[g.Number] = true
			if len(g.Lines) != opts.Size.Lines() || g.Seats[g.Number%2] != "greedy" {
				t.Errorf("game %d: %d lines, seats %v", g.Number, len(g.Lines), g.Seats)
			}
		}
		var err error
		if tables[i], err = Run(t.Context(), opts); err != nil {
			t.Fatal(err)
		}
		if len(seen) != opts.Games {
			t.Errorf("%d games of %d", len(seen), opts.Games)
		}
		if diff := cmp.Diff(tables[0], tables[i]); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
	all := tables[0].All()
	if all.Games() != 40 || tables[0].Seat[0].Games() != 20 || all.Wins < 35 {
		t.Errorf("%+v", tables[0])
	}
}

func TestErrors(t *testing.T) {
	opts := options()
	opts.Levels[1] = "nobody"
	if _, err := Run(t.Context(), opts); err == nil {
		t.Error("nobody plays")
	}
	ctx, cancel := context.WithCancel(t.Context())
	opts = options()
	opts.Done = func(Game) { cancel() }
	if _, err := Run(ctx, opts); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// The intervals are those of the formula worked out by hand.
func TestShare(t *testing.T) {
	share, low, high := Row{Wins: 90, Losses: 10, Ties: 50}.Share()
	if share != 0.9 || math.Abs(low-0.8256) > 1e-4 || math.Abs(high-0.9448) > 1e-4 {
		t.Errorf("%v, %v..%v", share, low, high)
	}
	if share, low, high := (Row{Ties: 3}).Share(); !math.IsNaN(share) || low != 0 || high != 1 {
		t.Errorf("%v, %v..%v", share, low, high)
	}
}
