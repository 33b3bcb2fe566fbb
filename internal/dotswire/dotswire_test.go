package dotswire

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func unhex(t testing.TB, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The messages of a server, in both dialects.
func TestServerMessages(t *testing.T) {
	seats := Players{[2]Occupant{{Player, "alice"}, {Open, ""}}}
	tests := []struct {
		message    ServerMessage
		seed, ggz4 string
	}{
		{Seat{-1}, "00000000 ffffffff", "00000000 ffffffff"},
		{seats, "00000001 fffffffb 00000006 616c69636500 ffffffff", "00000001 00000003 00000006 616c69636500 00000001"},
		{Players{[2]Occupant{{Bot, "x"}, {Reserved, "y"}}}, "00000001 fffffffe 00000002 7800 fffffffd 00000002 7900", "00000001 00000002 00000002 7800 00000004 00000002 7900"},
		{Players{[2]Occupant{{None, ""}, {Open, ""}}}, "00000001 fffffffc 00000001 00 ffffffff", "00000001 00000000 00000001 00 00000001"},
		{GameOver{Tie}, "00000004 02", "00000004 02"},
		{RequestMove{}, "00000005", "00000005"},
		{MoveResult{Status: ErrFull}, "00000006 fc", "00000006 fc 00"},
		{MoveResult{}, "00000006 00", "00000006 00 00"},
		{Sync{Turn: -1}, "00000007 ff 00000000 00000000", "00000007 ff 00000000 00000000"},
		{Options{25, 2}, "00000008 19 02", "00000008 19 02"},
		{RequestOptions{}, "00000009", "00000009"},
		{Move{Line: Line{X: 3, Y: 4}}, "00000002 03 04", "00000002 03 04 00"},
		{Move{Line: Line{Vertical: true, X: 3, Y: 4}}, "00000003 03 04", "00000003 03 04 00"},
	}
	for _, tt := range tests {
		for d, want := range map[Dialect]string{Seed: tt.seed, GGZ4: tt.ggz4} {
			got := AppendServer(nil, d, tt.message)
			if !bytes.Equal(got, unhex(t, want)) {
				t.Errorf("%s in %v: got %x, want %s", ServerName(tt.message), d, got, want)
			}
			m, err := NewReader(bytes.NewReader(got), d).Server()
			if diff := cmp.Diff(tt.message, m); diff != "" || err != nil {
				t.Errorf("%s in %v: %v %s", ServerName(tt.message), d, err, diff)
			}
		}
	}
}

// Only ggz4 says which boxes a line has completed.
func TestScores(t *testing.T) {
	two := Score{2, [2]Box{{0, 1}, {1, 1}}}
	result, move := MoveResult{Score: two}, Move{Line{true, 1, 1}, two}
	for _, tt := range []struct {
		d       Dialect
		message ServerMessage
		bytes   string
		read    ServerMessage
	}{
		{Seed, result, "00000006 02", MoveResult{Score: Score{Count: 2}}},
		{GGZ4, result, "00000006 00 02 0001 0101", result},
		{Seed, move, "00000003 01 01", Move{Line: move.Line}},
		{GGZ4, move, "00000003 01 01 02 0001 0101", move},
	} {
		got := AppendServer(nil, tt.d, tt.message)
		if !bytes.Equal(got, unhex(t, tt.bytes)) {
			t.Errorf("%v: got %x, want %s", tt.d, got, tt.bytes)
		}
		m, err := NewReader(bytes.NewReader(got), tt.d).Server()
		if diff := cmp.Diff(tt.read, m); diff != "" || err != nil {
			t.Errorf("%v: %v %s", tt.d, err, diff)
		}
	}
}

// A message of the largest board has 1789 bytes after its opcode and before.
func TestLargestSync(t *testing.T) {
	m := Sync{Turn: 1, Scores: [2]int32{300, 276}, Vertical: bytes.Repeat([]byte{1}, 25*24), Horizontal: make([]byte, 24*25), Owners: make([]int8, 24*24)}
	m.Owners[7] = -1
	b := AppendServer(nil, Seed, m)
	if len(b) != 1789 {
		t.Errorf("%d bytes, want 1789", len(b))
	}
	r := NewReader(bytes.NewReader(append(AppendServer(nil, Seed, Options{25, 25}), b...)), Seed)
	if _, err := r.Server(); err != nil {
		t.Fatal(err)
	}
	got, err := r.Server()
	if diff := cmp.Diff(ServerMessage(m), got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name, bytes string
		server      bool
		want        error
		says        string
	}{
		{"unknown opcode", "00000005", false, ErrOpcode, "unknown opcode 5, expected 0 to 4"},
		{"negative opcode", "ffffffff", false, ErrOpcode, "unknown opcode -1, expected 0 to 4"},
		{"HTTP", "47455420", false, ErrOpcode, "unknown opcode 1195725856, expected 0 to 4"},
		{"opcode that kills clients", "0000000a", true, ErrOpcode, "unknown opcode 10, expected 0 to 9"},
		{"torn opcode", "0000", false, io.ErrUnexpectedEOF, "opcode: unexpected EOF"},
		{"torn move", "00000001 00", false, io.ErrUnexpectedEOF, "SND_MOVE_V: unexpected EOF"},
		{"move without parameters", "00000000", false, io.ErrUnexpectedEOF, "SND_MOVE_H: unexpected EOF"},
		{"no more", "", false, io.EOF, "EOF"},
		{"seat", "00000000 00000002", true, ErrValue, "seat 2, expected -1 to 1"},
		{"assignment", "00000001 00000006 00000001 00", true, ErrValue, "assignment 6"},
		{"long name", "00000001 00000003 00000012 6161616161616161616161616161616161 00", true, ErrValue, "length 18 with its NUL, expected 1 to 17"},
		{"winner", "00000004 03", true, ErrValue, "winner 3, expected 0 to 2"},
		{"status", "00000006 fb 00", true, ErrValue, "status -5"},
		{"score", "00000006 00 03", true, ErrValue, "score 3, expected 0 to 2"},
		{"width", "00000008 01 02", true, ErrValue, "width 1, expected 2 to 25"},
		{"height", "00000008 02 1a", true, ErrValue, "height 26, expected 2 to 25"},
		{"turn", "00000007 02 00000000 00000000", true, ErrValue, "turn 2"},
	}
	for _, tt := range tests {
		r := NewReader(bytes.NewReader(unhex(t, tt.bytes)), GGZ4)
		var err error
		if tt.server {
			_, err = r.Server()
		} else {
			_, err = r.Client()
		}
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: got %v, want %v with %q", tt.name, err, tt.want, tt.says)
		}
		if protocol := errors.Is(tt.want, ErrProtocol); errors.Is(err, ErrProtocol) != protocol {
			t.Errorf("%s: %v matches ErrProtocol: %v", tt.name, err, !protocol)
		}
	}
}

