package solve

import "math/bits"

// node is a state with what a search needs to know of it.
type node struct {
	state
	risky  set // strings of coins with two strings: to cut one gives something away
	lonely set // strings of the chains that alone counts
	alone  bag // lonely chains, all that the key does not have as strings
}

// newNode returns the node of a state.
func (b *board) newNode(st state) node {
	n := node{state: st}
	for rest := st.twos; rest != 0; rest &= rest - 1 {
		b.join(&n, uint8(bits.TrailingZeros64(rest)))
	}
	return n
}

// join notes that coin c may have two strings now.
func (b *board) join(n *node, c uint8) {
	if n.twos>>c&1 == 0 {
		return
	}
	strings := b.strings[c] & n.free
	n.risky |= strings
	if b.plain || strings&n.lonely != 0 {
		return
	}
	ch, ok := b.lonelyAt(&n.state, c)
	if !ok {
		return
	}
	if alone, ok := b.bags.with(n.alone, ch.sort()); ok {
		n.alone = alone
		n.lonely |= ch.strings
	}
}

// safe returns the strings that can be cut without giving anything away, one of
// each pair.
func (b *board) safe(n *node) set {
	safe := n.free &^ n.risky
	return safe &^ (safe & (safe >> 1) & b.pairs)
}

// cut sets next to the node after a safe string of n is cut.
func (b *board) cut(next, n *node, str int) {
	*next = *n
	next.free &^= 1 << str
	b.drop(next, str)
}

// drop lets the coins at the ends of a string, which is gone, lose it.
func (b *board) drop(n *node, str int) {
	one, two := b.ends[str][0], b.ends[str][1]
	n.lose(one)
	n.lose(two)
	b.join(n, one)
	b.join(n, two)
}

// open sets next to the node after a chain of n was opened and all coins it
// brings are gone. It returns their number and how many of them the winner could
// have left. When a chain goes from a coin of three strings back to it, that
// coin goes too, and what hangs at its third string.
func (b *board) open(next, n *node, ch *chain) (won, keep int) {
	*next = *n
	next.free &^= ch.strings
	next.risky &^= ch.strings
	next.twos &^= ch.coins
	if ch.strings&n.lonely != 0 {
		alone, ok := b.bags.without(n.alone, ch.sort())
		next.alone = alone
		next.lonely &^= ch.strings
		if !ok {
			next.lonely = 0 // no numbers left: the key has them as strings
		}
	}
	one, two := ch.ends[0], ch.ends[1]
	if one == two && n.threes>>one&1 != 0 {
		return int(ch.won) + b.openStem(next, one), 2
	}
	next.lose(one)
	next.lose(two)
	b.join(next, one)
	b.join(next, two)
	return int(ch.won), int(ch.keep)
}

// openStem takes coin c, which has one string left, and the chain that hangs
// there. It returns the number of coins.
func (b *board) openStem(n *node, c uint8) (won int) {
	n.threes &^= 1 << c
	for {
		won++
		str := b.strings[c] & n.free
		n.free &^= str
		n.risky &^= str
		c = b.sum[bits.TrailingZeros64(str)] - c
		if n.twos>>c&1 == 0 {
			n.lose(c)
			b.join(n, c)
			return won
		}
		n.twos &^= 1 << c
	}
}

// chainsToOpen appends the chains that are worth opening: of lonely ones only
// the shortest of each sort. If there is a longer one of m coins and a shorter
// one of n, of the same sort, then to open either leads to the same game but for
// the length of the chain that is still there, and that is worth m−n coins at
// most; but m−n is what the shorter one saves.
func (b *board) chainsToOpen(n *node, list []chain) []chain {
	var shortest [5]int // in list, by keep, counted from 1
	for rest := n.twos; rest != 0; {
		ch := b.chainAt(&n.state, uint8(bits.TrailingZeros64(rest)))
		rest &^= ch.coins
		if ch.alone && !b.plain {
			if i := shortest[ch.keep]; i > 0 {
				if ch.won < list[i-1].won {
					list[i-1] = ch
				}
				continue
			}
			shortest[ch.keep] = len(list) + 1
		}
		list = append(list, ch)
	}
	return list
}

// opener returns a string that opens a chain: of two coins the one between them,
// of more any one.
func (b *board) opener(ch *chain) int {
	for rest := ch.strings; rest != 0; rest &= rest - 1 {
		str := bits.TrailingZeros64(rest)
		if ch.won != 2 || (ch.coins>>b.ends[str][0])&(ch.coins>>b.ends[str][1])&1 != 0 {
			return str
		}
	}
	panic("solve: a chain of two coins without a string between them")
}
