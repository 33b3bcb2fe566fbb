package players

import (
	"math/rand/v2"

	"puzzlekit/engines/dots/coins"
)

// estimator guesses values of quiet positions of one graph. It is not safe for
// concurrent use.
type estimator struct {
	g     *coins.Graph
	rng   *rand.Rand
	state *coins.State
	known map[string]float64 // estimates by the strings that are left

	name   []byte // buffers
	order  []int
	cut    []int
	chains []coins.Chain
	seen   []bool
	opened []opened
}

// opened is a chain that was given away, and what came with it.
type opened struct {
	won, keep int
}

func newEstimator(g *coins.Graph, rng *rand.Rand) *estimator {
	return &estimator{
		g: g, rng: rng, state: g.Start(), known: map[string]float64{},
		name: make([]byte, (g.Strings()+7)/8), seen: make([]bool, g.Coins()),
	}
}

// quiet estimates how many coins more than the opponent the seat to move wins in
// the position that has only the given strings, in which there is nothing to win.
func (e *estimator) quiet(strings []int, playouts int) float64 {
	clear(e.name)
	for _, str := range strings {
		e.name[str/8] |= 1 << (str % 8)
	}
	if v, ok := e.known[string(e.name)]; ok {
		return v
	}
	name := string(e.name)
	e.leave(strings)
	e.order = e.order[:0]
	for _, str := range strings {
		if e.state.Safe(str) {
			e.order = append(e.order, str)
		}
	}
	if len(e.order) == 0 {
		playouts = 1 // nothing is left to chance
	}
	sum := 0
	for range playouts {
		sum += e.playout()
	}
	e.known[name] = float64(sum) / float64(playouts)
	return e.known[name]
}

// leave cuts all strings but the given ones.
func (e *estimator) leave(strings []int) {
	e.state.Reset()
	i := 0
	for str := range e.g.Strings() {
		if i < len(strings) && strings[i] == str {
			i++
			continue
		}
		e.state.Cut(str)
	}
}

// playout cuts safe strings at random until there are none, gives all chains
// away, and returns what that is worth to the seat to move. A string that is not
// safe never becomes safe again, so one pass in random order is enough. It
// leaves the state as it was.
func (e *estimator) playout() int {
	e.rng.Shuffle(len(e.order), func(i, j int) { e.order[i], e.order[j] = e.order[j], e.order[i] })
	e.cut = e.cut[:0]
	for _, str := range e.order {
		if e.state.Safe(str) {
			e.state.Cut(str)
			e.cut = append(e.cut, str)
		}
	}
	moves := len(e.cut)
	v := e.giveAway()
	for _, str := range e.cut {
		e.state.Undo(str)
	}
	if moves%2 != 0 {
		return -v
	}
	return v
}

// giveAway values a position without safe strings for the seat to move, which has
// to open a chain: that with the fewest coins, until there are none; whoever
// wins one keeps control if that is worth its price. Strings that it cuts are
// appended to e.cut.
func (e *estimator) giveAway() int {
	e.opened = e.opened[:0]
	for e.state.Left() > 0 {
		e.chains = e.state.Chains(e.chains[:0], e.seen)
		least := e.chains[0].Coins
		for _, ch := range e.chains {
			least = min(least, ch.Coins)
		}
		for _, ch := range e.chains {
			// A chain that was opened may have made this one longer.
			if ch.Coins == least && e.state.Still(ch, e.seen) {
				e.open(ch)
			}
		}
	}
	v := 0
	for i := len(e.opened) - 1; i >= 0; i-- {
		o := e.opened[i]
		if i == len(e.opened)-1 {
			o.keep = 0 // nothing is left to control
		}
		if o.keep > 0 {
			v = max(v, -2*o.keep-v)
		}
		v = -(o.won + v)
	}
	return v
}

// open gives a chain away.
func (e *estimator) open(ch coins.Chain) {
	e.state.Cut(ch.Opener)
	e.cut = append(e.cut, ch.Opener)
	o := opened{keep: ch.Keep()}
	o.won, e.cut = e.state.TakeAfter(ch.Opener, e.cut)
	e.opened = append(e.opened, o)
}
