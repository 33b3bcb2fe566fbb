package freecell

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// MaxBoardBytes is the longest board text that [ReadBoard] accepts.
const MaxBoardBytes = 1 << 20

// ReadBoard reads a board of the variant from r, which holds one line a column
// in the order of the columns, the buried card on the left:
//
//	# a comment, which is no column
//	Foundations: H-5 C-A S-0 D-K
//	Freecells: 3H - TS
//	4C 2C 9C 8C QS 4S 2H
//	: 5H QH 3C AC
//
// Cards are separated by spaces or tabs; see [ParseCard]. A leading colon
// means nothing and allows for an empty column at the end. A blank line is an
// empty column, except at the end of the text; columns that are not there are
// empty. Foundations (also Founds or Decks) and Freecells (also Freecell or FC)
// come before the last column; - and * stand for an empty cell. Of two decks
// the foundations line may name a suit twice. The cards must be those of the
// decks, each exactly once per deck.
//
// The name stands for the text in errors, which are [*TextError] but for those
// of r and those of the variant's size.
func ReadBoard(name string, r io.Reader, v Variant) (*Board, error) {
	p, err := readBoard(name, r, v)
	if err != nil {
		return nil, err
	}
	return p.board, nil
}

// ReadBoardAsWritten is [ReadBoard] for a board that has as many columns as its
// text, whatever the variant says.
func ReadBoardAsWritten(name string, r io.Reader, v Variant) (*Board, error) {
	v.Columns = MaxColumns
	p, err := readBoard(name, r, v)
	if err != nil {
		return nil, err
	}
	b := p.board
	b.Variant.Columns = max(p.column, 1)
	b.Columns = b.Columns[:b.Variant.Columns]
	return b, nil
}

func readBoard(name string, r io.Reader, v Variant) (*boardReader, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxBoardBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read board %s: %w", name, err)
	}
	p := &boardReader{name: name, board: newBoard(v), seen: make([][]spot, 64)}
	if len(data) > MaxBoardBytes {
		p.line = 1
		return nil, p.errorf(1, "the board is longer than %d bytes", MaxBoardBytes)
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	for line := range strings.Lines(text) {
		p.line++
		if err := p.readLine(strings.TrimRight(line, "\r\n")); err != nil {
			return nil, err
		}
	}
	if err := p.checkCards(); err != nil {
		return nil, err
	}
	return p, nil
}

// boardReader reads a board line by line.
type boardReader struct {
	name    string
	line    int // the number of the current line
	column  int // the number of the next column
	blank   int // blank lines after the last column: empty ones or the end
	lastCol int // the column after the last character, for what is missing

	prefix map[string]int // the lines of Foundations and Freecells
	board  *Board

	// seen holds where each card was met, foundations included.
	seen [][]spot
}

// spot is a place in the text.
type spot struct {
	line, column int
	foundation   string // the token that implies the card, or empty
}

func (s spot) String() string {
	if s.foundation != "" {
		return fmt.Sprintf("in the foundation %s at %d:%d", s.foundation, s.line, s.column)
	}
	return fmt.Sprintf("at %d:%d", s.line, s.column)
}

func (p *boardReader) errorf(column int, format string, args ...any) error {
	return &TextError{Name: p.name, Line: p.line, Column: column, Text: fmt.Sprintf(format, args...)}
}

func (p *boardReader) readLine(line string) error {
	words := tokens(line)
	p.lastCol = utf8.RuneCountInString(line) + 1
	if len(words) == 0 {
		if !strings.Contains(line, "#") {
			p.blank++
		}
		return nil
	}
	if kind, rest := cutPrefix(words); kind != "" {
		return p.readPrefix(kind, words[0].column, rest)
	}
	p.column += p.blank
	p.blank = 0
	if p.column >= len(p.board.Columns) {
		return p.errorf(words[0].column, "too many columns: this is column %d, expected at most %d in %s",
			p.column+1, len(p.board.Columns), p.board.Variant.Name)
	}
	if rest, ok := strings.CutPrefix(words[0].text, ":"); ok {
		words[0] = token{rest, words[0].column + 1}
		if rest == "" {
			words = words[1:]
		}
	}
	for _, w := range words {
		c, err := ParseCard(w.text)
		if err != nil {
			return p.errorf(w.column, "unknown word %q, expected a card: %s", w.text, cardWanted)
		}
		if err := p.see(c, spot{p.line, w.column, ""}); err != nil {
			return err
		}
		p.board.Columns[p.column] = append(p.board.Columns[p.column], c)
	}
	p.column++
	return nil
}

// see notes where c is and refuses it when it is there too often.
func (p *boardReader) see(c Card, at spot) error {
	seen := p.seen[c]
	if len(seen) < p.board.Variant.Decks {
		p.seen[c] = append(seen, at)
		return nil
	}
	subject := c.String()
	if at.foundation != "" {
		subject = fmt.Sprintf("%s in the foundation %s", c, at.foundation)
	}
	often := "once"
	if p.board.Variant.Decks == 2 {
		often = "twice"
	}
	return p.errorf(at.column, "extra card %s: it is already %v, expected each card %s", subject, seen[0], often)
}

// checkCards refuses a board on which cards are missing and names them.
func (p *boardReader) checkCards() error {
	var missing []string
	for r := Ace; r <= King; r++ {
		for s := Hearts; s <= Spades; s++ {
			c := NewCard(r, s)
			for range p.board.Variant.Decks - len(p.seen[c]) {
				missing = append(missing, c.String())
			}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	const show = 10
	list := strings.Join(missing[:min(len(missing), show)], ", ")
	if more := len(missing) - show; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	p.line = max(p.line, 1)
	p.lastCol = max(p.lastCol, 1)
	if len(missing) == 1 {
		return p.errorf(p.lastCol, "missing card %s, expected all %d cards", list, 52*p.board.Variant.Decks)
	}
	return p.errorf(p.lastCol, "missing cards %s, expected all %d cards", list, 52*p.board.Variant.Decks)
}
