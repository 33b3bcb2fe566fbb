package exhaust_test

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/engines/freecell/exhaust"
)

// memoryDisk is a Disk that is none.
type memoryDisk struct {
	mu    sync.Mutex
	files map[string][]byte
	made  int
	left  int64 // room for so many bytes

	// damage changes what is read from a file, if it is not nil.
	damage func(name string, data []byte) []byte
}

var errFull = errors.New("no space left on device")

func newMemoryDisk() *memoryDisk { return &memoryDisk{files: map[string][]byte{}, left: 1 << 40} }

type memoryFile struct {
	disk *memoryDisk
	name string
	data []byte
}

func (d *memoryDisk) Create(name string) (io.WriteCloser, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.files[name]; ok {
		return nil, fs.ErrExist
	}
	d.files[name] = nil
	d.made++
	return &memoryFile{disk: d, name: name}, nil
}

func (f *memoryFile) Write(b []byte) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if f.disk.left -= int64(len(b)); f.disk.left < 0 {
		return 0, errFull
	}
	f.data = append(f.data, b...)
	return len(b), nil
}

func (f *memoryFile) Close() error {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.disk.files[f.name] = f.data
	return nil
}

func (d *memoryDisk) Open(name string) (io.ReadCloser, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	data, ok := d.files[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	if d.damage != nil {
		data = d.damage(name, bytes.Clone(data))
	}
	return io.NopCloser(bytes.NewReader(data)), nil
}

func (d *memoryDisk) Remove(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.files[name]; !ok {
		return fs.ErrNotExist
	}
	delete(d.files, name)
	return nil
}

// little is about the least memory for a search with files of a FreeCell deal.
const little = 5 << 20

// TestDisk holds searches in files against searches in memory. There is so little
// memory that buffers are written often.
func TestDisk(t *testing.T) {
	for _, test := range []struct {
		game    string
		deal    uint64
		cells   int
		prune   bool
		verdict exhaust.Verdict
	}{
		{"freecell", 1, 2, false, exhaust.Unsolvable},
		{"freecell", 11982, 4, true, exhaust.Unsolvable},
		{"streets_and_alleys", 5, 0, false, exhaust.Unsolvable},
		{"ko_bakers_game", 8, 4, false, exhaust.Unsolvable},
		{"bakers_game", 3, 4, true, exhaust.Solved},
		{"seahaven_towers", 1, 4, true, exhaust.Solved},
	} {
		t.Run(test.game, func(t *testing.T) {
			t.Parallel()
			b := deal(t, test.deal, test.game, test.cells)
			opts := exhaust.Options{Prune: test.prune, Workers: 2}
			want := search(t, b, opts)
			if want.Verdict != test.verdict {
				t.Errorf("in memory: %v, want %v", want.Verdict, test.verdict)
			}
			for opts.Workers = 1; opts.Workers <= 3; opts.Workers += 2 {
				disk := newMemoryDisk()
				opts.Disk, opts.MaxMemory = disk, little
				got := search(t, b, opts)
				if d := cmp.Diff(outcomeOf(want), outcomeOf(got)); d != "" {
					t.Errorf("%d workers (-in memory +in files):\n%s", opts.Workers, d)
				}
				if got.Bytes > little || got.Disk < 10*got.States {
					t.Errorf("%d workers: %d bytes of memory, %d of files", opts.Workers, got.Bytes, got.Disk)
				}
				if len(disk.files) > 0 || disk.made < got.Depth {
					t.Errorf("%d workers: %d of %d files are left", opts.Workers, len(disk.files), disk.made)
				}
			}
		})
	}
}

// TestDiskCandidates writes many runs of candidates a level.
func TestDiskCandidates(t *testing.T) {
	b := deal(t, 6, "freecell", 2)
	disk := newMemoryDisk()
	r, err := exhaust.SearchWithBuffers(t.Context(), b, exhaust.Options{Disk: disk, Workers: 2}, 50)
	if err != nil || r.Verdict != exhaust.Unsolvable || r.States != 38469 {
		t.Errorf("%v, %d states, %v", r.Verdict, r.States, err)
	}
	if len(disk.files) > 0 || disk.made < 1000 {
		t.Errorf("%d of %d files are left", len(disk.files), disk.made)
	}
}

// TestDiskFull has room for less and less.
func TestDiskFull(t *testing.T) {
	b := deal(t, 6, "freecell", 2)
	for room := int64(400_000); room > 0; room /= 7 {
		disk := newMemoryDisk()
		disk.left = room
		_, err := exhaust.Search(t.Context(), b, exhaust.Options{Disk: disk, MaxMemory: little, Workers: 2})
		if !errors.Is(err, errFull) || !strings.Contains(err.Error(), "exhaust: write run-") {
			t.Errorf("room for %d bytes: error %v", room, err)
		}
		if len(disk.files) > 0 {
			t.Errorf("room for %d bytes: %d files are left", room, len(disk.files))
		}
	}
}

// TestDiskDamaged changes, cuts or lengthens files behind the search's back.
func TestDiskDamaged(t *testing.T) {
	b := deal(t, 6, "freecell", 2)
	for name, damage := range map[string]func([]byte) []byte{
		"it is not a run":      func(data []byte) []byte { data[3] ^= 1; return data },
		"has another checksum": func(data []byte) []byte { data[len(data)/2] ^= 16; return data },
		"it is cut off":        func(data []byte) []byte { return data[:len(data)-1] },
	} {
		disk := newMemoryDisk()
		disk.damage = func(run string, data []byte) []byte {
			if run == "run-9" {
				return damage(data)
			}
			return data
		}
		_, err := exhaust.Search(t.Context(), b, exhaust.Options{Disk: disk, MaxMemory: little})
		if !errors.Is(err, exhaust.ErrDamaged) || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "run-9") {
			t.Errorf("%s: error %v", name, err)
		}
		if len(disk.files) > 0 {
			t.Errorf("%s: %d files are left", name, len(disk.files))
		}
	}
}

func TestDiskMemory(t *testing.T) {
	disk := newMemoryDisk()
	_, err := exhaust.Search(t.Context(), deal(t, 6, "freecell", 2), exhaust.Options{Disk: disk, MaxMemory: 1 << 20})
	if err == nil || !strings.Contains(err.Error(), "expected at least") || disk.made > 0 {
		t.Errorf("error %v, %d files", err, disk.made)
	}
}

// TestDiskLimit stops at a number of states.
func TestDiskLimit(t *testing.T) {
	disk := newMemoryDisk()
	r := search(t, deal(t, 2, "freecell", 1), exhaust.Options{MaxStates: 20_000, Disk: disk, MaxMemory: little})
	if r.Verdict != exhaust.Limit || r.Reason != "20000 states" || len(disk.files) > 0 {
		t.Errorf("%v (%s), %d files are left", r.Verdict, r.Reason, len(disk.files))
	}
}
