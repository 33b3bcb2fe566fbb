package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
)

var (
	attribute = regexp.MustCompile(`data-puzzle="([^"]*)"`)
	element   = regexp.MustCompile(`<puzzlekit:puzzle>([^<]*)</puzzlekit:puzzle>`)
)

// Is reports whether data looks like an SVG picture, a PDF or an HTML page.
func Is(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n\ufeff")
	return bytes.HasPrefix(data, []byte("%PDF-")) || bytes.HasPrefix(data, []byte("<"))
}

// Read returns the puzzles of a picture or page of this package.
func Read(data []byte) ([]*puzzle.Puzzle, error) {
	found := attribute.FindAllSubmatch(data, -1)
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("%PDF-")) {
		found = element.FindAllSubmatch(data, -1)
	}
	if len(found) == 0 {
		return nil, errors.New("sheet: no puzzle in it, expected a picture or page that puzzlekit wrote")
	}
	var list []*puzzle.Puzzle
	for i, m := range found {
		one, err := notation.Read(string(m[1]), 0)
		if err != nil {
			return nil, fmt.Errorf("sheet: puzzle %d: %w", i+1, err)
		}
		list = append(list, one...)
	}
	return list, nil
}
