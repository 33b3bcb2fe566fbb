package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// The exit codes of every command. exitMeanings lists them for users.
const (
	exitDone        = 0   // solved, complete
	exitFailed      = 1   // an error
	exitUsage       = 2   // wrong flags, arguments, variables or configuration
	exitNo          = 3   // the answer is no: unsolvable, not unique, invalid
	exitLimit       = 4   // gave up at a limit the user set
	exitInterrupted = 130 // SIGINT or SIGTERM, as shells count it
)

// ExitError is how a command's Run chooses the exit code. Any other error means
// exit code 1, or 130 when the context was canceled by a signal.
type ExitError struct {
	Code int   // one of the exit constants
	Err  error // shown on standard error; nil when the output has said it all
}

// Error returns the text shown to the user, empty for a silent exit.
func (e *ExitError) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap returns the cause, which may be nil.
func (e *ExitError) Unwrap() error { return e.Err }

// usageErrorf reports a wrong combination of flags or arguments that the
// grammar alone cannot see.
func usageErrorf(format string, args ...any) error {
	return &ExitError{Code: exitUsage, Err: fmt.Errorf(format, args...)}
}

// finish prints err for the user and returns the exit code it stands for.
func finish(ctx context.Context, stderr io.Writer, err error) int {
	if err == nil {
		return exitDone
	}
	code := exitCode(ctx, err)
	text := err.Error()
	if code == exitInterrupted {
		// What a command wrapped around the cause says how to go on.
		advice := strings.TrimSuffix(text, context.Canceled.Error())
		text = strings.TrimSuffix("interrupted: "+advice, ": ")
	}
	if text != "" {
		fmt.Fprintf(stderr, "%s: %s\n", appName, text)
	}
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		fmt.Fprintf(stderr, "Run %q for more information.\n", helpCommand(parse.Context))
	}
	return code
}

// exitCode is the one place where an error becomes an exit code.
func exitCode(ctx context.Context, err error) int {
	var exit *ExitError
	var parse *kong.ParseError
	switch {
	case errors.As(err, &exit):
		return exit.Code
	case errors.As(err, &parse):
		return exitUsage
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		return exitInterrupted
	default:
		return exitFailed
	}
}

// helpCommand names the command line that explains what was typed.
func helpCommand(kctx *kong.Context) string {
	if kctx == nil || kctx.Selected() == nil {
		return appName + " --help"
	}
	return kctx.Selected().FullPath() + " --help"
}
