package searchpage

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// place is a node as the tests see it.
type place struct {
	ID, Under   int64
	Level, From int
}

func places(nodes []node) []place {
	got := []place{}
	for _, n := range nodes {
		got = append(got, place{n.work.ID, n.under, n.level, n.from})
	}
	return got
}

func TestTree(t *testing.T) {
	works := []Work{
		{ID: 7, Start: []int32{2, 0, 1}},
		{ID: 1, Start: nil},
		{ID: 5, Start: []int32{2}},
		{ID: 4, Start: []int32{2, 0, 1, 1, 0}},
		{ID: 3, Start: []int32{10}},
		{ID: 2, Start: []int32{2, 1}},
		{ID: 6, Start: []int32{2, 0, 1, 1, 0}}, // the same as 4
		{ID: 8, Start: []int32{2, 0, 1, 1, 0, 0}},
	}
	want := []place{
		{1, 0, 0, 0},
		{5, 1, 1, 0},
		{7, 5, 2, 1},
		{4, 7, 3, 3},
		{6, 7, 3, 3},
		{8, 6, 4, 5},
		{2, 5, 2, 1},
		{3, 1, 1, 0},
	}
	if diff := gocmp.Diff(want, places(tree(works, 100))); diff != "" {
		t.Errorf("whole tree (-want +got):\n%s", diff)
	}
	want = []place{{1, 0, 0, 0}, {5, 1, 1, 0}, {3, 1, 1, 0}}
	if diff := gocmp.Diff(want, places(tree(works, 3))); diff != "" {
		t.Errorf("the first three (-want +got):\n%s", diff)
	}
	if got := tree(nil, 3); len(got) != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

// slowTree does the same as tree in the obvious way.
func slowTree(works []Work, limit int) []place {
	chosen := slices.Clone(works)
	slices.SortFunc(chosen, func(a, b Work) int {
		return cmp.Or(cmp.Compare(len(a.Start), len(b.Start)), cmp.Compare(a.ID, b.ID))
	})
	chosen = chosen[:min(limit, len(chosen))]
	slices.SortFunc(chosen, func(a, b Work) int {
		return cmp.Or(slices.Compare(a.Start, b.Start), cmp.Compare(a.ID, b.ID))
	})
	got := []place{}
	for _, w := range chosen {
		p := place{ID: w.ID}
		seen := map[int]bool{} // depths at which a work above begins
		for _, v := range chosen {
			if len(v.Start) < len(w.Start) && slices.Equal(v.Start, w.Start[:len(v.Start)]) {
				seen[len(v.Start)] = true
				if len(v.Start) >= p.From {
					p.Under, p.From = v.ID, len(v.Start)
				}
			}
		}
		p.Level = len(seen)
		got = append(got, p)
	}
	return got
}

// TestTreeTwin compares with the twin on works that have much in common: a start
// is a piece of another start and some more, at times of many blocks.
func TestTreeTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		long := rapid.SliceOfN(rapid.Int32Range(0, 1), 0, 3*block).Draw(t, "long")
		works := []Work{}
		for i := range rapid.IntRange(0, 30).Draw(t, "works") {
			from := long
			if i > 0 && rapid.Bool().Draw(t, "of another") {
				from = works[rapid.IntRange(0, i-1).Draw(t, "other")].Start
			}
			start := slices.Clone(from[:rapid.IntRange(0, len(from)).Draw(t, "common")])
			start = append(start, rapid.SliceOfN(rapid.Int32Range(0, 2), 0, 4).Draw(t, "more")...)
			works = append(works, Work{ID: int64(i + 1), Start: start})
		}
		limit := rapid.IntRange(1, 40).Draw(t, "limit")
		if diff := gocmp.Diff(slowTree(works, limit), places(tree(works, limit))); diff != "" {
			t.Fatalf("(-slow +fast):\n%s", diff)
		}
	})
}

func TestCommon(t *testing.T) {
	const n = 3*block + 5
	for _, lengths := range [][2]int{{0, 0}, {0, n}, {1, 1}, {block, block}, {block - 1, n}, {2 * block, n}, {n, n}} {
		for differ := range n {
			a, b := make([]int32, lengths[0]), make([]int32, lengths[1])
			want := min(len(a), len(b))
			if differ < want {
				b[differ]++
				want = differ
			}
			if got := common(a, b); got != want {
				t.Fatalf("lengths %v, first difference at %d: got %d, want %d", lengths, differ, got, want)
			}
		}
	}
}
