//go:build !windows

package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// pending is the temporary file. renameio supplies all but the directory's
// flush.
type pending = renameio.PendingFile

func newPending(name string) (*pending, error) {
	return renameio.NewPendingFile(name,
		// Without this renameio may prefer $TMPDIR.
		renameio.WithTempDir(filepath.Dir(name)),
		renameio.WithPermissions(0o666),
		renameio.WithExistingPermissions())
}

// syncDir flushes a directory, which is what makes a rename in it durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	// Some file systems cannot flush a directory and say so; they leave
	// nothing else to try.
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
