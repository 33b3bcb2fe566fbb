package solve

import "math/bits"

// key names a quiet position so that equal keys have equal values: the strings
// that are left, in the smallest of their symmetric images, but for the lonely
// chains, which are a bag. A key is exact, no hash.
type key struct {
	strings set
	alone   bag
}

// key returns the key of a node.
func (b *board) key(n *node) key {
	strings := n.free &^ n.lonely
	least := b.tidy(strings)
	for i := range b.turns {
		least = min(least, b.tidy(b.turns[i].apply(strings)))
	}
	return key{least, n.alone}
}

// hash spreads keys over 64 bits, the high ones best.
func (k key) hash() uint64 {
	h := (k.strings ^ bits.RotateLeft64(uint64(k.alone)*0x9e3779b97f4a7c15, 20)) * 0xd6e8feb86659fd93
	h ^= h >> 32
	return h * 0xd6e8feb86659fd93
}
