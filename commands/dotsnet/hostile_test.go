package dotsnet

import (
	"bytes"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/ggzxml"
)

// game seats two clients at a table with a board.
func (b *bubble) game(first, second string, size dotswire.SendOptions) (*peer, *peer) {
	b.t.Helper()
	alice := b.connect(first)
	synctest.Wait()
	bob := b.connect(second)
	synctest.Wait()
	b.say(alice, size)
	return alice, bob
}

// Somebody who does not read what he is told is parted with when too much waits
// for him or when he takes too long; the other one plays on meanwhile.
func TestSlowReader(t *testing.T) {
	inBubble(t, Config{}, dotswire.Seed, func(b *bubble) {
		alice := b.connect("0")
		synctest.Wait()
		deaf, far := newDeaf()
		b.listener.conns <- far
		synctest.Wait()
		b.say(alice, dotswire.SendOptions{Width: 25, Height: 25})
		// He asks and asks, and does not read.
		ask := dotswire.AppendClient(nil, dotswire.RequestSync{})
		for range 60 {
			if _, err := deaf.Write(ask); err != nil {
				break
			}
			synctest.Wait()
		}
		b.say(alice, horizontal(0, 0))
		in, closed := alice.heard()
		if !bytes.Contains(in, []byte{0, 0, 0, 6}) || closed {
			t.Errorf("she hears % x, %v", in, closed)
		}
		b.after(linger)
		b.logged.want(t, "does not read: ")
	})
	inBubble(t, Config{WriteTimeout: 10 * time.Second}, dotswire.Seed, func(b *bubble) {
		alice := b.connect("0")
		synctest.Wait()
		_, far := newDeaf()
		b.listener.conns <- far
		b.after(9 * time.Second)
		alice.heard()
		b.after(5 * time.Second)
		if in, _ := alice.heard(); !bytes.HasSuffix(in, []byte{0xff, 0xff, 0xff, 0xff}) {
			t.Errorf("she hears % x, want that the seat is open", in)
		}
		b.logged.want(t, "did not read what it was told within 10s")
	})
}

// More connections than there may be are closed, and the others do not notice.
func TestConnectionFlood(t *testing.T) {
	inBubble(t, Config{MaxConnections: 4}, dotswire.Seed, func(b *bubble) {
		alice, bob := b.game("0", "1", dotswire.SendOptions{Width: 2, Height: 2})
		for i := range 100 {
			b.connect(fmt.Sprint("flood", i))
		}
		synctest.Wait()
		open := 0
		for i := range 100 {
			if _, closed := b.peers[fmt.Sprint("flood", i)].heard(); !closed {
				open++
			}
		}
		if open != 2 || b.hall.stats.Refused.Load() != 98 {
			t.Errorf("%d of them are open, %d were refused", open, b.hall.stats.Refused.Load())
		}
		b.say(alice, horizontal(0, 0))
		if in, _ := bob.heard(); !bytes.HasSuffix(in, []byte{0, 0, 0, 5}) {
			t.Errorf("he hears % x", in)
		}
		b.logged.want(t, "too many connections")
	})
}

// What comes before a login is bounded, whatever it is.
func TestHostileLogin(t *testing.T) {
	for name, text := range map[string]string{
		"entity bomb":  "<?xml version='1.0'?><!DOCTYPE s [<!ENTITY a 'aaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><SESSION><LOGIN TYPE='guest'><NAME>&b;</NAME></LOGIN>",
		"endless":      ggzxml.Begin + "<LOGIN TYPE='" + strings.Repeat("a", 1<<20),
		"deep":         ggzxml.Begin + strings.Repeat("<A>", 1<<18),
		"another root": "<LOGIN TYPE='guest'/>",
		"bytes":        string([]byte{0, 0, 0, 3, 2, 2}),
		"HTTP":         "GET / HTTP/1.1\r\nHost: here\r\n\r\n",
	} {
		inBubble(t, Config{}, dotswire.Seed, func(b *bubble) {
			p := b.connectTo(b.login, "x")
			go p.conn.Write([]byte(text))
			b.after(loginTime + 5*time.Second)
			in, closed := p.heard()
			if !closed {
				t.Errorf("%s: the connection is open; it has heard %q", name, in)
			}
			if name == "entity bomb" && !bytes.Contains(in, []byte("<RESULT ACTION='protocol' CODE='bad xml'/>\n")) {
				t.Errorf("%s: heard %q", name, in)
			}
		})
	}
}

