package runfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
)

// Codec says how blocks are compressed.
type Codec byte

// The codecs.
const (
	Raw  Codec = iota
	S2         // fast
	Zstd       // small
)

const (
	magic      = "pkrun1\n"
	endMagic   = "pkrunend"
	headerSize = len(magic) + 1
	footerSize = 32

	maxBlock = 64 << 20
)

// BlockSize is about how many bytes of records a block has when nothing speaks
// for another size.
const BlockSize = 64 << 10

// Writer writes a run file. It is not safe for concurrent use.
type Writer struct {
	w     io.Writer
	codec Codec
	size  int // of a block, about
	zstd  *zstd.Encoder

	block   []byte // records that are not written yet
	records uint64 // of them
	first   []byte // the key of the first of them
	last    []byte // the key appended last

	index  []byte
	offset uint64
	packed []byte
}

// NewWriter returns a writer of a file to w with blocks of about that many bytes
// before they are compressed; a longer record has a block of its own. The same
// records, codec and size give the same bytes.
func NewWriter(w io.Writer, codec Codec, blockSize int) (*Writer, error) {
	f := &Writer{w: w, codec: codec, size: blockSize}
	if codec == Zstd {
		var err error
		f.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
		if err != nil {
			return nil, fmt.Errorf("runfile: %w", err)
		}
	}
	return f, f.write(append([]byte(magic), byte(codec)))
}

func (f *Writer) write(data []byte) error {
	n, err := f.w.Write(data)
	f.offset += uint64(n)
	if err != nil {
		return fmt.Errorf("runfile: %w", err)
	}
	return nil
}

// Append adds a record behind all others; its key must not be less than theirs.
func (f *Writer) Append(key, value []byte) error {
	if bytes.Compare(key, f.last) < 0 {
		return fmt.Errorf("runfile: key %x after %x", key, f.last)
	}
	if f.records > 0 && len(f.block)+len(key)+len(value) > f.size {
		if err := f.flush(); err != nil {
			return err
		}
	}
	if f.records == 0 {
		f.first = append(f.first[:0], key...)
	}
	f.last = append(f.last[:0], key...)
	f.records++
	f.block = append(binary.AppendUvarint(f.block, uint64(len(key))), key...)
	f.block = append(binary.AppendUvarint(f.block, uint64(len(value))), value...)
	return nil
}

// flush writes the block.
func (f *Writer) flush() error {
	if f.records == 0 {
		return nil
	}
	packed := f.block
	switch f.codec {
	case S2:
		if n := s2.MaxEncodedLen(len(f.block)); cap(f.packed) < n {
			f.packed = make([]byte, n)
		}
		packed = s2.Encode(f.packed[:cap(f.packed)], f.block)
	case Zstd:
		f.packed = f.zstd.EncodeAll(f.block, f.packed[:0])
		packed = f.packed
	}
	f.index = binary.AppendUvarint(f.index, uint64(len(packed)))
	f.index = binary.AppendUvarint(f.index, uint64(len(f.block)))
	f.index = binary.AppendUvarint(f.index, f.records)
	f.index = binary.LittleEndian.AppendUint64(f.index, xxh3.Hash(packed))
	f.index = append(binary.AppendUvarint(f.index, uint64(len(f.first))), f.first...)
	f.block, f.records = f.block[:0], 0
	return f.write(packed)
}

// Close writes the end of the file, without which it is none. It does not close
// what is below.
func (f *Writer) Close() error {
	if err := f.flush(); err != nil {
		return err
	}
	end := binary.LittleEndian.AppendUint64(nil, f.offset)
	end = binary.LittleEndian.AppendUint64(end, uint64(len(f.index)))
	end = binary.LittleEndian.AppendUint64(end, xxh3.Hash(f.index))
	return f.write(append(append(f.index, end...), endMagic...))
}
