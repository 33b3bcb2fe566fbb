package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// ErrClosed is what a queue answers when it has been closed.
var ErrClosed = errors.New("cluster: the queue is closed")

// Task is a piece of work.
type Task struct {
	Name string `json:"name"` // says what the inputs are; unique among a run's tasks
	Data []byte `json:"data"` // what the handler needs to know, small
}

// Report says that a task has ended.
type Report struct {
	Name   string `json:"name"`
	Result []byte `json:"result,omitempty"` // what the handler returned, small
	Error  string `json:"error,omitempty"`  // why it failed; empty when it did not
}

// Queue holds tasks until workers take them. It is safe for concurrent use.
type Queue interface {
	// Push adds tasks behind all others.
	Push(ctx context.Context, tasks ...Task) error

	// Lease waits for a task and gives it to the caller alone, until the lease
	// ends or the caller dies.
	Lease(ctx context.Context) (Lease, error)

	// Report waits for the next report. Each is given once.
	Report(ctx context.Context) (Report, error)
}

// Lease is a worker's hold on a task. It ends with the first call of Done or
// Return.
type Lease interface {
	Task() Task

	// Done reports that the handler has returned.
	Done(ctx context.Context, result []byte, err error) error

	// Return gives the task back to be done by another worker.
	Return(ctx context.Context) error
}

// Blobs are named, immutable strings of bytes. Names have parts separated by
// slashes. It is safe for concurrent use.
type Blobs interface {
	// Create starts a blob that exists from Commit on. When the name exists it
	// is replaced in one step.
	Create(ctx context.Context, name string) (BlobWriter, error)

	// Open opens a blob; the error is fs.ErrNotExist when there is none.
	Open(ctx context.Context, name string) (Blob, error)

	// List returns the sorted names that begin with the prefix, which is empty
	// or ends with a slash.
	List(ctx context.Context, prefix string) ([]string, error)

	// Remove removes blobs; those that do not exist are no error.
	Remove(ctx context.Context, names ...string) error
}

// BlobWriter writes a blob. It must see Commit or Abort; Abort after Commit does
// nothing.
type BlobWriter interface {
	io.Writer
	Commit() error
	Abort() error
}

// Blob is a blob that is read.
type Blob interface {
	io.Reader
	io.ReaderAt
	io.Closer
	Size() int64
}

// Handler does a task. An error ends the run; it is for what would happen again.
type Handler func(ctx context.Context, t Task) (result []byte, err error)

// Work does one task after another until the queue is closed or ctx is canceled.
// A task that the canceled ctx interrupts goes back to the queue.
func Work(ctx context.Context, q Queue, handle Handler) error {
	for {
		lease, err := q.Lease(ctx)
		if errors.Is(err, ErrClosed) {
			return nil
		}
		if err != nil {
			return err
		}
		result, err := handle(ctx, lease.Task())
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), lease.Return(context.WithoutCancel(ctx)))
		}
		if err := lease.Done(ctx, result, err); err != nil {
			return err
		}
	}
}

// Do returns when the outputs of all tasks exist. It queues those for which
// done says no, asks again when they are reported, and tells ended of each report;
// ended may be nil. The first task that fails ends it; the others stay in the
// queue. Reports of other tasks are dropped, so one Do runs at a time.
func Do(ctx context.Context, q Queue, tasks []Task, done func(Task) (bool, error), ended func(Report)) error {
	waiting := map[string]Task{}
	for _, t := range tasks {
		ok, err := done(t)
		if err != nil {
			return err
		}
		if ok {
			continue
		}
		waiting[t.Name] = t
		if err := q.Push(ctx, t); err != nil {
			return err
		}
	}
	for len(waiting) > 0 {
		r, err := q.Report(ctx)
		if err != nil {
			return err
		}
		t, ok := waiting[r.Name]
		if !ok {
			continue
		}
		if r.Error != "" {
			return fmt.Errorf("task %s: %s", r.Name, r.Error)
		}
		ok, err = done(t)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("task %s ended and its output is not there", r.Name)
		}
		delete(waiting, r.Name)
		if ended != nil {
			ended(r)
		}
	}
	return nil
}
