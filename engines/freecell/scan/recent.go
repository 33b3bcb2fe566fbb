package scan

import "puzzlekit/engines/freecell"

// recent remembers the numbers of states of one-deck games that were met lately,
// by their exact keys. Most states that a scan derives it has derived before, and
// most of these not long ago; for them neither the moves are made nor the graph
// is asked.
type recent struct {
	states []recentState
	epoch  uint32 // of the game that is searched; others are forgotten
}

type recentState struct {
	key   freecell.Key
	state uint32
	epoch uint32
}

// recentBits gives 512 KiB, so much as stays in a core's own cache.
const recentBits = 14

func newRecent() *recent { return &recent{states: make([]recentState, 1<<recentBits), epoch: 1} }

// slot returns the only place where a state can be.
func (r *recent) slot(k *freecell.Key) *recentState {
	return &r.states[k.Hash()>>(64-recentBits)]
}

// forget forgets all states.
func (r *recent) forget() {
	if r.epoch++; r.epoch == 0 {
		clear(r.states)
		r.epoch = 1
	}
}
