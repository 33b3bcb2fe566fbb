package savedgame

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/dots"
)

// oneBox is a whole game with an interruption.
const oneBox = `width 1
height 1
player1 join alice
player2 join bob
player1 move 0 0 vertical
player2 move 0 0 horizontal
player2 leave bob
player2 join carol of the hill
player1 move 1 0 vertical
player2 move 0 1 horizontal
player2 winner
`

func TestParse(t *testing.T) {
	g, err := Parse("test", oneBox)
	if err != nil {
		t.Fatal(err)
	}
	if got := g.String(); got != oneBox {
		t.Error(cmp.Diff(oneBox, got))
	}
	if want := (dots.Size{Width: 2, Height: 2}); g.Size != want {
		t.Errorf("size %v, want %v", g.Size, want)
	}
	if got, want := g.Names(), [2]string{"alice", "carol of the hill"}; got != want {
		t.Errorf("names %q, want %q", got, want)
	}
	wantLines := []dots.Line{{Kind: dots.Vertical}, {Kind: dots.Horizontal}, {Kind: dots.Vertical, X: 1}, {Kind: dots.Horizontal, Y: 1}}
	if diff := cmp.Diff(wantLines, g.Lines()); diff != "" {
		t.Error(diff)
	}
	p, err := g.Position()
	if err != nil {
		t.Fatal(err)
	}
	if !p.Over() || p.Score(1) != 1 || p.Winner() != 1 {
		t.Errorf("over %v, score %d, winner %d", p.Over(), p.Score(1), p.Winner())
	}
}

func TestParseErrors(t *testing.T) {
	head := "width 1\nheight 1\n"
	played := strings.TrimSuffix(oneBox, "player2 winner\n")
	tests := []struct{ text, want string }{
		{"", "game:1:1: the text ends here: expected width N and height N first"},
		{"width 1\n", "game:2:1: the text ends here: expected width N and height N first"},
		{"height 1\n", `game:1:1: "height 1": expected width N`},
		{"width 25\n", `game:1:7: width "25": expected 1 to 24 boxes`},
		{"width 1\nheight 0\n", `game:2:8: height "0": expected 1 to 24 boxes`},
		{"width 01\n", `game:1:7: width "01": expected 1 to 24 boxes`},
		{head + "\n", `game:3:1: "": expected player1, player2 or tie game`},
		{head + "player3 join x\n", `game:3:1: "player3 join x": expected player1, player2 or tie game`},
		{head + "player1 jump\n", `game:3:9: "jump": expected join, leave, move or winner`},
		{head + "player1 join\n", `game:3:13: join without a name`},
		{head + "player1 move 0 0\n", `game:3:14: "0 0": expected move A B vertical or move A B horizontal`},
		{head + "player1 move x 0 vertical\n", `game:3:14: "x": expected a number`},
		{head + "player1 move 0 -1 vertical\n", `game:3:16: "-1": expected a number`},
		{head + "player1 move 0 0 upward\n", `game:3:18: "upward": expected vertical or horizontal`},
		{head + "player1 move 0 1 vertical\n", `game:3:14: dots: V(0,1): no such line on this board`},
		{head + "player2 move 0 0 vertical\n", `game:3:1: player2 moves: expected player1, whose turn it is`},
		{head + "player1 move 0 0 vertical\nplayer2 move 0 0 vertical\n", `game:4:14: dots: V(0,0): the line is drawn already`},
		{head + "tie game\n", `game:3:1: tie game: 4 lines are not drawn yet`},
		{played + "player1 winner\n", `game:11:1: player1 winner: expected player2 winner, 0 boxes to 1`},
		{played + "tie game\n", `game:11:1: tie game: expected player2 winner, 0 boxes to 1`},
		{played + "player2 winner now\n", `game:11:16: "now": expected nothing after winner`},
		{oneBox + "player1 leave alice\n", `game:12:1: expected nothing after the end of the game`},
		{strings.Repeat("x", MaxBytes+1), `game:1:1: 1048577 bytes: expected a saved game of at most 1048576`},
	}
	for _, tt := range tests {
		g, err := Parse("game", tt.text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%.60q: got %v, %v, want a syntax error", tt.text, g, err)
		} else if err.Error() != tt.want {
			t.Errorf("%.60q:\n got %v\nwant %s", tt.text, err, tt.want)
		}
	}
	_, err := Parse("game", head+"player1 move 5 5 vertical\n")
	if !errors.Is(err, dots.ErrBound) {
		t.Errorf("%v does not wrap ErrBound", err)
	}
}

func TestWhole(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "", "a\n": "a\n", "a\nplay": "a\n"} {
		if got := Whole(text); got != want {
			t.Errorf("Whole(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(oneBox)
	f.Add("width 2\nheight 1\nplayer1 move 1 0 horizontal\n")
	f.Add("width 1\r\nheight 1\r\ntie game")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse("fuzz", text)
		if err != nil {
			return
		}
		again, err := Parse("fuzz", g.String())
		if err != nil {
			t.Fatalf("%q does not read back: %v", g, err)
		}
		if diff := cmp.Diff(g, again); diff != "" {
			t.Error(diff)
		}
		if _, err := g.Position(); err != nil {
			t.Error(err)
		}
	})
}
