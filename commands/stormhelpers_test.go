package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"puzzlekit/internal/pdfswire"
)

// process is a command line of puzzlekit that somebody kills now and then, as
// kill -9 does, and that is typed again each time.
type process struct {
	args []string

	mu      sync.Mutex
	running *exec.Cmd // nil between two runs
	killed  bool      // the running one
	kills   int
	cpu     time.Duration // of all runs
}

// run starts the command again and again until it ends without having been
// killed, and returns what it printed and its exit code. It gives up when ctx
// ends.
func (p *process) run(ctx context.Context) (stdout, stderr string, code int, err error) {
	for {
		var out, errOut bytes.Buffer
		cmd := exec.CommandContext(ctx, appName, p.args...)
		cmd.Stdout, cmd.Stderr = &out, &errOut
		if err := p.start(cmd); err != nil {
			return "", "", 0, err
		}
		_ = cmd.Wait() // the exit code tells
		killed := p.ended(cmd.ProcessState)
		if ctx.Err() != nil {
			return "", "", 0, ctx.Err()
		}
		// It may have been over when the signal came.
		code := cmd.ProcessState.ExitCode()
		if !killed || code == exitDone || code == exitNo {
			return out.String(), errOut.String(), code, nil
		}
	}
}

func (p *process) start(cmd *exec.Cmd) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := cmd.Start(); err != nil {
		return err
	}
	p.running, p.killed = cmd, false
	return nil
}

func (p *process) ended(state *os.ProcessState) (killed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = nil
	p.cpu += state.UserTime() + state.SystemTime()
	return p.killed
}

// kill kills the process if it runs.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running != nil && p.running.Process.Kill() == nil {
		p.killed = true
		p.kills++
	}
}

// storm is a search by a server and workers in processes of their own, some of
// which are killed.
type storm struct {
	search  []string                          // flags of serve
	work    []string                          // flags of work
	every   time.Duration                     // from one kill to the next, on average; 0 for no kills
	server  int                               // of so many killed processes one is the server
	random  *rand.Rand                        // chooses who is killed when
	through func(server string) (addr string) // what workers connect to instead of the server, nil for nothing
}

// stormWorkers is how many workers a storm has.
const stormWorkers = 8

// stormResult is how a storm ended.
type stormResult struct {
	stdout                   string
	code                     int
	serverKills, workerKills int
	took                     time.Duration
	cpu                      time.Duration // of all workers
}

var reportedPattern = regexp.MustCompile(`[0-9,]+ iterations reported`)

func (r stormResult) String() string {
	return fmt.Sprintf("exit code %d, %.1f s, the workers' processors %.1f s, %s, the server killed %d times, workers %d times",
		r.code, r.took.Seconds(), r.cpu.Seconds(), reportedPattern.FindString(r.stdout), r.serverKills, r.workerKills)
}

// run returns when the server has printed its verdict.
func (s storm) run(t *testing.T) stormResult {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	if deadline, ok := t.Deadline(); ok {
		// Early enough to say what went wrong and to leave no process behind.
		ctx, stop = context.WithDeadline(ctx, deadline.Add(-5*time.Second))
		defer stop()
	}
	addr := freeAddr(t)
	server := &process{args: slices.Concat([]string{
		"serve", "--log-level=warn", "--listen=" + addr, "--journal=" + t.TempDir()}, s.search)}
	if s.through != nil {
		addr = s.through(addr)
	}
	workers := make([]*process, stormWorkers)
	for i := range workers {
		workers[i] = &process{args: slices.Concat([]string{"work", "--log-level=error", "--connect=" + addr}, s.work)}
	}

	start := time.Now()
	var all sync.WaitGroup
	for i, w := range workers {
		all.Go(func() {
			_, stderr, code, err := w.run(ctx)
			switch {
			case err != nil && ctx.Err() == nil:
				t.Errorf("worker %d: %v", i, err)
			case err == nil && code != exitDone:
				t.Errorf("worker %d ended with exit code %d:\n%s", i, code, stderr)
			}
		})
	}
	if s.every > 0 {
		all.Go(func() { s.blow(ctx, server, workers) })
	}
	stdout, stderr, code, err := server.run(ctx)
	took := time.Since(start)
	stop() // a worker that was just being started finds no server any more
	all.Wait()
	if err != nil {
		t.Fatalf("no verdict: %v", err)
	}
	if code != exitDone && code != exitNo {
		t.Fatalf("the server ended with exit code %d:\n%s", code, stderr)
	}
	r := stormResult{stdout: stdout, code: code, serverKills: server.kills, took: took}
	for _, w := range workers {
		r.workerKills += w.kills
		r.cpu += w.cpu
	}
	return r
}

