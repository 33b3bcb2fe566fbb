package pdfswire

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// samples are the messages of testdata/messages, by file name. They cover every
// message id.
var samples = map[string]Message{
	"end_conn":              EndConn{},
	"client_init":           ClientInit{},
	"give_id":               GiveID{ID: 4294967303},
	"give_scan":             GiveScan{Scan: "-to 01", Board: ": AS ü KC\n"},
	"give_scan_empty":       GiveScan{},
	"i_am":                  IAm{ID: 7, At: CoordSeq{2, 0, 2147483647}},
	"i_am_root":             IAm{ID: 9223372036854775807, At: CoordSeq{}},
	"solved":                Solved{At: CoordSeq{1, 256}},
	"needhelp":              NeedHelp{},
	"please_provide":        PleaseProvide{Count: 2},
	"providing":             Providing{Seqs: []CoordSeq{{5}, {}, {0, 9}}},
	"providing_nothing":     Providing{Seqs: []CoordSeq{}},
	"want_to_help":          WantToHelp{},
	"please_work_on":        PleaseWorkOn{At: CoordSeq{3}},
	"please_work_on_root":   PleaseWorkOn{At: CoordSeq{}},
	"set_cycle_len":         SetCycleLen{Len: 100000},
	"set_depth_alloc_delta": SetDepthAllocDelta{Delta: 10},
	"quit":                  Quit{},
}

// golden is a file of bytes in hexadecimal with comments, and before them
// settings of the form "name: value".
type golden struct {
	settings map[string]string
	bytes    []byte
}

func readGolden(t testing.TB, name string) golden {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	g := golden{settings: map[string]string{}}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ": "); ok && !strings.Contains(key, " ") {
			g.settings[key] = strings.TrimSpace(value)
			continue
		}
		digits, _, _ := strings.Cut(line, "#")
		b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		g.bytes = append(g.bytes, b...)
	}
	return g
}

// speaker returns a side that says the message.
func speaker(m Message) Side {
	if table[m.id()].saidBy&Client != 0 {
		return Client
	}
	return Server
}

func TestMessages(t *testing.T) {
	files, err := filepath.Glob("testdata/messages/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(samples) {
		t.Errorf("%d files for %d messages", len(files), len(samples))
	}
	ids := map[messageID]bool{}
	for name, m := range samples {
		t.Run(name, func(t *testing.T) {
			want := readGolden(t, filepath.Join("testdata", "messages", name+".txt")).bytes
			got, err := Append([]byte("before"), m)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(hex.Dump(append([]byte("before"), want...)), hex.Dump(got)); diff != "" {
				t.Errorf("Append (-want +got):\n%s", diff)
			}
			r := NewReader(bytes.NewReader(want), speaker(m))
			r.SetListLimit(3)
			back, err := r.Read()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(m, back); diff != "" {
				t.Errorf("Read (-want +got):\n%s", diff)
			}
		})
		ids[m.id()] = true
	}
	if len(ids) != 14 || len(table) != 14 {
		t.Errorf("%d of %d message ids have a sample; the protocol has 14", len(ids), len(table))
	}
}

