package basic

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func TestBytes(t *testing.T) {
	tests := []struct {
		name string
		got  []byte
		want string
	}{
		{"zero", AppendInt(nil, int32(0)), "\x00\x00\x00\x00"},
		{"minus one", AppendInt(nil, int32(-1)), "\xff\xff\xff\xff"},
		{"large", AppendInt(nil, int32(0x01020304)), "\x01\x02\x03\x04"},
		{"empty", AppendString(nil, ""), "\x00\x00\x00\x01\x00"},
		{"alice", AppendString(nil, "alice"), "\x00\x00\x00\x06alice\x00"},
		{"cut at NUL", AppendString(nil, "al\x00ice"), "\x00\x00\x00\x03al\x00"},
	}
	for _, tt := range tests {
		if string(tt.got) != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int32().Draw(t, "n")
		c := rapid.Byte().Draw(t, "c")
		s := strings.ReplaceAll(rapid.String().Draw(t, "s"), "\x00", "")
		b := AppendString(append(AppendInt(nil, n), c), s)
		r := NewReader(iotest.OneByteReader(bytes.NewReader(b)))
		if got := r.Int(); got != n {
			t.Errorf("int %d came as %d", n, got)
		}
		if got := r.Char(); got != c {
			t.Errorf("char %d came as %d", c, got)
		}
		if got := r.String(len(s)); got != s {
			t.Errorf("string %q came as %q", s, got)
		}
		if r.Err() != nil {
			t.Error(r.Err())
		}
		if r.Int() != 0 || !errors.Is(r.Err(), io.EOF) {
			t.Errorf("after the end: %v", r.Err())
		}
	})
}

func TestBadStrings(t *testing.T) {
	length := func(n int32) string { return string(AppendInt(nil, n)) }
	tests := []struct {
		name, in string
		want     error
	}{
		{"negative", length(-1), ErrString},
		{"least", length(math.MinInt32), ErrString},
		{"over the limit", length(10) + "123456789\x00", ErrString},
		{"huge", length(math.MaxInt32), ErrString},
		{"no NUL", length(3) + "abc", ErrString},
		{"torn", length(4) + "ab", io.ErrUnexpectedEOF},
		{"torn length", "\x00\x00", io.ErrUnexpectedEOF},
	}
	for _, tt := range tests {
		r := NewReader(strings.NewReader(tt.in))
		if got := r.String(8); got != "" || !errors.Is(r.Err(), tt.want) {
			t.Errorf("%s: got %q, %v, want %v", tt.name, got, r.Err(), tt.want)
		}
	}
	r := NewReader(strings.NewReader(length(0) + length(9) + "12345678\x00"))
	if none, most := r.String(8), r.String(8); none != "" || most != "12345678" || r.Err() != nil {
		t.Errorf("got %q, %q, %v", none, most, r.Err())
	}
}
