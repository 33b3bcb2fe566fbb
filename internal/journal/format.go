package journal

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

const (
	magic   = "pzjournl"
	version = 1

	headerFixed  = len(magic) + 4 + 4 // bytes of the file header before the tag
	crcSize      = 4
	maxTag       = 255
	recordHeader = 4 + 1 + crcSize + crcSize
	maxPayload   = 64 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// appendHeader appends a generation's header.
func appendHeader(dst []byte, tag string) []byte {
	start := len(dst)
	dst = append(dst, magic...)
	dst = binary.BigEndian.AppendUint32(dst, version)
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(tag)))
	dst = append(dst, tag...)
	return binary.BigEndian.AppendUint32(dst, checksum(dst[start:]))
}

// readHeader reads the header of a generation of size bytes, checks that it is
// this version's and this tag's, and returns its length.
func readHeader(f io.ReaderAt, size int64, tag string) (int64, error) {
	head := make([]byte, min(size, int64(headerFixed+maxTag+crcSize)))
	if _, err := f.ReadAt(head, 0); err != nil && err != io.EOF {
		return 0, fmt.Errorf("read header: %w", err)
	}
	if len(head) < headerFixed {
		return 0, fmt.Errorf("%w: %d bytes are too short for a header", ErrCorrupt, size)
	}
	if got := string(head[:len(magic)]); got != magic {
		return 0, fmt.Errorf("%w: begins with %q, expected %q", ErrForeign, got, magic)
	}
	if got := binary.BigEndian.Uint32(head[8:]); got != version {
		return 0, fmt.Errorf("%w: format version %d, this program reads version %d", ErrForeign, got, version)
	}
	n := int64(binary.BigEndian.Uint32(head[12:]))
	end := int64(headerFixed) + n
	if n < 1 || n > maxTag || end+crcSize > int64(len(head)) {
		return 0, fmt.Errorf("%w: header with a tag of %d bytes in a file of %d", ErrCorrupt, n, size)
	}
	if binary.BigEndian.Uint32(head[end:]) != checksum(head[:end]) {
		return 0, fmt.Errorf("%w: checksum of the header", ErrCorrupt)
	}
	if got := string(head[headerFixed:end]); got != tag {
		return 0, fmt.Errorf("%w: it is about %q, expected %q", ErrForeign, got, tag)
	}
	return end + crcSize, nil
}

// appendRecord appends one record.
func appendRecord(dst []byte, typ byte, payload []byte) []byte {
	start := len(dst)
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(payload)))
	dst = append(dst, typ)
	dst = binary.BigEndian.AppendUint32(dst, checksum(payload))
	dst = binary.BigEndian.AppendUint32(dst, checksum(dst[start:]))
	return append(dst, payload...)
}

// recordHead is the header of a record in memory.
type recordHead struct {
	length int64 // of the payload, at most maxPayload
	typ    byte
	crc    uint32 // of the payload
}

// parseHead decodes the recordHeader bytes that b begins with. It reports
// false when they are not a record's header.
func parseHead(b []byte) (recordHead, bool) {
	h := recordHead{
		length: int64(binary.BigEndian.Uint32(b)),
		typ:    b[4],
		crc:    binary.BigEndian.Uint32(b[5:]),
	}
	ok := h.length <= maxPayload && binary.BigEndian.Uint32(b[9:]) == checksum(b[:9])
	return h, ok
}
