package dotsnet

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// servePage serves the page on loopback until the test ends.
func servePage(t *testing.T, config Config) (h *Hall, url string) {
	t.Helper()
	config.Log = slog.New(slog.DiscardHandler)
	h, err := NewHall(config)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- h.ServePage(ctx, l, true) }()
	t.Cleanup(func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
		h.Close()
	})
	return h, "http://" + l.Addr().String() + "/"
}

// tab is a page in a browser.
type tab struct {
	t    *testing.T
	name string
	ctx  context.Context
}

// do runs actions and fails the test if one does not succeed in time.
func (b *tab) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.fail(what, err)
	}
}

// ask returns the value of a script.
func ask[T any](b *tab, script string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		b.fail("evaluate "+script, err)
	}
	return v
}

// see waits until a script's value is true.
func (b *tab) see(script string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 30*time.Second)
	defer cancel()
	poll := chromedp.Poll[bool](script, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(20*time.Second))
	if _, err := chromedp.Run(ctx, poll); err != nil {
		b.fail("see "+script, err)
	}
}

// text returns what an element says.
func (b *tab) text(selector chromedp.CSS) string {
	b.t.Helper()
	return strings.TrimSpace(ask[string](b, fmt.Sprintf("document.querySelector(%q).textContent", selector)))
}

func (b *tab) fail(what string, err error) {
	b.t.Helper()
	body, _ := chromedp.Run(b.ctx, chromedp.Text(chromedp.CSS("body")))
	b.t.Fatalf("%s, %s: %v\nthe page:\n%s", b.name, what, err, body)
}

// browser returns a function that opens pages, each in a profile of its own, so
// that they share nothing. Pages may have no errors.
func browser(t *testing.T) func(name string) *tab {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.WindowSize(800, 900))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	root, stop := chromedp.NewContext(allocator)
	t.Cleanup(stop)
	if err := chromedp.Do(root); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	return func(name string) *tab {
		t.Helper()
		ctx, cancel := chromedp.NewContext(root, chromedp.WithNewBrowserContext())
		if err := chromedp.Do(ctx); err != nil {
			t.Fatal(err)
		}
		var problems []string
		read := make(chan struct{})
		console := chromedp.Console(ctx)
		go func() {
			defer close(read)
			for message, err := range console {
				if err != nil {
					return
				}
				if message.Type == "error" || message.Type == chromedp.ConsoleException {
					problems = append(problems, message.Text+" "+message.URL)
				}
			}
		}()
		t.Cleanup(func() {
			cancel()
			<-read
			for _, problem := range problems {
				t.Errorf("%s: %s", name, problem)
			}
		})
		return &tab{t, name, ctx}
	}
}

// Two people open and find a table, play a whole game, with the mouse and with
// keys, while a third one looks on and one of them loads the page again; then they
// play another one.
func TestBrowserGame(t *testing.T) {
	_, url := servePage(t, Config{})
	open := browser(t)
	ann := open("Ann")
	ann.do("open a table", chromedp.Navigate(url),
		chromedp.SetValue(chromedp.CSS("#open [name=name]"), "Ann"),
		chromedp.SetValue(chromedp.CSS("#open [name=width]"), "2"),
		chromedp.SetValue(chromedp.CSS("#open [name=height]"), "2"),
		chromedp.Click(chromedp.CSS("#open button")),
		chromedp.WaitVisible(chromedp.CSS("#invite")),
	)
	link := strings.TrimSpace(ann.text("#share"))
	if link != url+"?table=1" {
		t.Errorf("the link is %q", link)
	}

	// The table is in the lobby, and the link leads to it.
	amy := open("Amy")
	amy.do("look at the lobby", chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS(`a[href="?table=1"]`)))
	amy.do("join", chromedp.Navigate(link),
		chromedp.SetValue(chromedp.CSS("#join [name=name]"), "Amy"),
		chromedp.Click(chromedp.CSS("#join button[type=submit]")),
		chromedp.WaitVisible(chromedp.CSS("#board")),
	)
	zoe := open("Zoe")
	zoe.do("look on", chromedp.Navigate(link), chromedp.WaitVisible(chromedp.CSS("#board")))

	lines := []string{"H0,0", "V0,0", "H0,1", "H1,0", "V1,0", "H1,1", "V2,0", "V0,1", "H0,2", "V1,1", "H1,2", "V2,1"}
	for drawn, line := range lines {
		if drawn == 6 {
			amy.do("load again", chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("#board")))
			ann.see("!document.querySelector('#status').textContent.includes('come back')")
			amy.see("document.querySelectorAll('.line.drawn').length === 6")
		}
		play(t, ann, amy, line)
		key := fmt.Sprintf("document.querySelector('.line.last') !== null && document.querySelectorAll('.line.drawn').length === %d", drawn+1)
		for _, b := range []*tab{ann, amy, zoe} {
			b.see(key)
		}
	}

	// All agree on how it ended.
	for _, b := range []*tab{ann, amy, zoe} {
		b.see("document.querySelectorAll('.box.by0, .box.by1').length === 4")
		b.see("/win|tie/i.test(document.querySelector('#status').textContent)")
	}
	scores := func(b *tab) string { return b.text("#player0 .score") + ":" + b.text("#player1 .score") }
	if a, b, z := scores(ann), scores(amy), scores(zoe); a != b || a != z {
		t.Errorf("the scores are %s, %s and %s", a, b, z)
	}
	// Their names begin with one letter, so boxes are marked A1 and A2.
	marks := ask[string](zoe, `[...new Set([...document.querySelectorAll('#board text')].map((n) => n.textContent))].sort().join()`)
	if marks != "A1,A2" && marks != "A1" && marks != "A2" {
		t.Errorf("boxes are marked %s", marks)
	}

	for _, b := range []*tab{amy, ann} {
		b.do("play again", chromedp.Click(chromedp.CSS("#again")))
	}
	ann.see("document.querySelector('#status').textContent === 'Your turn'")
	zoe.see("document.querySelectorAll('.line.drawn').length === 0")
	amy.do("leave", chromedp.Click(chromedp.CSS("#leave")), chromedp.WaitVisible(chromedp.CSS("#open")))
	ann.see("document.querySelector('#status').textContent === 'Waiting for somebody to join'")
}

