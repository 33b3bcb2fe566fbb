package pdfsnet

import (
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
)

// logged is what was logged as a warning or worse, a line for each record:
// the text and the attributes, but not the time.
type logged struct {
	mu    sync.Mutex
	lines []string
	news  *sync.Cond // nil until somebody awaits some
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
	if l.news != nil {
		l.news.Broadcast()
	}
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
	if l.has(text) {
		return
	}
	t.Errorf("nothing was logged that contains %q, but:\n%s", text, strings.Join(l.lines, "\n"))
}

// has needs mu.
func (l *logged) has(text string) bool {
	return slices.ContainsFunc(l.lines, func(line string) bool { return strings.Contains(line, text) })
}

// await waits until a line was logged that contains text.
func (l *logged) await(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.news = sync.NewCond(&l.mu)
	for !l.has(text) {
		l.news.Wait()
	}
}
