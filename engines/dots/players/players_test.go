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

// twoRows is a board of two rows of five boxes that are two chains, seat 0 to
// move; the upper one has just been opened.
func twoRows(t *testing.T) *dots.Position {
	var lines []string
	for y := range 3 {
		for x := range 5 {
			lines = append(lines, dots.Line{Kind: dots.Horizontal, X: x, Y: y}.String())
		}
	}
	return position(t, dots.Size{Width: 6, Height: 3}, append(lines, "V0,0")...)
}

// Who knows chains takes three boxes, leaves two and wins the other chain whole;
// greedy takes five and loses five.
func TestDoubleDealing(t *testing.T) {
	for level, want := range map[string]int{"greedy": 5, "chains": 8, "exact": 8} {
		p := twoRows(t)
		finish(t, p, level, "greedy")
		if p.Score(0) != want {
			t.Errorf("%s wins %d boxes, want %d", level, p.Score(0), want)
		}
	}
}

// Who knows loops leaves all four boxes of one to win a chain of ten.
func TestDoubleDealingInLoops(t *testing.T) {
	free := map[string]bool{ // two columns: the loop above, the chain winding down below it
		"V(1,1)": true, "H(0,1)": true, "H(1,1)": true,
		"V(2,2)": true, "V(1,2)": true, "H(0,3)": true, "V(1,3)": true, "H(1,4)": true, "V(1,4)": true,
		"H(0,5)": true, "V(1,5)": true, "H(1,6)": true, "V(1,6)": true, "V(0,6)": true,
	}
	size := dots.Size{Width: 3, Height: 8}
	var lines []string
	for l := range position(t, size).FreeLines() {
		if !free[l.String()] {
			lines = append(lines, l.String())
		}
	}
	for level, want := range map[string]int{"greedy": 4, "chains": 10, "exact": 10} {
		p := position(t, size, lines...)
		seat := p.Turn()
		if p.Free() != len(free) || p.Score(seat) != 0 {
			t.Fatalf("%d lines left, score %d", p.Free(), p.Score(seat))
		}
		levels := []string{"greedy", "greedy"}
		levels[seat] = level
		finish(t, p, levels...)
		if p.Score(seat) != want {
			t.Errorf("%s wins %d boxes, want %d", level, p.Score(seat), want)
		}
	}
}

// finish plays a game to its end.
func finish(t *testing.T, p *dots.Position, levels ...string) {
	t.Helper()
	var seats []Player
	for i, level := range levels {
		player, err := New(level, Options{Seed: uint64(i)})
		if err != nil {
			t.Fatal(err)
		}
		seats = append(seats, player)
	}
	for !p.Over() {
		l, err := seats[p.Turn()].Move(t.Context(), p)
		if err == nil {
			_, err = p.Play(l)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The second seat wins 3×3 boxes, the first one 2×2, and exact knows how.
func TestExactWinsWhatIsWon(t *testing.T) {
	for _, tt := range []struct{ dots, seat, margin int }{{4, 1, 3}, {3, 0, 2}} {
		for _, other := range []string{"random", "greedy", "chains", "exact"} {
			p, err := dots.New(dots.Size{Width: tt.dots, Height: tt.dots})
			if err != nil {
				t.Fatal(err)
			}
			levels := []string{other, other}
			levels[tt.seat] = "exact"
			finish(t, p, levels...)
			if won := p.Score(tt.seat) - p.Score(1-tt.seat); won < tt.margin {
				t.Errorf("%d dots: exact in seat %d against %s wins by %d, want %d", tt.dots, tt.seat, other, won, tt.margin)
			}
		}
	}
}

// exact says that it has proved to win, and with few positions it does not.
func TestProved(t *testing.T) {
	for positions, want := range map[int64]bool{0: true, 1: false} {
		e, err := New("exact", Options{Positions: positions})
		if err != nil {
			t.Fatal(err)
		}
		p := position(t, dots.Size{Width: 4, Height: 4}, "V0,0")
		if _, err := e.Move(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if got := e.(*exactPlayer).Proved(); got != want {
			t.Errorf("with %d positions: proved %v, want %v", positions, got, want)
		}
	}
}

func BenchmarkMove(b *testing.B) {
	for _, level := range []string{"greedy", "chains"} {
		for _, size := range []dots.Size{{Width: 6, Height: 6}, {Width: 25, Height: 25}} {
			b.Run("level="+level+"/dots="+size.String(), func(b *testing.B) {
				player, err := New(level, Options{})
				if err != nil {
					b.Fatal(err)
				}
				p, err := dots.New(size)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := player.Move(b.Context(), p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
