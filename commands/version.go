package commands

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

func init() {
	register("version", "about", "Print the version, the commit and how the program was built.", func() any { return &versionCmd{} })
}

// Set by the linker for releases: -ldflags "-X puzzlekit/commands.version=1.2.3".
var (
	version string
	commit  string
)

type versionCmd struct{}

// Help returns the longer help text.
func (*versionCmd) Help() string {
	return `The version is the one of the release or of the Go module; a build from a working copy says "devel" and its commit.

Example:

  puzzlekit version --json`
}

// Run prints the version.
func (*versionCmd) Run(_ context.Context, env *Env) error {
	info := readVersion()
	if env.JSON {
		return env.PrintJSON(info)
	}
	_, err := fmt.Fprintln(env.Stdout, info)
	return err
}

// versionInfo says which program this is.
type versionInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit"` // "unknown" when the build had no repository
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

func (v versionInfo) String() string {
	return fmt.Sprintf("%s %s (commit %s, %s, %s/%s)", appName, v.Version, v.Commit, v.Go, v.OS, v.Arch)
}

// readVersion prefers what the linker was told, then what the build recorded.
func readVersion() versionInfo {
	v := versionInfo{Version: version, Commit: commit, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	build, ok := debug.ReadBuildInfo()
	if v.Version == "" && ok && build.Main.Version != "(devel)" {
		v.Version = build.Main.Version
	}
	if v.Commit == "" && ok {
		for _, s := range build.Settings {
			if s.Key == "vcs.revision" {
				v.Commit = s.Value
			}
		}
	}
	if v.Version == "" {
		v.Version = "devel"
	}
	if v.Commit == "" {
		v.Commit = "unknown"
	}
	return v
}