// play lets the one whose turn it is draw a line: Ann with the mouse, Amy with
// keys, going through the board until the cursor is on the line.
func play(t *testing.T, ann, amy *tab, line string) {
	t.Helper()
	mine := "document.querySelector('#board').classList.contains('mine')"
	for range 1000 {
		first, second := ask[bool](ann, mine), ask[bool](amy, mine)
		switch {
		case first && second:
			t.Fatal("both may move")
		case first:
			ann.do("click "+line, chromedp.Click(chromedp.CSS(fmt.Sprintf(`[data-line="%s"]`, line))))
			return
		case second:
			amy.do("focus", chromedp.Focus(chromedp.CSS("#board")))
			under := fmt.Sprintf(`(() => {
				const [c, l] = [document.querySelector('.cursor'), document.querySelector('[data-line="%s"]')];
				const p = l.getAttribute('points').split(' ').map((q) => q.split(',').map(Number));
				const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => Number(c.getAttribute(name)));
				return (2 * p[1][0] - x1 - x2) / 40 + ' ' + (2 * p[0][1] - y1 - y2) / 40 + ' ' + (x1 === x2);
			})()`, line)
			for range 100 {
				key := keyTo(t, ask[string](amy, under))
				amy.do("press a key", chromedp.KeyEvent(key))
				if key == kb.Enter {
					return
				}
			}
			t.Fatalf("the cursor does not come to %s", line)
		}
	}
	t.Fatal("nobody may move")
}

// keyTo returns the key that brings the cursor nearer to a line: how many half
// steps it is away, to the right and down, and whether the cursor is upright.
func keyTo(t *testing.T, offset string) string {
	t.Helper()
	var dx, dy int
	var upright bool
	if _, err := fmt.Sscan(offset, &dx, &dy, &upright); err != nil {
		t.Fatal(offset, err)
	}
	switch {
	case dx == 0 && dy == 0:
		return kb.Enter
	case dy > 1, dx == 1 && dy == 1 && upright:
		return kb.ArrowDown
	case dy < -1, dy == -1 && !upright:
		return kb.ArrowUp
	case dx > 0:
		return kb.ArrowRight
	}
	return kb.ArrowLeft
}

// A game against a bot on a phone: everything fits, and taps draw lines.
func TestBrowserPhone(t *testing.T) {
	_, url := servePage(t, Config{})
	phone := browser(t)("phone")
	phone.do("open a table", chromedp.EmulateViewport(360, 640, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate(url),
		chromedp.WaitReady(chromedp.CSS(`#open option[value=greedy]`)),
		chromedp.SetValue(chromedp.CSS("#open [name=name]"), "Tom"),
		chromedp.SetValue(chromedp.CSS("#open [name=bot]"), "greedy"),
		chromedp.SetValue(chromedp.CSS("#open [name=width]"), "1"),
		chromedp.SetValue(chromedp.CSS("#open [name=height]"), "1"),
		chromedp.Click(chromedp.CSS("#open button")),
		chromedp.WaitVisible(chromedp.CSS("#board")),
	)
	for range 2 {
		phone.see("document.querySelector('#board').classList.contains('mine')")
		ask[bool](phone, `document.querySelector('.line:not(.drawn)') && (() => {
			const free = [...document.querySelectorAll('.hit')].find((hit, i) => !document.querySelectorAll('.line')[i].classList.contains('drawn'));
			const box = free.getBoundingClientRect();
			const target = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
			if (target !== free) throw new Error('something is in front of the line');
			target.dispatchEvent(new MouseEvent('click', {bubbles: true}));
			return true;
		})()`)
		if overflow := ask[int](phone, `document.documentElement.scrollWidth - innerWidth`); overflow > 0 {
			t.Errorf("the page is %d pixels too wide", overflow)
		}
	}
	phone.see("/greedy wins, 0 to 1/.test(document.querySelector('#status').textContent)")
}
