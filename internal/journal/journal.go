package journal

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"

	"puzzlekit/internal/atomicfile"
)

// Errors that Open wraps with the name of the directory or file.
var (
	// ErrLocked means that another process, or this one, has the journal open.
	ErrLocked = errors.New("journal: already in use")
	// ErrCorrupt means that the file is damaged other than by a torn last record.
	ErrCorrupt = errors.New("journal: corrupt")
	// ErrForeign means that the file is not a journal, or one of another format
	// version or about something else.
	ErrForeign = errors.New("journal: not the journal asked for")
)

// file is what a Journal needs of an *os.File.
type file interface {
	io.ReaderAt
	io.WriterAt
	Name() string
	Truncate(size int64) error
	Sync() error
	Close() error
}

// Journal is an open journal. It is safe for concurrent use. It owns its
// directory until Close.
type Journal struct {
	dir     string
	tag     string
	lock    *flock.Flock
	dropped int64

	// flushing is held by whoever flushes, replaces or closes file, so that a
	// slow flush does not hold up Append. Taken before mu.
	flushing sync.Mutex

	mu         sync.Mutex // guards what follows
	file       file       // the current generation
	generation uint64
	size       int64  // bytes of file that are header and whole records
	flushed    int64  // bytes of file known to be on the disk; Invariant: flushed <= size
	scratch    []byte // the record being appended
	err        error  // once set, the answer of every method but Close
}

// Open opens the journal in dir, which it creates where it is missing, and
// calls visit for each record in the order of appending. The tag, 1 to 255
// bytes, says what the records are about and how the caller encodes them; a
// journal made with another tag is refused with [ErrForeign].
//
// The payload given to visit is valid only during the call. When visit returns
// an error, Open returns it with its place. A failed Open leaves every whole
// record where it was.
func Open(dir, tag string, visit func(typ byte, payload []byte) error) (*Journal, error) {
	if tag == "" || len(tag) > maxTag {
		return nil, fmt.Errorf("journal: tag %q: expected 1 to %d bytes", tag, maxTag)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	locked, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("journal: lock %s: %w", dir, err)
	}
	if !locked {
		return nil, fmt.Errorf("%w: directory %s is locked by another process", ErrLocked, dir)
	}
	j := &Journal{dir: dir, tag: tag, lock: lock}
	if err := j.open(visit); err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	return j, nil
}

// open finds or makes the current generation, replays it and clears away what
// crashes left. The directory is locked.
func (j *Journal) open(visit func(typ byte, payload []byte) error) error {
	numbers, err := generations(j.dir)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if len(numbers) == 0 {
		numbers = []uint64{1}
		first := generationName(j.dir, 1)
		if err := atomicfile.RemoveLeftovers(first); err != nil {
			return fmt.Errorf("journal: %w", err)
		}
		if err := atomicfile.WriteFile(first, appendHeader(nil, j.tag)); err != nil {
			return fmt.Errorf("journal: %w", err)
		}
	}
	j.generation = numbers[len(numbers)-1]
	if err := j.load(generationName(j.dir, j.generation), visit); err != nil {
		return err
	}
	err = errors.Join(
		atomicfile.RemoveLeftovers(generationName(j.dir, j.generation+1)),
		removeOlder(j.dir, j.generation),
	)
	if err != nil {
		return errors.Join(fmt.Errorf("journal: %w", err), j.file.Close())
	}
	return nil
}

// load replays the named generation, cuts its torn end and keeps it open.
func (j *Journal) load(name string, visit func(typ byte, payload []byte) error) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := j.read(f, visit); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	j.file = f
	return nil
}

func (j *Journal) read(f *os.File, visit func(typ byte, payload []byte) error) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	start, err := readHeader(f, info.Size(), j.tag)
	if err != nil {
		return err
	}
	end, err := replay(f, start, info.Size(), visit)
	if err != nil {
		return err
	}
	if j.dropped = info.Size() - end; j.dropped > 0 {
		if err := f.Truncate(end); err != nil {
			return fmt.Errorf("cut torn record: %w", err)
		}
		// Or else a power cut could bring the torn bytes back behind new ones.
		if err := f.Sync(); err != nil {
			return fmt.Errorf("cut torn record: %w", err)
		}
	}
	j.size, j.flushed = end, start
	return nil
}

// Dropped returns how many bytes of a torn last record Open cut off.
func (j *Journal) Dropped() int64 { return j.dropped }

// Size returns the length in bytes of the current generation, by which the
// caller decides when a checkpoint is worth its while.
func (j *Journal) Size() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.size
}

// Append adds a record of at most 64 MiB. When it returns nil the death of the
// process cannot lose the record; a power cut can until the next Sync. After a
// write error, such as a full disk, the file ends with the last whole record
// and every later call fails with the same error.
func (j *Journal) Append(typ byte, payload []byte) error {
	if err := checkPayload(payload); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	j.scratch = appendRecord(j.scratch[:0], typ, payload)
	if _, err := j.file.WriteAt(j.scratch, j.size); err != nil {
		// Opening would cut the torn record too, but a reader by eye, or a
		// disk that is full of it, is better off without.
		j.err = errors.Join(fmt.Errorf("journal: append: %w", err), j.file.Truncate(j.size))
		return j.err
	}
	j.size += int64(len(j.scratch))
	if cap(j.scratch) > 64<<10 {
		j.scratch = nil // do not hold on to the memory of a rare big record
	}
	return nil
}

// Sync flushes to the disk what was appended before the call. It does not hold
// up Append. A caller that wants to lose at most a second to a power cut calls
// it every second.
func (j *Journal) Sync() error {
	j.flushing.Lock()
	defer j.flushing.Unlock()
	return j.sync()
}

// sync is Sync with flushing held.
func (j *Journal) sync() error {
	j.mu.Lock()
	f, size, flushed, err := j.file, j.size, j.flushed, j.err
	j.mu.Unlock()
	if err != nil || size == flushed {
		return err
	}
	err = f.Sync()
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		// The system may have dropped the pages it could not write, so that
		// a second flush would succeed and mean nothing.
		j.err = errors.Join(j.err, fmt.Errorf("journal: flush: %w", err))
		return j.err
	}
	j.flushed = size
	return nil
}

// Close flushes, closes the file and frees the directory for others. It does
// so after an error as well. A second Close does nothing.
func (j *Journal) Close() error {
	j.flushing.Lock()
	defer j.flushing.Unlock()
	err := j.sync()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.err = fmt.Errorf("journal: %s: %w", j.dir, os.ErrClosed)
	return errors.Join(err, j.file.Close(), j.lock.Unlock())
}

func checkPayload(payload []byte) error {
	if len(payload) > maxPayload {
		return fmt.Errorf("journal: record of %d bytes: expected at most %d", len(payload), maxPayload)
	}
	return nil
}
