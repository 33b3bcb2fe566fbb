package journal

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// record is a record as a test keeps it.
type record struct {
	Type    byte
	Payload string
}

// open opens the journal in dir with the tag "test" and returns its records.
func open(t testing.TB, dir string) (*Journal, []record) {
	t.Helper()
	j, records, err := tryOpen(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() }) // for the tests that do not close it themselves
	return j, records
}

func tryOpen(dir string) (*Journal, []record, error) {
	records := []record{}
	j, err := Open(dir, "test", func(typ byte, payload []byte) error {
		records = append(records, record{typ, string(payload)})
		return nil
	})
	return j, records, err
}

// The helpers below serve rapid's tests too, and rapid.TB is what both kinds of
// test have in common.

func appendAll(t rapid.TB, j *Journal, records ...record) {
	t.Helper()
	for _, r := range records {
		if err := j.Append(r.Type, []byte(r.Payload)); err != nil {
			t.Fatal(err)
		}
	}
}

func closeJournal(t rapid.TB, j *Journal) {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

func wantRecords(t rapid.TB, got []record, want ...record) {
	t.Helper()
	if want == nil {
		want = []record{}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
}

// wantFiles checks which files besides the lock are in dir.
func wantFiles(t testing.TB, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if e.Name() != "lock" {
			got = append(got, e.Name())
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// encode returns a generation with the tag "test" and the given records.
func encode(records ...record) []byte {
	b := appendHeader(nil, "test")
	for _, r := range records {
		b = appendRecord(b, r.Type, []byte(r.Payload))
	}
	return b
}

// withGeneration returns a fresh directory with the given first generation.
func withGeneration(t testing.TB, contents []byte) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, generationName(dir, 1), contents)
	return dir
}

func writeFile(t rapid.TB, name string, contents []byte) {
	t.Helper()
	if err := os.WriteFile(name, contents, 0o666); err != nil {
		t.Fatal(err)
	}
}

func readFile(t rapid.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var (
	one   = record{1, "first"}
	two   = record{2, ""}
	three = record{255, "third\x00record"}
	four  = record{0, strings.Repeat("four", 100)}
)

func TestAppendAndReplay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "on the way")
	j, got := open(t, dir)
	wantRecords(t, got)
	appendAll(t, j, one, two)
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	if got, want := j.Size(), int64(len(encode(one, two))); got != want {
		t.Errorf("Size = %d, want %d", got, want)
	}
	closeJournal(t, j)

	j, got = open(t, dir)
	wantRecords(t, got, one, two)
	appendAll(t, j, three, four)
	closeJournal(t, j)

	j, got = open(t, dir)
	wantRecords(t, got, one, two, three, four)
	if j.Dropped() != 0 {
		t.Errorf("Dropped = %d, want 0", j.Dropped())
	}
	closeJournal(t, j)
	wantFiles(t, dir, "00000001.journal")
}

func TestFormat(t *testing.T) {
	var want []byte
	for line := range strings.Lines(string(readFile(t, filepath.Join("testdata", "generation.txt")))) {
		digits, _, _ := strings.Cut(line, "#")
		b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, b...)
	}
	dir := t.TempDir()
	j, _ := open(t, dir)
	appendAll(t, j, record{7, "abc"}, record{255, ""})
	closeJournal(t, j)
	if got := readFile(t, generationName(dir, 1)); !bytes.Equal(got, want) {
		t.Errorf("file:\n%swant:\n%s", hex.Dump(got), hex.Dump(want))
	}
}

func TestClosed(t *testing.T) {
	j, _ := open(t, t.TempDir())
	closeJournal(t, j)
	if err := j.Append(1, nil); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Append = %v, want %v", err, fs.ErrClosed)
	}
	if err := j.Sync(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Sync = %v, want %v", err, fs.ErrClosed)
	}
	if err := j.Checkpoint(nil); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Checkpoint = %v, want %v", err, fs.ErrClosed)
	}
	if err := j.Close(); err != nil {
		t.Errorf("second Close = %v", err)
	}
}

func TestTooLargeRecordIsRefusedAndHarmless(t *testing.T) {
	j, _ := open(t, t.TempDir())
	huge := make([]byte, maxPayload+1)
	err := j.Append(1, huge)
	if err == nil || !strings.Contains(err.Error(), "67108865 bytes: expected at most 67108864") {
		t.Errorf("Append = %v", err)
	}
	err = j.Checkpoint(func(emit func(byte, []byte) error) error { return emit(1, huge) })
	if err == nil || !strings.Contains(err.Error(), "67108865 bytes") {
		t.Errorf("Checkpoint = %v", err)
	}
	appendAll(t, j, one)
	closeJournal(t, j)
}

