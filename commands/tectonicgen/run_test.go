package tectonicgen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/tier"
	"puzzlekit/internal/cluster"
)

var small = tectonic.Problem{Width: 2, Height: 3, Max: 5}

// config is one that tests vary.
func config(dir string) Config {
	return Config{
		Problem: small, Dir: dir, Pruning: Closure, Dedup: Canonical, Strategy: Low, Batch: 100, Workers: 2,
		Log: slog.New(slog.DiscardHandler),
	}
}

// files returns the names and contents of the finished list, without the lock.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "lock" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[e.Name()] = string(text)
	}
	return found
}

// reference returns the files of an undisturbed run.
func reference(t *testing.T, form tier.Form) map[string]string {
	t.Helper()
	c := config(t.TempDir())
	c.Form = form
	if n, err := Run(t.Context(), c); err != nil || n != 208 {
		t.Fatalf("%d grids, %v", n, err)
	}
	return files(t, c.Dir)
}

// TestSameBytes runs with all kinds of settings.
func TestSameBytes(t *testing.T) {
	for _, form := range []tier.Form{tier.Text, tier.Binary} {
		want := reference(t, form)
		if len(want) != 7 {
			t.Fatalf("%d files", len(want))
		}
		for _, dedup := range []Dedup{Set, Deferred, Lookup} {
			c := config(t.TempDir())
			c.Form, c.Dedup = form, dedup
			if _, err := Run(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, files(t, c.Dir)); diff != "" {
				t.Errorf("dedup %s: files differ:\n%s", dedup, diff)
			}
		}
		for _, strategy := range []Strategy{Low, High, FIFO} {
			for _, workers := range []int{1, 5}[form:] {
				for _, batch := range []uint64{30, 5000}[form:] {
					c := config(t.TempDir())
					c.Form, c.Strategy, c.Workers, c.Batch, c.PerTier = form, strategy, workers, batch, workers%2
					if _, err := Run(t.Context(), c); err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, files(t, c.Dir)); diff != "" {
						t.Errorf("strategy %s, %d workers, batch %d: files differ:\n%s", strategy, workers, batch, diff)
					}
				}
			}
		}
	}
}

// errCrash is what a simulated crash panics with.
var errCrash = errors.New("crash")

// crash runs until a point has been reached n times, and reports whether it was. What
// runs on the coordinator's goroutine ends as if it had been killed there.
func crash(t *testing.T, c Config, point string, n int64) (crashed bool) {
	t.Helper()
	var left atomic.Int64
	left.Store(n)
	c.Point = func(name string) {
		if name == point && left.Add(-1) == 0 {
			panic(errCrash)
		}
	}
	defer func() {
		if r := recover(); r != nil {
			if err, ok := r.(error); !ok || !errors.Is(err, errCrash) {
				panic(r)
			}
			crashed = true
		}
	}()
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return false
}

// TestCrashes ends the work at every point, over and over with changing settings, until
// it is done: no grid is lost and no byte differs.
func TestCrashes(t *testing.T) {
	for form, points := range map[tier.Form][]string{
		tier.Text:   {"given", "done", "appended", "context", "deleted", "trailer", "finished"},
		tier.Binary: {"appended", "finished"},
	} {
		want := reference(t, form)
		for _, point := range points {
			for _, n := range []int64{2, 5} {
				c := config(t.TempDir())
				c.Form, c.Batch = form, 60
				crashes := 0
				for crash(t, c, point, n) {
					crashes++
					c.Strategy = []Strategy{Low, High, FIFO}[crashes%3]
					c.Batch = uint64(60 + crashes%7)
					if crashes > 500 {
						t.Fatalf("%s:%d: no end", point, n)
					}
					if crashes%3 == 2 {
						n++ // some points come first thing in every run
					}
				}
				if crashes == 0 {
					t.Errorf("%s was not reached", point)
				}
				if diff := cmp.Diff(want, files(t, c.Dir)); diff != "" {
					t.Errorf("%s, %d crashes: files differ:\n%s", point, crashes, diff)
				}
			}
		}
	}
}

