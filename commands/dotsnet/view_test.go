package dotsnet

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/dots"
	"puzzlekit/internal/dotswire"
)

// A game as the client of the old dialect sees it, who is told of no box.
func TestView(t *testing.T) {
	v := NewView()
	if v.String() != "" {
		t.Error("there is a board before its size is known")
	}
	seats := dotswire.Players{Seats: [2]dotswire.Occupant{{Assignment: dotswire.Player, Name: "alice"}, {Assignment: dotswire.Bot, Name: "greedy"}}}
	for _, step := range []struct {
		m    dotswire.ServerMessage
		says string
	}{
		{dotswire.Seat{Number: 0}, "You have seat 0."},
		{seats, "Players: alice, greedy (bot)."},
		{dotswire.RequestOptions{}, ""},
		{dotswire.Options{Width: 3, Height: 2}, ""},
		{dotswire.RequestMove{}, ""},
	} {
		if got := v.Apply(step.m); got != step.says {
			t.Errorf("%T: %q, want %q", step.m, got, step.says)
		}
	}
	line := func(text string) dots.Line {
		l, err := dots.ParseLine(text)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	own := func(text string) {
		v.Send(line(text))
		v.Apply(dotswire.MoveResult{})
	}
	other := func(text string) { v.Apply(dotswire.Move{Line: toWire(line(text))}) }
	own("h0,0")
	other("h0,1")
	own("v0,0")
	other("v1,0") // a box
	other("v2,0")
	want := `    0   1   2
0   +---+   +
    | 1 |   #
1   +---+   +
alice 0, greedy (bot) 1
`
	if diff := cmp.Diff(want, v.String()); diff != "" {
		t.Error(diff)
	}
	p, err := v.Position()
	if err != nil || p.Free() != 2 || !p.Drawn(line("v2,0")) {
		t.Errorf("the position is %v, %v", p, err)
	}
	v.Send(line("v2,0"))
	if got := v.Apply(dotswire.MoveResult{Status: dotswire.ErrFull}); got != "That line is drawn already." {
		t.Error(got)
	}
	own("h1,0")
	other("h1,1")
	if got := v.Apply(dotswire.GameOver{Winner: 1}); got != "greedy (bot) wins, 0 to 2." || !v.Over {
		t.Error(got)
	}

	// One who looks on knows the same from a SYNC.
	w := NewView()
	w.Apply(dotswire.Seat{Number: -1})
	w.Apply(seats)
	w.Apply(dotswire.Options{Width: 3, Height: 2})
	w.Apply(dotswire.Sync{Turn: -1, Scores: [2]int32{0, 2}, Vertical: []byte{1, 1, 1}, Horizontal: []byte{1, 1, 1, 1}, Owners: []int8{1, 1}})
	v.last = nil
	if diff := cmp.Diff(v.String(), w.String()); diff != "" || !w.Over {
		t.Error(diff)
	}
	for winner, want := range map[uint8]string{0: "alice wins, 0 to 2.", dotswire.Tie: "A tie, 0 to 2."} {
		if got := w.Apply(dotswire.GameOver{Winner: winner}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
