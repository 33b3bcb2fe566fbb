package local

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"syscall"

	"puzzlekit/internal/cluster"
)

// A task that this many children have died of is reported as failed: it may be
// the cause.
const mostCrashes = 20

// errDied reports that a child is gone.
var errDied = errors.New("the child process is gone")

// child is a running child process, seen from its parent.
type child struct {
	cmd     *exec.Cmd
	tasks   io.WriteCloser
	reports *json.Decoder
}

// children keeps one child process running and busy until the pool is closed.
// A child is started when there is a task for it.
func (p *Pool) children(ctx context.Context, c Config) {
	var ch *child
	defer func() {
		if ch != nil {
			// It has nothing to do, and nobody minds how it ends.
			_ = ch.end()
		}
	}()
	for {
		lease, err := p.Lease(ctx)
		if err != nil {
			return
		}
		if ch == nil {
			ch, err = startChild(c.Command(ctx))
		}
		var r cluster.Report
		if err == nil {
			r, err = ch.do(lease.Task())
		}
		switch {
		case err == nil && r.Error == "":
			err = lease.Done(ctx, r.Result, nil)
		case err == nil:
			err = lease.Done(ctx, nil, errors.New(r.Error))
		case ctx.Err() != nil:
			return
		case ch == nil:
			err = lease.Done(ctx, nil, fmt.Errorf("start a child process: %w", err))
		default:
			c.Log.Warn("a child process died, its task goes to another one", "task", lease.Task().Name, "err", ch.end())
			ch = nil
			err = p.again(ctx, lease)
		}
		if err != nil {
			return
		}
	}
}

// again gives a dead child's task to another one.
func (p *Pool) again(ctx context.Context, lease cluster.Lease) error {
	name := lease.Task().Name
	p.crashes.Lock()
	p.crashed[name]++
	n := p.crashed[name]
	p.crashes.Unlock()
	if n >= mostCrashes {
		return lease.Done(ctx, nil, fmt.Errorf("%d child processes died of it", n))
	}
	return lease.Return(ctx)
}

func startChild(cmd *exec.Cmd) (*child, error) {
	tasks, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	reports, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &child{cmd, tasks, json.NewDecoder(reports)}, nil
}

// do has the child do a task and waits for it.
func (c *child) do(t cluster.Task) (cluster.Report, error) {
	line, err := json.Marshal(t)
	if err != nil {
		return cluster.Report{}, err
	}
	if _, err := c.tasks.Write(append(line, '\n')); err != nil {
		return cluster.Report{}, errDied
	}
	var r cluster.Report
	if err := c.reports.Decode(&r); err != nil || r.Name != t.Name {
		return cluster.Report{}, errDied
	}
	return r, nil
}

// end lets the child go and returns what it says at the end.
func (c *child) end() error {
	_ = c.tasks.Close()
	return c.cmd.Wait()
}

// Serve is the main loop of a child process: it does the tasks that come on in
// and reports on out, until in ends. Then it cancels what it is doing, as the
// parent is gone or does not want it any more.
func Serve(ctx context.Context, in io.Reader, out io.Writer, handle cluster.Handler) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	tasks := make(chan cluster.Task)
	readErr := make(chan error, 1)
	go func() {
		defer cancel()
		dec := json.NewDecoder(bufio.NewReader(in))
		for {
			var t cluster.Task
			if err := dec.Decode(&t); err != nil {
				readErr <- err
				return
			}
			select {
			case tasks <- t:
			case <-ctx.Done():
				return
			}
		}
	}()
	enc := json.NewEncoder(out)
	for {
		select {
		case err := <-readErr:
			if errors.Is(err, io.EOF) {
				return nil
			}
			return fmt.Errorf("read a task: %w", err)
		case t := <-tasks:
			r := cluster.Report{Name: t.Name}
			result, err := handle(ctx, t)
			if ctx.Err() != nil {
				return nil
			}
			if r.Result = result; err != nil {
				r.Error = err.Error()
			}
			if err := enc.Encode(r); errors.Is(err, syscall.EPIPE) {
				return nil
			} else if err != nil {
				return fmt.Errorf("write a report: %w", err)
			}
		}
	}
}
