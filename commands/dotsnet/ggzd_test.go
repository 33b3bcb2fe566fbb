//go:build unix

package dotsnet

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"puzzlekit/internal/dotswire"
	"puzzlekit/internal/dotswire/basic"
	"puzzlekit/internal/dotswire/ggzd"
)

// socketPair returns the ends of a local socket.
func socketPair(t *testing.T) (near, far *ggzd.Conn) {
	t.Helper()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	if near, err = ggzd.Open(uintptr(fds[0])); err != nil {
		t.Fatal(err)
	}
	if far, err = ggzd.Open(uintptr(fds[1])); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close() })
	return near, far
}

// ggzServerStub is a GGZ server that has started a game server.
type ggzServerStub struct {
	t    *testing.T
	conn *ggzd.Conn
	in   *basic.Reader
	done chan error
}

func underGGZ(t *testing.T, config Config) *ggzServerStub {
	t.Helper()
	config.Log = slog.New(slog.DiscardHandler)
	h, err := NewHall(config)
	if err != nil {
		t.Fatal(err)
	}
	near, far := socketPair(t)
	s := &ggzServerStub{t, near, basic.NewReader(near), make(chan error, 1)}
	go func() { s.done <- h.ServeUnder(t.Context(), far) }()
	t.Cleanup(h.Close)
	return s
}

func (s *ggzServerStub) say(opcode int32, values ...any) {
	s.t.Helper()
	b := basic.AppendInt(nil, opcode)
	for _, v := range values {
		switch v := v.(type) {
		case int:
			b = basic.AppendInt(b, int32(v))
		case string:
			b = basic.AppendString(b, v)
		}
	}
	if _, err := s.conn.Write(b); err != nil {
		s.t.Fatal(err)
	}
}

// seat passes on a player's connection and returns its other end.
func (s *ggzServerStub) seat(number int, name string) (net.Conn, *dotswire.Reader) {
	s.t.Helper()
	return s.pass(1, number, int(dotswire.Player), name)
}

// pass says what a connection goes with.
func (s *ggzServerStub) pass(opcode int32, values ...any) (net.Conn, *dotswire.Reader) {
	s.t.Helper()
	s.say(opcode, values...)
	near, far := socketPair(s.t)
	f, err := far.UnixConn.File()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.conn.SendFile(f); err != nil {
		s.t.Fatal(err)
	}
	f.Close()
	far.Close()
	near.SetReadDeadline(time.Now().Add(20 * time.Second))
	return near.UnixConn, dotswire.NewReader(struct{ io.Reader }{near}, dotswire.GGZ4)
}

func (s *ggzServerStub) state(want ggzd.State) {
	s.t.Helper()
	if opcode, state := s.in.Int(), ggzd.State(s.in.Char()); opcode != 1 || state != want || s.in.Err() != nil {
		s.t.Fatalf("opcode %d state %d, %v, want REQ_STATE %d", opcode, state, s.in.Err(), want)
	}
}

