package report

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
)

// How often progress shows at most, by mode.
var intervals = [...]time.Duration{
	Lines: 5 * time.Second,
	Bar:   100 * time.Millisecond,
	JSON:  time.Second,
}

// Progress is one piece of long work. It is safe for concurrent use, and cheap
// enough to be told of every block of work, though not of every step.
type Progress struct {
	screen *Screen
	title  string
	start  time.Time
	now    func() time.Time
	bar    *progressbar.ProgressBar // nil unless the mode is Bar

	// The rest is guarded by screen.mu.

	last   state     // what the work said last
	shown  time.Time // when it was last shown, start before that
	behind bool      // last has not been shown
	ended  bool
}

// state is what the work says about itself.
type state struct {
	share   float64 // of the work that is done. Invariant: 0 <= share <= 1
	counted bool    // done and total mean something
	done    int64   // units done
	total   int64   // units in all, 0 if nobody knows
	text    string
}

// Progress starts the report of one piece of work. A screen draws one bar at a
// time: that of the work started last.
func (s *Screen) Progress(title string) *Progress {
	return s.progress(title, time.Now)
}

func (s *Screen) progress(title string, now func() time.Time) *Progress {
	start := now()
	p := &Progress{screen: s, title: title, start: start, now: now, shown: start}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mode == Bar {
		p.bar = newBar(s.w)
		if s.top != nil {
			s.top.erase()
		}
		s.top = p
	}
	return p
}

// Share says that a share of the work, from 0 to 1, is done. It may be an
// estimate and may fall. The text is shown beside it as it is.
func (p *Progress) Share(share float64, text string) {
	p.update(state{share: clamp(share), text: text})
}

// Count says that done of total units are done, a total of 0 that nobody knows
// how many there are. The rate and the time left are computed from it.
func (p *Progress) Count(done, total int64) {
	s := state{counted: true, done: done, total: total}
	if total > 0 {
		s.share = clamp(float64(done) / float64(total))
	}
	p.update(s)
}

// Done ends the report: it takes the bar away, or shows the last state of work
// that was long enough to be shown before. Later calls do nothing.
func (p *Progress) Done() {
	p.screen.mu.Lock()
	defer p.screen.mu.Unlock()
	if p.ended {
		return
	}
	p.ended = true
	switch {
	case p.screen.top == p:
		p.erase()
		p.screen.top = nil
	case p.screen.mode != Bar && p.behind && p.shown != p.start:
		p.show()
	}
}

func (p *Progress) update(s state) {
	p.screen.mu.Lock()
	defer p.screen.mu.Unlock()
	if p.ended {
		return
	}
	p.last, p.behind = s, true
	if p.now().Sub(p.shown) >= intervals[p.screen.mode] {
		p.show()
	}
}

// show needs screen.mu.
func (p *Progress) show() {
	p.shown, p.behind = p.now(), false
	switch p.screen.mode {
	case Bar:
		if p.screen.top == p {
			p.draw()
		}
	case JSON:
		p.writeJSON()
	default:
		fmt.Fprintf(p.screen.w, "%s: %s\n", p.title, p.line())
	}
}

// line describes the last state: percent, then counts and rate or the free
// text, then how long it has taken and may still take.
func (p *Progress) line() string {
	elapsed := p.now().Sub(p.start)
	var parts []string
	if !p.last.counted || p.last.total > 0 {
		parts = append(parts, fmt.Sprintf("%.1f%%", 100*p.last.share))
	}
	switch {
	case p.last.counted && p.last.total > 0:
		parts = append(parts, fmt.Sprintf("%d of %d", p.last.done, p.last.total))
	case p.last.counted:
		parts = append(parts, fmt.Sprint(p.last.done))
	case p.last.text != "":
		parts = append(parts, p.last.text)
	}
	if p.last.counted {
		parts = append(parts, fmt.Sprintf("%.3g/s", p.rate(elapsed)))
	}
	parts = append(parts, fmt.Sprintf("%v elapsed", elapsed.Round(time.Second)))
	if left, ok := p.left(elapsed); ok {
		parts = append(parts, fmt.Sprintf("%v left", left.Round(time.Second)))
	}
	return strings.Join(parts, ", ")
}

// rate returns units a second since the start.
func (p *Progress) rate(elapsed time.Duration) float64 {
	if elapsed <= 0 {
		return 0
	}
	return float64(p.last.done) / elapsed.Seconds()
}

// left guesses the time left from the share done so far, if there is any and
// the guess fits a Duration.
func (p *Progress) left(elapsed time.Duration) (time.Duration, bool) {
	if p.last.share <= 0 {
		return 0, false
	}
	left := float64(elapsed) * (1 - p.last.share) / p.last.share
	if left > float64(math.MaxInt64)/2 {
		return 0, false
	}
	return time.Duration(left), true
}

func clamp(share float64) float64 {
	if math.IsNaN(share) {
		return 0
	}
	return min(max(share, 0), 1)
}
