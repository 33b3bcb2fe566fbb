package commands

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"puzzlekit/engines/tectonic/technique"
	"puzzlekit/internal/atomicfile"
)

// puzzleParts are the finished parts of an order for the puzzles of a list, so
// that a run that was killed is gone on with. Each is a file that is whole or not
// there:
//
//	DIR/order             what was asked for, in a line; other orders start anew
//	DIR/0000000000.txt    class, rank and mask of the puzzles of the grids from
//	                      that rank on, a puzzle a line
type puzzleParts struct {
	dir string
}

// partSize is the number of grids of a part.
const partSize = 10_000

// openParts begins an order or goes on with it.
func openParts(dir, order string) (puzzleParts, error) {
	name := filepath.Join(dir, "order")
	before, err := os.ReadFile(name)
	if err == nil && string(before) == order {
		return puzzleParts{dir}, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return puzzleParts{}, err
	}
	if err := os.RemoveAll(dir); err != nil {
		return puzzleParts{}, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return puzzleParts{}, err
	}
	return puzzleParts{dir}, atomicfile.WriteFile(name, []byte(order))
}

func (p puzzleParts) name(rank int) string {
	return filepath.Join(p.dir, fmt.Sprintf("%010d.txt", rank))
}

// has reports whether the part from a rank on is finished.
func (p puzzleParts) has(rank int) bool {
	_, err := os.Stat(p.name(rank))
	return err == nil
}

// write finishes a part.
func (p puzzleParts) write(rank int, grids [][]puzzleLine) error {
	var text bytes.Buffer
	for _, lines := range grids {
		for _, l := range lines {
			fmt.Fprintf(&text, "%d %s", l.class, l.text)
		}
	}
	return atomicfile.WriteFile(p.name(rank), text.Bytes())
}

// assemble writes the files of all classes from the parts of a list, then removes
// the parts. It returns the number of puzzles by class.
func (p puzzleParts) assemble(dir string, grids int) (counts []int, err error) {
	counts = make([]int, technique.Hardest+1)
	files := make([]*atomicfile.File, len(counts))
	writers := make([]*bufio.Writer, len(counts))
	for class := range files {
		if files[class], err = atomicfile.Create(filepath.Join(dir, fmt.Sprintf("d%02d.txt", class))); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, files[class].Abort()) }()
		writers[class] = bufio.NewWriter(files[class])
	}
	for rank := 0; rank < grids; rank += partSize {
		text, err := os.ReadFile(p.name(rank))
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			class, rest, ok := strings.Cut(line, " ")
			if !ok || len(class) != 1 || class[0] < '0' || int(class[0]-'0') >= len(counts) {
				return nil, fmt.Errorf("%s: %q, expected a class, a rank and a mask", p.name(rank), line)
			}
			counts[class[0]-'0']++
			if _, err := writers[class[0]-'0'].WriteString(rest); err != nil {
				return nil, err
			}
		}
	}
	for class, file := range files {
		if err := errors.Join(writers[class].Flush(), file.Commit()); err != nil {
			return nil, err
		}
	}
	return counts, os.RemoveAll(p.dir)
}
