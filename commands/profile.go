package commands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/pkg/profile"
)

// profiles maps the values of --profile to what pkg/profile is to do and the
// file it writes.
var profiles = map[string]struct {
	file string
	mode func(*profile.Profile)
}{
	"cpu":       {"cpu.pprof", profile.CPUProfile},
	"mem":       {"mem.pprof", profile.MemProfileHeap},
	"allocs":    {"mem.pprof", profile.MemProfileAllocs},
	"block":     {"block.pprof", profile.BlockProfile},
	"mutex":     {"mutex.pprof", profile.MutexProfile},
	"trace":     {"trace.out", profile.TraceProfile},
	"goroutine": {"goroutine.pprof", profile.GoroutineProfile},
}

// startProfile starts the profile of the given kind, none if it is "". The
// returned function writes the profile and says on stderr where it is; it has to
// run before the process ends, whatever the command returned.
func startProfile(kind, dir string, stderr io.Writer) (stop func(), err error) {
	if kind == "" {
		return func() {}, nil
	}
	p := profiles[kind]
	path := filepath.Join(dir, p.file)
	// pkg/profile would end the process if it could not write.
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("profile directory: %w", err)
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	running := profile.Start(p.mode, profile.ProfilePath(dir), profile.NoShutdownHook, profile.Quiet)
	return func() {
		running.Stop()
		fmt.Fprintf(stderr, "%s: %s profile written to %s\n", appName, kind, path)
	}, nil
}
