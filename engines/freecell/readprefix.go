package freecell

import (
	"slices"
	"strings"
)

// The two kinds of lines that come before the columns.
const (
	foundationsLine = "Foundations"
	freeCellsLine   = "Freecells"
)

// prefixNames are the words that begin such a line, in lower case.
var prefixNames = map[string]string{
	"foundations": foundationsLine,
	"founds":      foundationsLine,
	"decks":       foundationsLine,
	"freecells":   freeCellsLine,
	"freecell":    freeCellsLine,
	"fc":          freeCellsLine,
}

// cutPrefix tells the kind of a line by its first word, which ends in a colon
// or has one behind it, and returns the words after it. The kind is empty for
// other lines.
func cutPrefix(words []token) (kind string, rest []token) {
	name, after, ok := strings.Cut(words[0].text, ":")
	kind = prefixNames[strings.ToLower(name)]
	rest = words[1:]
	switch {
	case kind == "":
		return "", nil
	case ok && after != "":
		rest = slices.Concat([]token{{after, words[0].column + len(name) + 1}}, rest)
	case !ok && (len(rest) == 0 || !strings.HasPrefix(rest[0].text, ":")):
		return "", nil
	case !ok:
		colon := rest[0]
		rest = rest[1:]
		if colon.text != ":" {
			rest = slices.Concat([]token{{colon.text[1:], colon.column + 1}}, rest)
		}
	}
	return kind, rest
}

// readPrefix reads a foundations or free cells line.
func (p *boardReader) readPrefix(kind string, column int, words []token) error {
	if first := p.prefix[kind]; first != 0 {
		return p.errorf(column, "a second %s line, the first is line %d", kind, first)
	}
	if p.column >= len(p.board.Columns) {
		return p.errorf(column, "%s after the last column, expected before it", kind)
	}
	if p.prefix == nil {
		p.prefix = map[string]int{}
	}
	p.prefix[kind] = p.line
	p.column += p.blank
	p.blank = 0
	if kind == foundationsLine {
		return p.readFoundations(words)
	}
	return p.readFreeCells(words)
}

// readFoundations reads words like H-5, SA or D-0. The cards up to the rank
// count as seen.
func (p *boardReader) readFoundations(words []token) error {
	const wanted = "expected a suit (H, C, D, S), a dash and a rank (0, A, 2 to 9, T or 10, J, Q, K)"
	var times [4]int // how often a suit was named
	for _, w := range words {
		s, rest, ok := cutSuit(w.text)
		if !ok {
			return p.errorf(w.column, "unknown foundation %q, %s", w.text, wanted)
		}
		rank := strings.TrimPrefix(rest, "-")
		r, rest, ok := cutRank(rank)
		if rank == "0" {
			r, rest, ok = 0, "", true
		}
		if !ok || rest != "" {
			return p.errorf(w.column, "unknown rank %q of the foundation %q, %s", rank, w.text, wanted)
		}
		if times[s] == p.board.Variant.Decks {
			return p.errorf(w.column, "too many foundations of %s: %s has %d", s, p.board.Variant.Name, p.board.Variant.Decks)
		}
		p.board.Foundations[times[s]*4+int(s)] = r
		times[s]++
		for c := Ace; c <= r; c++ {
			if err := p.see(NewCard(c, s), spot{p.line, w.column, w.text}); err != nil {
				return err
			}
		}
	}
	return nil
}

// readFreeCells reads a card, - or * for each cell.
func (p *boardReader) readFreeCells(words []token) error {
	for i, w := range words {
		if i >= len(p.board.FreeCells) {
			return p.errorf(w.column, "too many free cells: %q is in cell %d, there are %d", w.text, i+1, len(p.board.FreeCells))
		}
		if w.text == "-" || w.text == "*" {
			continue
		}
		c, err := ParseCard(w.text)
		if err != nil {
			return p.errorf(w.column, "unknown word %q in a free cell, expected -, * or a card: %s", w.text, cardWanted)
		}
		if err := p.see(c, spot{p.line, w.column, ""}); err != nil {
			return err
		}
		p.board.FreeCells[i] = c
	}
	return nil
}
