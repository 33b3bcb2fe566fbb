package runfile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type record struct{ key, value []byte }

func write(t testing.TB, codec Codec, records []record) []byte {
	var buf bytes.Buffer
	w, err := NewWriter(&buf, codec, BlockSize)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if err := w.Append(r.key, r.value); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func read(data []byte, from []byte) ([]record, error) {
	f, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var records []record
	it := f.From(from)
	for it.Next() {
		records = append(records, record{bytes.Clone(it.Key()), bytes.Clone(it.Value())})
	}
	return records, it.Err()
}

func equal(a, b record) bool { return bytes.Equal(a.key, b.key) && bytes.Equal(a.value, b.value) }

// TestRoundTrip reads back what was written, from any key on.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		codec := Codec(rapid.IntRange(0, 2).Draw(t, "codec"))
		keys := rapid.SliceOf(rapid.SliceOfN(rapid.ByteRange(0, 3), 0, 4)).Draw(t, "keys")
		slices.SortFunc(keys, bytes.Compare)
		size := rapid.SampledFrom([]int{0, 10, 20_000, 100_000}).Draw(t, "size")
		var records []record
		for i, k := range keys {
			records = append(records, record{k, bytes.Repeat([]byte{byte(i)}, size)})
		}
		var buf bytes.Buffer
		w, err := NewWriter(&buf, codec, BlockSize)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if err := w.Append(r.key, r.value); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		from := rapid.SliceOfN(rapid.ByteRange(0, 3), 0, 4).Draw(t, "from")
		got, err := read(buf.Bytes(), from)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(records), func(r record) bool { return bytes.Compare(r.key, from) < 0 })
		if !slices.EqualFunc(got, want, equal) {
			t.Fatalf("from %x: %d records, want %d", from, len(got), len(want))
		}
	})
}

func TestOrder(t *testing.T) {
	w, err := NewWriter(&bytes.Buffer{}, Raw, BlockSize)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Append([]byte("b"), nil), w.Append([]byte("b"), nil)); err != nil {
		t.Fatal(err)
	}
	if err := w.Append([]byte("a"), nil); err == nil {
		t.Error("a lesser key was accepted")
	}
}

// TestDamage changes every byte of a file, and cuts it everywhere: nothing but an
// error may come of it.
func TestDamage(t *testing.T) {
	for _, codec := range []Codec{Raw, S2, Zstd} {
		t.Run(fmt.Sprintf("codec=%d", codec), func(t *testing.T) {
			var records []record
			for i := range 40 {
				records = append(records, record{fmt.Appendf(nil, "key %03d", i), bytes.Repeat([]byte{byte(i)}, 4000)})
			}
			data := write(t, codec, records)
			step := max(len(data)/500, 1)
			for i := 0; i < len(data); i += step {
				bad := bytes.Clone(data)
				bad[i] ^= 0x10
				if _, err := read(bad, nil); !errors.Is(err, ErrDamaged) {
					t.Fatalf("byte %d of %d changed: %v", i, len(data), err)
				}
				if _, err := read(data[:i], nil); !errors.Is(err, ErrDamaged) {
					t.Fatalf("cut at %d of %d: %v", i, len(data), err)
				}
			}
		})
	}
}

func FuzzOpen(f *testing.F) {
	for codec := range Zstd + 1 {
		f.Add(write(f, codec, []record{{[]byte("a"), []byte("b")}, {[]byte("c"), nil}}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		records, err := read(data, nil)
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Fatal(err)
		}
		_ = records
	})
}
