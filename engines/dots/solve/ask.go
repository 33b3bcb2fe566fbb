package solve

import (
	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/coins"
)

// quietLine is Line for a quiet position.
func (v *Solver) quietLine(free set, want int) (line dots.Line, ok bool) {
	st := v.s.b.state(free)
	n := v.s.b.newNode(st)
	str, ok := v.s.move(&n, want+(want^st.coins())&1)
	if !ok {
		return line, false
	}
	// The search has cut the odd string of pairs before the even one.
	if free>>str&1 == 0 {
		str ^= 1
	}
	return v.s.b.lines[str], true
}

// quiet returns the value of the quiet position with the given strings.
func (v *Solver) quiet(free set) int {
	st := v.s.b.state(free)
	n := v.s.b.newNode(st)
	lo, hi := -st.coins(), st.coins()
	for guess := hi & 1; lo < hi; {
		if v.s.atLeast(&n, guess) {
			lo = guess
			guess += 2
		} else {
			hi = guess - 2
			guess -= 2
		}
		if v.s.stopped {
			return 0
		}
		guess = min(max(guess, lo+2), hi)
	}
	return lo
}

// quietAtLeast reports whether the value of a quiet position is at least want.
func (v *Solver) quietAtLeast(free set, want int) bool {
	st := v.s.b.state(free)
	n := v.s.b.newNode(st)
	return v.s.atLeast(&n, want+(want^st.coins())&1)
}

// captureAtLeast reports whether the value for the seat that captures is at least
// want.
func (v *Solver) captureAtLeast(c *coins.Capture, free set, want int) bool {
	if v.quietAtLeast(free, want-c.Won) {
		return true
	}
	if c.Keep == 0 {
		return false
	}
	// −2·keep − V is at least want − won.
	return !v.s.stopped && !v.quietAtLeast(free, c.Won-2*c.Keep-want+1)
}

// moveAtLeast reports whether the value of a move is at least want.
func (v *Solver) moveAtLeast(m *coins.Move, free set, want int) bool {
	if m.Won > 0 {
		return v.captureAtLeast(&m.After, free, want-m.Won)
	}
	return !v.captureAtLeast(&m.After, free, 1-want)
}
