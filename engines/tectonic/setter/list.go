package setter

import (
	"bufio"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/puzzle"
)

// GridOf returns the grid of a code of a problem; it has to be complete.
func GridOf(code string, p tectonic.Problem) (Grid, error) {
	g, err := tectonic.ParseCode(code, p)
	if err != nil {
		return Grid{}, err
	}
	if err := g.Complete(p); err != nil {
		return Grid{}, err
	}
	regions, values := make([]int, len(g.Values)), make([]int, len(g.Values))
	for i, v := range g.Values {
		regions[i], values[i] = int(g.Regions[i]), int(v)
	}
	l, err := puzzle.NewLayout(p.Width, p.Height, regions)
	return Grid{l, values}, err
}

// ErrUnfinished means that a list has no trailer: whoever made it has not finished.
var ErrUnfinished = errors.New("setter: the list has no trailer, so that it is not finished")

// Codes reads the list of the complete grids of a problem: a code a line and a
// trailer that counts and sums them up, as package tectonic's lists have it. The
// place of a code is its rank.
func Codes(r io.Reader, p tectonic.Problem) ([]string, error) {
	var codes []string
	var sum uint64
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		text := lines.Text()
		if strings.HasPrefix(text, "9") {
			if lines.Scan() {
				return nil, fmt.Errorf("setter: line %d: the list goes on after its trailer", len(codes)+2)
			}
			return codes, checkTrailer(text, p, len(codes), sum)
		}
		if len(text) != p.Cells()*p.Digits() {
			return nil, fmt.Errorf("setter: line %d: code of %d digits, expected %d", len(codes)+1, len(text), p.Cells()*p.Digits())
		}
		if len(codes) > 0 && codes[len(codes)-1] >= text {
			return nil, fmt.Errorf("setter: line %d: the codes are not in ascending order", len(codes)+1)
		}
		h := fnv.New64a()
		_, _ = io.WriteString(h, text) // never fails
		sum += h.Sum64()
		codes = append(codes, text)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("setter: line %d: %w", len(codes)+1, err)
	}
	return nil, ErrUnfinished
}

// The fields of a trailer after the digit 9: format, L, H, M, cells, count, sum,
// and the CRC-32 of the digits before it.
var trailerFields = [...]int{2, 2, 2, 2, 4, 20, 20, 10}

// checkTrailer says what a trailer and its list do not agree on.
func checkTrailer(text string, p tectonic.Problem, count int, sum uint64) error {
	const digits = 63 // of the fields
	if want := max(digits, p.Cells()*p.Digits()+1); len(text) != want {
		return fmt.Errorf("setter: trailer of %d digits, expected %d", len(text), want)
	}
	var fields [len(trailerFields)]uint64
	at := 1
	for i, width := range trailerFields {
		var err error
		if fields[i], err = strconv.ParseUint(text[at:at+width], 10, 64); err != nil {
			return fmt.Errorf("setter: trailer, digit %d: %q, expected a number", at+1, text[at:at+width])
		}
		at += width
	}
	crc := crc32.ChecksumIEEE([]byte(text[:digits-trailerFields[7]]))
	for _, f := range []struct {
		name      string
		got, want uint64
	}{
		{"CRC", fields[7], uint64(crc)}, {"width", fields[1], uint64(p.Width)}, {"height", fields[2], uint64(p.Height)},
		{"largest region", fields[3], uint64(p.Max)}, {"number of cells", fields[4], uint64(p.Cells())},
		{"number of codes", fields[5], uint64(count)}, {"sum of the codes", fields[6], sum},
	} {
		if f.got != f.want {
			return fmt.Errorf("setter: the %s in the trailer is %d, expected %d", f.name, f.got, f.want)
		}
	}
	return nil
}
