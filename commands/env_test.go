package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"puzzlekit/internal/report"
)

func TestLogLevels(t *testing.T) {
	p := &probe{}
	p.run = func(_ context.Context, env *Env) error {
		env.Log.Debug("d")
		env.Log.Info("i")
		env.Log.Warn("w")
		env.Log.Error("e")
		return nil
	}
	for level, want := range map[string]string{"debug": "d i w e", "info": "i w e", "warn": "w e", "error": "e"} {
		_, stderr, err := runProbe(t, p, "probe", "--json", "--log-level", level)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(stderr) {
			var record struct {
				Msg string `json:"msg"`
			}
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			got = append(got, record.Msg)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("--log-level %s logs %q, want %q", level, got, want)
		}
	}
}

func TestLogForms(t *testing.T) {
	const escape = "\x1b["
	tests := []struct {
		name    string
		mode    report.Mode
		noColor string
		want    string // somewhere in the line
		colored bool
	}{
		{"file", report.Lines, "", `level=INFO msg="client gone" id=3`, false},
		{"json", report.JSON, "", `"level":"INFO","msg":"client gone","id":3}`, false},
		{"terminal", report.Bar, "", "client gone", true},
		{"terminal without color", report.Bar, "1", `level=INFO msg="client gone" id=3`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("NO_COLOR", tt.noColor)
			var stderr bytes.Buffer
			slog.New(logHandler(report.NewScreen(&stderr, tt.mode), "info")).Info("client gone", "id", 3)
			if !strings.Contains(stderr.String(), tt.want) || strings.Contains(stderr.String(), escape) != tt.colored {
				t.Errorf("logged %q, want %q, colored: %v", stderr.String(), tt.want, tt.colored)
			}
		})
	}
}

func TestPrintJSON(t *testing.T) {
	p := &probe{}
	p.run = func(_ context.Context, env *Env) error {
		return env.PrintJSON(map[string]string{"scan": "a<b"})
	}
	stdout, _, err := runProbe(t, p, "probe", "--json")
	if err != nil || stdout != "{\"scan\":\"a<b\"}\n" {
		t.Errorf("printed %q, error %v", stdout, err)
	}
}

// TestProgressAndLogShareTheScreen checks that what a command logs while a bar
// is shown goes through the screen that draws the bar.
func TestProgressAndLogShareTheScreen(t *testing.T) {
	var stderr bytes.Buffer
	screen := report.NewScreen(&stderr, report.Bar)
	env := newEnv(&globals{LogLevel: "info"}, nil, nil, nil, screen)
	p := env.Progress("probe")
	env.Log.Info("client gone")
	p.Done()
	if env.Stderr != screen || !strings.Contains(stderr.String(), "client gone") {
		t.Errorf("the screen has %q", stderr.String())
	}
}
