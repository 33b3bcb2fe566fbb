package journal

import (
	"bytes"
	"errors"
	"syscall"
	"testing"
)

// faultyFile is a file on a failing disk.
type faultyFile struct {
	file
	room     int   // bytes that can still be written before writes fail
	truncate error // the answer of Truncate, nil for the file's own
	sync     error // the answer of Sync, nil for the file's own
	syncs    int   // how often Sync was called
}

func (f *faultyFile) WriteAt(b []byte, at int64) (int, error) {
	if len(b) <= f.room {
		f.room -= len(b)
		return f.file.WriteAt(b, at)
	}
	n, err := f.file.WriteAt(b[:f.room], at)
	f.room = 0
	return n, errors.Join(err, syscall.ENOSPC)
}

func (f *faultyFile) Truncate(size int64) error {
	if f.truncate != nil {
		return f.truncate
	}
	return f.file.Truncate(size)
}

func (f *faultyFile) Sync() error {
	f.syncs++
	if f.sync != nil {
		return f.sync
	}
	return f.file.Sync()
}

func TestDiskFull(t *testing.T) {
	record := len(encode(two)) - len(encode())
	for room := range record {
		dir := t.TempDir()
		j, _ := open(t, dir)
		appendAll(t, j, one)
		j.file = &faultyFile{file: j.file, room: room}
		err := j.Append(two.Type, nil)
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("room %d: Append = %v, want %v", room, err, syscall.ENOSPC)
		}
		if got := readFile(t, generationName(dir, 1)); !bytes.Equal(got, encode(one)) {
			t.Errorf("room %d: part of the record is left in the file", room)
		}
		// There is room again, but the caller's state has a gap.
		j.file = j.file.(*faultyFile).file
		for name, again := range map[string]error{
			"Append":     j.Append(two.Type, nil),
			"Sync":       j.Sync(),
			"Checkpoint": j.Checkpoint(emitAll(nil)),
			"Close":      j.Close(),
		} {
			if !errors.Is(again, syscall.ENOSPC) {
				t.Errorf("room %d: %s = %v, want %v", room, name, again, syscall.ENOSPC)
			}
		}
		_, got := open(t, dir)
		wantRecords(t, got, one)
	}
}

// When the torn record cannot be cut off either, the next Open does it.
func TestDiskFullAndStuck(t *testing.T) {
	dir := t.TempDir()
	j, _ := open(t, dir)
	appendAll(t, j, one)
	j.file = &faultyFile{file: j.file, room: 5, truncate: syscall.EIO}
	err := j.Append(two.Type, nil)
	if !errors.Is(err, syscall.ENOSPC) || !errors.Is(err, syscall.EIO) {
		t.Fatalf("Append = %v, want %v and %v", err, syscall.ENOSPC, syscall.EIO)
	}
	if err := j.Close(); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("Close = %v, want %v", err, syscall.ENOSPC)
	}
	j, got := open(t, dir)
	wantRecords(t, got, one)
	if j.Dropped() != 5 {
		t.Errorf("Dropped = %d, want 5", j.Dropped())
	}
}

func TestFlushErrorIsFinal(t *testing.T) {
	j, _ := open(t, t.TempDir())
	appendAll(t, j, one)
	disk := &faultyFile{file: j.file, room: 1000, sync: syscall.EIO}
	j.file = disk
	if err := j.Sync(); !errors.Is(err, syscall.EIO) {
		t.Fatalf("Sync = %v, want %v", err, syscall.EIO)
	}
	disk.sync = nil
	if err := j.Sync(); !errors.Is(err, syscall.EIO) {
		t.Errorf("second Sync = %v, want %v", err, syscall.EIO)
	}
	if err := j.Append(1, nil); !errors.Is(err, syscall.EIO) {
		t.Errorf("Append = %v, want %v", err, syscall.EIO)
	}
}

// A caller may call Sync on a timer without waking the disk for nothing.
func TestSyncFlushesOnlyWhatIsNew(t *testing.T) {
	dir := t.TempDir()
	j, _ := open(t, dir)
	disk := &faultyFile{file: j.file, room: 1000}
	j.file = disk
	steps := []struct {
		do   func()
		want int // flushes so far
	}{
		{func() {}, 0},
		{func() { appendAll(t, j, one) }, 1},
		{func() {}, 1},
		{func() { appendAll(t, j, two, three) }, 2},
	}
	for i, step := range steps {
		step.do()
		if err := j.Sync(); err != nil {
			t.Fatal(err)
		}
		if disk.syncs != step.want {
			t.Errorf("step %d: %d flushes, want %d", i, disk.syncs, step.want)
		}
	}
	// What a killed process wrote may not be on the disk: one flush for it.
	closeJournal(t, j)
	j, _ = open(t, dir)
	disk = &faultyFile{file: j.file}
	j.file = disk
	if err := j.Sync(); err != nil || disk.syncs != 1 {
		t.Errorf("after opening: Sync = %v, %d flushes, want 1", err, disk.syncs)
	}
}
