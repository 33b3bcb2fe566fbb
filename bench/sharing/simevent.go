package sharing

import "time"

// event is something that happens at a time; of several at one time the one that
// was foreseen first comes first.
type event struct {
	at    time.Duration
	count int64
	do    func()
}

// eventQueue is a heap of events.
type eventQueue []event

func (q eventQueue) Len() int { return len(q) }

func (q eventQueue) Less(i, j int) bool {
	if q[i].at != q[j].at {
		return q[i].at < q[j].at
	}
	return q[i].count < q[j].count
}

func (q eventQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push is for package heap.
func (q *eventQueue) Push(e any) { *q = append(*q, e.(event)) }

// Pop is for package heap.
func (q *eventQueue) Pop() any {
	last := len(*q) - 1
	e := (*q)[last]
	(*q)[last] = event{} // let go of what do holds
	*q = (*q)[:last]
	return e
}
