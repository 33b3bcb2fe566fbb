package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A file cut anywhere after its header is the records before the cut, and the
// journal goes on from there.
func TestTruncationAtEveryByte(t *testing.T) {
	records := []record{one, two, three}
	contents := encode(records...)
	var ends []int // where the header and each record end
	for n := range len(records) + 1 {
		ends = append(ends, len(encode(records[:n]...)))
	}
	for cut := range len(contents) + 1 {
		dir := withGeneration(t, contents[:cut])
		if cut < ends[0] {
			// A header is never torn, see the package comment.
			if _, _, err := tryOpen(dir); !errors.Is(err, ErrCorrupt) {
				t.Fatalf("cut at %d: Open = %v, want %v", cut, err, ErrCorrupt)
			}
			continue
		}
		whole := 0
		for whole+1 < len(ends) && ends[whole+1] <= cut {
			whole++
		}
		j, got := open(t, dir)
		wantRecords(t, got, records[:whole]...)
		if want := int64(cut - ends[whole]); j.Dropped() != want {
			t.Errorf("cut at %d: Dropped = %d, want %d", cut, j.Dropped(), want)
		}
		appendAll(t, j, four)
		closeJournal(t, j)
		want := slices.Concat(records[:whole], []record{four})
		_, got = open(t, dir)
		wantRecords(t, got, want...)
		if got := readFile(t, generationName(dir, 1)); !bytes.Equal(got, encode(want...)) {
			t.Errorf("cut at %d: file is not its whole records", cut)
		}
	}
}

// A changed byte is found: in the last record it looks torn, anywhere before
// it opening fails.
func TestEveryFlippedByte(t *testing.T) {
	for _, records := range [][]record{{one, two, three}, {three, one, two}, {two, two, two}} {
		contents := encode(records...)
		last := len(encode(records[:2]...))
		for at := range contents {
			for _, flip := range []byte{0x01, 0x80, 0xff} {
				damaged := bytes.Clone(contents)
				damaged[at] ^= flip
				dir := withGeneration(t, damaged)
				j, got, err := tryOpen(dir)
				if at < last {
					if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrForeign) {
						t.Errorf("byte %d ^ %#x: Open = %v, want an error", at, flip, err)
					}
					if got := readFile(t, generationName(dir, 1)); !bytes.Equal(got, damaged) {
						t.Errorf("byte %d ^ %#x: Open changed the file", at, flip)
					}
					continue
				}
				if err != nil {
					t.Fatalf("byte %d ^ %#x: Open = %v, want the first records", at, flip, err)
				}
				wantRecords(t, got, records[:2]...)
				if want := int64(len(contents) - last); j.Dropped() != want {
					t.Errorf("byte %d ^ %#x: Dropped = %d, want %d", at, flip, j.Dropped(), want)
				}
				closeJournal(t, j)
			}
		}
	}
}

func TestCorruptErrorNamesThePlace(t *testing.T) {
	damaged := encode(one, two, three)
	damaged[24] ^= 1 // the first record's length
	dir := withGeneration(t, damaged)
	_, _, err := tryOpen(dir)
	want := generationName(dir, 1) + ": journal: corrupt: record at offset 24 is damaged, and a whole one follows at 42"
	if err == nil || err.Error() != want {
		t.Errorf("Open = %v\nwant   %s", err, want)
	}
}

// What file systems are known to leave at the end of a file that was growing
// when the power went.
func TestTornEnds(t *testing.T) {
	header := len(encode())
	long := encode(record{9, strings.Repeat("long ", 30_000)})[header:]
	nested := encode(record{9, string(encode(one))})[header:]
	tests := map[string][]byte{
		"zeros":                 make([]byte, 200_000),
		"ones":                  bytes.Repeat([]byte{0xff}, 200_000),
		"a header alone":        long[:recordHeader],
		"a long record's start": long[:100_000],
		"a long record of zeros behind its header": append(
			bytes.Clone(long[:recordHeader]), make([]byte, len(long)-recordHeader)...),
		"a record that holds a record, cut": nested[:len(nested)-1],
	}
	for name, end := range tests {
		t.Run(name, func(t *testing.T) {
			dir := withGeneration(t, append(encode(one, two), end...))
			j, got := open(t, dir)
			wantRecords(t, got, one, two)
			if j.Dropped() != int64(len(end)) {
				t.Errorf("Dropped = %d, want %d", j.Dropped(), len(end))
			}
		})
	}
}