// Between messages a peer may be silent; one that it has begun must be whole soon,
// however slowly it drips.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		go func() {
			time.Sleep(time.Hour) // of the bubble
			near.Write([]byte("\x00\x00\x00\x02"))
			time.Sleep(time.Hour)
			for range 3 {
				near.Write([]byte("\x00"))
				time.Sleep(Patience / 2)
			}
		}()
		begun := time.Now()
		r := NewReader(far, Seed)
		if m, err := r.Client(); m != (RequestSync{}) || err != nil {
			t.Fatal(m, err)
		}
		if _, err := r.Client(); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if took := time.Since(begun); took != 2*time.Hour+Patience {
			t.Errorf("it took %v", took)
		}
		far.Close()
		time.Sleep(Patience)
	})
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"alice":             "alice",
		"0123456789abcdef":  "0123456789abcdef",
		"0123456789abcdefg": "0123456789abcdef",
		"0123456789abcdeü":  "0123456789abcde",
		"üüüüüüüüü":         "üüüüüüüü",
		"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80": "",
	} {
		if got := CutName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"seed", "ggz4"} {
		if d, err := ParseDialect(name); err != nil || d.String() != name {
			t.Errorf("%s: %v, %v", name, d, err)
		}
	}
	if _, err := ParseDialect("GGZ5"); err == nil {
		t.Error("GGZ5 is a dialect")
	}
	if got := ClientName(SendMove{Line{Vertical: true}}); got != "SND_MOVE_V" {
		t.Error(got)
	}
	for a := None; a <= Abandoned; a++ {
		for _, d := range []Dialect{Seed, GGZ4} {
			want := a
			if a == Abandoned && d == Seed {
				want = Reserved
			}
			if got, err := d.assignment(d.number(a)); got != want || err != nil {
				t.Errorf("assignment %d in %v: %d, %v", a, d, got, err)
			}
		}
	}
}

// What a reader takes is written as the same bytes again.
func FuzzClient(f *testing.F) {
	for name := range recordings(f) {
		for _, s := range recording(f, name) {
			if s.peer[0] == 'C' {
				f.Add(s.bytes)
			}
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(bytes.NewReader(b), Seed)
		var again []byte
		for {
			m, err := r.Client()
			if err != nil {
				break
			}
			again = AppendClient(again, m)
		}
		if !bytes.HasPrefix(b, again) {
			t.Errorf("%x was written as %x", b, again)
		}
	})
}

// The same of a server's messages. A message can have several forms when strings
// have a NUL in the middle or the length 0, or when the dialect has one number for
// two assignments; then the second form is the one that stays.
func FuzzServer(f *testing.F) {
	for name, d := range recordings(f) {
		var all []byte
		for _, s := range recording(f, name) {
			if s.peer == "S1" {
				all = append(all, s.bytes...)
			}
		}
		f.Add(all, d == GGZ4)
	}
	f.Fuzz(func(t *testing.T, b []byte, ggz4 bool) {
		d := Seed
		if ggz4 {
			d = GGZ4
		}
		write := func(b []byte) (again []byte) {
			r := NewReader(bytes.NewReader(b), d)
			for {
				m, err := r.Server()
				if err != nil {
					return again
				}
				again = AppendServer(again, d, m)
			}
		}
		once := write(b)
		if len(once) > len(b)+16 {
			t.Errorf("%d bytes were written as %d", len(b), len(once))
		}
		if twice := write(once); !bytes.Equal(once, twice) {
			t.Errorf("%x was written as %x", once, twice)
		}
	})
}
