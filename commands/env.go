package commands

import (
	"encoding/json"
	"io"
	"log/slog"
	"os"

	"github.com/alecthomas/kong"
	"github.com/lmittmann/tint"

	"puzzlekit/internal/report"
)

// Env is what a command has of the world besides its flags. It is made for one
// run and owned by it. Its writers are safe for concurrent use as far as the
// ones given to Main are.
type Env struct {
	Stdin  io.Reader
	Stdout io.Writer      // results only
	Stderr *report.Screen // everything else; a progress bar makes way for what is written here
	Log    *slog.Logger   // at the level of --log-level
	JSON   bool           // results are asked for as JSON

	model *kong.Application // the whole grammar, for docs
}

func newEnv(g *globals, model *kong.Application, stdin io.Reader, stdout io.Writer, screen *report.Screen) *Env {
	return &Env{
		Stdin:  stdin,
		Stdout: stdout,
		Stderr: screen,
		Log:    slog.New(logHandler(screen, g.LogLevel)),
		JSON:   g.JSON,
		model:  model,
	}
}

// Progress starts the report of one long piece of work, called title. The
// caller ends it with Done before it prints results.
func (e *Env) Progress(title string) *report.Progress {
	return e.Stderr.Progress(title)
}

// PrintJSON writes v to standard output as one line of JSON.
func (e *Env) PrintJSON(v any) error {
	enc := json.NewEncoder(e.Stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// logHandler is colored on a terminal, JSON with --json and plain text elsewhere.
func logHandler(screen *report.Screen, level string) slog.Handler {
	var least slog.Level
	// The grammar lets only the names of levels through.
	_ = least.UnmarshalText([]byte(level))
	switch {
	case screen.Mode() == report.JSON:
		return slog.NewJSONHandler(screen, &slog.HandlerOptions{Level: least})
	case screen.Mode() == report.Bar && os.Getenv("NO_COLOR") == "":
		return tint.NewTextHandler(screen, &tint.Options{Level: least, TimeFormat: "15:04:05"})
	default:
		return slog.NewTextHandler(screen, &slog.HandlerOptions{Level: least})
	}
}
