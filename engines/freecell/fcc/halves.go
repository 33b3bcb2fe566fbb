package fcc

// halves gives keys of more than 58 bits a number of 58 bits: 29 for what the
// upper half says and 29 for the lower half, numbered as they are met.
type halves struct {
	numbers [2]map[uint64]uint64
	values  [2][]uint64
}

const (
	halfBits = 50 // of a key of at most 100
	halfMask = 1<<halfBits - 1
	numbers  = wordBits / 2 // bits
)

func newHalves() *halves {
	return &halves{numbers: [2]map[uint64]uint64{{}, {}}}
}

// intern returns the number of a key.
func (h *halves) intern(k Key) uint64 {
	low, high := k.split(halfBits)
	return h.number(1, high.Hi<<(64-halfBits)|high.Lo>>halfBits)<<numbers | h.number(0, low.Lo)
}

// lookup returns the number of a key that has one.
func (h *halves) lookup(k Key) (uint64, bool) {
	low, high := k.split(halfBits)
	a, okHigh := h.numbers[1][high.Hi<<(64-halfBits)|high.Lo>>halfBits]
	b, okLow := h.numbers[0][low.Lo]
	return a<<numbers | b, okHigh && okLow
}

func (h *halves) number(half int, value uint64) uint64 {
	n, ok := h.numbers[half][value]
	if !ok {
		n = uint64(len(h.values[half]))
		if n >= 1<<numbers {
			panic("fcc: a group of more than 2^29 half keys")
		}
		h.numbers[half][value] = n
		h.values[half] = append(h.values[half], value)
	}
	return n
}

// key returns the key of a number.
func (h *halves) key(n uint64) Key {
	high := h.values[1][n>>numbers]
	return Key{high >> (64 - halfBits), high<<halfBits | h.values[0][n&(1<<numbers-1)]}
}

// move returns the number of the key in which w bits at a place are v.
func (h *halves) move(n uint64, shift, w int, v uint64) uint64 {
	k := h.key(n)
	m := Key{}
	m.or(1<<w-1, shift)
	k.Hi &^= m.Hi
	k.Lo &^= m.Lo
	k.or(v, shift)
	return h.intern(k)
}
