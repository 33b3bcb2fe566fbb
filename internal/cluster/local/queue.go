package local

import (
	"context"
	"sync"

	"puzzlekit/internal/cluster"
)

// queue is a queue in memory.
type queue struct {
	mu      sync.Mutex
	tasks   []cluster.Task
	reports []cluster.Report
	closed  bool
	changed chan struct{} // closed and replaced at every change
}

func newQueue() *queue { return &queue{changed: make(chan struct{})} }

// Push adds tasks behind all others.
func (q *queue) Push(_ context.Context, tasks ...cluster.Task) error {
	return q.change(func() { q.tasks = append(q.tasks, tasks...) })
}

// change changes the queue and wakes all who wait.
func (q *queue) change(f func()) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return cluster.ErrClosed
	}
	f()
	close(q.changed)
	q.changed = make(chan struct{})
	return nil
}

// wait calls take under the lock after every change until it returns true.
func (q *queue) wait(ctx context.Context, take func() bool) error {
	for {
		q.mu.Lock()
		ok, closed, changed := take(), q.closed, q.changed
		q.mu.Unlock()
		switch {
		case ok:
			return nil
		case closed:
			return cluster.ErrClosed
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}

// Lease waits for a task.
func (q *queue) Lease(ctx context.Context) (cluster.Lease, error) {
	var l *lease
	err := q.wait(ctx, func() bool {
		if q.closed || len(q.tasks) == 0 {
			return false
		}
		l = &lease{queue: q, task: q.tasks[0]}
		q.tasks = q.tasks[1:]
		return true
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Report waits for the next report.
func (q *queue) Report(ctx context.Context) (cluster.Report, error) {
	var r cluster.Report
	err := q.wait(ctx, func() bool {
		if len(q.reports) == 0 {
			return false
		}
		r = q.reports[0]
		q.reports = q.reports[1:]
		return true
	})
	return r, err
}

func (q *queue) report(r cluster.Report) error {
	return q.change(func() { q.reports = append(q.reports, r) })
}

func (q *queue) close() {
	// A queue that is closed already has nobody who waits.
	_ = q.change(func() { q.closed = true })
}

// lease is a task that a worker of this process, or the one that speaks for a
// child, has.
type lease struct {
	queue *queue
	task  cluster.Task
}

// Task returns the task.
func (l *lease) Task() cluster.Task { return l.task }

// Done reports the end of the task.
func (l *lease) Done(_ context.Context, result []byte, err error) error {
	r := cluster.Report{Name: l.task.Name, Result: result}
	if err != nil {
		r.Error = err.Error()
	}
	return l.queue.report(r)
}

// Return gives the task back, before all others, as somebody may wait for it.
func (l *lease) Return(context.Context) error {
	return l.queue.change(func() { l.queue.tasks = append([]cluster.Task{l.task}, l.queue.tasks...) })
}
