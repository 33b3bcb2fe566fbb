package ggzd

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"puzzlekit/internal/dotswire"
)

// paper is a stream without descriptors but those it was given.
type paper struct {
	io.Reader
	files []*os.File
}

func (p *paper) File() (*os.File, error) {
	if len(p.files) == 0 {
		return nil, errors.New("none left")
	}
	f := p.files[0]
	p.files = p.files[1:]
	return f, nil
}

func read(t *testing.T, digits string, files ...*os.File) (Message, error) {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(digits, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return NewReader(&paper{bytes.NewReader(b), files}).Read()
}

func TestRead(t *testing.T) {
	file := os.Stdin
	tests := []struct {
		name, bytes string
		want        Message
	}{
		{"launch", "00000000 00000005 446f747300 00000001 00 00000002 00000000 00000001 00000002 00000003 416900",
			Launch{"Dots", "", []dotswire.Occupant{{Assignment: dotswire.Open}, {Assignment: dotswire.Bot, Name: "Ai"}}}},
		{"launch reserved", "00000000 00000001 00 00000002 6600 00000001 00000005 00000004 00000004 626f6200",
			Launch{"", "f", []dotswire.Occupant{{Assignment: dotswire.Reserved, Name: "bob"}}}},
		{"player", "00000001 00000001 00000003 00000004 626f6200 00",
			Seat{1, dotswire.Occupant{Assignment: dotswire.Player, Name: "bob"}, file}},
		{"left", "00000001 00000000 00000001 00000001 00",
			Seat{0, dotswire.Occupant{Assignment: dotswire.Open}, nil}},
		{"spectator", "00000002 00000003 00000002 7a00 00", Spectator{3, "z", file}},
		{"spectator gone", "00000002 00000003 00000001 00", Spectator{3, "", nil}},
		{"reseat", "00000003 00000001 00000000 00000004 00000001", Reseat{From: 1, To: 4, IsSpectator: true}},
		{"state", "00000004", StateTaken{}},
	}
	same := cmp.Comparer(func(a, b *os.File) bool { return a == b })
	for _, tt := range tests {
		got, err := read(t, tt.bytes, file)
		if diff := cmp.Diff(tt.want, got, same); diff != "" || err != nil {
			t.Errorf("%s: %v %s", tt.name, err, diff)
		}
	}
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name, bytes string
		want        error
	}{
		{"end", "", io.EOF},
		{"torn opcode", "0000", io.ErrUnexpectedEOF},
		{"torn", "00000001 00000001", io.ErrUnexpectedEOF},
		{"unknown", "00000005", ErrProtocol},
		{"many seats", "00000000 00000001 00 00000001 00 00000041 00000000", ErrProtocol},
		{"negative seats", "00000000 00000001 00 00000001 00 ffffffff 00000000", ErrProtocol},
		{"type", "00000001 00000000 00000006 00000001 00", ErrProtocol},
		{"long name", "00000001 00000000 00000001 7fffffff", ErrProtocol},
		{"no descriptor", "00000001 00000000 00000003 00000002 7800 00", ErrProtocol},
	}
	for _, tt := range tests {
		if m, err := read(t, tt.bytes); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, %v, want %v", tt.name, m, err, tt.want)
		}
	}
}

func TestAppend(t *testing.T) {
	bob := Result{dotswire.Occupant{Assignment: dotswire.Player, Name: "bob"}, 1, Loss, 3}
	for want, got := range map[string][]byte{
		"00000000 00000003 686900": AppendLog(nil, "hi"),
		"00000001 01":              AppendState(nil, Waiting),
		"00000001 03":              AppendState(nil, Done),
		"00000007 00000002 6600":   AppendSavedGame(nil, "f"),
		"00000006 00000001 00000004 626f6200 00000003 00000001 00000001 00000003": AppendReport(nil, bob),
	} {
		if strings.ReplaceAll(want, " ", "") != hex.EncodeToString(got) {
			t.Errorf("got %x, want %s", got, want)
		}
	}
}

// Nothing makes a Reader fail in another way, or read without end.
func FuzzReader(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x00\x00\x00\x00\x05Dots\x00\x00\x00\x00\x01\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x03Ai\x00"))
	f.Add([]byte("\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00\x04bob\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(&paper{bytes.NewReader(b), []*os.File{os.Stdin, os.Stdin}})
		for n := 0; ; n++ {
			m, err := r.Read()
			switch {
			case errors.Is(err, ErrProtocol) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
				return
			case err != nil:
				t.Fatal(err)
			case m == nil || n > len(b):
				t.Fatalf("message %d is %v", n, m)
			}
		}
	})
}
