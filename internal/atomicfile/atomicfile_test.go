package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWriteFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "result.txt")
	for _, text := range []string{"first", "", "third, longer than the first"} {
		if err := WriteFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
		wantContents(t, name, text)
		wantNames(t, filepath.Dir(name), "result.txt")
	}
}

func TestCreateShowsNothingBeforeCommit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "result.txt")
	if err := WriteFile(name, []byte("old")); err != nil {
		t.Fatal(err)
	}
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"new ", "text"} {
		if n, err := f.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
		wantContents(t, name, "old")
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := f.Abort(); err != nil {
		t.Errorf("Abort after Commit: %v", err)
	}
	wantContents(t, name, "new text")
	wantNames(t, filepath.Dir(name), "result.txt")
}

func TestAbortLeavesTheOldFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "result.txt")
	if err := WriteFile(name, []byte("old")); err != nil {
		t.Fatal(err)
	}
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("half of the ne")); err != nil {
		t.Fatal(err)
	}
	if err := f.Abort(); err != nil {
		t.Fatal(err)
	}
	wantContents(t, name, "old")
	wantNames(t, filepath.Dir(name), "result.txt")
}

// A directory in the way is an error that every system and even root gets.
func TestCommitOntoADirectory(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(name, "child"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(name, []byte("x")); err == nil {
		t.Fatal("WriteFile onto a directory succeeded")
	}
	wantNames(t, dir, "taken")
}

func TestCreateInMissingDirectory(t *testing.T) {
	_, err := Create(filepath.Join(t.TempDir(), "missing", "result.txt"))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("Create = %v, want %v", err, fs.ErrNotExist)
	}
}

func TestPermissionsOfTheReplacedFileStay(t *testing.T) {
	name := filepath.Join(t.TempDir(), "result.txt")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	want, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	got, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if got.Mode() != want.Mode() {
		t.Errorf("mode on %s = %v, want %v", runtime.GOOS, got.Mode(), want.Mode())
	}
}

func TestRemoveLeftovers(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "result.txt")
	if err := WriteFile(name, []byte("kept")); err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{".result.txt.swp", ".result.txt", ".other.txt12", "result.txt12"} {
		if err := os.WriteFile(filepath.Join(dir, other), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	// A writer that never comes to its end.
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	wantCount(t, dir, 6)
	if runtime.GOOS == "windows" {
		// There an open file cannot be removed; the killed writer's is closed.
		if err := f.Abort(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, ".result.txt123"), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := RemoveLeftovers(name); err != nil {
		t.Fatal(err)
	}
	wantNames(t, dir, ".other.txt12", ".result.txt", ".result.txt.swp", "result.txt", "result.txt12")
}

func wantContents(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("contents = %q, want %q", got, want)
	}
}

func wantNames(t *testing.T, dir string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, names(t, dir)); diff != "" {
		t.Errorf("directory (-want +got):\n%s", diff)
	}
}

func wantCount(t *testing.T, dir string, want int) {
	t.Helper()
	if got := names(t, dir); len(got) != want {
		t.Errorf("directory holds %q, want %d names", got, want)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := []string{}
	for _, e := range entries {
		got = append(got, e.Name())
	}
	return got
}
