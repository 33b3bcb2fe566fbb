package pdfsnet

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The language of server and client once more, for the peers of the tests: made
// from the protocol's tables alone and sharing nothing with package pdfswire, so
// that a mistake there does not hide behind itself. It checks no limits.
//
// A message is a line of text here: its name and its parameters, strings quoted,
// CoordSeqs in brackets. Besides messages one can say raw bytes, in hexadecimal
// and as quoted text: "raw 00000063 "GET /"".

// spoken is the messages by id, each with the kinds of its parameters:
//
//	l int64   i int32   s string   c CoordSeq   * list of CoordSeqs
var spoken = [...]struct{ name, params string }{
	{"END_CONN", ""},
	{"CLIENT_INIT", ""},
	{"GIVE_ID_TO_CLIENT", "l"},
	{"GIVE_SCAN_TO_CLIENT", "ss"},
	{"I_AM", "lc"},
	{"SOLVED", "c"},
	{"NEEDHELP", ""},
	{"PLEASE_PROVIDE_COORD_SEQS", "l"},
	{"PROVIDING_COORD_SEQS", "*"},
	{"WANT_TO_HELP", ""},
	{"PLEASE_WORK_ON", "c"},
	{"SET_CYCLE_LEN", "l"},
	{"SET_DEPTH_ALLOC_DELTA", "i"},
	{"QUIT", ""},
}

// encode returns the bytes of a message written as text.
func encode(line string) ([]byte, error) {
	name, rest, _ := strings.Cut(line, " ")
	if name == "raw" {
		return encodeRaw(rest)
	}
	for id, m := range spoken {
		if m.name != name {
			continue
		}
		out := binary.BigEndian.AppendUint32(nil, uint32(id))
		for _, kind := range m.params {
			var err error
			if out, rest, err = encodeParameter(out, kind, strings.TrimSpace(rest)); err != nil {
				return nil, fmt.Errorf("%s: %w", line, err)
			}
		}
		if rest = strings.TrimSpace(rest); rest != "" {
			return nil, fmt.Errorf("%s: more than its parameters: %q", line, rest)
		}
		return out, nil
	}
	return nil, fmt.Errorf("%q: no such message", line)
}

func encodeParameter(out []byte, kind rune, text string) (_ []byte, rest string, err error) {
	switch kind {
	case 'l', 'i':
		word, rest, _ := strings.Cut(text, " ")
		n, err := strconv.ParseInt(word, 10, 64)
		if kind == 'i' {
			return binary.BigEndian.AppendUint32(out, uint32(n)), rest, err
		}
		return binary.BigEndian.AppendUint64(out, uint64(n)), rest, err
	case 's':
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, "", err
		}
		s, err := strconv.Unquote(quoted)
		out = binary.BigEndian.AppendUint32(out, uint32(len(s)+1))
		return append(append(out, s...), 0), text[len(quoted):], err
	case '*':
		for text != "" {
			if out, text, err = encodeParameter(out, 'c', text); err != nil {
				return nil, "", err
			}
			text = strings.TrimSpace(text)
		}
		return binary.BigEndian.AppendUint64(out, 1<<64-1), "", nil
	}
	inside, rest, closed := strings.Cut(text, "]")
	if !closed || inside[0] != '[' {
		return nil, "", fmt.Errorf("no CoordSeq: %q", text)
	}
	words := strings.Fields(inside[1:])
	out = binary.BigEndian.AppendUint64(out, uint64(len(words)))
	for _, word := range words {
		n, err := strconv.ParseInt(word, 10, 32)
		if err != nil {
			return nil, "", err
		}
		out = binary.BigEndian.AppendUint32(out, uint32(n))
	}
	return out, rest, nil
}

func encodeRaw(text string) ([]byte, error) {
	var out []byte
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '"' {
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return nil, err
			}
			s, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, err
			}
			out, text = append(out, s...), text[len(quoted):]
			continue
		}
		var word string
		word, text, _ = strings.Cut(text, " ")
		data, err := hex.DecodeString(word)
		if err != nil {
			return nil, err
		}
		out = append(out, data...)
	}
	return out, nil
}

