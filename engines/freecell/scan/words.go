package scan

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"puzzlekit/engines/freecell"
)

// piece is a word of a scan text or a part of one, which knows where each of
// its bytes was written.
type piece struct {
	source string // the name of the text
	text   string
	at     []spot // of each byte of text and of its end
}

// spot is a place in a scan text, both from 1; columns count characters.
type spot struct{ line, column int }

// errorf returns an error about p.
func (p piece) errorf(format string, args ...any) error {
	return &freecell.TextError{
		Name: p.source, Line: p.at[0].line, Column: p.at[0].column, Text: fmt.Sprintf(format, args...),
	}
}

// part returns p from byte i to byte j.
func (p piece) part(i, j int) piece {
	return piece{p.source, p.text[i:j], p.at[i : j+1]}
}

// from returns p from byte i on.
func (p piece) from(i int) piece { return p.part(i, len(p.text)) }

// split returns the parts of p between the separators.
func (p piece) split(separator byte) []piece {
	var out []piece
	start := 0
	for i := range len(p.text) {
		if p.text[i] == separator {
			out = append(out, p.part(start, i))
			start = i + 1
		}
	}
	return append(out, p.from(start))
}

// cut returns what comes before and after the first separator.
func (p piece) cut(separator byte) (before, after piece, found bool) {
	i := strings.IndexByte(p.text, separator)
	if i < 0 {
		return p, piece{}, false
	}
	return p.part(0, i), p.from(i + 1), true
}

// splitter splits a scan text into words.
type splitter struct {
	source string
	rest   string
	spot

	words  []piece
	inside bool // a word that is not empty, or in quotes
	text   []byte
	places []spot
}

// splitWords returns the words of a scan text without quotes and comments.
func splitWords(source, text string) ([]piece, error) {
	s := &splitter{source: source, rest: text, spot: spot{1, 1}}
	for s.rest != "" {
		start := s.spot
		switch r := s.next(); {
		case r == "\\":
			if s.rest == "" {
				return nil, s.errorf(start, "backslash at the end: expected a character or a line after it")
			}
			if !s.lineEnd() {
				s.add(start, s.next())
			}
		case r == "'" || r == `"`:
			if !s.quoted(r) {
				return nil, s.errorf(start, "quote %s without an end: expected another %s", r, r)
			}
		case r == "#" && !s.inside:
			for s.rest != "" && s.rest[0] != '\n' {
				s.next()
			}
		case strings.ContainsFunc(r, unicode.IsSpace):
			s.end(start)
		default:
			s.add(start, r)
		}
	}
	s.end(s.spot)
	return s.words, nil
}

func (s *splitter) errorf(at spot, format string, args ...any) error {
	return piece{source: s.source, at: []spot{at}}.errorf(format, args...)
}

// next takes the next character off the text. Bytes that are no UTF-8 are
// characters of their own.
func (s *splitter) next() string {
	if s.rest == "" {
		return ""
	}
	_, size := utf8.DecodeRuneInString(s.rest)
	r := s.rest[:size]
	s.rest = s.rest[size:]
	s.column++
	if r == "\n" {
		s.spot = spot{s.line + 1, 1}
	}
	return r
}

// lineEnd takes the end of a line off the text, if one is there.
func (s *splitter) lineEnd() bool {
	if !strings.HasPrefix(s.rest, "\n") && !strings.HasPrefix(s.rest, "\r\n") {
		return false
	}
	for s.next() != "\n" {
	}
	return true
}

// quoted reads to the closing quote and tells whether there was one.
func (s *splitter) quoted(quote string) bool {
	s.inside = true
	for s.rest != "" {
		start := s.spot
		r := s.next()
		switch {
		case r == quote:
			return true
		case r == "\\" && quote == `"` && s.lineEnd():
		case r == "\\" && quote == `"` && (strings.HasPrefix(s.rest, quote) || strings.HasPrefix(s.rest, "\\")):
			s.add(start, s.next())
		default:
			s.add(start, r)
		}
	}
	return false
}

// add adds a character to the current word.
func (s *splitter) add(at spot, r string) {
	s.inside = true
	for range len(r) {
		s.places = append(s.places, at)
	}
	s.text = append(s.text, r...)
}

// end ends the current word, if there is one.
func (s *splitter) end(at spot) {
	if s.inside {
		s.words = append(s.words, piece{s.source, string(s.text), append(slices.Clone(s.places), at)})
	}
	s.inside, s.text, s.places = false, nil, nil
}