func TestOpenRefuses(t *testing.T) {
	changed := func(at int, value byte) []byte {
		b := encode(one)
		b[at] = value
		return b
	}
	tests := []struct {
		name     string
		contents []byte
		want     error
		text     string
	}{
		{"another tag", appendHeader(nil, "chess 3"), ErrForeign, `about "chess 3", expected "test"`},
		{"another magic", changed(0, 'P'), ErrForeign, `begins with "Pzjournl", expected "pzjournl"`},
		{"another version", changed(11, 2), ErrForeign, "format version 2, this program reads version 1"},
		{"a long tag", changed(13, 2), ErrCorrupt, "tag of 131076 bytes"},
		{"an empty tag", changed(15, 0), ErrCorrupt, "tag of 0 bytes"},
		{"a damaged tag", changed(16, 'T'), ErrCorrupt, "checksum of the header"},
		{"an empty file", nil, ErrCorrupt, "0 bytes are too short"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := withGeneration(t, tt.contents)
			_, _, err := tryOpen(dir)
			if !errors.Is(err, tt.want) {
				t.Fatalf("Open = %v, want %v", err, tt.want)
			}
			for _, text := range []string{generationName(dir, 1), tt.text} {
				if !strings.Contains(err.Error(), text) {
					t.Errorf("error %q does not say %q", err, text)
				}
			}
			if got := readFile(t, generationName(dir, 1)); !bytes.Equal(got, tt.contents) {
				t.Errorf("Open changed the file")
			}
			// The lock is free again.
			writeFile(t, generationName(dir, 1), encode(one))
			_, got := open(t, dir)
			wantRecords(t, got, one)
		})
	}
}

func TestOpenRefusesBadTags(t *testing.T) {
	for _, tag := range []string{"", strings.Repeat("x", 256)} {
		if _, err := Open(t.TempDir(), tag, nil); err == nil {
			t.Errorf("Open with a tag of %d bytes succeeded", len(tag))
		}
	}
	j, err := Open(t.TempDir(), strings.Repeat("x", 255), nil)
	if err != nil {
		t.Fatal(err)
	}
	closeJournal(t, j)
}

func TestVisitError(t *testing.T) {
	contents := append(encode(one, two, three), "torn"...)
	dir := withGeneration(t, contents)
	stop := errors.New("unknown record")
	_, err := Open(dir, "test", func(typ byte, _ []byte) error {
		if typ == two.Type {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) {
		t.Fatalf("Open = %v, want %v", err, stop)
	}
	// The file header is 24 bytes long, the first record 18.
	if want := generationName(dir, 1) + ": offset 42: record of type 2"; !strings.Contains(err.Error(), want) {
		t.Errorf("error %q does not say %q", err, want)
	}
	if got := readFile(t, generationName(dir, 1)); !bytes.Equal(got, contents) {
		t.Error("Open changed the file")
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	j, _ := open(t, dir)
	_, _, err := tryOpen(dir)
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), dir) {
		t.Errorf("second Open = %v, want %v naming %s", err, ErrLocked, dir)
	}
	closeJournal(t, j)
	j, _ = open(t, dir)
	closeJournal(t, j)
}

// Appends, flushes and checkpoints from several goroutines: nothing is lost
// and each goroutine's records stay in order.
func TestConcurrentUse(t *testing.T) {
	const writers, each = 4, 200
	dir := t.TempDir()
	j, _ := open(t, dir)
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		kept []record // what has been appended, for the checkpoints
	)
	for w := range byte(writers) {
		wg.Go(func() {
			for i := range byte(each) {
				mu.Lock()
				r := record{w, string([]byte{i})}
				err := j.Append(r.Type, []byte(r.Payload))
				kept = append(kept, r)
				mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				if i%50 == 0 {
					if err := j.Sync(); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	for range 5 {
		mu.Lock()
		checkpoint(t, j, kept...)
		mu.Unlock()
	}
	wg.Wait()
	closeJournal(t, j)
	_, got := open(t, dir)
	wantRecords(t, got, kept...)
	if len(got) != writers*each {
		t.Errorf("%d records, want %d", len(got), writers*each)
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, size := range []int{50, 4_000} {
		b.Run(fmt.Sprintf("payload=%d", size), func(b *testing.B) {
			j, _ := open(b, b.TempDir())
			payload := bytes.Repeat([]byte("x"), size)
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				if err := j.Append(1, payload); err != nil {
					b.Fatal(err)
				}
				if j.Size() > 64<<20 {
					checkpoint(b, j)
				}
			}
		})
	}
}
