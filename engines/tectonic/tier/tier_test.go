package tier

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
	"puzzlekit/fixtures"
)

// problem is a short Problem.
func problem(l, h, m int) tectonic.Problem {
	return tectonic.Problem{Width: l, Height: h, Max: m}
}

// startFile returns the file of tier 0: one grid without cells.
func startFile(t testing.TB, p tectonic.Problem) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, Head{p, 0}, Text)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Add(Code{}, 0), w.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// nextFile returns the file of the next tier, made in batches.
func nextFile(t testing.TB, file []byte, form Form, batch uint64) []byte {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewExpander(r.Head, grow.Closure, nil)
	if err != nil {
		t.Fatal(err)
	}
	next := Head{r.Problem, r.Tier + 1}
	var out bytes.Buffer
	w, err := NewWriter(&out, next, form)
	if err != nil {
		t.Fatal(err)
	}
	for left := r.Count; left > 0; {
		n := min(left, batch)
		run, _, err := e.Expand(nil, r.Decoder, n, form)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.AddRun(NewDecoder(bytes.NewReader(run), next, form)); err != nil {
			t.Fatal(err)
		}
		left -= n
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// lastFile returns the file of the last tier.
func lastFile(t testing.TB, p tectonic.Problem, form Form, batch uint64) []byte {
	file := startFile(t, p)
	for range p.Cells() {
		file = nextFile(t, file, form, batch)
	}
	return file
}

// codes returns all codes of a file.
func codes(t testing.TB, file []byte) []string {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for {
		_, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(r.Code().AppendText(nil, r.Digits())))
	}
}

// TestLists makes complete lists of known SHA-256 in both forms and with several batch
// sizes, which changes no byte.
func TestLists(t *testing.T) {
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/lists/index.tsv") {
		l, _ := strconv.Atoi(row[0])
		h, _ := strconv.Atoi(row[1])
		m, _ := strconv.Atoi(row[2])
		count, err := strconv.Atoi(row[3])
		if err != nil {
			t.Fatal(err)
		}
		if count > 3_000 {
			continue
		}
		p := problem(l, h, m)
		text := lastFile(t, p, Text, 100)
		list, _, _ := bytes.Cut(text, []byte("9"+trailerFormat))
		sum := sha256.Sum256(list)
		if got := hex.EncodeToString(sum[:]); got != row[4] {
			t.Errorf("%v: SHA-256 %s, want %s", p, got, row[4])
		}
		binary := lastFile(t, p, Binary, 1000)
		if diff := cmp.Diff(codes(t, text), codes(t, binary)); diff != "" {
			t.Errorf("%v: text and binary differ:\n%s", p, diff)
		}
		if !bytes.Equal(binary, lastFile(t, p, Binary, 7)) {
			t.Errorf("%v: binary differs by batch size", p)
		}
		if n := len(codes(t, text)); n != count {
			t.Errorf("%v: %d grids, want %d", p, n, count)
		}
		var regions []string
		for _, code := range codes(t, text) {
			g, err := tectonic.ParseCode(code, p)
			if err != nil {
				t.Fatal(err)
			}
			values, names := g.RegionForm()
			regions = append(regions, values+" "+names+"\n")
		}
		slices.Sort(regions)
		sum = sha256.Sum256([]byte(strings.Join(regions, "")))
		if got := hex.EncodeToString(sum[:]); got != row[5] {
			t.Errorf("%v: SHA-256 of region forms %s, want %s", p, got, row[5])
		}
	}
}

// TestSharedTiers checks that tiers up to the bound are those of a higher problem and
// that the next one is not.
func TestSharedTiers(t *testing.T) {
	for _, p := range []tectonic.Problem{problem(2, 3, 5), problem(3, 2, 4), problem(1, 4, 5)} {
		higher := problem(p.Width, p.Height+2, p.Max)
		low, high := startFile(t, p), startFile(t, higher)
		for n := 1; n <= p.Cells(); n++ {
			low, high = nextFile(t, low, Text, 1000), nextFile(t, high, Text, 1000)
			same := slices.Equal(codes(t, low), codes(t, high))
			if want := n <= p.SharedTiers(); same != want {
				t.Errorf("%v, tier %d is shared: %v, want %v", p, n, same, want)
			}
		}
	}
}

