package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// goFile is one parsed file of the module.
type goFile struct {
	name    string // slash-separated, from the module's root
	room    string // first element of the package's path, "." for the root
	test    bool
	syntax  *ast.File
	imports []string
}

// parseModule parses all Go files below root, but not those in testdata, in
// other modules or in directories that the go command skips.
func parseModule(root fs.FS) ([]goFile, error) {
	var files []goFile
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == "." {
				return nil
			}
			if base := d.Name(); base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
				return fs.SkipDir
			}
			if _, err := fs.Stat(root, path.Join(name, "go.mod")); err == nil {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		f, err := parseFile(name, src)
		files = append(files, f)
		return err
	})
	return files, err
}

func parseFile(name string, src []byte) (goFile, error) {
	f := goFile{name: name, room: ".", test: strings.HasSuffix(name, "_test.go")}
	if dir, _, ok := strings.Cut(name, "/"); ok {
		f.room = dir
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return f, err
	}
	f.syntax = syntax
	for _, spec := range syntax.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return f, err
		}
		f.imports = append(f.imports, name)
	}
	return f, nil
}

// moduleFiles parses the module that this package is part of.
func moduleFiles(t *testing.T) []goFile {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := parseModule(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("found only %d Go files below %s", len(files), root)
	}
	return files
}
