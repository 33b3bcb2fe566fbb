package dotsnet

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/ggzxml"
	"puzzlekit/internal/webui/dotspage"
)

// A hall that dies at any moment goes on with its tables: whatever part of the
// file has been written, the lines that are whole are there again.
func TestResumeAfterAnyCut(t *testing.T) {
	dir := t.TempDir()
	inBubble(t, Config{Save: dir}, dotswire.Seed, func(b *bubble) {
		alice := b.connect("0")
		synctest.Wait()
		b.say(alice, dotswire.SendOptions{Width: 3, Height: 2})
		bob := b.connect("1")
		synctest.Wait()
		b.say(alice, horizontal(0, 0))
		b.say(bob, horizontal(0, 1))
		b.say(alice, vertical(1, 0))
		b.say(bob, vertical(0, 0)) // a box
		b.stop()
	})
	name := filepath.Join(dir, "bare-1-1.dots")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := "width 2\nheight 1\nplayer1 join alice\nplayer2 join bob\nplayer1 move 0 0 horizontal\nplayer2 move 0 1 horizontal\nplayer1 move 1 0 vertical\nplayer2 move 0 0 vertical\n"
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Fatal(diff)
	}
	for cut := strings.Index(want, "player1 move"); cut <= len(want); cut++ {
		if err := os.WriteFile(name, text[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		moves := strings.Count(string(text[:strings.LastIndex(want[:cut], "\n")+1]), " move ")
		inBubble(t, Config{Save: dir}, dotswire.Seed, func(b *bubble) {
			alice := b.connect("0")
			synctest.Wait()
			in, _ := alice.heard()
			said, err := show(dotswire.NewReader(strings.NewReader(string(in)), dotswire.Seed))
			if err != nil || len(said) != 4 || said[2] != "MSG_OPTIONS 3 2" || strings.Count(said[3], "1") < moves {
				t.Errorf("after %d bytes, %d moves: %q, %v", cut, moves, said, err)
			}
			b.stop()
		})
	}
}

// A game that both have left, and one that is over, are not taken up again; a file
// that is no saved game is not passed over.
func TestResumeNot(t *testing.T) {
	begin := "width 1\nheight 1\nplayer1 join alice\nplayer2 join bob\n"
	for name, tt := range map[string]struct {
		text   string
		tables int
		fails  bool
	}{
		"running": {begin, 1, false},
		"left":    {begin + "player1 leave alice\nplayer2 leave bob\n", 0, false},
		"one":     {begin + "player1 leave alice\n", 1, false},
		"bot":     {"width 1\nheight 1\nplayer1 join alice\nplayer2 join greedy\nplayer1 leave alice\n", 0, false},
		"over":    {begin + "player1 move 0 0 horizontal\nplayer2 move 0 1 horizontal\nplayer1 move 0 0 vertical\nplayer2 move 1 0 vertical\nplayer2 winner\n", 0, false},
		"broken":  {begin + "player1 move 7 0 horizontal\n", 0, true},
		"nothing": {"", 0, false},
		"torn":    {"width 1", 0, false},
		"short":   {"width 1\n", 0, true},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "bare-5-2.dots"), []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "notes.dots"), []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) {
			logged := &lines{}
			h, err := NewHall(Config{Save: dir, Log: logged.logger()})
			if (err != nil) != tt.fails {
				t.Fatalf("%s: %v", name, err)
			}
			if err != nil {
				return
			}
			defer h.Close()
			if _, err := NewHall(Config{Save: dir, Log: logged.logger()}); err == nil || !strings.Contains(err.Error(), "in use by another server") {
				t.Errorf("%s: a second hall in the same directory: %v", name, err)
			}
			if n := len(h.all("")); n != tt.tables {
				t.Errorf("%s: %d tables, want %d", name, n, tt.tables)
			}
			if next, err := h.open(Bare); err != nil || next.id != 6 {
				t.Errorf("%s: the next table is %v, %v", name, next, err)
			}
			if err := h.Resume(filepath.Join(dir, "bare-5-2.dots")); err == nil && tt.tables == 1 {
				t.Errorf("%s: the game is played at two tables", name)
			}
		})
	}
}

