package pdfs_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/freecell/pdfs"
)

func TestCoordSeqString(t *testing.T) {
	long := make(pdfs.CoordSeq, 24)
	for i := range long {
		long[i] = int32(i)
	}
	for _, test := range []struct {
		seq  pdfs.CoordSeq
		want string
	}{
		{nil, "[]"},
		{pdfs.CoordSeq{}, "[]"},
		{pdfs.CoordSeq{7}, "[7]"},
		{pdfs.CoordSeq{0, 3, 12}, "[0 3 12]"},
		{long, "[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23]"},
		{append(long, 24, 25), "[0 1 2 3 4 5 6 7 8 9 10 11 … 14 15 16 17 18 19 20 21 22 23 24 25] depth 26"},
	} {
		if got := test.seq.String(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// TestCoordSeqOrder checks that Compare is the order in which a walk enters
// states, and Contains whether one lies below another: a walk is a loop that
// counts up.
func TestCoordSeqOrder(t *testing.T) {
	var walk []pdfs.CoordSeq
	var enter func(at pdfs.CoordSeq)
	enter = func(at pdfs.CoordSeq) {
		walk = append(walk, at)
		if len(at) < 4 {
			for i := range int32(3) {
				enter(at.Next(i))
			}
		}
	}
	enter(nil)
	for i, s := range walk {
		below := 0
		for j, u := range walk {
			if got, want := s.Compare(u), i-j; got < 0 != (want < 0) || got > 0 != (want > 0) {
				t.Errorf("%v compared with %v is %d, but they are entered as number %d and %d", s, u, got, i, j)
			}
			if s.Contains(u) {
				below++
				if j < i || j-i >= below {
					t.Errorf("%v does not contain %v", s, u)
				}
			}
		}
		if want := []int{121, 40, 13, 4, 1}[len(s)]; below != want {
			t.Errorf("%v contains %d states, want %d", s, below, want)
		}
	}
}

func TestCoordSeqNextSharesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := pdfs.CoordSeq(rapid.SliceOf(rapid.Int32Range(0, 9)).Draw(t, "seq"))
		before := slices.Clone(s)
		a, b := s.Next(1), s.Next(2)
		a[0]++
		if !slices.Equal(s, before) || !slices.Equal(b, append(before, 2)) {
			t.Fatalf("%v and its next state %v have changed with another one", s, b)
		}
	})
}
