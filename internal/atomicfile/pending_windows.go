package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
)

// pending is the temporary file: the part of renameio's type of the same job
// that this package uses, which does not exist for Windows.
type pending struct {
	file *os.File
	name string
	done bool // renamed or removed
}

func newPending(name string) (*pending, error) {
	f, err := os.CreateTemp(filepath.Dir(name), temporaryPrefix(name)+"*")
	if err != nil {
		return nil, err
	}
	return &pending{file: f, name: name}, nil
}

func (p *pending) Write(data []byte) (int, error) { return p.file.Write(data) }

// CloseAtomicallyReplace flushes, closes and renames. Windows renames no open
// file, and os.Rename replaces an existing one in a single step.
func (p *pending) CloseAtomicallyReplace() error {
	if err := p.file.Sync(); err != nil {
		return err
	}
	if err := p.file.Close(); err != nil {
		return err
	}
	if err := os.Rename(p.file.Name(), p.name); err != nil {
		return err
	}
	p.done = true
	return nil
}

// Cleanup removes the temporary file unless it was renamed.
func (p *pending) Cleanup() error {
	if p.done {
		return nil
	}
	err := p.file.Close()
	if errors.Is(err, os.ErrClosed) {
		err = nil
	}
	if removeErr := os.Remove(p.file.Name()); removeErr != nil {
		return removeErr
	}
	p.done = true
	return err
}

// syncDir does nothing: Windows offers no flush of a directory, and NTFS
// journals the rename itself.
func syncDir(string) error { return nil }
