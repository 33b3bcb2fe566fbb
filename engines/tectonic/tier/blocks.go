package tier

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// blockChecker passes on the blocks of a binary file and compares their checksums.
type blockChecker struct {
	src   io.Reader
	at    int64    // offset in the file of what comes next
	ends  []int64  // offsets of the ends of the blocks that are left
	wants []uint32 // their checksums
	crc   uint32
	n     int // number of the current block, from 1
}

// newBlockChecker makes one of the entries of an index.
func newBlockChecker(src io.Reader, index []byte, cells int, end int64) *blockChecker {
	c := &blockChecker{src: src, at: headerSize, n: 1}
	for size := cells + 12; len(index) > 0; index = index[size:] {
		if start := int64(binary.LittleEndian.Uint64(index[cells:])); len(c.wants) > 0 {
			c.ends = append(c.ends, start)
		}
		c.wants = append(c.wants, binary.LittleEndian.Uint32(index[cells+8:]))
	}
	c.ends = append(c.ends, end)
	return c
}

// Read passes on what is left of the current block.
func (c *blockChecker) Read(p []byte) (int, error) {
	if len(c.wants) == 0 {
		return c.src.Read(p)
	}
	if left := c.ends[0] - c.at; left >= 0 {
		p = p[:min(int64(len(p)), left)]
	}
	n, err := c.src.Read(p)
	c.crc = crc32.Update(c.crc, crc32.IEEETable, p[:n])
	c.at += int64(n)
	if c.at < c.ends[0] {
		return n, err
	}
	if c.at > c.ends[0] || c.crc != c.wants[0] {
		return n, fmt.Errorf("tier: block %d is damaged: its bytes have checksum %08x where the index has %08x", c.n, c.crc, c.wants[0])
	}
	c.ends, c.wants, c.crc, c.n = c.ends[1:], c.wants[1:], 0, c.n+1
	return n, err
}
