package tectonicgen

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/tier"
)

// Dir returns the directory of a problem below a data directory. Other kinds of pruning
// than closure have their own.
func Dir(data string, p tectonic.Problem, pruning Pruning) string {
	name := fmt.Sprintf("m%02d", p.Max)
	if pruning != Closure {
		name += "-" + string(pruning)
	}
	return filepath.Join(data, fmt.Sprintf("h%02dl%02d", p.Height, p.Width), name)
}

// extensions are the ends of file names by form.
var extensions = map[tier.Form]string{tier.Text: ".txt", tier.Binary: ".bin"}

// tierFile returns the name of a tier's file.
func tierFile(dir string, n int, form tier.Form) string {
	return filepath.Join(dir, fmt.Sprintf("palier-p%02d%s", n, extensions[form]))
}

// GridsFile returns the name of the list of complete grids.
func GridsFile(dir string, form tier.Form) string {
	return filepath.Join(dir, "grilles"+extensions[form])
}

// OpenTier opens a finished tier file. The caller closes the file.
func OpenTier(name string) (*tier.Reader, io.Closer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	r, err := tier.NewReader(f, info.Size())
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return r, f, nil
}

// each calls visit for all codes of a finished tier file and checks it on the way.
func each(name string, visit func(r *tier.Reader, common int) error) (err error) {
	r, f, err := OpenTier(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for {
		common, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = visit(r, common)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
}

// exists reports whether there is such a file.
func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// ignoreEOF returns err unless it says that there is no more.
func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// WriteWhole runs write on a file that appears whole or not at all.
func WriteWhole(name string, write func(io.Writer) error) error {
	out, err := newFile(name)
	if err != nil {
		return err
	}
	if err := write(out); err != nil {
		return errors.Join(err, out.Abort())
	}
	return out.Commit()
}