// TestSorting sorts a tier file in the ways that people do.
func TestSorting(t *testing.T) {
	for _, p := range []tectonic.Problem{problem(2, 3, 5), problem(5, 7, 5), problem(2, 2, 12)} {
		file := startFile(t, p)
		for range min(3, p.Cells()) {
			file = nextFile(t, file, Text, 100)
		}
		if p.Width == 5 { // a trailer longer than 63 digits
			var out bytes.Buffer
			w, err := NewWriter(&out, Head{p, 35}, Text)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(w.Add(bytes.Repeat([]byte{Cell(3, 5)}, 35), 0), w.Close()); err != nil {
				t.Fatal(err)
			}
			file = out.Bytes()
		}
		for _, args := range [][]string{nil, {"-n"}, {"-u"}} {
			sorting := exec.CommandContext(t.Context(), "sort", args...)
			sorting.Env = []string{"LC_ALL=C"}
			lines := strings.SplitAfter(string(file), "\n")
			slices.Reverse(lines)
			sorting.Stdin = strings.NewReader(strings.Join(lines, ""))
			got, err := sorting.Output()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, file) {
				t.Errorf("%v: sort %v changes the file:\n%s", p, args, got)
			}
		}
	}
}

// TestDamage cuts and flips finished files at every place: none is taken for whole.
func TestDamage(t *testing.T) {
	for _, form := range []Form{Text, Binary} {
		file := lastFile(t, problem(2, 2, 4), form, 100)
		if err := readAll(file); err != nil {
			t.Fatal(err)
		}
		for size := range len(file) {
			if readAll(file[:size]) == nil {
				t.Errorf("form %d: the first %d of %d bytes are taken for whole", form, size, len(file))
			}
		}
		for i := range file {
			for bit := range 8 {
				bad := slices.Clone(file)
				bad[i] ^= 1 << bit
				if readAll(bad) == nil {
					t.Errorf("form %d: bit %d of byte %d flipped is not noticed", form, bit, i)
				}
			}
		}
		lines := bytes.SplitAfter(file, []byte("\n"))
		if form == Text {
			if err := readAll(bytes.Join(slices.Delete(slices.Clone(lines), 3, 4), nil)); err == nil || !strings.Contains(err.Error(), "bytes of codes") {
				t.Errorf("a line less: %v", err)
			}
		}
	}
}

