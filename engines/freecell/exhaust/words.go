package exhaust

import (
	"cmp"
	"encoding/binary"
	"math/bits"
)

// words is a key in registers. Two words are enough for the games by alternate
// color or by suit, three for those by rank, twelve for two decks.
type words interface {
	[2]uint64 | [3]uint64 | [12]uint64
	comparable
}

// hash returns 64 well mixed bits of a key, by folded products (the mixing step of
// wyhash, Wang Yi, 2019). Keys that differ may share them.
func hash[K words](k K) uint64 {
	h := fold(k[0]^0xa0761d6478bd642f, k[1]^0xe7037ed1a0b428db)
	for i := 2; i < len(k); i++ {
		h = fold(h^k[i], 0x8ebc6af09c88c6e3)
	}
	return h ^ h>>32
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// compare orders keys by their first words, then the next ones.
func compare[K words](a, b K) int {
	for i := range len(a) {
		if a[i] != b[i] {
			return cmp.Compare(a[i], b[i])
		}
	}
	return 0
}

// width returns how many bytes a key of so many bits takes in store: all words but
// the last are whole.
func width[K words](bits int) int {
	var k K
	return max((bits+7)/8, 8*(len(k)-1)+1, 8)
}

// put writes a key as len(b) bytes: its words with the low byte first, less the
// high bytes of the last word, which are zero.
func put[K words](b []byte, k K) {
	last := len(k) - 1
	for i := range last {
		binary.LittleEndian.PutUint64(b[8*i:], k[i])
	}
	for i, w := 8*last, k[last]; i < len(b); i, w = i+1, w>>8 {
		b[i] = byte(w)
	}
}

// get reads what put wrote. It looks at no other bytes, as somebody may be writing
// these.
func get[K words](b []byte) K {
	var k K
	last := len(k) - 1
	for i := range last {
		k[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	k[last] = binary.LittleEndian.Uint64(b[len(b)-8:]) >> uint(64*len(k)-8*len(b))
	return k
}
