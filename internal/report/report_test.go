package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a time that tests move.
type clock struct{ time.Time }

func newClock() *clock { return &clock{time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (c *clock) now() time.Time          { return c.Time }
func (c *clock) advance(d time.Duration) { c.Time = c.Add(d) }

func TestLines(t *testing.T) {
	var out bytes.Buffer
	c := newClock()
	p := NewScreen(&out, Lines).progress("serve", c.now)
	p.Share(0.1, "too early to show")
	c.advance(5 * time.Second)
	p.Share(0.25, "12.3 M iterations/s, 4 clients")
	c.advance(4 * time.Second)
	p.Share(0.26, "too early again")
	c.advance(time.Second)
	p.Share(0.5, "")
	c.advance(time.Second)
	p.Share(1, "5 clients")
	p.Done()
	p.Done()
	p.Share(0, "too late")
	want := `serve: 25.0%, 12.3 M iterations/s, 4 clients, 5s elapsed, 15s left
serve: 50.0%, 10s elapsed, 10s left
serve: 100.0%, 5 clients, 11s elapsed, 0s left
`
	if out.String() != want {
		t.Errorf("got:\n%swant:\n%s", out.String(), want)
	}
}

func TestLinesOfCountedWork(t *testing.T) {
	var out bytes.Buffer
	c := newClock()
	screen := NewScreen(&out, Lines)
	p := screen.progress("solve", c.now)
	c.advance(10 * time.Second)
	p.Count(25, 100)
	p.Done()
	unknown := screen.progress("walk", c.now)
	c.advance(8 * time.Second)
	unknown.Count(12, 0)
	unknown.Done()
	want := `solve: 25.0%, 25 of 100, 2.5/s, 10s elapsed, 30s left
walk: 12, 1.5/s, 8s elapsed
`
	if out.String() != want {
		t.Errorf("got:\n%swant:\n%s", out.String(), want)
	}
}

// TestShortWorkIsSilent checks that what ends at once is not worth a line.
func TestShortWorkIsSilent(t *testing.T) {
	for _, mode := range []Mode{Lines, JSON} {
		var out bytes.Buffer
		c := newClock()
		p := NewScreen(&out, mode).progress("check", c.now)
		c.advance(time.Second / 2)
		p.Count(1, 1)
		p.Done()
		if out.Len() > 0 {
			t.Errorf("mode %d wrote %q", mode, out.String())
		}
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	c := newClock()
	screen := NewScreen(&out, JSON)
	p := screen.progress("serve", c.now)
	c.advance(2 * time.Second)
	p.Share(0.25, "4 clients")
	c.advance(500 * time.Millisecond)
	p.Share(0.5, "5 clients")
	p.Done()
	p = screen.progress("solve", c.now)
	c.advance(time.Second)
	p.Count(3, 0)
	want := `{"time":"2026-01-02T03:04:07Z","level":"INFO","msg":"progress","title":"serve","share":0.25,"text":"4 clients","elapsed_s":2,"left_s":6}
{"time":"2026-01-02T03:04:07.5Z","level":"INFO","msg":"progress","title":"serve","share":0.5,"text":"5 clients","elapsed_s":2.5,"left_s":2.5}
{"time":"2026-01-02T03:04:08.5Z","level":"INFO","msg":"progress","title":"solve","share":0,"done":3,"total":0,"rate":3,"elapsed_s":1}
`
	if out.String() != want {
		t.Errorf("got:\n%swant:\n%s", out.String(), want)
	}
}

// lastLine returns what a terminal would show on the last line after text.
func lastLine(text string) string {
	line := []rune{}
	column := 0
	for _, r := range text {
		switch r {
		case '\n':
			line, column = line[:0], 0
		case '\r':
			column = 0
		default:
			if column == len(line) {
				line = append(line, r)
			} else {
				line[column] = r
			}
			column++
		}
	}
	return strings.TrimRight(string(line), " ")
}

func TestBar(t *testing.T) {
	var out bytes.Buffer
	c := newClock()
	screen := NewScreen(&out, Bar)
	p := screen.progress("serve", c.now)
	c.advance(time.Second)
	p.Share(0.5, "4 clients")
	bar := lastLine(out.String())
	if !strings.HasPrefix(bar, "  50% |██████████          | ") || !strings.HasSuffix(bar, " serve: 50.0%, 4 clients, 1s elapsed, 1s left") {
		t.Errorf("the bar is %q", bar)
	}

	out.Reset()
	fmt.Fprintln(screen, "a client is gone")
	if lastLine(out.String()) != bar || !strings.Contains(out.String(), "\ra client is gone\n") {
		t.Errorf("a log line over the bar is %q", out.String())
	}

	// A full bar is not the end: an estimate can fall again.
	c.advance(time.Second)
	p.Share(1, "")
	c.advance(time.Second)
	p.Share(0.2, "")
	if bar := lastLine(out.String()); !strings.HasPrefix(bar, "  20% |████      ") {
		t.Errorf("the bar is %q", bar)
	}

	p.Done()
	if bar := lastLine(out.String()); bar != "" {
		t.Errorf("after the end the last line is %q", bar)
	}
	out.Reset()
	fmt.Fprintln(screen, "bye")
	if out.String() != "bye\n" {
		t.Errorf("after the end a log line is %q", out.String())
	}
}

// TestLastBarIsShown checks that a second piece of work takes the line over.
func TestLastBarIsShown(t *testing.T) {
	var out bytes.Buffer
	c := newClock()
	screen := NewScreen(&out, Bar)
	first := screen.progress("first", c.now)
	second := screen.progress("second", c.now)
	c.advance(time.Second)
	second.Count(1, 2)
	first.Count(1, 2)
	if bar := lastLine(out.String()); !strings.Contains(bar, "second: 50.0%") {
		t.Errorf("the bar is %q", bar)
	}
	first.Done()
	if bar := lastLine(out.String()); !strings.Contains(bar, "second: 50.0%") {
		t.Errorf("after the end of the first the bar is %q", bar)
	}
}

func TestBarFitsTheTerminal(t *testing.T) {
	var out bytes.Buffer
	c := newClock()
	p := NewScreen(&out, Bar).progress("serve", c.now)
	c.advance(time.Second)
	p.Share(0.5, strings.Repeat("long ", 50))
	if width := len([]rune(lastLine(out.String()))); width > 80 {
		t.Errorf("the bar is %d columns wide", width)
	}
}

func TestSharesOutOfRange(t *testing.T) {
	for share, want := range map[float64]float64{-1: 0, 2: 1, math.Inf(1): 1, math.Inf(-1): 0, 0.5: 0.5} {
		if got := clamp(share); got != want {
			t.Errorf("clamp(%v) = %v, want %v", share, got, want)
		}
	}
	if got := clamp(math.NaN()); got != 0 {
		t.Errorf("clamp(NaN) = %v, want 0", got)
	}
	var out bytes.Buffer
	c := newClock()
	p := NewScreen(&out, Lines).progress("walk", c.now)
	c.advance(time.Minute)
	p.Share(1e-300, "")
	if want := "walk: 0.0%, 1m0s elapsed\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// TestConcurrentUse lets the race detector look, and checks that no JSON line is
// torn.
func TestConcurrentUse(t *testing.T) {
	var out bytes.Buffer
	screen := NewScreen(&out, JSON)
	var mu sync.Mutex
	c := newClock()
	p := screen.progress("walk", func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		c.advance(time.Second)
		return c.now()
	})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 100 {
				p.Count(int64(n), 100)
				fmt.Fprintf(screen, "{\"worker\":%d}\n", i)
			}
		})
	}
	wg.Wait()
	p.Done()
	lines := 0
	for line := range strings.Lines(out.String()) {
		lines++
		if !json.Valid([]byte(line)) {
			t.Fatalf("torn line %q", line)
		}
	}
	if lines != 800 {
		t.Errorf("%d lines, want 400 of progress and 400 of the log", lines)
	}
}

func TestModeOf(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/stderr")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got := ModeOf(file, false); got != Lines {
		t.Errorf("a file has mode %d, want %d", got, Lines)
	}
	if got := ModeOf(file, true); got != JSON {
		t.Errorf("with JSON asked for: mode %d, want %d", got, JSON)
	}
	if got := ModeOf(&bytes.Buffer{}, false); got != Lines {
		t.Errorf("a buffer has mode %d, want %d", got, Lines)
	}
}
