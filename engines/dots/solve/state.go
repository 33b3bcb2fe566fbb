package solve

import "math/bits"

// state is a position without coins to win: every coin that is left has two,
// three or four strings. Which coins those are follows from the strings; they
// are kept because to count again is slow.
type state struct {
	free                set // strings that are not cut
	twos, threes, fours set // coins by their number of strings
}

// coins returns how many coins are left.
func (st *state) coins() int { return bits.OnesCount64(st.twos | st.threes | st.fours) }

// lose takes one string from a coin of three or four; the ground has no bit and
// is not changed.
func (st *state) lose(c uint8) {
	bit := set(1) << c
	st.twos |= st.threes & bit
	st.threes = st.threes&^bit | st.fours&bit
	st.fours &^= bit
}

// A chain is a way through coins with two strings. Whoever cuts one of its
// strings opens it: the opponent can win all its coins. Which of the strings it
// is does not matter, but in a chain of two coins, where the middle one leaves the
// opponent no choice.
type chain struct {
	strings set
	coins   set
	won     uint8    // number of coins
	keep    uint8    // coins to leave to the opener for the next turn: 2, in a loop 4, or 0 if that cannot be
	ends    [2]uint8 // coins of three or four strings at its ends, or ground
	alone   bool     // it goes from ground to ground or in a circle
}

// chainAt returns the chain that a coin with two strings is part of.
func (b *board) chainAt(st *state, c uint8) chain {
	ch := chain{coins: 1 << c, keep: 4, ends: [2]uint8{ground, ground}}
	two := b.strings[c] & st.free
	one := two & -two
	if !b.walk(st, &ch, 0, c, one) {
		b.walk(st, &ch, 1, c, two^one)
		ch.keep = 2
	}
	ch.count()
	ch.alone = ch.ends[0] == ground && ch.ends[1] == ground
	return ch
}

// lonelyAt returns the chain that a coin with two strings is part of, false if it
// does not stand alone.
func (b *board) lonelyAt(st *state, c uint8) (ch chain, ok bool) {
	ch = chain{coins: 1 << c, keep: 4, ends: [2]uint8{ground, ground}, alone: true}
	two := b.strings[c] & st.free
	one := two & -two
	if !b.walk(st, &ch, 0, c, one) {
		if ch.ends[0] != ground {
			return ch, false // most often
		}
		b.walk(st, &ch, 1, c, two^one)
		if ch.ends[1] != ground {
			return ch, false
		}
		ch.keep = 2
	}
	ch.count()
	return ch, true
}

// count sets what follows from the coins of a chain.
func (ch *chain) count() {
	ch.won = uint8(bits.OnesCount64(ch.coins))
	if ch.won < 3 {
		ch.keep = 0
	}
}

// walk follows a chain from coin c along a string to one of its ends. It reports
// whether that led back to c.
func (b *board) walk(st *state, ch *chain, end int, c uint8, str set) bool {
	for {
		ch.strings |= str
		c = b.sum[bits.TrailingZeros64(str)] - c
		bit := set(1) << c
		if st.twos&bit == 0 {
			ch.ends[end] = c
			return false
		}
		if ch.coins&bit != 0 {
			return true
		}
		ch.coins |= bit
		str = b.strings[c] & st.free &^ str
	}
}
