package fcc

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// plainEntry is an entry of a list as plainly as can be.
type plainEntry struct {
	key   Key
	count int32
	moves string
}

func plain(l *List) []plainEntry {
	var out []plainEntry
	for i := range l.Len() {
		e := plainEntry{key: l.Key(i), count: l.Counts[i]}
		if l.Moves != nil {
			e.moves = string(l.Moves[i])
		}
		out = append(out, e)
	}
	return out
}

// drawList draws entries in any order.
func drawList(t *rapid.T, keyBits int, moves bool) *List {
	l := &List{}
	n := rapid.SampledFrom([]int{0, 1, 5, 30, 600}).Draw(t, "n")
	few := rapid.Bool().Draw(t, "few keys")
	// A seed is faster than a draw for each number.
	seed := rapid.Uint64().Draw(t, "seed")
	random := func() uint64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed ^ seed>>29
	}
	for range n {
		k := Key{random(), random()}
		if few {
			k = Key{0, k.Lo & 7}
		}
		if keyBits > 64 {
			k.Hi &= 1<<(keyBits-64) - 1
			l.Hi = append(l.Hi, k.Hi)
		} else {
			k.Lo &= 1<<keyBits - 1
		}
		l.Lo = append(l.Lo, k.Lo)
		count := int32(100 + random()>>60)
		l.Counts = append(l.Counts, count)
		if moves {
			m := make([]byte, count)
			m[count-1] = byte(random() >> 62)
			l.Moves = append(l.Moves, m)
		}
	}
	return l
}

// sorted is the slow twin of Sort.
func sorted(all []plainEntry) []plainEntry {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b plainEntry) int {
		if c := a.key.Compare(b.key); c != 0 {
			return c
		}
		if a.count != b.count {
			return int(a.count - b.count)
		}
		return slices.Compare([]byte(a.moves), []byte(b.moves))
	})
	return slices.CompactFunc(all, func(a, b plainEntry) bool { return a.key == b.key })
}

// TestLists sorts, merges, encodes, decodes and splits lists by count.
func TestLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keyBits := rapid.SampledFrom([]int{3, 30, 54, 58, 64, 65, 100}).Draw(t, "key bits")
		moves := rapid.Bool().Draw(t, "moves")
		var lists []*List
		var all []plainEntry
		for range rapid.IntRange(1, 4).Draw(t, "lists") {
			l := drawList(t, keyBits, moves)
			entries := plain(l)
			all = append(all, entries...)
			l = l.Sort()
			if !slices.Equal(plain(l), sorted(entries)) {
				t.Fatalf("sorted: %v, want %v", plain(l), sorted(entries))
			}
			lists = append(lists, l)
		}
		l := MergeLists(lists)
		want := sorted(all)
		if !slices.Equal(plain(l), want) {
			t.Fatalf("merged: %v, want %v", plain(l), want)
		}
		cut := rapid.IntRange(0, l.Len()).Draw(t, "cut")
		var got List
		for _, part := range [][2]int{{0, cut}, {cut, l.Len()}} {
			if err := got.Decode(l.Encode(nil, part[0], part[1]), keyBits, moves); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(plain(&got), want) {
			t.Fatalf("decoded: %v, want %v", plain(&got), want)
		}
		parts, index := l.ByCount()
		n, last := 0, -1
		for _, p := range parts {
			if p.Count <= last {
				t.Fatalf("count %d after %d", p.Count, last)
			}
			last = p.Count
			for i := range p.Lo {
				e := want[index[n]]
				if e.key.Lo != p.Lo[i] || p.Hi != nil && e.key.Hi != p.Hi[i] || int(e.count) != p.Count ||
					i > 0 && index[n] <= index[n-1] {
					t.Fatalf("entry %d of count %d is not %v", i, p.Count, e)
				}
				n++
			}
		}
		if n != len(want) {
			t.Fatalf("%d entries by count, want %d", n, len(want))
		}
	})
}

func FuzzDecodeList(f *testing.F) {
	l := &List{Lo: []uint64{1, 5, 9}, Counts: []int32{2, 1, 3}, Moves: [][]byte{{1, 2}, {3}, {4, 5, 6}}}
	f.Add(l.Encode(nil, 0, 3), 10, true)
	l = &List{Lo: []uint64{1, 5, 2}, Hi: []uint64{0, 0, 1}, Counts: []int32{2, 1, 3}}
	f.Add(l.Encode(nil, 0, 3), 70, false)
	f.Fuzz(func(t *testing.T, data []byte, keyBits int, moves bool) {
		if keyBits < 0 || keyBits > 100 {
			return
		}
		var l List
		if err := l.Decode(data, keyBits, moves); err != nil {
			if !errors.Is(err, ErrList) {
				t.Fatal(err)
			}
			return
		}
		var again List
		if err := again.Decode(l.Encode(nil, 0, l.Len()), keyBits, moves); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(plain(&l), plain(&again)) {
			t.Fatalf("%v came back as %v", plain(&l), plain(&again))
		}
	})
}
