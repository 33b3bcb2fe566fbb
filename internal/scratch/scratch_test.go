package scratch_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"puzzlekit/internal/scratch"
)

func TestDir(t *testing.T) {
	parent := t.TempDir()
	d, err := scratch.Make(parent, "test")
	if err != nil {
		t.Fatal(err)
	}
	if rel, err := filepath.Rel(parent, d.Path()); err != nil || !strings.HasPrefix(rel, "puzzlekit-test-") {
		t.Errorf("it is at %s", d.Path())
	}
	for _, name := range []string{"a", "b"} {
		w, err := d.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, "text of "+name); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Remove("a"); err != nil {
		t.Error(err)
	}
	if _, err := d.Open("a"); !os.IsNotExist(err) {
		t.Errorf("open a removed file: error %v", err)
	}
	r, err := d.Open("b")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); err != nil || string(text) != "text of b" {
		t.Errorf("read %q, %v", text, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(parent); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

func TestOutside(t *testing.T) {
	d, err := scratch.Make(t.TempDir(), "test")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, err := d.Create("../outside"); err == nil {
		t.Error("created a file outside")
	}
}

func TestNoParent(t *testing.T) {
	if _, err := scratch.Make(filepath.Join(t.TempDir(), "none"), "test"); err == nil || !strings.Contains(err.Error(), "none") {
		t.Errorf("error %v, want one that names the directory", err)
	}
}
