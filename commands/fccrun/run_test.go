package fccrun

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/cluster"
	"puzzlekit/internal/cluster/local"
)

// What the test binary is when it is started by a test: a worker of the run in
// workerDir, or a coordinator of the run in coordinatorDir.
const (
	workerDir      = "PUZZLEKIT_TEST_FCC_WORKER"
	coordinatorDir = "PUZZLEKIT_TEST_FCC_COORDINATOR"
)

func TestMain(m *testing.M) {
	ctx := context.Background()
	var err error
	switch {
	case os.Getenv(workerDir) != "":
		var r *Run
		if r, err = Open(ctx, os.Getenv(workerDir)); err == nil {
			r.SetOptions(Options{ShardSize: smallShards})
			err = local.Serve(ctx, os.Stdin, os.Stdout, r.Handle)
		}
	case os.Getenv(coordinatorDir) != "":
		_, err = solveIn(ctx, os.Getenv(coordinatorDir), smallGame(), true, setup{
			goroutines: 1, processes: 1, shard: smallShards, blobs: func(s store) store { return telling{s} },
		})
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const smallShards = 400

// setup is how a run is done.
type setup struct {
	goroutines, processes int
	shard                 int64
	memory                int64 // for derived states
	until                 int
	blobs                 func(store) store
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// solveIn solves or goes on in a directory.
func solveIn(ctx context.Context, dir string, g *fcc.Game, moves bool, s setup) (*Result, error) {
	r, err := Create(ctx, dir, g, moves, Options{
		Workers: s.goroutines + s.processes, ShardSize: s.shard, UntilDepth: s.until, Log: quiet(),
	})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	r.derived = s.memory
	if s.blobs != nil {
		r.blobs = s.blobs(r.blobs)
	}
	pool := local.New(ctx, local.Config{
		Goroutines: s.goroutines, Processes: s.processes, Handler: r.Handle, Log: quiet(),
		Command: func(ctx context.Context) *exec.Cmd {
			cmd := exec.CommandContext(ctx, os.Args[0])
			cmd.Env = append(os.Environ(), workerDir+"="+dir)
			return cmd
		},
	})
	defer pool.Close()
	return r.Solve(ctx, pool)
}

// smallGame is deal 512118 with three free cells: 2,520 states at 15 depths.
func smallGame() *fcc.Game { return game(512118, 3, false) }

func game(deal uint64, cells int, prune bool) *fcc.Game {
	v, err := freecell.VariantByName("freecell")
	if err != nil {
		panic(err)
	}
	v.FreeCells = cells
	b, err := freecell.Deal(deal, v)
	if err != nil {
		panic(err)
	}
	g, err := fcc.NewGame(b, prune)
	if err != nil {
		panic(err)
	}
	return g
}

// sealed returns the SHA-256 of every sealed file of a run.
func sealed(t *testing.T, dir string) map[string]string {
	t.Helper()
	sums := map[string]string{}
	for _, pattern := range []string{"run.json", "depth-*/groups.run", "depth-*/seal.json"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sum := sha256.Sum256(data)
			rel, err := filepath.Rel(dir, name)
			if err != nil {
				t.Fatal(err)
			}
			sums[rel] = hex.EncodeToString(sum[:])
		}
	}
	return sums
}

// reference solves with one worker and returns the sealed files.
func reference(t *testing.T, g *fcc.Game, moves bool) map[string]string {
	t.Helper()
	dir := t.TempDir()
	res, err := solveIn(t.Context(), dir, g, moves, setup{goroutines: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !res.Complete {
		t.Fatal("not complete")
	}
	want, err := g.Solve(t.Context(), fcc.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Total, res.Total()); diff != "" {
		t.Errorf("in files and in memory (-memory +files):\n%s", diff)
	}
	if res.Shortest != want.Shortest || res.Solvable != want.Solvable || len(res.Depths) != len(want.Depths) {
		t.Errorf("in files: %v, %d moves, %d depths; in memory: %v, %d moves, %d depths",
			res.Solvable, res.Shortest, len(res.Depths), want.Solvable, want.Shortest, len(want.Depths))
	}
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Verify(t.Context(), 5); err != nil {
		t.Error(err)
	}
	return sealed(t, dir)
}

// TestSameBytes compares the sealed files of all kinds of workers and shards.
func TestSameBytes(t *testing.T) {
	for _, tt := range []struct {
		name  string
		game  *fcc.Game
		moves bool
	}{
		{"count", smallGame(), false},
		{"full", smallGame(), true},
		{"pruned", game(512118, 3, true), true},
		{"no free cells", game(729, 0, false), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := reference(t, tt.game, tt.moves)
			for _, s := range []setup{
				{goroutines: 2, shard: smallShards},
				{goroutines: 8, shard: 300},
				{processes: 2, shard: smallShards},
				{goroutines: 1, processes: 1, shard: 1000, memory: 2000},
			} {
				dir := t.TempDir()
				if _, err := solveIn(t.Context(), dir, tt.game, tt.moves, s); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, sealed(t, dir)); diff != "" {
					t.Errorf("%+v: sealed files (-want +got):\n%s", s, diff)
				}
			}
		})
	}
}

// TestDamageIsRepaired changes, cuts or removes files of runs that are complete or
// half done. The same command makes everything again.
func TestDamageIsRepaired(t *testing.T) {
	g := smallGame()
	want := reference(t, g, true)
	random := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	s := setup{goroutines: 2, shard: smallShards}
	for round := range 12 {
		s.until = []int{0, 5, 10}[round%3]
		if _, err := solveIn(t.Context(), dir, g, true, s); err != nil {
			t.Fatal(err)
		}
		var files []string
		if err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && d.Name() != "lock" {
				files = append(files, name)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for range 1 + round%3 {
			damage(t, files[random.IntN(len(files))], random)
		}
		s.until = 0
		if _, err := solveIn(t.Context(), dir, g, true, s); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, sealed(t, dir)); diff != "" {
			t.Fatalf("round %d: sealed files (-want +got):\n%s", round, diff)
		}
		if round%4 == 3 {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func damage(t *testing.T, name string, random *rand.Rand) {
	t.Helper()
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return // the same file twice
	}
	if err != nil {
		t.Fatal(err)
	}
	if random.IntN(3) == 0 || len(data) == 0 {
		err = os.Remove(name)
	} else if i := random.IntN(len(data)); random.IntN(2) == 0 {
		err = os.WriteFile(name, data[:i], 0o666)
	} else {
		data[i] ^= 1 << random.IntN(8)
		err = os.WriteFile(name, data, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// telling is files of which every new one is told on standard output.
type telling struct{ store }

func (s telling) Create(ctx context.Context, name string) (cluster.BlobWriter, error) {
	fmt.Println(name)
	return s.store.Create(ctx, name)
}

// TestKill kills a coordinator, and with it its child, again and again when it is
// about to write some file, and in the end lets one finish.
func TestKill(t *testing.T) {
	want := reference(t, smallGame(), true)
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(3, 4))
	const kills = 24
	for i := range kills + 1 {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), coordinatorDir+"="+dir)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := random.IntN(16); lines.Scan(); n-- {
			if n == 0 && i < kills {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := cmd.Wait(); err != nil && i == kills {
			t.Fatalf("%v: %s", err, stderr.String())
		}
	}
	if diff := cmp.Diff(want, sealed(t, dir)); diff != "" {
		t.Errorf("after %d kills: sealed files (-want +got):\n%s", kills, diff)
	}
}

// full is files on a disk with room for some more bytes.
type full struct {
	store
	room int64
}

func (f *full) Create(ctx context.Context, name string) (cluster.BlobWriter, error) {
	w, err := f.store.Create(ctx, name)
	return &fullWriter{w, f}, err
}

type fullWriter struct {
	cluster.BlobWriter
	disk *full
}

func (w *fullWriter) Write(data []byte) (int, error) {
	if w.disk.room -= int64(len(data)); w.disk.room < 0 {
		return 0, syscall.ENOSPC
	}
	return w.BlobWriter.Write(data)
}

// TestFullDisk runs out of space at several points; the next run goes on.
func TestFullDisk(t *testing.T) {
	g := smallGame()
	want := reference(t, g, false)
	dir := t.TempDir()
	for _, room := range []int64{0, 500, 3000, 9000} {
		_, err := solveIn(t.Context(), dir, g, false, setup{goroutines: 1, blobs: func(s store) store { return &full{s, room} }})
		if err == nil || !strings.Contains(err.Error(), "no space left on device") {
			t.Fatalf("with room for %d bytes: %v", room, err)
		}
	}
	if _, err := solveIn(t.Context(), dir, g, false, setup{goroutines: 1}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, sealed(t, dir)); diff != "" {
		t.Errorf("sealed files (-want +got):\n%s", diff)
	}
}

// TestImports explores every fingerprint of some depths by its texts.
func TestImports(t *testing.T) {
	for _, prune := range []bool{false, true} {
		g := game(512118, 3, prune)
		want := reference(t, g, true)
		dir := t.TempDir()
		imported := 0
		for until := 1; until < 12; until++ {
			if _, err := solveIn(t.Context(), dir, g, true, setup{goroutines: 1, until: until}); err != nil {
				t.Fatal(err)
			}
			imported += importDepth(t, dir, until)
		}
		if _, err := solveIn(t.Context(), dir, g, true, setup{goroutines: 2}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, sealed(t, dir)); diff != "" {
			t.Errorf("sealed files (-want +got):\n%s", diff)
		}
		if imported < 50 {
			t.Errorf("%d fingerprints were imported", imported)
		}
	}
}

// importDepth explores what waits at a depth and returns how many fingerprints
// that were.
func importDepth(t *testing.T, dir string, depth int) int {
	t.Helper()
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	in, err := r.waiting(t.Context(), depth, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	n := 0
	for in.next() {
		f := in.current.f
		list, err := r.Entries(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var text []byte
		_, index := list.ByCount()
		for _, i := range index {
			text = fcc.AppendEntry(text, r.game.State(f, list.Key(int(i))), int(list.Counts[i]), list.Moves[i])
		}
		entries, err := r.game.ReadEntries("entries", bytes.NewReader(text), f)
		if err != nil {
			t.Fatal(err)
		}
		var report bytes.Buffer
		w := fcc.NewReportWriter(&report)
		stats, err := r.game.Components(t.Context(), entries, func(dst []byte, entry int) ([]byte, error) {
			return r.game.ReadMoves(dst, bytes.NewReader(text), entries.Offsets[entry])
		}, w.Write)
		if err == nil {
			err = w.Close(stats.MaxCount)
		}
		if err == nil {
			_, err = r.Import(t.Context(), f, "report", report.Bytes())
		}
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if in.err != nil {
		t.Fatal(in.err)
	}
	return n
}

func TestAnotherBoard(t *testing.T) {
	dir := t.TempDir()
	if _, err := solveIn(t.Context(), dir, smallGame(), false, setup{goroutines: 1, until: 1}); err != nil {
		t.Fatal(err)
	}
	for i, g := range []*fcc.Game{game(512119, 3, false), game(512118, 2, false), game(512118, 3, true), smallGame()} {
		_, err := solveIn(t.Context(), dir, g, i == 3, setup{goroutines: 1})
		if err == nil || !strings.Contains(err.Error(), "another board or other rules") {
			t.Errorf("board %s: %v", strconv.Itoa(i), err)
		}
	}
}