// A table under a GGZ server: launched, two players whose connections are passed
// on, a game, its report, and the end when both have left.
func TestUnderGGZ(t *testing.T) {
	dir := t.TempDir()
	s := underGGZ(t, Config{Save: dir, Child: true})
	underGGZ(t, Config{Save: dir, Child: true}) // another one with the same directory
	s.say(0, "Dots", "", 2, 0, int(dotswire.Open), int(dotswire.Reserved), "bob")
	s.state(ggzd.Waiting)
	s.say(4)
	alice, a := s.seat(0, "alice")
	hear(t, a, "MSG_SEAT 0", "MSG_PLAYERS player:alice reserved:bob", "REQ_OPTIONS")
	send(t, alice, dotswire.SendOptions{Width: 2, Height: 2})
	hear(t, a, "MSG_OPTIONS 2 2")
	bob, b := s.seat(1, "bob")
	hear(t, a, "MSG_PLAYERS player:alice player:bob", "REQ_MOVE")
	hear(t, b, "MSG_SEAT 1", "MSG_PLAYERS player:alice player:bob", "MSG_OPTIONS 2 2")
	send(t, alice, horizontal(0, 0))
	hear(t, b, "MSG_MOVE_H 0 0", "REQ_MOVE")
	send(t, bob, horizontal(0, 1))
	hear(t, a, "RSP_MOVE 0", "MSG_MOVE_H 0 1", "REQ_MOVE")
	send(t, alice, vertical(0, 0))
	hear(t, b, "RSP_MOVE 0", "MSG_MOVE_V 0 0", "REQ_MOVE")
	send(t, bob, vertical(1, 0))
	hear(t, b, "RSP_MOVE 0 completes 1 (0,0)", "MSG_GAMEOVER 1")
	hear(t, a, "RSP_MOVE 0", "MSG_MOVE_V 1 0 completes 1 (0,0)", "MSG_GAMEOVER 1")

	if opcode, n := s.in.Int(), s.in.Int(); opcode != 6 || n != 2 {
		t.Fatalf("opcode %d with %d results, want REPORT with 2", opcode, n)
	}
	for seat, want := range []struct {
		name           string
		outcome, score int32
	}{{"alice", int32(ggzd.Loss), 0}, {"bob", int32(ggzd.Win), 1}} {
		name, kind, team, outcome, score := s.in.String(16), s.in.Int(), s.in.Int(), s.in.Int(), s.in.Int()
		if name != want.name || kind != int32(dotswire.Player) || team != int32(seat) || outcome != want.outcome || score != want.score {
			t.Errorf("report: %s %d %d %d %d, want %v", name, kind, team, outcome, score, want)
		}
	}
	if opcode, file := s.in.Int(), s.in.String(4096); opcode != 7 || filepath.Dir(file) != dir {
		t.Errorf("opcode %d with %q, want SAVEGAME", opcode, file)
	} else if saved, err := readGame(file); err != nil || saved.Names() != [2]string{"alice", "bob"} || len(saved.Lines()) != 4 {
		t.Errorf("the saved game is %v, %v", saved, err)
	}

	zoe, z := s.pass(2, 5, "zoe") // looks on
	if m, err := z.Server(); err != nil || showMessage(m) != "MSG_SEAT -1" {
		t.Errorf("she hears %v, %v", m, err)
	}
	zoe.Close()
	s.say(2, 5, "")
	s.say(3, 0, 0, 1, 0) // nobody changes places

	s.say(1, 0, int(dotswire.Open), "") // she leaves
	hear(t, b, "MSG_PLAYERS open player:bob")
	if _, err := a.Server(); !errors.Is(err, io.EOF) {
		t.Errorf("she hears %v", err)
	}
	bob.Close() // he is gone
	s.say(1, 1, int(dotswire.Open), "")
	s.state(ggzd.Done)
	if err := <-s.done; err != nil {
		t.Error(err)
	}
}

// A bot that the GGZ server names; a client that breaks the protocol; a GGZ server
// that does, or goes away.
func TestUnderGGZTrouble(t *testing.T) {
	s := underGGZ(t, Config{Bot: "greedy"})
	s.say(0, "Dots", "", 2, 0, int(dotswire.Bot), "Tarantula", int(dotswire.Open))
	s.state(ggzd.Waiting)
	alice, a := s.seat(1, "a name that is longer than 16 bytes")
	hear(t, a, "MSG_SEAT 1", "MSG_PLAYERS bot:Tarantula player:a name that is l", "REQ_OPTIONS")
	send(t, alice, dotswire.SendOptions{Width: 2, Height: 2})
	hear(t, a, "MSG_OPTIONS 2 2")
	if m, err := a.Server(); err != nil || !strings.HasPrefix(showMessage(m), "MSG_MOVE_") {
		t.Errorf("the bot moves: %v, %v", m, err)
	}
	hear(t, a, "REQ_MOVE")
	if _, err := alice.Write([]byte("nonsense")); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Server(); !errors.Is(err, io.EOF) {
		t.Errorf("she hears %v", err)
	}
	s.conn.CloseWrite()
	if err := <-s.done; err != nil {
		t.Error(err)
	}
	bad := map[string]func(s *ggzServerStub){
		"seats":  func(s *ggzServerStub) { s.say(0, "Dots", "", 3, 0, 1, 1, 1) },
		"before": func(s *ggzServerStub) { s.say(4) },
		"opcode": func(s *ggzServerStub) { s.say(9) },
		"file":   func(s *ggzServerStub) { s.say(0, "Dots", "none.dots", 2, 0, 1, 1) },
		"number": func(s *ggzServerStub) {
			s.say(0, "Dots", "", 2, 0, 1, 1)
			s.say(1, 2, 1, "")
		},
	}
	begun := map[string]*ggzServerStub{}
	for name, say := range bad {
		begun[name] = underGGZ(t, Config{})
		say(begun[name])
	}
	for name, s := range begun {
		if err := <-s.done; err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := ggzd.Open(1 << 20); err == nil {
		t.Error("a descriptor that is not open was opened")
	}
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := ggzd.Open(f.Fd()); err == nil {
		t.Error("a file is no socket")
	}
}

// The process that stops leaves nothing behind.
func TestUnderGGZStops(t *testing.T) {
	h, err := NewHall(Config{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	_, far := socketPair(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.ServeUnder(ctx, far); err != nil {
		t.Error(err)
	}
	h.Close()
}