// Each message is refused from the side that does not say it.
func TestWrongSide(t *testing.T) {
	for name, m := range samples {
		b, err := Append(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		for _, from := range []Side{Client, Server} {
			r := NewReader(bytes.NewReader(b), from)
			r.SetListLimit(3)
			_, err := r.Read()
			if allowed := table[m.id()].saidBy&from != 0; allowed != (err == nil) || errors.Is(err, ErrSide) == allowed {
				t.Errorf("%s from the %v: %v", name, from, err)
			}
		}
	}
}

// kinds maps the beginning of the names in testdata/refused to the error.
var kinds = map[string]error{
	"unknown_":     ErrUnknown,
	"http":         ErrUnknown,
	"tls":          ErrUnknown,
	"server_word_": ErrSide,
	"client_word_": ErrSide,
	"id_":          ErrRange,
	"count_":       ErrRange,
	"cycle_":       ErrRange,
	"delta_":       ErrRange,
	"string_":      ErrText,
	"depth_":       ErrDepth,
	"coordinate_":  ErrCoordinate,
	"list_depth_":  ErrDepth,
	"list_coord":   ErrCoordinate,
	"list_longer_": ErrList,
	"list_not_":    ErrList,
}

// What is refused is refused at the last byte of the file: nothing behind it is
// waited for.
func TestRefused(t *testing.T) {
	files, err := filepath.Glob("testdata/refused/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < len(kinds) {
		t.Fatalf("%d files, want at least %d", len(files), len(kinds))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			g := readGolden(t, file)
			from := map[string]Side{"client": Client, "server": Server}[g.settings["from"]]
			r := NewReader(bytes.NewReader(g.bytes), from)
			if limit, ok := g.settings["limit"]; ok {
				n, err := strconv.ParseInt(limit, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				r.SetListLimit(n)
			}
			m, err := r.Read()
			if err == nil {
				t.Fatalf("Read = %#v, want an error", m)
			}
			if got, want := err.Error(), g.settings["error"]; got != want {
				t.Errorf("error\n got %s\nwant %s", got, want)
			}
			want := errors.New("a file name that kinds does not know")
			for prefix, kind := range kinds {
				if strings.HasPrefix(name, prefix) {
					want = kind
				}
			}
			if !errors.Is(err, want) || !errors.Is(err, ErrProtocol) {
				t.Errorf("error %q is not %q and %q", err, want, ErrProtocol)
			}
			if _, again := r.Read(); !errors.Is(again, err) {
				t.Errorf("second Read = %v, want the same error", again)
			}
		})
	}
}

// Append refuses what a Reader refuses.
func TestAppendRefuses(t *testing.T) {
	tests := []struct {
		m    Message
		kind error
		text string
	}{
		{GiveID{}, ErrRange, "GIVE_ID_TO_CLIENT: id 0: expected at least 1"},
		{IAm{ID: -1}, ErrRange, "I_AM: id -1: expected at least 1"},
		{IAm{ID: 1, At: CoordSeq{0, -1}}, ErrCoordinate, "I_AM: coordinate 2 is -1: expected at least 0"},
		{Solved{At: make(CoordSeq, MaxDepth+1)}, ErrDepth, "SOLVED: depth 1000001 exceeds 1000000"},
		{PleaseProvide{}, ErrRange, "PLEASE_PROVIDE_COORD_SEQS: count 0: expected at least 1"},
		{SetCycleLen{}, ErrRange, "SET_CYCLE_LEN: cycle length 0: expected at least 1"},
		{SetDepthAllocDelta{Delta: -1}, ErrRange, "SET_DEPTH_ALLOC_DELTA: delta -1: expected at least 0"},
		{GiveScan{Scan: "a\x00b"}, ErrText, "GIVE_SCAN_TO_CLIENT: scan string: NUL at byte 2 of 4"},
		{GiveScan{Board: "\xc3"}, ErrText, `GIVE_SCAN_TO_CLIENT: board string is not UTF-8: "\xc3"`},
		{GiveScan{Board: strings.Repeat("x", 1<<20)}, ErrText, "GIVE_SCAN_TO_CLIENT: board string of 1048577 bytes: expected 1 to 1048576 with its NUL"},
		{Providing{Seqs: []CoordSeq{{}, {-4}}}, ErrCoordinate, "PROVIDING_COORD_SEQS: sequence 2: coordinate 1 is -4: expected at least 0"},
		{Providing{Seqs: []CoordSeq{make(CoordSeq, MaxDepth+1)}}, ErrDepth, "PROVIDING_COORD_SEQS: sequence 1: depth 1000001 exceeds 1000000"},
	}
	for _, tt := range tests {
		got, err := Append([]byte("before"), tt.m)
		if !errors.Is(err, tt.kind) || !errors.Is(err, ErrProtocol) || err.Error() != tt.text {
			t.Errorf("Append: %v\nwant    %s", err, tt.text)
		}
		if string(got) != "before" {
			t.Errorf("%s: Append returned %q with its error", tt.text, got)
		}
	}
}
