package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/internal/cluster"
)

// TestMain is the child process when childDir names where its blobs are.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := Serve(context.Background(), os.Stdin, os.Stdout, handler(Dir(dir), true)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const childDir = "PUZZLEKIT_TEST_CHILD_DIR"

// handler writes the task's data in upper case. As a child it dies the first
// time that it meets a task whose data begins with "die", before or after it has
// written, and always on "doom".
func handler(blobs Dir, child bool) cluster.Handler {
	return func(ctx context.Context, t cluster.Task) ([]byte, error) {
		data := string(t.Data)
		if data == "fail" {
			return nil, errors.New("told to fail")
		}
		if child && data == "doom" {
			os.Exit(7)
		}
		_, err := os.Stat(blobs.Path("met/" + t.Name))
		first := errors.Is(err, fs.ErrNotExist)
		if err := put(ctx, blobs, "met/"+t.Name, "x"); err != nil {
			return nil, err
		}
		if child && first && data == "die early" {
			os.Exit(7)
		}
		if err := put(ctx, blobs, "out/"+t.Name, strings.ToUpper(data)); err != nil {
			return nil, err
		}
		if child && first && data == "die late" {
			os.Exit(7)
		}
		return []byte(data), nil
	}
}

func put(ctx context.Context, blobs cluster.Blobs, name, data string) error {
	w, err := blobs.Create(ctx, name)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, data); err != nil {
		return errors.Join(err, w.Abort())
	}
	return w.Commit()
}

func get(t *testing.T, blobs cluster.Blobs, name string) string {
	t.Helper()
	b, err := blobs.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	data, err := io.ReadAll(b)
	if err != nil {
		t.Fatal(err)
	}
	if b.Size() != int64(len(data)) {
		t.Errorf("%s has %d bytes and says %d", name, len(data), b.Size())
	}
	return string(data)
}

