package local

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"puzzlekit/internal/atomicfile"
	"puzzlekit/internal/cluster"
)

// Dir is blobs as files below a directory.
type Dir string

// Path returns the file of a blob.
func (d Dir) Path(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

// Create starts a blob, and makes the directories it is in.
func (d Dir) Create(_ context.Context, name string) (cluster.BlobWriter, error) {
	if !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") {
		return nil, fmt.Errorf("local: %q is no name for a blob", name)
	}
	file := d.Path(name)
	f, err := atomicfile.Create(file)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return nil, err
		}
		f, err = atomicfile.Create(file)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Open opens a blob.
func (d Dir) Open(_ context.Context, name string) (cluster.Blob, error) {
	f, err := os.Open(d.Path(name))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &blob{f, info.Size()}, nil
}

// blob is an open file.
type blob struct {
	*os.File
	size int64
}

// Size returns the file's length.
func (b *blob) Size() int64 { return b.size }

// List returns the names below a prefix.
func (d Dir) List(ctx context.Context, prefix string) ([]string, error) {
	var names []string
	root := d.Path(prefix)
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		switch {
		case file == root && errors.Is(err, fs.ErrNotExist):
			return filepath.SkipAll
		case err != nil:
			return err
		case e.IsDir() || strings.HasPrefix(e.Name(), "."):
			return ctx.Err()
		}
		name, err := filepath.Rel(string(d), file)
		names = append(names, filepath.ToSlash(name))
		return err
	})
	slices.Sort(names)
	return names, err
}

// Remove removes blobs. Their directories stay.
func (d Dir) Remove(_ context.Context, names ...string) error {
	for _, name := range names {
		if err := os.Remove(d.Path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Clean removes what killed writers have left below a prefix: all files whose
// names begin with a dot, which no blob's does. Nobody else may be writing there.
func (d Dir) Clean(prefix string) error {
	root := d.Path(prefix)
	return filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		switch {
		case file == root && errors.Is(err, fs.ErrNotExist):
			return filepath.SkipAll
		case err != nil:
			return err
		case !e.IsDir() && strings.HasPrefix(e.Name(), "."):
			return os.Remove(file)
		}
		return nil
	})
}
