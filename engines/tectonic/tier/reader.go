package tier

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"puzzlekit/engines/tectonic"
)

// Reader reads a finished tier file. It is not safe for concurrent use.
type Reader struct {
	Trailer
	Form Form

	*Decoder
	sums    *sums
	total   uint64  // sum of the hashes read
	offsets []int64 // of the blocks of a binary file
}

// NewReader reads the ends of a file of either form, and refuses one that is not
// finished.
func NewReader(src io.ReaderAt, size int64) (*Reader, error) {
	start := make([]byte, min(size, headerSize))
	if _, err := src.ReadAt(start, 0); err != nil {
		return nil, fmt.Errorf("tier: %w", err)
	}
	if bytes.HasPrefix(start, []byte(startMagic)) {
		return newBinaryReader(src, size, start)
	}
	return newTextReader(src, size)
}

// tailSize is enough for the trailer of any tier.
const tailSize = 3*tectonic.MaxSide*tectonic.MaxSide + trailerDigits

func newTextReader(src io.ReaderAt, size int64) (*Reader, error) {
	tail := make([]byte, min(size, tailSize))
	if _, err := src.ReadAt(tail, size-int64(len(tail))); err != nil {
		return nil, fmt.Errorf("tier: %w", err)
	}
	line, ended := bytes.CutSuffix(tail, []byte("\n"))
	if !ended {
		return nil, ErrUnfinished
	}
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	t, err := ParseTrailer(string(line))
	if err != nil {
		return nil, err
	}
	codes := size - int64(len(line)) - 1
	if want := int64(t.Count) * int64(t.lineSize()); codes != want {
		return nil, fmt.Errorf("tier: %d bytes of codes: the trailer's %d codes of %d cells take %d", codes, t.Count, t.Tier, want)
	}
	return newReader(t, Text, io.NewSectionReader(src, 0, codes)), nil
}

func newBinaryReader(src io.ReaderAt, size int64, start []byte) (*Reader, error) {
	if len(start) < headerSize || size < headerSize+endSize {
		return nil, ErrUnfinished
	}
	h := Head{tectonic.Problem{Width: int(start[8]), Height: int(start[9]), Max: int(start[10])}, int(binary.LittleEndian.Uint16(start[12:]))}
	if !bytes.Equal(start, appendHeader(nil, h)) {
		return nil, errors.New("tier: the header is damaged: its checksum is wrong")
	}
	if _, err := newWriter(io.Discard, h, Binary); err != nil {
		return nil, err
	}
	end := make([]byte, endSize)
	if _, err := src.ReadAt(end, size-endSize); err != nil {
		return nil, fmt.Errorf("tier: %w", err)
	}
	if string(end[28:]) != endMagic {
		return nil, ErrUnfinished
	}
	t := Trailer{h, Totals{binary.LittleEndian.Uint64(end), binary.LittleEndian.Uint64(end[8:])}}
	index := binary.LittleEndian.Uint64(end[16:])
	blocks := (t.Count + blockCodes - 1) / blockCodes
	if t.Count > uint64(size)*8 || index < headerSize || index > uint64(size) || uint64(size)-index != blocks*uint64(h.Tier+12)+endSize {
		return nil, fmt.Errorf("tier: an index at %d of %d bytes does not fit %d codes of %d cells", index, size, t.Count, t.Tier)
	}
	list := make([]byte, uint64(size)-index)
	if _, err := src.ReadAt(list, int64(index)); err != nil {
		return nil, fmt.Errorf("tier: %w", err)
	}
	if got, want := crc32.ChecksumIEEE(list[:len(list)-12]), binary.LittleEndian.Uint32(end[24:]); got != want {
		return nil, fmt.Errorf("tier: the index is damaged: checksum %08x where its bytes have %08x", want, got)
	}
	codes := io.NewSectionReader(src, headerSize, int64(index)-headerSize)
	checker := newBlockChecker(codes, list[:len(list)-endSize], t.Tier, int64(index))
	offsets := append([]int64{headerSize}, checker.ends...)
	r := newReader(t, Binary, checker)
	r.offsets = offsets[:blocks]
	return r, nil
}

func newReader(t Trailer, form Form, src io.Reader) *Reader {
	return &Reader{Trailer: t, Form: form, Decoder: NewDecoder(src, t.Head, form), sums: newSums(t.Tier, t.Digits())}
}

// Next is that of Decoder. Behind the last code it compares the number of codes and
// their sum with the trailer; what they do not agree with is damaged.
func (r *Reader) Next() (common int, err error) {
	common, err = r.Decoder.Next()
	if err == nil {
		r.total += r.sums.hash(r.code, common)
		return common, nil
	}
	if !errors.Is(err, io.EOF) {
		return 0, err
	}
	if got := (Totals{r.n, r.total}); got != r.Totals {
		return 0, fmt.Errorf("tier: %d codes with sum %020d: the trailer says %d with sum %020d", got.Count, got.Sum, r.Count, r.Sum)
	}
	return 0, io.EOF
}

// Blocks returns where runs of codes begin in a binary file: the number of the first
// code and the offset. In a text file every line does, and there is no list.
func (r *Reader) Blocks() (first []uint64, offsets []int64) {
	for n, offset := range r.offsets {
		first = append(first, uint64(n)*blockCodes)
		offsets = append(offsets, offset)
	}
	return first, offsets
}
