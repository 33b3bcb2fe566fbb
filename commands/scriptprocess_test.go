package commands

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// The commands of scripts that let programs speak with each other:
//
//	start NAME program args...     runs a program until finish
//	listens NAME                   waits until it has said where it listens, and
//	                               puts that into the variable NAME
//	await NAME text                waits until its standard error has the text
//	finish NAME STATUS [SIGNAL]    sends TERM, INT or KILL, waits for the exit
//	                               code, and leaves NAME.out and NAME.err
//	certs DIR                      makes the certificates of certs_test.go

// background is a program that a script has started.
type background struct {
	cmd    *exec.Cmd
	stdout bytes.Buffer

	mu     sync.Mutex
	stderr []byte
	ended  bool // nothing more will come
	news   *sync.Cond
}

// listensAt is how serve logs its address, as text and as JSON.
var listensAt = regexp.MustCompile(`msg=listening addr=(\S+)|"msg":"listening","addr":"([^"]+)"`)

// backgrounds is the key of the map of programs by name in a script's values.
type backgrounds struct{}

func setupBackground(env *testscript.Env) {
	running := map[string]*background{}
	env.Values[backgrounds{}] = running
	env.Defer(func() {
		for _, b := range running {
			_ = b.cmd.Process.Kill()
			b.wait()
		}
	})
}

func scriptStart(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: start NAME program [args...]")
	}
	b := &background{cmd: exec.Command(args[1], args[2:]...)}
	b.news = sync.NewCond(&b.mu)
	b.cmd.Dir, b.cmd.Stdout = ts.MkAbs("."), &b.stdout
	b.cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	stderr, err := b.cmd.StderrPipe()
	ts.Check(err)
	ts.Check(b.cmd.Start())
	ts.Value(backgrounds{}).(map[string]*background)[args[0]] = b
	go b.listen(stderr)
}

func scriptListens(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: listens NAME")
	}
	b := running(ts, args[0])
	found := b.await(func(stderr []byte) bool { return listensAt.Match(stderr) })
	if !found {
		ts.Fatalf("%s does not listen:\n%s", args[0], b.said())
	}
	address := listensAt.FindSubmatch(b.said())
	ts.Setenv(args[0], string(address[1])+string(address[2]))
}

// listen collects what the program writes to standard error.
func (b *background) listen(stderr io.Reader) {
	for r := bufio.NewReader(stderr); ; {
		line, err := r.ReadBytes('\n')
		b.mu.Lock()
		b.stderr = append(b.stderr, line...)
		b.ended = err != nil
		b.news.Broadcast()
		b.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// await waits until enough tells that the standard error is enough, or the program
// has ended.
func (b *background) await(enough func(stderr []byte) bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.ended && !enough(b.stderr) {
		b.news.Wait()
	}
	return enough(b.stderr)
}

// said returns the standard error so far.
func (b *background) said() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bytes.Clone(b.stderr)
}

// wait waits for the end of the program.
func (b *background) wait() {
	b.await(func([]byte) bool { return false })
	_ = b.cmd.Wait() // the exit code tells
}

func scriptAwait(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: await NAME text")
	}
	b := running(ts, args[0])
	if !b.await(func(stderr []byte) bool { return bytes.Contains(stderr, []byte(args[1])) }) {
		ts.Fatalf("%s has ended without %q:\n%s", args[0], args[1], b.said())
	}
}

func scriptFinish(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"TERM": syscall.SIGTERM, "INT": os.Interrupt, "KILL": os.Kill}
	if neg || len(args) < 2 || len(args) > 3 || len(args) == 3 && signals[args[2]] == nil {
		ts.Fatalf("usage: finish NAME STATUS [TERM|INT|KILL]")
	}
	b := running(ts, args[0])
	delete(ts.Value(backgrounds{}).(map[string]*background), args[0])
	if len(args) == 3 {
		ts.Check(b.cmd.Process.Signal(signals[args[2]]))
	}
	b.wait()
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".out"), b.stdout.Bytes(), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".err"), b.said(), 0o666))
	if got := strconv.Itoa(b.cmd.ProcessState.ExitCode()); got != args[1] {
		ts.Fatalf("%s: exit code %s, want %s:\n%s", args[0], got, args[1], b.said())
	}
}

func running(ts *testscript.TestScript, name string) *background {
	b := ts.Value(backgrounds{}).(map[string]*background)[name]
	if b == nil {
		ts.Fatalf("%s does not run", name)
	}
	return b
}