// findRecord looks through windows of 64 KiB. The record to be found lies at
// and about every edge of one, and behind bytes that look like lengths.
func TestFindRecordAcrossWindows(t *testing.T) {
	rec := appendRecord(nil, 3, bytes.Repeat([]byte("payload "), 10_000))
	noise := bytes.Repeat([]byte{0, 0, 0, 1}, 40_000)
	for _, edge := range []int{0, 64<<10 - recordHeader + 1, 64 << 10, 2 * (64<<10 - recordHeader + 1)} {
		for at := max(0, edge-20); at <= edge+20; at++ {
			b := append(bytes.Clone(noise[:at]), rec...)
			got, err := findRecord(bytes.NewReader(b), 0, int64(len(b)))
			if err != nil || got != int64(at) {
				t.Fatalf("record at %d: findRecord = %d, %v", at, got, err)
			}
			got, err = findRecord(bytes.NewReader(b), 0, int64(len(b)-1))
			if err != nil || got != -1 {
				t.Fatalf("torn record at %d: findRecord = %d, %v, want -1", at, got, err)
			}
		}
	}
}

// A length is believed only as far as the file reaches.
func TestHugeLengthAllocatesNothing(t *testing.T) {
	claim := func(length uint32) []byte {
		head := binary.BigEndian.AppendUint32(nil, length)
		head = append(head, 1, 'a', 'n', 'y', '!')
		return binary.BigEndian.AppendUint32(head, checksum(head))
	}
	if _, ok := parseHead(claim(maxPayload + 1)); ok {
		t.Error("a length over 64 MiB is believed")
	}
	if _, ok := parseHead(claim(maxPayload)); !ok {
		t.Fatal("a length of 64 MiB is not believed")
	}
	file := append(claim(maxPayload), "only some of it"...)

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	end, err := replay(bytes.NewReader(file), 0, int64(len(file)), nil)
	runtime.ReadMemStats(&after)
	if end != 0 || err != nil {
		t.Errorf("replay = %d, %v, want 0 and no error", end, err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("replay of a torn record allocated %d bytes", got)
	}
}

func FuzzOpen(f *testing.F) {
	whole := encode(one, two, three)
	f.Add(false, []byte{})
	f.Add(false, whole)
	f.Add(false, whole[:10])
	header := len(encode())
	for _, cut := range []int{header, header + 1, header + recordHeader, len(whole) - 1, len(whole)} {
		f.Add(true, whole[header:cut])
	}
	f.Add(true, append([]byte("damaged"), whole[header:]...))
	f.Fuzz(func(t *testing.T, header bool, contents []byte) {
		if header {
			contents = append(encode(), contents...)
		}
		dir := withGeneration(t, contents)
		name := generationName(dir, 1)
		j, records, err := tryOpen(dir)
		if err != nil {
			if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrForeign) {
				t.Errorf("Open = %v, want a sentinel", err)
			}
			if !bytes.Equal(readFile(t, name), contents) {
				t.Error("a failed Open changed the file")
			}
			return
		}
		// The bytes kept are the only encoding of the records, and the rest
		// was reported.
		kept := encode(records...)
		if !bytes.HasPrefix(contents, kept) || j.Dropped() != int64(len(contents)-len(kept)) {
			t.Errorf("kept %d of %d bytes, Dropped = %d", len(kept), len(contents), j.Dropped())
		}
		appendAll(t, j, four)
		closeJournal(t, j)
		if !bytes.Equal(readFile(t, name), encode(append(records, four)...)) {
			t.Error("file after Append is not the records")
		}
	})
}

func BenchmarkReplay(b *testing.B) {
	for _, size := range []int{50, 4_000} {
		b.Run(fmt.Sprintf("payload=%d", size), func(b *testing.B) {
			var contents []byte
			for range 1 << 20 / size {
				contents = appendRecord(contents, 1, bytes.Repeat([]byte("x"), size))
			}
			b.SetBytes(int64(len(contents)))
			for b.Loop() {
				_, err := replay(bytes.NewReader(contents), 0, int64(len(contents)), func(byte, []byte) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
