// Package atomicfile writes a file once, whole or not at all.
//
// The data goes to a temporary file beside the destination, is flushed to the
// disk, and takes the destination's name in one step; then the directory is
// flushed, so that the name survives a power cut as well. Whoever opens the
// destination sees what was there before or all of the new contents, and
// nothing between.
//
//	create  .NAME<digits>          same directory, so the rename cannot cross file systems
//	write   ...
//	fsync   .NAME<digits>
//	rename  .NAME<digits> -> NAME  the step that counts
//	fsync   directory
//
// A process killed before the rename leaves its temporary file behind; see
// [RemoveLeftovers]. A destination that is a symbolic link is replaced by a
// file. The package does not lock anything: of two writers the last one wins.
package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// File is a file being written that has not taken its name yet. It is not
// safe for concurrent use. Every File must see Commit or Abort.
type File struct {
	pending *pending
	name    string
}

// Create starts a file that takes the given name at Commit. The new file has
// the permissions of the one it replaces, or 0666 less the umask. On Windows
// it has those its directory gives.
func Create(name string) (*File, error) {
	p, err := newPending(name)
	if err != nil {
		return nil, fmt.Errorf("atomicfile: create %s: %w", name, err)
	}
	return &File{pending: p, name: name}, nil
}

// Write adds data to the file. It is unbuffered.
func (f *File) Write(data []byte) (int, error) {
	n, err := f.pending.Write(data)
	if err != nil {
		return n, fmt.Errorf("atomicfile: write %s: %w", f.name, err)
	}
	return n, nil
}

// Commit makes the file durable and gives it its name. After an error the
// destination is either what it was or the whole new file: which one cannot be
// known when it was the directory that could not be flushed.
func (f *File) Commit() error {
	if err := f.pending.CloseAtomicallyReplace(); err != nil {
		// The first error is the one that matters; the cleanup is best effort.
		_ = f.pending.Cleanup()
		return fmt.Errorf("atomicfile: commit %s: %w", f.name, err)
	}
	if err := syncDir(filepath.Dir(f.name)); err != nil {
		return fmt.Errorf("atomicfile: flush directory of %s: %w", f.name, err)
	}
	return nil
}

// Abort throws the file away. After a Commit that succeeded it does nothing,
// so that it can be deferred.
func (f *File) Abort() error {
	if err := f.pending.Cleanup(); err != nil {
		return fmt.Errorf("atomicfile: abort %s: %w", f.name, err)
	}
	return nil
}

// WriteFile writes data to the named file, whole or not at all.
func WriteFile(name string, data []byte) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		_ = f.Abort()
		return err
	}
	return f.Commit()
}

// RemoveLeftovers deletes the temporary files that earlier, killed writers of
// the named file left in its directory. The caller must know that no other
// writer of that file is at work.
func RemoveLeftovers(name string) error {
	dir, prefix := filepath.Dir(name), temporaryPrefix(name)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("atomicfile: remove leftovers: %w", err)
	}
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), prefix)
		if !ok || digits == "" || strings.Trim(digits, "0123456789") != "" {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return fmt.Errorf("atomicfile: remove leftovers: %w", err)
		}
	}
	return nil
}

// temporaryPrefix is what the names of a destination's temporary files begin
// with; digits follow.
func temporaryPrefix(name string) string { return "." + filepath.Base(name) }