// A hall that closes tells every table: the bare port's by closing, the GGZ
// server's with a word, and nobody keeps it from stopping.
func TestShutdown(t *testing.T) {
	inBubble(t, Config{Save: t.TempDir()}, dotswire.Seed, func(b *bubble) {
		alice, bob := b.game("0", "1", dotswire.SendOptions{Width: 2, Height: 2})
		login := b.connectTo(b.login, "2")
		if _, err := login.conn.Write([]byte(ggzxml.Begin + "<LOGIN TYPE='guest'><NAME>zoe</NAME></LOGIN>\n")); err != nil {
			t.Fatal(err)
		}
		silent := b.connectTo(b.login, "3")
		_, far := newDeaf()
		b.listener.conns <- far
		synctest.Wait()
		begun := time.Now()
		b.stop()
		if took := time.Since(begun); took > 2*linger {
			t.Errorf("it took %v", took)
		}
		synctest.Wait()
		for name, p := range map[string]*peer{"alice": alice, "bob": bob, "zoe": login, "silent": silent} {
			in, closed := p.heard()
			if !closed {
				t.Errorf("%s is still connected", name)
			}
			if name == "zoe" && !bytes.HasSuffix(in, []byte("<CHAT TYPE='announce' FROM='test'>The server stops.</CHAT>\n</SESSION>\n")) {
				t.Errorf("%s hears %q", name, in)
			}
		}
		if n := b.hall.stats.Open.Load(); n != 0 {
			t.Errorf("%d connections are counted", n)
		}
	})
}

// addressed is a connection that comes from somewhere.
type addressed struct {
	net.Conn
	from string
}

func (a addressed) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(a.from))
}

// Nobody takes another one's seat with a channel from elsewhere: a name is all
// that a channel shows.
func TestChannelFromElsewhere(t *testing.T) {
	inBubble(t, Config{}, dotswire.Seed, func(b *bubble) {
		from := func(name, addr string) *peer {
			near, far := net.Pipe()
			b.login.conns <- addressed{far, addr}
			p := newPeer(near)
			b.peers[name] = p
			return p
		}
		say := func(p *peer, text string) string {
			t.Helper()
			if _, err := p.conn.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			in, _ := p.heard()
			return string(in)
		}
		const channel = ggzxml.Begin + "<CHANNEL ID='alice' />\n" + ggzxml.End
		alice := from("alice", "192.0.2.1:4001")
		say(alice, ggzxml.Begin+"<LOGIN TYPE='guest'><NAME>alice</NAME></LOGIN><ENTER ROOM='0'/>")
		for _, addr := range []string{"192.0.2.2:4001", "[2001:db8::1]:4001", "127.0.0.1:4001"} {
			if heard := say(from("mallory", addr), channel); strings.Contains(heard, ggzxml.End) {
				t.Errorf("a channel from %s is taken", addr)
			}
		}
		launch := "<LAUNCH><TABLE GAME='0' SEATS='2'><SEAT NUM='0' TYPE='open'/><SEAT NUM='1' TYPE='bot'/></TABLE></LAUNCH>"
		if heard := say(alice, launch); !strings.HasSuffix(heard, "<RESULT ACTION='launch' CODE='no channel'/>\n") {
			t.Errorf("heard %q", heard)
		}
		// Hers comes from her address, written in another way, and another port.
		if heard := say(from("alice#", "[::ffff:192.0.2.1]:4002"), channel); !strings.HasSuffix(heard, ggzxml.End) {
			t.Errorf("heard %q", heard)
		}
		if heard := say(alice, launch); !strings.HasSuffix(heard, "<JOIN TABLE='1' SPECTATOR='false'/>\n") {
			t.Errorf("heard %q", heard)
		}
		if n := b.hall.stats.Violations.Load(); n != 3 {
			t.Errorf("%d violations are counted, want 3", n)
		}
	})
}

// Bytes of the game that come in one piece with the end of the XML are the game's,
// with or without the newline between them.
func TestChannelBytesBehindXML(t *testing.T) {
	for _, newline := range []string{"", "\n"} {
		inBubble(t, Config{}, dotswire.Seed, func(b *bubble) {
			alice := b.connectTo(b.login, "alice")
			if _, err := alice.conn.Write([]byte(ggzxml.Begin + "<LOGIN TYPE='guest'><NAME>alice</NAME></LOGIN><ENTER ROOM='0'/>")); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			channel := b.connectTo(b.login, "alice#")
			early := dotswire.AppendClient(nil, dotswire.SendOptions{Width: 2, Height: 3})
			early = dotswire.AppendClient(early, dotswire.RequestSync{})
			text := ggzxml.Begin + "<CHANNEL ID='alice'/></SESSION>" + newline + string(early)
			if _, err := channel.conn.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			channel.heard()
			if _, err := alice.conn.Write([]byte("<LAUNCH><TABLE GAME='0' SEATS='2'><SEAT NUM='0' TYPE='open'/><SEAT NUM='1' TYPE='open'/></TABLE></LAUNCH>")); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			in, _ := channel.heard()
			said, err := show(dotswire.NewReader(bytes.NewReader(in), dotswire.GGZ4))
			if err != nil || len(said) != 5 || said[3] != "MSG_OPTIONS 2 3" || !strings.HasPrefix(said[4], "SND_SYNC turn -1 score 0:0 vertical") {
				t.Errorf("with %q between them: %q, %v", newline, said, err)
			}
		})
	}
}
