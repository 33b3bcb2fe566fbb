package players

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"puzzlekit/engines/dots"
)

// Every player draws legal lines to the end, on any board, from any position,
// and leaves the position as it was.
func TestPlayersPlayLegally(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := dots.Size{Width: rapid.IntRange(2, 6).Draw(t, "width"), Height: rapid.IntRange(2, 6).Draw(t, "height")}
		level := rapid.SampledFrom(Levels).Draw(t, "level")
		player, err := New(level, Options{Seed: rapid.Uint64().Draw(t, "seed")})
		if err != nil {
			t.Fatal(err)
		}
		random, _ := New("random", Options{Seed: rapid.Uint64().Draw(t, "other seed")})
		p, err := dots.New(size)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		defer cancel()
		for !p.Over() {
			seat := random
			if p.Turn() == 1 {
				seat = player
			}
			free := p.Free()
			l, err := seat.Move(ctx, p)
			if err != nil {
				t.Fatal(err)
			}
			if p.Free() != free {
				t.Fatalf("%s changed the position", level)
			}
			if _, err := p.Play(l); err != nil {
				t.Fatalf("%s: %v", level, err)
			}
		}
		if _, err := player.Move(ctx, p); !errors.Is(err, dots.ErrOver) {
			t.Fatalf("after the end: %v", err)
		}
	})
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p, err := dots.New(dots.Size{Width: 3, Height: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range Levels {
		player, err := New(level, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := player.Move(ctx, p); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", level, err)
		}
	}
	if _, err := New("perfect", Options{}); err == nil {
		t.Error("there is a level perfect")
	}
}

// position draws lines on an empty board.
func position(t *testing.T, size dots.Size, lines ...string) *dots.Position {
	t.Helper()
	p, err := dots.New(size)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range lines {
		l, err := dots.ParseLine(text)
		if err == nil {
			_, err = p.Play(l)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func TestGreedy(t *testing.T) {
	row := dots.Size{Width: 5, Height: 2} // four boxes in a row
	tests := []struct {
		name  string
		lines []string
		want  map[string]bool
	}{
		{"takes the box", []string{"V0,0", "H0,0", "H0,1"}, map[string]bool{"V(1,0)": true}},
		{"draws what is safe", []string{"H0,0", "H1,0", "H1,1", "H2,0", "H3,0", "H3,1"},
			map[string]bool{"V(0,0)": true, "H(0,1)": true, "H(2,1)": true}},
		{"gives the single box away", []string{"V1,0", "V0,0", "H1,0", "H2,0", "H3,0", "H2,1", "H3,1"},
			map[string]bool{"H(0,0)": true, "H(0,1)": true}},
	}
	for _, tt := range tests {
		p := position(t, row, tt.lines...)
		for seed := range uint64(20) {
			g, err := New("greedy", Options{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			l, err := g.Move(t.Context(), p)
			if err != nil || !tt.want[l.String()] {
				t.Errorf("%s: seed %d: %v, %v, want one of %v", tt.name, seed, l, err, tt.want)
			}
		}
	}
}
