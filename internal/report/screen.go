// Package report tells a user how far long work has come: a bar on a terminal,
// plain lines every few seconds elsewhere, JSON lines on request.
//
// A Screen is standard error as a whole command shares it: log lines written to
// it and the bar drawn on it do not tear each other apart. A Progress is one
// piece of work on that screen.
//
// The package knows nothing about results; those go to standard output once the
// work is done.
package report

import (
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// Mode is the form that progress takes.
type Mode int

const (
	// Lines writes plain text lines, seldom.
	Lines Mode = iota
	// Bar draws a bar on a terminal.
	Bar
	// JSON writes a JSON object a line, in the shape of log/slog's JSON lines.
	JSON
)

// ModeOf returns JSON if that is asked for, Bar if w is a terminal, else Lines.
func ModeOf(w io.Writer, json bool) Mode {
	if json {
		return JSON
	}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return Bar
	}
	return Lines
}

// Screen is a writer for log lines and the place where progress shows. It is
// safe for concurrent use.
type Screen struct {
	mode Mode

	mu  sync.Mutex
	w   io.Writer
	top *Progress // whose bar is on the last line, nil if none is
}

// NewScreen returns a screen on w, which nobody else should write to meanwhile.
func NewScreen(w io.Writer, mode Mode) *Screen {
	return &Screen{w: w, mode: mode}
}

// Mode returns the form that progress takes on this screen.
func (s *Screen) Mode() Mode { return s.mode }

// Write writes p, which should be whole lines, above the bar if there is one.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.top == nil {
		return s.w.Write(p)
	}
	s.top.erase()
	n, err := s.w.Write(p)
	s.top.draw()
	return n, err
}
