package fcc

import (
	"bytes"
	"testing"

	"puzzlekit/engines/freecell"
)

// dealGame is deal 24 with four free cells.
func dealGame(t testing.TB) *Game {
	v, err := freecell.VariantByName("freecell")
	if err != nil {
		t.Fatal(err)
	}
	b, err := freecell.Deal(24, v)
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGame(b, false)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func FuzzFingerprint(f *testing.F) {
	f.Add("ARAABBEAQQAAAAAEAA==")
	f.Add("qqqqqqqqqqqqqpAUUA==")
	f.Add("////")
	f.Fuzz(func(t *testing.T, text string) {
		f, err := ParseFingerprint(text)
		if err != nil {
			return
		}
		if f.String() != text {
			t.Fatalf("%q was read as %v", text, f)
		}
		if b := f.Bytes(); f.Loose&f.Founded != 0 || bytes.Contains(b[:], []byte{0xff}) {
			t.Fatalf("%q has a card in two places", text)
		}
	})
}

func FuzzState(f *testing.F) {
	g := dealGame(f)
	f.Add(g.Start.String())
	f.Add("c00c0020cc00c2000000002001")
	f.Add("zzzzzzzzzzzzzzzzzzzzzzzzzz")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := g.ParseState(text)
		if err != nil {
			return
		}
		if s.String() != text {
			t.Fatalf("%q was read as %v", text, s)
		}
		if again := g.State(s.Fingerprint, g.Key(s)); again != s {
			t.Fatalf("%v has the key of %v", s, again)
		}
		// A board of the state has all cards, and the state's.
		b := g.BoardOf(s)
		if _, err := freecell.ReadBoard("board", bytes.NewReader([]byte(b.String())), b.Variant); err != nil {
			t.Fatalf("%v: %v\n%s", s, err, b)
		}
	})
}

func FuzzReport(f *testing.F) {
	g := dealGame(f)
	var buf bytes.Buffer
	w := NewReportWriter(&buf)
	if err := w.Write(&Block{Lead: g.Start, States: 1, Derived: []Derived{{State: g.Start, Count: 1, Moves: []byte{3}}}}); err != nil {
		f.Fatal(err)
	}
	if err := w.Close(1); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		var again bytes.Buffer
		w := NewReportWriter(&again)
		most, err := g.ReadReport("report", data, w.Write)
		if err != nil {
			return
		}
		if err := w.Close(most); err != nil {
			t.Fatal(err)
		}
		if _, err := g.ReadReport("again", again.Bytes(), func(*Block) error { return nil }); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzEntries(f *testing.F) {
	g := dealGame(f)
	f.Add(AppendEntry(nil, g.Start, 0, nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := g.ReadEntries("entries", bytes.NewReader(data), g.Start.Fingerprint)
		if err != nil {
			return
		}
		for i := range l.Offsets {
			k, count := l.At(i)
			if count < 0 || k.Compare(g.Key(g.State(l.Fingerprint, k))) != 0 {
				t.Fatalf("entry %d: key %v, count %d", i, k, count)
			}
		}
	})
}
