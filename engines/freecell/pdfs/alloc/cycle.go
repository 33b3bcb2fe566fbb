package alloc

import "math/bits"

// The rule for cycle lengths: reports of so many coordinates take a server twice
// the time of empty ones; and so many iterations are what a client may be silent
// for.
const (
	longReport = 1 << 13
	maxCycle   = 1 << 24
)

// CycleLen returns the cycle length, in iterations, for so many clients at work
// whose reports are so deep on average: spread iterations for each of them, and
// as much again for every 8,192 coordinates of depth, rounded up to a power of
// two, but not below least and at most 2^24. A server that many clients report to
// would be busy with that alone otherwise. A spread of 0 always gives least.
func CycleLen(least, spread int64, working, depth int) int64 {
	wish := spread * int64(working) * int64(1+depth/longReport)
	if wish <= least {
		return least
	}
	return min(int64(1)<<bits.Len64(uint64(wish-1)), max(maxCycle, least))
}

// leastAsked is how many states a client is asked for, if so many are wanted,
// however many others could be asked.
const leastAsked = 2

// Ask returns how many states to ask a client for that says it needs help: as
// many as clients wait, but no more than its share when others work too. To take
// everything from the first that asks makes pieces that are too small.
func (a *Allocator) Ask() int {
	waiting, working := len(a.waiting), max(1, len(a.clients))
	return min(waiting, max(leastAsked, (waiting+working-1)/working))
}