// blow kills processes until ctx ends. The pauses become longer, slowly: a
// search comes to an end even on a machine that is too slow for the first ones.
func (s storm) blow(ctx context.Context, server *process, workers []*process) {
	every := float64(s.every)
	for {
		victims := make([]*process, s.server)
		for i := range victims {
			victims[i] = workers[s.random.IntN(len(workers))]
		}
		victims[s.random.IntN(len(victims))] = server
		for _, victim := range victims {
			select {
			case <-time.After(time.Duration(every * (0.5 + s.random.Float64()))):
				victim.kill()
			case <-ctx.Done():
				return
			}
			every *= 1.01
		}
	}
}

// freeAddr returns an address that nobody listens at and that no system gives to
// whoever asks for any free port.
func freeAddr(t *testing.T) string {
	for range 100 {
		addr := net.JoinHostPort("127.0.0.1", strconv.Itoa(20_000+rand.IntN(10_000)))
		if l, err := net.Listen("tcp", addr); err == nil {
			l.Close()
			return addr
		}
	}
	t.Fatal("found no free port")
	return ""
}

// relay passes on what workers and a server say to each other and notes which
// states the workers say they are at.
type relay struct {
	t        *testing.T
	listener net.Listener
	passing  sync.WaitGroup

	mu   sync.Mutex
	seen map[string]int // how often, by stateName
}

// stateName is the same for the same coordinates.
func stateName(at []int32) string { return fmt.Sprint(at) }

func newRelay(t *testing.T) *relay {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return &relay{t: t, listener: l, seen: map[string]int{}}
}

// to takes connections for the server until close.
func (r *relay) to(server string) (addr string) {
	r.passing.Go(func() {
		for {
			worker, err := r.listener.Accept()
			if err != nil {
				return
			}
			r.passing.Go(func() { r.pass(worker, server) })
		}
	})
	return r.listener.Addr().String()
}

// close returns when all connections have ended.
func (r *relay) close() {
	r.listener.Close()
	r.passing.Wait()
}

// pass is one connection. When one end of it closes, so does the other.
func (r *relay) pass(worker net.Conn, addr string) {
	defer worker.Close()
	server, err := net.Dial("tcp", addr)
	if err != nil {
		return // killed
	}
	defer server.Close()
	r.passing.Go(func() {
		_, _ = io.Copy(worker, server)
		worker.Close()
	})
	said := pdfswire.NewReader(io.TeeReader(worker, regardless{server}), pdfswire.Client)
	said.SetListLimit(stormWorkers)
	for {
		m, err := said.Read()
		if err != nil {
			if errors.Is(err, pdfswire.ErrProtocol) {
				r.t.Errorf("a worker said: %v", err)
			}
			return
		}
		if m, ok := m.(pdfswire.IAm); ok {
			r.mu.Lock()
			r.seen[stateName(m.At)]++
			r.mu.Unlock()
		}
	}
}

// regardless never fails to write. What a worker said has been said, even when
// the server was killed before all of it came through: it may have got a part.
type regardless struct{ net.Conn }

func (w regardless) Write(data []byte) (int, error) {
	_, _ = w.Conn.Write(data)
	return len(data), nil
}