// decode reads a message and returns it as text. It returns io.EOF between
// messages and io.ErrUnexpectedEOF within one.
func decode(r io.Reader) (string, error) {
	head := make([]byte, 4)
	if _, err := io.ReadFull(r, head); err != nil {
		return "", err
	}
	id := binary.BigEndian.Uint32(head)
	if int(id) >= len(spoken) {
		return "", fmt.Errorf("message id %d", id)
	}
	d := decoder{r: r}
	words := []string{spoken[id].name}
	for _, kind := range spoken[id].params {
		switch kind {
		case 'l':
			words = append(words, strconv.FormatInt(d.long(), 10))
		case 'i':
			words = append(words, strconv.FormatInt(int64(int32(d.word())), 10))
		case 's':
			words = append(words, strconv.Quote(d.text()))
		case 'c':
			words = append(words, fmt.Sprint(d.coords(d.long())))
		case '*':
			for depth := d.long(); depth >= 0 && d.err == nil; depth = d.long() {
				words = append(words, fmt.Sprint(d.coords(depth)))
			}
		}
	}
	if errors.Is(d.err, io.EOF) {
		d.err = io.ErrUnexpectedEOF
	}
	return strings.Join(words, " "), d.err
}

// decoder reads parameters; err is what went wrong first.
type decoder struct {
	r   io.Reader
	err error
}

func (d *decoder) bytes(n int64) []byte {
	if d.err == nil && (n < 0 || n > 1<<24) {
		d.err = fmt.Errorf("%d bytes", n)
	}
	if d.err != nil {
		return make([]byte, 8)
	}
	data := make([]byte, n)
	_, d.err = io.ReadFull(d.r, data)
	return data
}

func (d *decoder) word() uint32 { return binary.BigEndian.Uint32(d.bytes(4)) }
func (d *decoder) long() int64  { return int64(binary.BigEndian.Uint64(d.bytes(8))) }

func (d *decoder) text() string {
	data := d.bytes(int64(d.word()))
	if n := len(data); n == 0 || slices.Index(data, 0) != n-1 {
		d.err = fmt.Errorf("string %q: expected one NUL, at its end", data)
		return ""
	}
	return string(data[:len(data)-1])
}

func (d *decoder) coords(depth int64) []int32 {
	var seq []int32
	for range depth {
		if d.err != nil {
			break
		}
		seq = append(seq, int32(d.word()))
	}
	return seq
}

// mustEncode is encode for messages that a test writes itself.
func mustEncode(t testing.TB, lines ...string) []byte {
	t.Helper()
	var out []byte
	for _, line := range lines {
		data, err := encode(line)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, data...)
	}
	return out
}

// The bytes of every message, written out by hand from the protocol's tables:
// what the peers of the other tests stand on.
func TestTestLanguage(t *testing.T) {
	for line, want := range map[string]string{
		"END_CONN":                    "00000000",
		"CLIENT_INIT":                 "00000001",
		"GIVE_ID_TO_CLIENT 258":       "00000002 0000000000000102",
		`GIVE_SCAN_TO_CLIENT "a" "é"`: "00000003 00000002 6100 00000003 c3a900",
		"I_AM 7 [3 2147483647]":       "00000004 0000000000000007 0000000000000002 00000003 7fffffff",
		"SOLVED []":                   "00000005 0000000000000000",
		"NEEDHELP":                    "00000006",
		"PLEASE_PROVIDE_COORD_SEQS 2": "00000007 0000000000000002",
		"PROVIDING_COORD_SEQS [1] [0 2]": "00000008 0000000000000001 00000001" +
			" 0000000000000002 00000000 00000002 ffffffffffffffff",
		"PROVIDING_COORD_SEQS":    "00000008 ffffffffffffffff",
		"WANT_TO_HELP":            "00000009",
		"PLEASE_WORK_ON [5]":      "0000000a 0000000000000001 00000005",
		"SET_CYCLE_LEN 100":       "0000000b 0000000000000064",
		"SET_DEPTH_ALLOC_DELTA 3": "0000000c 00000003",
		"QUIT":                    "0000000d",
	} {
		got := mustEncode(t, line)
		if expected := mustEncode(t, "raw "+want); string(got) != string(expected) {
			t.Errorf("%s: % x, want %s", line, got, want)
		}
		if back, err := decode(strings.NewReader(string(got))); back != line || err != nil {
			t.Errorf("%s: read back as %q, %v", line, back, err)
		}
		if _, err := decode(strings.NewReader(string(got[:len(got)-1]))); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s without its last byte: %v", line, err)
		}
	}
}
