package freecell

import (
	"fmt"
	"unicode"
)

// TextError says what is wrong with a text, where, and what was expected.
type TextError struct {
	Name   string // of the text, as a file name
	Line   int    // from 1
	Column int    // from 1, in characters
	Text   string // what was wrong and what was expected
}

// Error returns the error as name:line:column: text.
func (e *TextError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Text)
}

// token is a word of a line and where it begins.
type token struct {
	text   string
	column int // from 1, in characters
}

// tokens splits a line at white space and leaves its comment out.
func tokens(line string) []token {
	var out []token
	column := 0
	inside := false
	start := 0
	for i, r := range line {
		column++
		switch {
		case r == '#':
			if inside {
				out[len(out)-1].text = line[start:i]
			}
			return out
		case unicode.IsSpace(r):
			if inside {
				out[len(out)-1].text = line[start:i]
			}
			inside = false
		case !inside:
			inside = true
			start = i
			out = append(out, token{column: column})
		}
	}
	if inside {
		out[len(out)-1].text = line[start:]
	}
	return out
}
