package repr

import "unsafe"

// chunks is a growing array of records of the same number of elements. It grows
// by blocks, so that nothing is copied and little is in use in vain.
type chunks[T any] struct {
	record int // elements a record
	slack  int // elements behind a record that a writer may touch
	blocks [][]T
	n      int // records
}

// perBlock is how many records a block holds, 1<<blockBits.
const (
	blockBits = 12
	perBlock  = 1 << blockBits
)

// at returns record i and the slack behind it. It stays where it is.
func (c *chunks[T]) at(i uint32) []T {
	block := c.blocks[i>>blockBits]
	from := int(i&(perBlock-1)) * c.record
	return block[from : from+c.record+c.slack]
}

// add returns the next record, which holds what it held before a reset.
func (c *chunks[T]) add() (i uint32, record []T) {
	if c.n == len(c.blocks)<<blockBits {
		c.blocks = append(c.blocks, make([]T, perBlock*c.record+c.slack))
	}
	i = uint32(c.n)
	c.n++
	return i, c.at(i)
}

func (c *chunks[T]) bytes() int64 {
	var t T
	return int64(len(c.blocks)) * perBlock * int64(c.record) * int64(unsafe.Sizeof(t))
}
