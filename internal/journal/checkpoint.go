package journal

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"puzzlekit/internal/atomicfile"
)

// Checkpoint replaces the journal's records by those that write emits, which
// must lead to the state that the old ones lead to. It holds up Append until it
// is done, so that no record can fall between; write must not call the
// journal's methods.
//
// The old generation is deleted only when the new one is on the disk. When
// write fails, or the disk has no room for the new generation, the journal goes
// on with the old one. When the new one cannot be flushed and named, which of
// the two a restart would find is unknown: both are valid, but every later call
// fails with the same error.
func (j *Journal) Checkpoint(write func(emit func(typ byte, payload []byte) error) error) error {
	j.flushing.Lock()
	defer j.flushing.Unlock()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	name := generationName(j.dir, j.generation+1)
	size, committed, err := writeGeneration(name, j.tag, write)
	if err != nil {
		err = fmt.Errorf("journal: checkpoint: %w", err)
		if committed {
			j.err = err
		}
		return err
	}
	next, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		j.err = fmt.Errorf("journal: checkpoint: %w", err)
		return j.err
	}
	// Nothing needs the old file any more. What cannot be deleted now is
	// deleted by the next checkpoint or the next Open.
	_ = j.file.Close()
	j.file, j.generation, j.size, j.flushed = next, j.generation+1, size, size
	_ = removeOlder(j.dir, j.generation)
	return nil
}

// writeGeneration writes a whole generation and returns its size. It reports
// whether it came as far as giving it its name, be it with an error.
func writeGeneration(name, tag string, write func(emit func(typ byte, payload []byte) error) error) (size int64, committed bool, err error) {
	f, err := atomicfile.Create(name)
	if err != nil {
		return 0, false, err
	}
	defer func() {
		if !committed {
			err = errors.Join(err, f.Abort())
		}
	}()
	out := bufio.NewWriterSize(f, 64<<10)
	put := func(b []byte) error {
		n, err := out.Write(b)
		size += int64(n)
		return err
	}
	if err := put(appendHeader(nil, tag)); err != nil {
		return 0, false, err
	}
	var scratch []byte
	err = write(func(typ byte, payload []byte) error {
		if err := checkPayload(payload); err != nil {
			return err
		}
		scratch = appendRecord(scratch[:0], typ, payload)
		return put(scratch)
	})
	if err != nil {
		return 0, false, err
	}
	if err := out.Flush(); err != nil {
		return 0, false, err
	}
	return size, true, f.Commit()
}
