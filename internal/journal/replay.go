package journal

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// replay calls visit for each whole record of f from offset at on, in order,
// and returns the offset where they end. What is left between there and size
// is a torn record. The payload belongs to replay and changes after visit.
func replay(f io.ReaderAt, at, size int64, visit func(typ byte, payload []byte) error) (int64, error) {
	var (
		in      = bufio.NewReaderSize(io.NewSectionReader(f, at, size-at), 64<<10)
		head    [recordHeader]byte
		payload []byte
	)
	for size-at >= recordHeader {
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return at, fmt.Errorf("offset %d: read record: %w", at, err)
		}
		h, ok := parseHead(head[:])
		if !ok {
			return at, tornOrCorrupt(f, at, at+recordHeader, size)
		}
		end := at + recordHeader + h.length
		if end > size {
			return at, nil
		}
		// No larger than what the file holds, whatever the header says.
		payload = slices.Grow(payload[:0], int(h.length))[:h.length]
		if _, err := io.ReadFull(in, payload); err != nil {
			return at, fmt.Errorf("offset %d: read record: %w", at, err)
		}
		if checksum(payload) != h.crc {
			return at, tornOrCorrupt(f, at, end, size)
		}
		if err := visit(h.typ, payload); err != nil {
			return at, fmt.Errorf("offset %d: record of type %d: %w", at, h.typ, err)
		}
		at = end
	}
	return at, nil
}

// tornOrCorrupt decides what a damaged record at offset at is: the torn end of
// the file, which is no error, or, when a whole record begins at offset from or
// later, damage in the middle.
func tornOrCorrupt(f io.ReaderAt, at, from, size int64) error {
	found, err := findRecord(f, from, size)
	if err != nil {
		return fmt.Errorf("offset %d: look behind a damaged record: %w", at, err)
	}
	if found >= 0 {
		return fmt.Errorf("%w: record at offset %d is damaged, and a whole one follows at %d", ErrCorrupt, at, found)
	}
	return nil
}

// findRecord returns the first offset from the given one on where a whole
// record begins, or −1. Its time is linear: a payload is read only behind a
// header whose checksum is right.
func findRecord(f io.ReaderAt, from, size int64) (int64, error) {
	window := make([]byte, 64<<10)
	for size-from >= recordHeader {
		window = window[:min(int64(cap(window)), size-from)]
		if _, err := f.ReadAt(window, from); err != nil && err != io.EOF {
			return -1, err
		}
		last := len(window) - recordHeader
		for i := range last + 1 {
			h, ok := parseHead(window[i:])
			start := from + int64(i) + recordHeader
			if !ok || start+h.length > size {
				continue
			}
			crc := crc32.New(castagnoli)
			if _, err := io.Copy(crc, io.NewSectionReader(f, start, h.length)); err != nil {
				return -1, err
			}
			if crc.Sum32() == h.crc {
				return from + int64(i), nil
			}
		}
		from += int64(last) + 1
	}
	return -1, nil
}
