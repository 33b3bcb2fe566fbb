package freecell

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// ErrMove reports a text that is not a move in standard notation.
var ErrMove = errors.New("freecell: not a move")

const moveWanted = "a move such as 37, 5a, a5, 8h, 37v3 or 12-3"

// cellLetters are the letters of the free cells. After g it goes on with k as
// the reference does, which leaves h to the foundations.
const cellLetters = "abcdefgklmnopqrstuvw"

// Moves between two columns, without and with a dash, and all others.
var (
	columnsRE = regexp.MustCompile(`^(10|[1-9])(10|[1-9])(?:v([1-9a-f][0-9a-f]?))?$`)
	dashRE    = regexp.MustCompile(`^([1-9][0-9]?)-([1-9][0-9]?)(?:v([1-9a-f][0-9a-f]?))?$`)
	otherRE   = regexp.MustCompile(`^([1-9][0-9]?|[a-gk-w])([1-9][0-9]?|[a-hk-w])$`)
)

// ParseMove reads a move in standard notation: the source, the destination and,
// for columns, perhaps v and the number of cards.
//
//	37     column 3 to column 7
//	37v3   three cards of it; the number is hexadecimal
//	5a     column 5 to free cell a; the cells are a to g, k, l, m and so on
//	a5     free cell a to column 5
//	8h a h column 8, free cell a to the foundations (ah)
//	107    column 10 to column 7
//	12-3   column 12 to column 3: with columns above 10 the dash is needed
//
// Upper-case letters are read as lower-case ones. The columns and cells need not
// exist; up to [MaxColumns] and [MaxFreeCells] can be written.
func ParseMove(text string) (Move, error) {
	t := strings.ToLower(text)
	m := columnsRE.FindStringSubmatch(t)
	if m == nil {
		m = dashRE.FindStringSubmatch(t)
	}
	if m == nil {
		m = otherRE.FindStringSubmatch(t)
		if m != nil && isDigit(m[1][0]) && isDigit(m[2][0]) {
			return Move{}, fmt.Errorf("%w: %q, columns above 10 need a dash between them", ErrMove, text)
		}
	}
	if m == nil {
		return Move{}, fmt.Errorf("%w: %q, expected %s", ErrMove, text, moveWanted)
	}
	from, okFrom := parsePile(m[1])
	to, okTo := parsePile(m[2])
	if !okFrom || !okTo {
		return Move{}, fmt.Errorf("%w: %q, columns are numbered 1 to %d", ErrMove, text, MaxColumns)
	}
	move := Move{From: from, To: to}
	if len(m) > 3 && m[3] != "" {
		n, err := strconv.ParseUint(m[3], 16, 8)
		if err != nil {
			return Move{}, fmt.Errorf("%w: %q: %w", ErrMove, text, err)
		}
		move.Cards = int(n)
	}
	return move, nil
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// parsePile reads what the patterns of moves let through.
func parsePile(text string) (Pile, bool) {
	if text == "h" {
		return Foundation, true
	}
	if i := strings.Index(cellLetters, text); i >= 0 {
		return FreeCell(i), true
	}
	n, err := strconv.Atoi(text)
	return Column(n - 1), err == nil && n <= MaxColumns
}

// String returns the pile in standard notation: a column's number from 1, a
// free cell's letter or h.
func (p Pile) String() string {
	if i, ok := p.Column(); ok {
		return strconv.Itoa(i + 1)
	}
	if i, ok := p.FreeCell(); ok && i < len(cellLetters) {
		return cellLetters[i : i+1]
	}
	if p == Foundation {
		return "h"
	}
	return "?"
}

// String returns the move in standard notation; see [ParseMove]. Between columns
// the number of cards is written when it is more than one.
func (m Move) String() string {
	text := m.From.String() + m.To.String()
	from, fromColumn := m.From.Column()
	to, toColumn := m.To.Column()
	if fromColumn && toColumn {
		if max(from, to) >= 10 {
			text = m.From.String() + "-" + m.To.String()
		}
		if m.Cards > 1 {
			text += "v" + strconv.FormatInt(int64(m.Cards), 16)
		}
	}
	return text
}

// Words returns the move as a sentence without an end, such as
// "Move 3 cards from column 2 to column 7".
func (m Move) Words() string {
	what := "a card"
	if m.Cards > 1 {
		what = fmt.Sprintf("%d cards", m.Cards)
	}
	return fmt.Sprintf("Move %s from %s to %s", what, m.From.words(), m.To.words())
}

func (p Pile) words() string {
	if _, ok := p.Column(); ok {
		return "column " + p.String()
	}
	if _, ok := p.FreeCell(); ok {
		return "free cell " + p.String()
	}
	return "the foundations"
}