// readAll reads a file to its end.
func readAll(file []byte) error {
	r, err := NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	for {
		if _, err := r.Next(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// TestContinue stops writing after any number of codes, and goes on to the same file.
func TestContinue(t *testing.T) {
	for _, form := range []Form{Text, Binary} {
		whole := lastFile(t, problem(2, 3, 4), form, 100)
		r, err := NewReader(bytes.NewReader(whole), int64(len(whole)))
		if err != nil {
			t.Fatal(err)
		}
		for stop := range r.Count + 1 {
			var file bytes.Buffer
			w, err := NewWriter(&file, r.Head, form)
			if err != nil {
				t.Fatal(err)
			}
			addCodes(t, w, whole, 0, stop)
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			if int64(file.Len()) != w.Offset() {
				t.Fatalf("offset %d of %d bytes", w.Offset(), file.Len())
			}
			w, err = Continue(&file, bytes.NewReader(slices.Clone(file.Bytes())), r.Head, form)
			if err != nil {
				t.Fatal(err)
			}
			addCodes(t, w, whole, stop, r.Count)
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(file.Bytes(), whole) {
				t.Errorf("form %d: continued after %d codes, the file differs", form, stop)
			}
		}
	}
}

func addCodes(t *testing.T, w *Writer, file []byte, from, to uint64) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range to {
		common, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if i >= from {
			if err := w.Add(r.Code(), common); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestRecords writes and reads records of all lengths and widths.
func TestRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, MaxValue).Draw(t, "M")
		cells := rapid.IntRange(1, maxBinaryTier).Draw(t, "p")
		h := Head{problem(64, 64, most), cells}
		cell := rapid.Custom(func(t *rapid.T) byte {
			return Cell(rapid.Uint8Range(0, 3).Draw(t, "w-1"), uint8(rapid.IntRange(0, most).Draw(t, "v")))
		})
		want := Code(rapid.SliceOfN(cell, cells, cells).Draw(t, "code"))
		common := rapid.IntRange(0, cells-1).Draw(t, "common")
		record := newEncoder(h, Binary).append(nil, want, common)
		got := slices.Clone(want[:common])
		got = append(got, make(Code, cells-common)...)
		n, _, size := decodeRecord(append(record, 0xFF, 0xFF), got, h.valueBits())
		if n != common || size != len(record) || !slices.Equal(got, want) {
			t.Fatalf("%x: %v, %d cells kept, %d bytes", record, got, n, size)
		}
	})
}

// TestTrailer writes and reads trailers.
func TestTrailer(t *testing.T) {
	want := Trailer{Head{problem(4, 5, 5), 20}, Totals{27213144, 1<<64 - 1}}
	line := string(want.Append(nil))
	if line[:35] != "90104050500200000000000002721314418"[:35] || len(line) != 64 {
		t.Errorf("trailer %s", line)
	}
	got, err := ParseTrailer(strings.TrimSuffix(line, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	long := Trailer{Head{problem(8, 8, 5), 64}, Totals{}}
	if got := len(long.Append(nil)); got != 2*64+2 {
		t.Errorf("a trailer of %d bytes", got)
	}
	for _, bad := range []string{"", "9", strings.Repeat("9", 63), "1" + line[1:63], line[:62] + "0", line[:62] + "x", line[:63] + "0"} {
		if _, err := ParseTrailer(bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

// TestNoMember gives an expander codes that break rules.
func TestNoMember(t *testing.T) {
	for _, p := range []tectonic.Problem{problem(2, 2, 4), problem(2, 2, 9)} {
		e, err := NewExpander(Head{p, 2}, grow.Closure, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Enter(Code{Cell(0, 1), Cell(0, 1)}, 0); !errors.Is(err, ErrNoMember) {
			t.Errorf("%v: two ones beside each other: %v", p, err)
		}
	}
	_, err := NewExpander(Head{problem(2, 2, 40), 2}, grow.Closure, nil)
	if err == nil {
		t.Error("M=40 is taken")
	}
}

func FuzzReader(f *testing.F) {
	f.Add(lastFile(f, problem(2, 2, 4), Text, 100))
	f.Add(lastFile(f, problem(2, 2, 4), Binary, 100))
	f.Add(nextFile(f, startFile(f, problem(3, 1, 12)), Binary, 100))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := NewReader(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			return
		}
		var out bytes.Buffer
		w, err := NewWriter(&out, r.Head, r.Form)
		if err != nil {
			t.Fatal(err)
		}
		for {
			common, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return
			}
			if err := w.Add(r.Code(), common); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), file) {
			t.Errorf("a file that was accepted is written in another way:\n%x\n%x", file, out.Bytes())
		}
	})
}

// BenchmarkExpand makes a tier of 4×4 grids from the one before.
func BenchmarkExpand(b *testing.B) {
	p := problem(4, 4, 5)
	for _, form := range []Form{Text, Binary} {
		file := startFile(b, p)
		for range 10 {
			file = nextFile(b, file, form, 1<<20)
		}
		b.Run(fmt.Sprintf("form=%v/tier=10", []string{"text", "binary"}[form]), func(b *testing.B) {
			r, err := NewReader(bytes.NewReader(file), int64(len(file)))
			if err != nil {
				b.Fatal(err)
			}
			e, err := NewExpander(r.Head, grow.Closure, nil)
			if err != nil {
				b.Fatal(err)
			}
			children, size := uint64(0), 0
			var run []byte
			for b.Loop() {
				r, err := NewReader(bytes.NewReader(file), int64(len(file)))
				if err != nil {
					b.Fatal(err)
				}
				var n uint64
				run, n, err = e.Expand(run[:0], r.Decoder, r.Count, form)
				if err != nil {
					b.Fatal(err)
				}
				children += n
				size += len(run)
			}
			b.ReportMetric(float64(children)/b.Elapsed().Seconds(), "grids/s")
			b.ReportMetric(float64(size)/float64(children), "B/grid")
		})
	}
}
