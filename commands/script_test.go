package commands

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary a stand-in for puzzlekit in the scripts.
func TestMain(m *testing.M) {
	testscript.Main(isolated{m}, map[string]func(){
		"puzzlekit": func() {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			os.Exit(Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// isolated keeps the settings of whoever runs the tests out of them.
type isolated struct{ *testing.M }

func (m isolated) Run() int {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "PUZZLEKIT_") {
			os.Unsetenv(name)
		}
	}
	for _, name := range []string{"XDG_CONFIG_HOME", "HOME", "AppData"} { // see os.UserConfigDir
		os.Setenv(name, os.DevNull)
	}
	return m.M.Run()
}

// TestScripts runs testdata/script/*.txtar. Besides the commands of testscript
// they have "status N program args...", which is exec with that exit code, and
// those of scriptprocess_test.go.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			// Built with the race detector, a program waits a second before it ends.
			env.Setenv("GORACE", "atexit_sleep_ms=0")
			setupBackground(env)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status":  scriptStatus,
			"start":   scriptStart,
			"listens": scriptListens,
			"await":   scriptAwait,
			"finish":  scriptFinish,
			"certs":   scriptCerts,
		},
	})
}

func scriptStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
