package runfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
)

// ErrDamaged is in the chain of every error about a file that is not as it was
// written.
var ErrDamaged = errors.New("runfile: damaged file")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// Reader reads a run file. It is safe for concurrent use; its iterators are not.
type Reader struct {
	r      io.ReaderAt
	codec  Codec
	blocks []Block
}

// Block is what the index says of a block.
type Block struct {
	First   []byte // the first key
	Size    int    // bytes of its records
	Records int

	offset int64
	packed int
	sum    uint64
}

// Open reads the index of a file of that size.
func Open(r io.ReaderAt, size int64) (*Reader, error) {
	if size < int64(headerSize+footerSize) {
		return nil, damaged("%d bytes are too few", size)
	}
	header, footer := make([]byte, headerSize), make([]byte, footerSize)
	if err := readAt(r, header, 0); err != nil {
		return nil, err
	}
	if err := readAt(r, footer, size-footerSize); err != nil {
		return nil, err
	}
	f := &Reader{r: r, codec: Codec(header[len(magic)])}
	if string(header[:len(magic)]) != magic || f.codec > Zstd {
		return nil, damaged("it begins with %q, expected %q and a codec", header, magic)
	}
	offset, length := binary.LittleEndian.Uint64(footer), binary.LittleEndian.Uint64(footer[8:])
	if string(footer[24:]) != endMagic || offset < uint64(headerSize) || offset > uint64(size) ||
		length != uint64(size)-footerSize-offset {
		return nil, damaged("its end is missing")
	}
	index := make([]byte, length)
	if err := readAt(r, index, int64(offset)); err != nil {
		return nil, err
	}
	if xxh3.Hash(index) != binary.LittleEndian.Uint64(footer[16:]) {
		return nil, damaged("the index does not have its checksum")
	}
	return f, f.readIndex(index, int64(offset))
}

func readAt(r io.ReaderAt, buf []byte, offset int64) error {
	if n, err := r.ReadAt(buf, offset); n < len(buf) {
		if errors.Is(err, io.EOF) {
			return damaged("it ends at %d", offset+int64(n))
		}
		return fmt.Errorf("runfile: %w", err)
	}
	return nil
}

func (f *Reader) readIndex(index []byte, end int64) error {
	c := cursor{index}
	offset := int64(headerSize)
	for len(c.data) > 0 {
		packed, size, records := c.uvarint(), c.uvarint(), c.uvarint()
		sum := c.take(8)
		first := c.take(c.uvarint())
		if sum == nil || first == nil || packed > maxBlock || size > maxBlock || records > maxBlock || offset+int64(packed) > end {
			return damaged("the index does not fit the file")
		}
		f.blocks = append(f.blocks, Block{
			First: first, Size: int(size), Records: int(records),
			offset: offset, packed: int(packed), sum: binary.LittleEndian.Uint64(sum),
		})
		offset += int64(packed)
	}
	if offset != end {
		return damaged("the index does not fit the file")
	}
	return nil
}

// cursor takes values from the front of data. After one that is not there all
// others are nil or 0.
type cursor struct{ data []byte }

func (c *cursor) uvarint() uint64 {
	v, n := binary.Uvarint(c.data)
	if n <= 0 {
		c.data = nil
		return 0
	}
	c.data = c.data[n:]
	return v
}

func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.data)) {
		c.data = nil
		return nil
	}
	b := c.data[:n:n]
	c.data = c.data[n:]
	return b
}

// Blocks returns what the index says, in the order of the file. It belongs to the
// reader.
func (f *Reader) Blocks() []Block { return f.blocks }

// From returns an iterator of the records whose keys are at least key.
func (f *Reader) From(key []byte) *Iterator {
	// The first block with such a key may begin with a lesser one.
	i, _ := slices.BinarySearchFunc(f.blocks, key, func(b Block, key []byte) int { return bytes.Compare(b.First, key) })
	return &Iterator{f: f, next: max(i-1, 0), least: key}
}

// Verify reads all of the file.
func (f *Reader) Verify() error {
	it := f.From(nil)
	for it.Next() {
	}
	return it.Err()
}

// Iterator goes through records.
type Iterator struct {
	f          *Reader
	next       int // block
	least      []byte
	rest       cursor
	records    int // in rest
	key, value []byte
	packed     []byte
	block      []byte
	zstd       *zstd.Decoder
	err        error
}

// Next goes to the next record. It returns false behind the last one and at an
// error.
func (it *Iterator) Next() bool {
	for it.err == nil {
		if it.records == 0 {
			if it.next == len(it.f.blocks) {
				return false
			}
			it.err = it.load(&it.f.blocks[it.next])
			it.next++
			continue
		}
		it.records--
		key := it.rest.take(it.rest.uvarint())
		value := it.rest.take(it.rest.uvarint())
		if key == nil || value == nil || it.records == 0 && len(it.rest.data) > 0 {
			it.err = damaged("block %d has other records than it should", it.next-1)
			return false
		}
		it.key, it.value = key, value
		if bytes.Compare(key, it.least) >= 0 {
			return true
		}
	}
	return false
}

// load reads a block.
func (it *Iterator) load(b *Block) error {
	it.packed = slices.Grow(it.packed[:0], b.packed)[:b.packed]
	if err := readAt(it.f.r, it.packed, b.offset); err != nil {
		return err
	}
	if xxh3.Hash(it.packed) != b.sum {
		return damaged("the block at %d does not have its checksum", b.offset)
	}
	var err error
	switch it.f.codec {
	case Raw:
		it.block = it.packed
	case S2:
		it.block = slices.Grow(it.block[:0], b.Size)[:b.Size]
		it.block, err = s2.Decode(it.block, it.packed)
	case Zstd:
		if it.zstd == nil {
			it.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlock))
			if err != nil {
				return fmt.Errorf("runfile: %w", err)
			}
		}
		it.block, err = it.zstd.DecodeAll(it.packed, it.block[:0])
	}
	if err != nil || len(it.block) != b.Size {
		return damaged("the block at %d cannot be unpacked", b.offset)
	}
	it.rest.data, it.records = it.block, b.Records
	return nil
}

// Key returns the record's key, which is lent until the next call of Next.
func (it *Iterator) Key() []byte { return it.key }

// Value returns the record's value, which is lent until the next call of Next.
func (it *Iterator) Value() []byte { return it.value }

// Err returns what has ended the iteration early.
func (it *Iterator) Err() error { return it.err }
