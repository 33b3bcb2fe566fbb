package savedgame

import (
	"fmt"
	"strconv"
	"strings"

	"puzzlekit/engines/dots"
)

// MaxBytes is more than any game needs: 1,200 moves of at most 32 bytes, and
// room for people who come and go.
const MaxBytes = 1 << 20

// A SyntaxError says where a text is no saved game.
type SyntaxError struct {
	File         string
	Line, Column int // from 1; the column counts bytes
	Problem      string
	Err          error // the rule that a move breaks, nil for other problems
}

// Error returns "file:line:column: problem".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Problem)
}

// Unwrap returns the rule that a move breaks.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Whole returns the text up to its last newline: what a program that died while
// it appended had finished.
func Whole(text string) string {
	return text[:strings.LastIndexByte(text, '\n')+1]
}

// Parse reads a saved game and checks every move. The file name is for error
// messages alone. Errors are of type *SyntaxError.
func Parse(file, text string) (*Game, error) {
	p := parser{file: file, game: &Game{}}
	if len(text) > MaxBytes {
		return nil, p.fail(0, fmt.Sprintf("%d bytes: expected a saved game of at most %d", len(text), MaxBytes))
	}
	for line := range strings.Lines(text) {
		p.line++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if err := p.read(line); err != nil {
			return nil, err
		}
	}
	if p.position == nil {
		p.line++
		return nil, p.fail(0, "the text ends here: expected width N and height N first")
	}
	return p.game, nil
}

// parser is the state between two lines.
type parser struct {
	file     string
	line     int // being read, from 1
	game     *Game
	position *dots.Position // nil before the size is known
	ended    bool           // winner or tie was read
}

// fail returns an error at a byte of the line, from 0.
func (p *parser) fail(at int, problem string) error {
	return &SyntaxError{File: p.file, Line: max(p.line, 1), Column: at + 1, Problem: problem}
}

// read takes one line.
func (p *parser) read(line string) error {
	switch {
	case p.game.Size.Width == 0:
		n, err := p.extent(line, "width")
		p.game.Size.Width = n + 1
		return err
	case p.game.Size.Height == 0:
		n, err := p.extent(line, "height")
		if err != nil {
			return err
		}
		p.game.Size.Height = n + 1
		p.position, err = dots.New(p.game.Size)
		return err
	case p.ended:
		return p.fail(0, "expected nothing after the end of the game")
	case line == "tie game":
		return p.end(Event{Kind: Tie})
	}
	return p.event(line)
}

// extent reads "width N" or "height N".
func (p *parser) extent(line, word string) (int, error) {
	text, ok := strings.CutPrefix(line, word+" ")
	if !ok {
		return 0, p.fail(0, fmt.Sprintf("%q: expected %s N", line, word))
	}
	n, ok := number(text)
	if !ok || n+1 < dots.MinDots || n+1 > dots.MaxDots {
		return 0, p.fail(len(word)+1, fmt.Sprintf("%s %q: expected %d to %d boxes", word, text, dots.MinDots-1, dots.MaxDots-1))
	}
	return n, nil
}

// event reads a line that begins with a player.
func (p *parser) event(line string) error {
	player, rest, ok := strings.Cut(line, " ")
	if !ok || player != "player1" && player != "player2" {
		return p.fail(0, fmt.Sprintf("%q: expected player1, player2 or tie game", line))
	}
	seat := int(player[len(player)-1] - '1')
	at := len(player) + 1
	verb, rest, _ := strings.Cut(rest, " ")
	switch verb {
	case "join", "leave":
		if rest == "" {
			return p.fail(len(line), fmt.Sprintf("%s without a name", verb))
		}
		kind := Join
		if verb == "leave" {
			kind = Leave
		}
		p.game.Events = append(p.game.Events, Event{Kind: kind, Seat: seat, Name: rest})
		return nil
	case "move":
		return p.move(seat, at+len("move "), rest)
	case "winner":
		if rest != "" {
			return p.fail(at+len("winner "), fmt.Sprintf("%q: expected nothing after winner", rest))
		}
		return p.end(Event{Kind: Winner, Seat: seat})
	}
	return p.fail(at, fmt.Sprintf("%q: expected join, leave, move or winner", verb))
}

// move reads "A B vertical", which begins at byte at of the line.
func (p *parser) move(seat, at int, text string) error {
	words := strings.Split(text, " ")
	if len(words) != 3 {
		return p.fail(at, fmt.Sprintf("%q: expected move A B vertical or move A B horizontal", text))
	}
	x, okX := number(words[0])
	if !okX {
		return p.fail(at, fmt.Sprintf("%q: expected a number", words[0]))
	}
	y, okY := number(words[1])
	if !okY {
		return p.fail(at+len(words[0])+1, fmt.Sprintf("%q: expected a number", words[1]))
	}
	line := dots.Line{Kind: dots.Horizontal, X: x, Y: y}
	switch words[2] {
	case "vertical":
		line.Kind = dots.Vertical
	case "horizontal":
	default:
		return p.fail(at+len(words[0])+len(words[1])+2, fmt.Sprintf("%q: expected vertical or horizontal", words[2]))
	}
	if err := p.position.Check(line); err != nil {
		return &SyntaxError{File: p.file, Line: p.line, Column: at + 1, Problem: err.Error(), Err: err}
	}
	if seat != p.position.Turn() {
		return p.fail(0, fmt.Sprintf("player%d moves: expected player%d, whose turn it is", seat+1, p.position.Turn()+1))
	}
	if _, err := p.position.Play(line); err != nil {
		return err
	}
	p.game.Events = append(p.game.Events, Event{Kind: Move, Seat: seat, Line: line})
	return nil
}

// end reads the last line of a game.
func (p *parser) end(e Event) error {
	if !p.position.Over() {
		return p.fail(0, fmt.Sprintf("%v: %d lines are not drawn yet", e, p.position.Free()))
	}
	if want := End(p.position); e != want {
		return p.fail(0, fmt.Sprintf("%v: expected %v, %d boxes to %d", e, want, p.position.Score(0), p.position.Score(1)))
	}
	p.ended = true
	p.game.Events = append(p.game.Events, e)
	return nil
}

// number reads a decimal number without sign or needless zeros, as the format
// has them.
func number(text string) (int, bool) {
	if len(text) > 1 && text[0] == '0' || strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}
