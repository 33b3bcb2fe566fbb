package coins

// Chain is a way through coins with two strings, as long as it can be. Whoever
// cuts one of its strings gives all its coins away.
type Chain struct {
	Coins int
	Coin  int  // one of them
	Loop  bool // it goes in a circle
	// Opener is the string to give it away by: the middle one of two coins, so
	// that the winner cannot leave any; else one at the end.
	Opener int
}

// Keep returns how many coins of an opened chain can be left to the opener.
func (c Chain) Keep() int {
	switch {
	case c.Loop:
		return 4
	case c.Coins > 2:
		return 2
	}
	return 0
}

// Chains appends all chains of a state in which there is nothing to win. The
// buffer seen has one element for each coin; its contents do not matter.
func (s *State) Chains(list []Chain, seen []bool) []Chain {
	clear(seen)
	for c := range s.degree {
		if s.degree[c] == 2 && !seen[c] {
			list = append(list, s.chainAt(c, seen))
		}
	}
	return list
}

// Still reports whether a chain is what it was when it was listed, though other
// strings have been cut since.
func (s *State) Still(c Chain, seen []bool) bool {
	return !s.cut[c.Opener] && s.degree[c.Coin] == 2 && s.chainAt(c.Coin, seen).Coins == c.Coins
}

// chainAt returns the chain of a coin and marks its coins as seen.
func (s *State) chainAt(c int, seen []bool) Chain {
	chain := Chain{Coin: c}
	seen[c] = true
	first := s.lastString(c)
	n, end, loop := s.walk(c, first, seen)
	chain.Coins, chain.Opener, chain.Loop = 1+n, end, loop
	if loop {
		return chain
	}
	other := first
	for _, str := range s.strings[c] {
		if str != first && !s.cut[str] {
			other = str
		}
	}
	m, _, _ := s.walk(c, other, seen)
	chain.Coins += m
	if chain.Coins == 2 {
		if n == 1 {
			chain.Opener = first
		} else {
			chain.Opener = other
		}
	}
	return chain
}

// walk follows a chain from coin c along a string and marks its coins as seen. It
// returns the number of coins after c, the last string, and whether that led
// back to c.
func (s *State) walk(c, str int, seen []bool) (coins, last int, loop bool) {
	start := c
	for {
		c = s.Other(str, c)
		if c == start {
			return coins, str, true
		}
		if c == Ground || s.degree[c] != 2 {
			return coins, str, false
		}
		seen[c] = true
		coins++
		for _, next := range s.strings[c] {
			if next != str && !s.cut[next] {
				str = next
				break
			}
		}
	}
}