// A page finds its seat again with its token, in the same hall and in the next
// one; nobody else does.
func TestSeatOfPage(t *testing.T) {
	dir := t.TempDir()
	var token string
	hall := func(name string, test func(t *testing.T, h *Hall, url string)) {
		t.Run(name, func(t *testing.T) {
			h, url := servePage(t, Config{Save: dir, Bot: "greedy"})
			test(t, h, url)
		})
	}
	post := func(url, body string) string {
		r, err := http.Post(url, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s %s: %s, %v", url, body, text, err)
		}
		return string(text)
	}
	connect := func(t *testing.T, url, token string) (*websocket.Conn, *dotswire.Reader) {
		conn, _, err := websocket.Dial(t.Context(), url+"play/1?token="+token, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.CloseNow() })
		return conn, dotswire.NewReader(struct{ io.Reader }{websocket.NetConn(t.Context(), conn, websocket.MessageBinary)}, dotswire.GGZ4)
	}
	say := func(conn *websocket.Conn, m dotswire.ClientMessage) {
		if err := conn.Write(t.Context(), websocket.MessageBinary, dotswire.AppendClient(nil, m)); err != nil {
			t.Fatal(err)
		}
	}
	hall("first", func(t *testing.T, h *Hall, url string) {
		answer := post(url+"tables", `{"name":"Zoë K.","seat":1,"bot":"greedy"}`)
		_, token, _ = strings.Cut(answer, `"token":"`)
		token, _, _ = strings.Cut(token, `"`)
		conn, r := connect(t, url, token)
		hear(t, r, "MSG_SEAT 1", "MSG_PLAYERS bot:greedy player:Zoë K.", "REQ_OPTIONS")
		say(conn, dotswire.SendOptions{Width: 3, Height: 3})
		hear(t, r, "MSG_OPTIONS 3 3")
		if m, err := r.Server(); err != nil || !strings.HasPrefix(showMessage(m), "MSG_MOVE_") {
			t.Fatal(m, err)
		}
		hear(t, r, "REQ_MOVE")

		// The page is loaded again before the old connection is gone.
		_, again := connect(t, url, token)
		hear(t, again, "MSG_SEAT 1", "MSG_PLAYERS bot:greedy player:Zoë K.", "MSG_OPTIONS 3 3")
		if _, err := r.Server(); err == nil {
			t.Error("the old connection is still told something")
		} else if want := "the page was opened again"; !strings.Contains(err.Error(), want) && !errors.Is(err, io.EOF) {
			t.Errorf("the old connection ends with %v", err)
		}
		for _, bad := range []string{"x", token[:len(token)-1] + "!", strings.Repeat("A", len(token))} {
			_, r := connect(t, url, bad)
			if m, err := r.Server(); err == nil {
				t.Errorf("with the token %s one hears %v", bad, m)
			}
		}
		if _, err := (&pages{Hall: h}).Take(1, "greedy"); err == nil {
			t.Error("somebody has the name of a bot")
		}
		if _, err := (&pages{Hall: h}).Take(9, "Ben"); !errors.Is(err, dotspage.ErrNoTable) {
			t.Error(err)
		}
	})
	hall("next", func(t *testing.T, _ *Hall, url string) {
		_, r := connect(t, url, token)
		hear(t, r, "MSG_SEAT 1", "MSG_PLAYERS bot:greedy player:Zoë K.", "MSG_OPTIONS 3 3")
	})
}

// A saved table of the GGZ server is in the room again; seats of those who do not
// come back are opened, and the table goes when nobody is left.
func TestResumeGGZ(t *testing.T) {
	dir := t.TempDir()
	text := "width 2\nheight 1\nplayer1 join alice\nplayer2 join bob\nplayer1 move 0 0 horizontal\n"
	if err := os.WriteFile(filepath.Join(dir, "ggzd-3-1.dots"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	inBubble(t, Config{Save: dir}, dotswire.Seed, func(b *bubble) {
		zoe := b.connectTo(b.login, "zoe")
		if _, err := zoe.conn.Write([]byte(ggzxml.Begin + "<LOGIN TYPE='guest'><NAME>zoe</NAME></LOGIN><ENTER ROOM='0'/><LIST TYPE='table'/>")); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		in, _ := zoe.heard()
		if want := "<SEAT NUM='0' TYPE='reserved'>alice</SEAT>\n<SEAT NUM='1' TYPE='reserved'>bob</SEAT>\n"; !strings.Contains(string(in), want) {
			t.Errorf("heard %q", in)
		}
		for range 20 { // past the time for which seats are kept
			b.after(30 * time.Second)
			if _, err := zoe.conn.Write([]byte("<PONG/>")); err != nil {
				t.Fatal(err)
			}
		}
		synctest.Wait()
		in, _ = zoe.heard()
		text := strings.ReplaceAll(string(in), "<PING/>\n", "")
		for _, want := range []string{
			"<UPDATE TYPE='table' ACTION='seat' ROOM='0'>\n<TABLE ID='3' SEATS='2'>\n<SEAT NUM='0' TYPE='open'/>\n",
			"<UPDATE TYPE='table' ACTION='delete' ROOM='0'>\n<TABLE ID='3' STATUS='3' SEATS='2'/>\n",
		} {
			if strings.Count(text, want) != 1 {
				t.Errorf("heard %q, want %q", text, want)
			}
		}
	})
}