// exists is the barrier's question of these tests.
func exists(blobs Dir) func(cluster.Task) (bool, error) {
	return func(t cluster.Task) (bool, error) {
		_, err := os.Stat(blobs.Path("out/" + t.Name))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	}
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func newPool(t *testing.T, blobs Dir, goroutines, processes int) *Pool {
	p := New(t.Context(), Config{
		Goroutines: goroutines, Processes: processes, Handler: handler(blobs, false), Log: quiet(),
		Command: func(ctx context.Context) *exec.Cmd {
			cmd := exec.CommandContext(ctx, os.Args[0])
			cmd.Env = append(os.Environ(), childDir+"="+string(blobs))
			return cmd
		},
	})
	t.Cleanup(p.Close)
	return p
}

// TestDo does tasks with all kinds of workers. Those whose output exists are not
// done again, those whose workers die are done by others.
func TestDo(t *testing.T) {
	for _, tt := range []struct{ goroutines, processes int }{{1, 0}, {4, 0}, {0, 1}, {0, 3}, {2, 2}} {
		t.Run(fmt.Sprintf("goroutines=%d/processes=%d", tt.goroutines, tt.processes), func(t *testing.T) {
			blobs := Dir(t.TempDir())
			if err := put(t.Context(), blobs, "out/7", "kept"); err != nil {
				t.Fatal(err)
			}
			var tasks []cluster.Task
			want := map[string]string{"out/7": "kept"}
			for i := range 30 {
				name, data := fmt.Sprint(i), fmt.Sprintf("task %d", i)
				switch i % 10 {
				case 3:
					data = "die early"
				case 5:
					data = "die late"
				}
				tasks = append(tasks, cluster.Task{Name: name, Data: []byte(data)})
				if i != 7 {
					want["out/"+name] = strings.ToUpper(data)
				}
			}
			var ended atomic.Int64
			err := cluster.Do(t.Context(), newPool(t, blobs, tt.goroutines, tt.processes), tasks, exists(blobs),
				func(cluster.Report) { ended.Add(1) })
			if err != nil {
				t.Fatal(err)
			}
			if ended.Load() != 29 {
				t.Errorf("%d reports, want 29", ended.Load())
			}
			names, err := blobs.List(t.Context(), "out/")
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, name := range names {
				got[name] = get(t, blobs, name)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("outputs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDoEndsWithTheFirstFailure(t *testing.T) {
	for _, processes := range []int{0, 1} {
		blobs := Dir(t.TempDir())
		tasks := []cluster.Task{{Name: "good", Data: []byte("x")}, {Name: "bad", Data: []byte("fail")}}
		err := cluster.Do(t.Context(), newPool(t, blobs, 1-processes, processes), tasks, exists(blobs), nil)
		if err == nil || err.Error() != "task bad: told to fail" {
			t.Errorf("with %d processes: %v", processes, err)
		}
	}
}

// TestDeadlyTask checks that a task which kills every worker is given up.
func TestDeadlyTask(t *testing.T) {
	blobs := Dir(t.TempDir())
	err := cluster.Do(t.Context(), newPool(t, blobs, 0, 2), []cluster.Task{{Name: "x", Data: []byte("doom")}}, exists(blobs), nil)
	if want := fmt.Sprintf("task x: %d child processes died of it", mostCrashes); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestMissingOutput checks that the barrier stands on outputs, not on reports.
func TestMissingOutput(t *testing.T) {
	p := newPool(t, Dir(t.TempDir()), 1, 0)
	never := func(cluster.Task) (bool, error) { return false, nil }
	err := cluster.Do(t.Context(), p, []cluster.Task{{Name: "x"}}, never, nil)
	if err == nil || err.Error() != "task x ended and its output is not there" {
		t.Errorf("got %v", err)
	}
}

func TestClosedAndCanceled(t *testing.T) {
	p := newPool(t, Dir(t.TempDir()), 0, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Lease(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Lease of a canceled context = %v", err)
	}
	p.Close()
	if err := p.Push(t.Context(), cluster.Task{}); !errors.Is(err, cluster.ErrClosed) {
		t.Errorf("Push to a closed queue = %v", err)
	}
	if _, err := p.Report(t.Context()); !errors.Is(err, cluster.ErrClosed) {
		t.Errorf("Report of a closed queue = %v", err)
	}
}

// TestReturnedFirst checks that a task that was given back is the next one.
func TestReturnedFirst(t *testing.T) {
	q := newQueue()
	if err := q.Push(t.Context(), cluster.Task{Name: "a"}, cluster.Task{Name: "b"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a", "a", "b"} {
		l, err := q.Lease(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if l.Task().Name != want {
			t.Errorf("leased %s, want %s", l.Task().Name, want)
		}
		if q.reports == nil {
			if err := errors.Join(l.Return(t.Context()), q.report(cluster.Report{})); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestServe(t *testing.T) {
	blobs := Dir(t.TempDir())
	var out bytes.Buffer
	in, tasks := io.Pipe()
	go func() {
		fmt.Fprintln(tasks, `{"name":"a","data":"YWJj"}`)
		fmt.Fprintln(tasks, `{"name":"b","data":"ZmFpbA=="}`)
		fmt.Fprintln(tasks, `nonsense`)
	}()
	err := Serve(t.Context(), in, &out, handler(blobs, false))
	if err == nil || !strings.HasPrefix(err.Error(), "read a task: invalid character") {
		t.Errorf("Serve = %v", err)
	}
	if want := `{"name":"a","result":"YWJj"}` + "\n"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("reported %q, want at first %q", out.String(), want)
	}
}

func TestBlobs(t *testing.T) {
	blobs := Dir(t.TempDir())
	for _, name := range []string{"", "/a", "a/../b", "a/.b", ".b"} {
		if _, err := blobs.Create(t.Context(), name); err == nil {
			t.Errorf("Create(%q) succeeded", name)
		}
	}
	if _, err := blobs.Open(t.Context(), "a/b"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open of nothing = %v", err)
	}
	for _, name := range []string{"a/c", "a/b", "d"} {
		if err := put(t.Context(), blobs, name, name); err != nil {
			t.Fatal(err)
		}
	}
	w, err := blobs.Create(t.Context(), "a/e")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Abort(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(blobs.Path("a/.b123"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	names := func(prefix string) []string {
		names, err := blobs.List(t.Context(), prefix)
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if diff := cmp.Diff([]string{"a/b", "a/c"}, names("a/")); diff != "" {
		t.Error(diff)
	}
	if err := blobs.Clean(""); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(blobs.Path("a/.b123")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("Clean left a temporary file")
	}
	if err := blobs.Remove(t.Context(), "a/b", "nothing"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a/c", "d"}, names("")); diff != "" {
		t.Error(diff)
	}
	if got := names("nowhere/"); len(got) > 0 {
		t.Errorf("List of nothing = %q", got)
	}
}
