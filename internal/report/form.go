package report

import (
	"context"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

const (
	barSteps = 1000
	barWidth = 20 // columns between the bar's ends
	// What the line has besides the text: percent, blanks and the bar's ends.
	barFrame = barWidth + 11
)

func newBar(w io.Writer) *progressbar.ProgressBar {
	return progressbar.NewOptions(barSteps,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(barWidth),
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false),
	)
}

// draw puts the bar on the screen's last line. It needs screen.mu.
func (p *Progress) draw() {
	// A full bar would count as finished and never be drawn again, but an
	// estimated share can fall.
	_ = p.bar.Set(min(int(p.last.share*barSteps), barSteps-1))
	text := []rune(p.title + ": " + p.line())
	// A line that wraps could not be erased.
	p.bar.Describe(string(text[:min(len(text), max(columns(p.screen.w)-barFrame, 0))]))
}

// erase takes the bar off the screen's last line. It needs screen.mu.
func (p *Progress) erase() {
	_ = p.bar.Clear()
}

// columns returns the width of the terminal w, 80 if it is none.
func columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 80
}

// writeJSON writes a line that a reader of log/slog's JSON lines can read. It
// needs screen.mu.
//
//	{"time":…,"level":"INFO","msg":"progress","title":"serve","share":0.25,
//	 "text":"4 clients","elapsed_s":5,"left_s":15}
//
// Counted work has "done", "total" (0: unknown) and "rate" (units a second)
// instead of "text".
func (p *Progress) writeJSON() {
	now := p.now()
	elapsed := now.Sub(p.start)
	r := slog.NewRecord(now, slog.LevelInfo, "progress", 0)
	r.Add("title", p.title, "share", p.last.share)
	if p.last.counted {
		r.Add("done", p.last.done, "total", p.last.total, "rate", p.rate(elapsed))
	} else {
		r.Add("text", p.last.text)
	}
	r.Add("elapsed_s", elapsed.Seconds())
	if left, ok := p.left(elapsed); ok {
		r.Add("left_s", left.Round(time.Millisecond).Seconds())
	}
	_ = slog.NewJSONHandler(p.screen.w, nil).Handle(context.Background(), r)
}
