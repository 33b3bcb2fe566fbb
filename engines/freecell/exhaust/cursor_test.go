package exhaust

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// oneFile is a Disk of one file.
type oneFile struct{ bytes.Buffer }

func (f *oneFile) Create(string) (io.WriteCloser, error) { return f, nil }
func (f *oneFile) Open(string) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(f.Bytes())), nil
}
func (f *oneFile) Remove(string) error { return nil }
func (f *oneFile) Close() error        { return nil }

type key = [2]uint64

// writeRun makes a run of sorted keys.
func writeRun(t interface{ Fatal(...any) }, keys []key) *oneFile {
	f := &oneFile{}
	w, err := createRun[key](f, "run", 16)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		if err := w.add(k); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	if w.bytes != int64(f.Len()) || w.keys != int64(len(keys)) {
		t.Fatal("it counts wrong", w.bytes, w.keys)
	}
	return f
}

// someKeys draws keys in ascending order, now and then over several blocks.
func someKeys(t *rapid.T, label string) []key {
	n := rapid.SampledFrom([]int{0, 1, 7, 100, runBlock - 1, runBlock, runBlock + 1, 3 * runBlock}).Draw(t, label)
	seed := rapid.Uint64().Draw(t, label+" seed")
	var keys []key
	for i := range uint64(n) {
		keys = append(keys, key{fold(seed, i) % 5, fold(seed+1, i+1) % 20_000})
	}
	slices.SortFunc(keys, compare)
	return slices.Compact(keys)
}

// TestSeek goes through a run in steps and holds where it gets against a search in
// the list of keys.
func TestSeek(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys, wanted := someKeys(t, "keys"), someKeys(t, "wanted")
		c, err := newRunCursor[key](writeRun(t, keys), run{name: "run"}, 16)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range wanted {
			i, want := slices.BinarySearchFunc(keys, k, compare)
			got, err := c.seek(k)
			if err != nil {
				t.Fatal(err)
			}
			if got != want || c.ended != (i == len(keys)) || !c.ended && c.head != keys[i] {
				t.Fatalf("sought %v: found %v, at %v, ended %v; want %v, at index %d", k, got, c.head, c.ended, want, i)
			}
		}
	})
}

// TestMerge merges lists and runs and holds the result against a sort.
func TestMerge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cursors []*cursor[key]
		var want []key
		for range rapid.IntRange(0, 5).Draw(t, "cursors") {
			keys := someKeys(t, "keys")
			want = append(want, keys...)
			if rapid.Bool().Draw(t, "in a file") {
				c, err := newRunCursor[key](writeRun(t, keys), run{name: "run"}, 16)
				if err != nil {
					t.Fatal(err)
				}
				cursors = append(cursors, c)
			} else {
				cursors = append(cursors, newListCursor(keys))
			}
		}
		slices.SortFunc(want, compare)
		want = slices.Compact(want)
		var got []key
		err := merge(t.Context(), cursors, func(k key) error {
			got = append(got, k)
			return nil
		})
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d keys, want %d, %v", len(got), len(want), err)
		}
	})
}

// FuzzRun reads anything as a run. What is read without an error has to be what a
// writer makes of it again.
func FuzzRun(f *testing.F) {
	for _, keys := range [][]key{nil, {{1, 2}}, {{1, 2}, {1, 3}, {7, 0}}} {
		f.Add(writeRun(f, keys).Bytes())
	}
	f.Add([]byte(runHead))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := &oneFile{}
		file.Write(data)
		r, err := openRun(file, "run", 16)
		var keys []key
		for err == nil {
			var block []byte
			block, err = r.next()
			for ; len(block) > 0; block = block[16:] {
				keys = append(keys, get[key](block[:16]))
			}
		}
		if !errors.Is(err, io.EOF) {
			if !errors.Is(err, ErrDamaged) {
				t.Fatalf("error %v, want %v", err, ErrDamaged)
			}
			return
		}
		if len(keys) < runBlock && r.count <= 2 {
			if again := writeRun(t, keys).Bytes(); !bytes.Equal(again, data[:r.at]) {
				t.Errorf("written again it is %x", again)
			}
		}
	})
}
