package commands

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestExitCodes(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	live := context.Background()
	plain := errors.New("read board: no such file")
	tests := []struct {
		name   string
		ctx    context.Context
		err    error
		code   int
		stderr string
	}{
		{"done", live, nil, 0, ""},
		{"error", live, plain, 1, "puzzlekit: read board: no such file\n"},
		{"usage", live, usageErrorf("deal %d: expected 1 or more", 0), 2, "puzzlekit: deal 0: expected 1 or more\n"},
		{"no", live, &ExitError{Code: exitNo}, 3, ""},
		{"no, said", live, &ExitError{Code: exitNo, Err: errors.New("unsolvable")}, 3, "puzzlekit: unsolvable\n"},
		{"limit", live, fmt.Errorf("solve: %w", &ExitError{Code: exitLimit, Err: errors.New("10 iterations")}), 4, "puzzlekit: solve: 10 iterations\n"},
		{"interrupted", canceled, canceled.Err(), 130, "puzzlekit: interrupted\n"},
		{"interrupted, said", canceled, fmt.Errorf("run it again to go on: %w", canceled.Err()), 130, "puzzlekit: interrupted: run it again to go on\n"},
		{"error while interrupted", canceled, plain, 1, "puzzlekit: read board: no such file\n"},
		{"some other context", live, context.Canceled, 1, "puzzlekit: context canceled\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stderr bytes.Buffer
			if code := finish(tt.ctx, &stderr, tt.err); code != tt.code {
				t.Errorf("exit code %d, want %d", code, tt.code)
			}
			if stderr.String() != tt.stderr {
				t.Errorf("standard error %q, want %q", stderr.String(), tt.stderr)
			}
		})
	}
}

func TestUsageErrors(t *testing.T) {
	tests := []struct{ args, want string }{
		{"", `puzzlekit: expected one of "group", "probe"` + "\nRun \"puzzlekit --help\" for more information.\n"},
		{"prob", "puzzlekit: unexpected argument prob, did you mean \"probe\"?\nRun \"puzzlekit --help\" for more information.\n"},
		{"probe --cycle 3", "puzzlekit: unknown flag --cycle, did you mean \"--cycle-len\"?\nRun \"puzzlekit probe --help\" for more information.\n"},
		{"probe --cycle-len x", "puzzlekit: --cycle-len: expected a valid 64 bit int but got \"x\"\nRun \"puzzlekit probe --help\" for more information.\n"},
		{"probe --mode up", "puzzlekit: --mode must be one of \"deep\",\"wide\" but got \"up\"\nRun \"puzzlekit probe --help\" for more information.\n"},
		{"group", "puzzlekit: expected \"sub\"\nRun \"puzzlekit group --help\" for more information.\n"},
		{"probe --log-level loud", "puzzlekit: --log-level must be one of \"debug\",\"info\",\"warn\",\"error\" but got \"loud\"\nRun \"puzzlekit probe --help\" for more information.\n"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			_, _, err := runProbe(t, &probe{}, strings.Fields(tt.args)...)
			var stderr bytes.Buffer
			if code := finish(t.Context(), &stderr, err); code != exitUsage {
				t.Errorf("exit code %d, want %d", code, exitUsage)
			}
			if stderr.String() != tt.want {
				t.Errorf("standard error:\n%s\nwant:\n%s", stderr.String(), tt.want)
			}
		})
	}
}
