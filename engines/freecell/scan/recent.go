package scan

import "puzzlekit/engines/freecell"

// recent remembers the numbers of states of one-deck games that were met lately,
// by their exact keys. Most states that a scan derives it has derived before, and
// most of these not long ago; for them neither the moves are made nor the graph
// is asked.
type recent struct {
	states []recentState
	shift  uint   // 64 less the bits of a hash that are in use
	misses int    // since it grew
	epoch  uint32 // of the game that is searched; others are forgotten
}

type recentState struct {
	key   freecell.Key
	state uint32
	epoch uint32
}

// A game begins with few slots, as most are small and so is what stays in the
// nearest cache, and may come to have 512 KiB of them.
const (
	minRecent = 9
	maxRecent = 14
)

func newRecent() *recent {
	return &recent{states: make([]recentState, 1<<maxRecent), shift: 64 - minRecent, epoch: 1}
}

// slot returns the only place where a state can be.
func (r *recent) slot(k *freecell.Key) *recentState { return &r.states[k.Hash()>>r.shift] }

// has tells whether a slot holds a state.
func (r *recent) has(slot *recentState, k *freecell.Key) bool {
	return slot.epoch == r.epoch && slot.key == *k
}

// put puts a state into its slot. Growing forgets most states.
func (r *recent) put(slot *recentState, k *freecell.Key, state uint32) {
	*slot = recentState{*k, state, r.epoch}
	if r.misses++; r.misses>>(64-r.shift) != 0 && r.shift > 64-maxRecent {
		r.shift--
		r.misses = 0
	}
}

// forget forgets all states.
func (r *recent) forget() {
	r.shift, r.misses = 64-minRecent, 0
	if r.epoch++; r.epoch == 0 {
		clear(r.states)
		r.epoch = 1
	}
}
