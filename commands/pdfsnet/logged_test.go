package pdfsnet

import (
	"log/slog"
	"strings"
	"sync"
	"testing"
)

// logged is what was logged as a warning or worse, a line for each record:
// the text and the attributes, but not the time.
type logged struct {
	mu    sync.Mutex
	lines []string
}

// logger returns a logger that logs to l.
func (l *logged) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{
		Level: slog.LevelWarn,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == "remote" {
				return slog.Attr{}
			}
			return a
		},
	}))
}

// Write takes one record.
func (l *logged) Write(record []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, strings.TrimSuffix(strings.TrimPrefix(string(record), "msg="), "\n"))
	return len(record), nil
}

// next takes the first line off, "" when there is none.
func (l *logged) next() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == 0 {
		return ""
	}
	first := l.lines[0]
	l.lines = l.lines[1:]
	return first
}

// want checks that a line was logged that contains text.
func (l *logged) want(t testing.TB, text string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, line := range l.lines {
		if strings.Contains(line, text) {
			return
		}
	}
	t.Errorf("nothing was logged that contains %q, but:\n%s", text, strings.Join(l.lines, "\n"))
}
