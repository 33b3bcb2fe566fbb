package tier

import (
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"puzzlekit/engines/tectonic"
)

// Totals are what a finished file says of its codes.
type Totals struct {
	Count uint64
	Sum   uint64 // of the FNV-1a-64 of all codes, modulo 2^64
}

// Add adds the totals of other codes.
func (t *Totals) Add(other Totals) {
	t.Count += other.Count
	t.Sum += other.Sum
}

// Trailer is the last line of the text form.
type Trailer struct {
	Head
	Totals
}

// ErrUnfinished means that a file ends without a trailer.
var ErrUnfinished = errors.New("tier: no trailer at the end: the file is not finished")

const trailerFormat = "01"

// trailerFields are the widths of a trailer's fields.
var trailerFields = []int{1, 2, 2, 2, 2, 4, 20, 20, 10}

const trailerDigits = 63 // of all fields

// Append appends the trailer and a line feed.
func (t Trailer) Append(dst []byte) []byte {
	line := fmt.Sprintf("9%s%02d%02d%02d%04d%020d%020d", trailerFormat, t.Width, t.Height, t.Max, t.Tier, t.Count, t.Sum)
	line += fmt.Sprintf("%010d", crc32.ChecksumIEEE([]byte(line)))
	dst = append(dst, line...)
	for n := trailerDigits; n < t.Digits()*t.Tier+1; n++ {
		dst = append(dst, '0')
	}
	return append(dst, '\n')
}

// ParseTrailer reads a trailer, without its line feed.
func ParseTrailer(line string) (Trailer, error) {
	if len(line) < trailerDigits || line[0] != '9' || strings.Trim(line, "0123456789") != "" {
		return Trailer{}, ErrUnfinished
	}
	var fields []uint64
	at := 0
	for _, width := range trailerFields {
		n, err := strconv.ParseUint(line[at:at+width], 10, 64)
		if err != nil {
			return Trailer{}, fmt.Errorf("tier: trailer, digit %d: %q is too large", at+1, line[at:at+width])
		}
		fields = append(fields, n)
		at += width
	}
	if line[1:3] != trailerFormat {
		return Trailer{}, fmt.Errorf("tier: trailer of format %s: expected %s", line[1:3], trailerFormat)
	}
	crc := at - trailerFields[len(trailerFields)-1]
	if got := uint64(crc32.ChecksumIEEE([]byte(line[:crc]))); got != fields[8] {
		return Trailer{}, fmt.Errorf("tier: trailer: checksum %010d where its digits have %010d", fields[8], got)
	}
	t := Trailer{
		Head{tectonic.Problem{Width: int(fields[2]), Height: int(fields[3]), Max: int(fields[4])}, int(fields[5])},
		Totals{fields[6], fields[7]},
	}
	if err := t.check(); err != nil {
		return Trailer{}, fmt.Errorf("tier: trailer: %w", err)
	}
	if want := string(t.Append(nil)); want != line+"\n" {
		return Trailer{}, fmt.Errorf("tier: trailer: digits behind the checksum are not the zeros expected")
	}
	return t, nil
}
