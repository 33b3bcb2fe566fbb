package commands

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProfileIsWritten checks that a profile is whole and announced however the
// command ends.
func TestProfileIsWritten(t *testing.T) {
	failure := errors.New("failure")
	ends := map[string]error{"done": nil, "error": failure, "interrupted": context.Canceled, "limit": &ExitError{Code: exitLimit}}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "deep")
			p := &probe{}
			p.run = func(context.Context, *Env) error { return end }
			_, stderr, err := runProbe(t, p, "probe", "--profile", "allocs", "--profile-dir", dir)
			if !errors.Is(err, end) {
				t.Errorf("error %v, want %v", err, end)
			}
			path := filepath.Join(dir, "mem.pprof")
			if want := "puzzlekit: allocs profile written to " + path + "\n"; stderr != want {
				t.Errorf("standard error %q, want %q", stderr, want)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(string(data), "\x1f\x8b") { // pprof files are gzip files
				t.Errorf("%d bytes that are no profile", len(data))
			}
		})
	}
}

// TestProfileKinds checks that the grammar and the table name the same kinds.
func TestProfileKinds(t *testing.T) {
	for _, flag := range model(t).Model.Flags {
		if flag.Name != "profile" {
			continue
		}
		kinds := flag.EnumSlice()
		for _, kind := range kinds {
			if _, ok := profiles[kind]; !ok && kind != "" {
				t.Errorf("--profile allows %q, which nothing writes", kind)
			}
		}
		if len(kinds) != len(profiles)+1 {
			t.Errorf("--profile allows %q, the table has %d kinds", kinds, len(profiles))
		}
		return
	}
	t.Error("there is no flag --profile")
}
