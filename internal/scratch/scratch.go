// Package scratch is a directory for the files of one run of a program. It is
// removed at the end; when the program is killed it stays, as puzzlekit-NAME-* in
// the directory that was chosen, and may be removed by hand.
package scratch

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Dir is a new directory that holds files by plain names. It is safe for concurrent
// use.
type Dir struct {
	path string
	root *os.Root
}

// Make makes a directory below parent, or where the system keeps temporary files
// when parent is empty. Its name says what it is for.
func Make(parent, name string) (*Dir, error) {
	path, err := os.MkdirTemp(parent, "puzzlekit-"+name+"-*")
	if err != nil {
		return nil, fmt.Errorf("make a directory for temporary files: %w", err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the directory for temporary files: %w", err), os.Remove(path))
	}
	return &Dir{path, root}, nil
}

// Path returns where the directory is.
func (d *Dir) Path() string { return d.path }

// Create makes a file, or empties the one of that name.
func (d *Dir) Create(name string) (io.WriteCloser, error) { return d.root.Create(name) }

// Open opens a file for reading.
func (d *Dir) Open(name string) (io.ReadCloser, error) { return d.root.Open(name) }

// Remove removes a file.
func (d *Dir) Remove(name string) error { return d.root.Remove(name) }

// Close removes the directory and all that is in it.
func (d *Dir) Close() error {
	return errors.Join(d.root.Close(), os.RemoveAll(d.path))
}