// TestDamagedAnswers spoils answers that the journal has as done.
func TestDamagedAnswers(t *testing.T) {
	want := reference(t, tier.Text)
	for name, spoil := range map[string]func(file string) error{
		"short":   func(file string) error { return os.Truncate(file, 3) },
		"missing": os.Remove,
		"wrong": func(file string) error {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			text[2] ^= 1
			return os.WriteFile(file, text, 0o666)
		},
	} {
		c := config(t.TempDir())
		c.Batch = 20
		if !crash(t, c, "done", 9) {
			t.Fatal("no crash")
		}
		spoiled := 0
		err := filepath.WalkDir(lotsDir(c.Dir), func(file string, e os.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				spoiled++
				err = spoil(file)
			}
			return err
		})
		if err != nil || spoiled == 0 {
			t.Fatalf("%d answers, %v", spoiled, err)
		}
		var log bytes.Buffer
		c.Log = slog.New(slog.NewTextHandler(&log, nil))
		if _, err := Run(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(log.String(), "an answer is damaged") {
			t.Errorf("%s: nothing is reported: %s", name, log.String())
		}
		if diff := cmp.Diff(want, files(t, c.Dir)); diff != "" {
			t.Errorf("%s: files differ:\n%s", name, diff)
		}
	}
}

// TestTornFiles adds what a crash in the middle of a write leaves.
func TestTornFiles(t *testing.T) {
	want := reference(t, tier.Text)
	c := config(t.TempDir())
	c.Batch = 20
	if !crash(t, c, "appended", 9) {
		t.Fatal("no crash")
	}
	for _, name := range []string{"lots.txt", "contexte-0.txt", "palier-p04.txt"} {
		f, err := os.OpenFile(filepath.Join(c.Dir, name), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("given 3:1"); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, files(t, c.Dir)); diff != "" {
		t.Errorf("files differ:\n%s", diff)
	}
}

// TestBadJournal damages a line that is not the last.
func TestBadJournal(t *testing.T) {
	good := sealed("given 3:0:100") + sealed("given 3:100:100")
	if _, err := readLots([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{strings.Replace(good, "100", "101", 1), "x\n" + good, sealed("taken 3:0:100")} {
		if _, err := readLots([]byte(bad)); err == nil || !strings.HasPrefix(err.Error(), "1: ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	c := config(t.TempDir())
	if !crash(t, c, "done", 9) {
		t.Fatal("no crash")
	}
	name := filepath.Join(c.Dir, "lots.txt")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text[3] ^= 1
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), c); err == nil || !strings.Contains(err.Error(), "lots.txt:1: the line is damaged") {
		t.Errorf("a damaged journal: %v", err)
	}
}

// TestLock runs twice in one directory.
func TestLock(t *testing.T) {
	c := config(t.TempDir())
	second := c
	var err error
	c.Point = func(name string) {
		if name == "context" && err == nil {
			_, err = Run(t.Context(), second)
		}
	}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if !errors.Is(err, ErrLocked) {
		t.Errorf("second run: %v, want %v", err, ErrLocked)
	}
}

// TestWriteError has a directory in the way of a tier's file.
func TestWriteError(t *testing.T) {
	want := reference(t, tier.Text)
	c := config(t.TempDir())
	obstacle := filepath.Join(c.Dir, "palier-p05.txt")
	if err := os.MkdirAll(filepath.Join(obstacle, "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), c); err == nil {
		t.Fatal("no error")
	}
	if err := os.RemoveAll(obstacle); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, files(t, c.Dir)); diff != "" {
		t.Errorf("files differ:\n%s", diff)
	}
}

// TestCanceled stops and goes on.
func TestCanceled(t *testing.T) {
	want := reference(t, tier.Text)
	c := config(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	stopping := c
	stopping.Progress = func(s Status) {
		if s.Tier > 3 {
			cancel()
		}
	}
	if _, err := Run(ctx, stopping); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, files(t, c.Dir)); diff != "" {
		t.Errorf("files differ:\n%s", diff)
	}
}

// TestReady has the example of 122, 643 and 12 grids that wait.
func TestReady(t *testing.T) {
	for _, tt := range []struct {
		nb, issued uint64
		finished   bool
		want       uint64
	}{{122, 0, false, 1}, {643, 0, false, 6}, {12, 0, false, 0}, {12, 0, true, 1}, {643, 600, true, 1}, {600, 600, true, 0}} {
		if got := Ready(tt.nb, tt.issued, 100, tt.finished); got != tt.want {
			t.Errorf("%d of %d issued: %d ready, want %d", tt.issued, tt.nb, got, tt.want)
		}
	}
}

// waitingRun returns a run with two tiers that have batches to give.
func waitingRun(t *testing.T) *run {
	t.Helper()
	r := &run{Config: config(t.TempDir()), low: 1, stages: make([]*stage, small.Cells()+1), done: map[batch]answer{}, users: map[string]int{}}
	r.Batch = 1
	for n := 1; n <= 2; n++ {
		r.stages[n] = r.newStage(n)
		r.stages[n].nb, r.stages[n].finished = 1e6, true
		r.stages[n].mark(r)
	}
	return r
}

// TestWaiting lets more answers wait for an earlier one than the bound: only that one
// is given.
func TestWaiting(t *testing.T) {
	r := waitingRun(t)
	s := r.stages[2]
	for from := range uint64(mostWaiting + 1) {
		s.waiting[from+1] = answer{Batch: batch{2, from + 1, 1}}
	}
	if got := r.choose(); got != s {
		t.Fatalf("chosen is %v, want tier 2", got)
	}
	l := r.lease(s)
	if want := []batch{{2, 0, 1}}; !cmp.Equal(l.Batches, want) {
		t.Errorf("lease %v, want %v", l.Batches, want)
	}
	s.issued = mostWaiting + 2
	if got := r.choose(); got != nil {
		t.Errorf("tier %d is given batches while too many answers wait", got.head.Tier)
	}
	delete(s.waiting, 1)
	if got := r.choose(); got != r.stages[1] {
		t.Errorf("chosen is %v, want tier 1", got)
	}
}

// TestStrategies says of which tier batches are given first.
func TestStrategies(t *testing.T) {
	r := waitingRun(t)
	r.stages[2].marks = []mark{{10, 1}, {1e6, 9}}
	r.stages[1].marks = []mark{{1e6, 5}}
	for _, tt := range []struct {
		strategy Strategy
		issued   uint64 // of tier 2
		want     int
	}{{Low, 0, 1}, {High, 0, 2}, {FIFO, 0, 2}, {FIFO, 10, 1}} {
		r.Strategy, r.stages[2].issued = tt.strategy, tt.issued
		if got := r.choose().head.Tier; got != tt.want {
			t.Errorf("%s, %d issued: tier %d, want %d", tt.strategy, tt.issued, got, tt.want)
		}
	}
	r.PerTier, r.stages[1].given = 1, 1
	if got := r.choose().head.Tier; got != 2 {
		t.Errorf("with one batch of tier 1 in work: tier %d, want 2", got)
	}
}

// TestSecondAnswers reports a batch twice.
func TestSecondAnswers(t *testing.T) {
	r := waitingRun(t)
	l, _, err := openLots(filepath.Join(r.Dir, "lots.txt"), func(answer) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	r.lots = l
	report := func(crc int) error {
		return r.take(cluster.Report{Name: "1/0-1", Result: fmt.Appendf(nil, `[{"Batch":{"Tier":1,"From":0,"Count":1},"File":"1/0-1","Bytes":5,"Grids":1,"CRC":%d}]`, crc)})
	}
	if err := report(7); err != nil {
		t.Fatal(err)
	}
	if err := report(7); err != nil {
		t.Errorf("the same answer again: %v", err)
	}
	if len(r.stages[1].waiting) != 1 {
		t.Errorf("%d answers wait, want 1", len(r.stages[1].waiting))
	}
	if err := report(8); err == nil || !strings.Contains(err.Error(), "answered twice") {
		t.Errorf("another answer: %v", err)
	}
}

// TestContext tears the context that was written last.
func TestContext(t *testing.T) {
	f := &flipFlop{dir: t.TempDir()}
	first := []progress{{tier: 3, nb: 300, nbRead: 100, bytes: 2100}}
	second := []progress{{tier: 3, nb: 400, nbRead: 200, bytes: 2800, finished: true}, {tier: 4, nb: 7}}
	for _, p := range [][]progress{first, second} {
		if err := f.write(p); err != nil {
			t.Fatal(err)
		}
	}
	allow := cmp.AllowUnexported(progress{})
	again := &flipFlop{dir: f.dir}
	if got, err := again.read(); err != nil || !cmp.Equal(got, second, allow) || again.seq != 2 {
		t.Errorf("read %v (%v), want %v", got, err, second)
	}
	if err := os.Truncate(f.name(2), 30); err != nil {
		t.Fatal(err)
	}
	again = &flipFlop{dir: f.dir}
	if got, err := again.read(); err != nil || !cmp.Equal(got, first, allow) || again.seq != 1 {
		t.Errorf("read %v (%v), want %v", got, err, first)
	}
	if _, err := (&flipFlop{dir: f.dir, form: tier.Binary}).read(); err == nil {
		t.Error("a context of the other form is taken")
	}
}

// TestDrop removes tiers that are read.
func TestDrop(t *testing.T) {
	want := reference(t, tier.Text)
	c := config(t.TempDir())
	c.Drop = true
	if !crash(t, c, "context", 4) {
		t.Fatal("no crash")
	}
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	got := files(t, c.Dir)
	if len(got) != 2 || got["grilles.txt"] != want["grilles.txt"] {
		t.Errorf("%d files are left", len(got))
	}
}

// TestSpilledSort sorts within little memory.
func TestSpilledSort(t *testing.T) {
	s := newSorter(t.TempDir(), 2, 1)
	defer func() {
		if err := s.close(); err != nil {
			t.Error(err)
		}
	}()
	for i := range 5000 {
		n := i * 7919 % 5000 / 2
		if err := s.add(tier.Code{byte(n >> 8), byte(n)}); err != nil {
			t.Fatal(err)
		}
	}
	want := 0
	err := s.each(func(c tier.Code) error {
		if got := int(c[0])<<8 | int(c[1]); got != want {
			return fmt.Errorf("%d, want %d", got, want)
		}
		want++
		return nil
	})
	if err != nil || want != 2500 || len(s.runs) == 0 {
		t.Errorf("%d codes of %d runs, %v", want, len(s.runs), err)
	}
}

// FuzzLots reads journals; a line that is accepted is written back as it was.
func FuzzLots(f *testing.F) {
	a := answer{batch{3, 0, 100}, "3/0-100", 0, 1200, 192, 0xCAFE}
	f.Add([]byte(sealed("given 3:0:100") + sealed(a.line()) + "done 3"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := readLots(text)
		if err != nil {
			return
		}
		for _, a := range all {
			again, err := readLots([]byte(sealed(a.line())))
			if err != nil || len(again) != 1 || again[0] != a {
				t.Errorf("%+v is read back as %+v (%v)", a, again, err)
			}
		}
	})
}

// FuzzContext reads contexts.
func FuzzContext(f *testing.F) {
	f.Add("contexte 1 7 text\npalier 3 300 100 2100 0\ncrc 00000000\n")
	f.Fuzz(func(t *testing.T, text string) {
		_, _, tiers, ok := parseContext(text)
		if !ok && tiers != nil {
			t.Error("a context that is refused has tiers")
		}
		for _, p := range tiers {
			if p.nbRead > p.nb {
				t.Errorf("%+v: more grids read than there are", p)
			}
		}
	})
}
