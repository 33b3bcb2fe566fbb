package alloc_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
	"puzzlekit/engines/freecell/pdfs/pdfstest"
)

// sameWorks ignores what is not stored.
var sameWorks = cmp.Options{
	cmpopts.IgnoreUnexported(alloc.Work{}), cmpopts.IgnoreFields(alloc.Work{}, "Parent"), cmpopts.EquateEmpty(),
}

// holds tells whether a node is left of a work, by what the fields of Work are
// said to mean.
func holds(w *alloc.Work, node pdfs.CoordSeq) bool {
	if !w.Start.Contains(node) || node.Compare(w.At) < 0 {
		return false
	}
	atIsEntered := false
	for _, h := range w.Holes {
		if h.Contains(node) {
			return false
		}
		atIsEntered = atIsEntered || w.At.Contains(h)
	}
	for d, end := range w.Cuts {
		if len(node) > d && w.At[:d].Contains(node[:d]) && node[d] >= end {
			return false
		}
		atIsEntered = atIsEntered || d == len(w.At)
	}
	return !atIsEntered || !slices.Equal(node, w.At)
}

// TestEvents shares a search with all that can go wrong and then looks at every
// beginning of what was stored: an allocator restored from it has everything
// that was not done at that time, once; and one restored from all is like the one
// that stored it.
func TestEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, drawSample(t), rapid.IntRange(1, 8).Draw(t, "clients"), noCache)
		s.deaths = rapid.IntRange(0, 20).Draw(t, "deaths")
		s.crashes = rapid.IntRange(0, 2).Draw(t, "crashes")
		s.run()
		if works := s.restored(len(s.log), nil).Works(); len(works) > 0 {
			t.Fatalf("the search is done, but restored is %+v", works)
		}
		for n := 1; n <= len(s.log); n += 1 + len(s.log)/8 {
			works := s.restored(n, nil).Works()
			for i, node := range s.sample.Nodes {
				in := 0
				for j := range works {
					if holds(&works[j], node.At) {
						in++
					}
				}
				if in > 1 || in == 0 && !s.history[n-1][i] {
					t.Fatalf("after %d of %d events %v, done %v, is in %d of the works %+v",
						n, len(s.log), node.At, s.history[n-1][i], in, works)
				}
			}
		}
	})
}

// TestRestoreIsTheSame stops a search at any moment and restores it.
func TestRestoreIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, drawSample(t), rapid.IntRange(1, 8).Draw(t, "clients"), noCache)
		s.lies = rapid.Bool().Draw(t, "lies")
		s.deaths = 20
		s.steps = rapid.IntRange(0, 2000).Draw(t, "steps")
		s.run()
		if diff := cmp.Diff(s.server.Works(), s.restored(len(s.log), nil).Works(), sameWorks); diff != "" {
			t.Fatalf("works (-stored +restored):\n%s", diff)
		}
	})
}

// TestOpenedHoldsAll checks that the works of an allocator, stored as they are,
// make the same allocator again: that is how a journal is made shorter.
func TestOpenedHoldsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newSimulation(t, drawSample(t), rapid.IntRange(1, 8).Draw(t, "clients"), noCache)
		s.deaths = 20
		s.steps = rapid.IntRange(0, 2000).Draw(t, "steps")
		s.run()
		works := s.server.Works()
		s.log = nil
		for i := range works {
			s.store(alloc.Event{Kind: alloc.Opened, Work: &works[i]})
		}
		if diff := cmp.Diff(works, s.restored(len(works), nil).Works(), sameWorks); diff != "" {
			t.Fatalf("works (-stored +restored):\n%s", diff)
		}
		s.steps = 0
		s.crash()
		s.run()
		for i, sure := range s.sure {
			if !sure {
				t.Fatalf("%v was entered %d times, but nobody lived to tell it", s.sample.Nodes[i].At, s.visits[i])
			}
		}
	})
}

func TestDecodeEventRefuses(t *testing.T) {
	good := alloc.Event{Kind: alloc.Delegated, ID: 3, Child: 4, Seq: pdfs.CoordSeq{5, 300}}.Append(nil)
	for name, data := range map[string][]byte{
		"empty":             {},
		"unknown kind":      {9, 1},
		"kind 0":            {0, 1},
		"cut short":         good[:len(good)-1],
		"more than one":     append(good[:len(good):len(good)], 0),
		"number too large":  {byte(alloc.Retired), 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1},
		"depth and no more": {byte(alloc.Advanced), 1, 200, 1},
		"large coordinate":  {byte(alloc.Advanced), 1, 1, 0x80, 0x80, 0x80, 0x80, 0x08},
	} {
		if e, err := alloc.DecodeEvent(data); !errors.Is(err, alloc.ErrEvent) {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
	if e, err := alloc.DecodeEvent(good); err != nil || e.ID != 3 || e.Child != 4 || fmt.Sprint(e.Seq) != "[5 300]" {
		t.Errorf("%+v, %v", e, err)
	}
}

// TestApplyRefuses applies events that cannot have happened to a search of which
// client 1's part [0] is at [0 2 1] and has given away [0 3].
func TestApplyRefuses(t *testing.T) {
	seq := func(c ...int32) pdfs.CoordSeq { return c }
	history := []alloc.Event{
		{Kind: alloc.Opened, Work: &alloc.Work{ID: 1, Start: seq(0), At: seq(0)}},
		{Kind: alloc.Delegated, ID: 1, Child: 2, Seq: seq(0, 3)},
		{Kind: alloc.Advanced, ID: 1, Seq: seq(0, 2, 1)},
	}
	for name, e := range map[string]alloc.Event{
		"opened twice":            {Kind: alloc.Opened, Work: &alloc.Work{ID: 1}},
		"opened without a number": {Kind: alloc.Opened, Work: &alloc.Work{}},
		"opened, at outside":      {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, Start: seq(1), At: seq(2, 1)}},
		"opened, hole outside":    {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, Start: seq(1), At: seq(1), Holes: []pdfs.CoordSeq{seq(2)}}},
		"opened, hole is all":     {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, Start: seq(1), At: seq(1), Holes: []pdfs.CoordSeq{seq(1)}}},
		"opened, hole passed":     {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, At: seq(1, 1), Holes: []pdfs.CoordSeq{seq(1, 0)}}},
		"opened, hole in hole":    {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, Holes: []pdfs.CoordSeq{seq(1), seq(1, 0)}}},
		"opened, holes unordered": {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, Holes: []pdfs.CoordSeq{seq(1), seq(0)}}},
		"opened, cut too deep":    {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, Cuts: map[int]int32{1: 5}}},
		"opened, cut too high":    {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, Start: seq(1), At: seq(1), Cuts: map[int]int32{0: 5}}},
		"opened, cut on the way":  {Kind: alloc.Opened, Work: &alloc.Work{ID: 7, At: seq(3), Cuts: map[int]int32{0: 3}}},
		"unknown work":            {Kind: alloc.Retired, ID: 7},
		"advanced outside":        {Kind: alloc.Advanced, ID: 1, Seq: seq(1)},
		"advanced back":           {Kind: alloc.Advanced, ID: 1, Seq: seq(0, 2, 0)},
		"advanced to the same":    {Kind: alloc.Advanced, ID: 1, Seq: seq(0, 2, 1)},
		"advanced into a hole":    {Kind: alloc.Advanced, ID: 1, Seq: seq(0, 3, 1)},
		"delegated all":           {Kind: alloc.Delegated, ID: 1, Child: 3, Seq: seq(0)},
		"delegated outside":       {Kind: alloc.Delegated, ID: 1, Child: 3, Seq: seq(1, 1)},
		"delegated what is past":  {Kind: alloc.Delegated, ID: 1, Child: 3, Seq: seq(0, 1)},
		"delegated twice":         {Kind: alloc.Delegated, ID: 1, Child: 3, Seq: seq(0, 3)},
		"delegated from a hole":   {Kind: alloc.Delegated, ID: 1, Child: 3, Seq: seq(0, 3, 0)},
		"delegated to another":    {Kind: alloc.Delegated, ID: 1, Child: 2, Seq: seq(0, 4)},
		"delegated to nobody":     {Kind: alloc.Delegated, ID: 1, Seq: seq(0, 4)},
		"peeled off the way":      {Kind: alloc.Peeled, ID: 1, Child: 3, Seq: seq(0, 2)},
		"peeled outside":          {Kind: alloc.Peeled, ID: 1, Child: 3, Seq: seq(1)},
		"peeled what is past":     {Kind: alloc.Peeled, ID: 1, Child: 3, Seq: seq(0, 1)},
		"peeled too deep":         {Kind: alloc.Peeled, ID: 1, Child: 3, Seq: seq(0, 2, 1, 0, 0)},
		"peeled beside the way":   {Kind: alloc.Peeled, ID: 1, Child: 3, Seq: seq(0, 4, 1)},
		"peeled nothing":          {Kind: alloc.Peeled, ID: 1, Child: 3},
	} {
		a := alloc.Restore(newTree(pdfstest.Small(0).Search), nil)
		for _, h := range history {
			if h.Kind == alloc.Opened {
				w := *h.Work
				h.Work = &w
			}
			if err := a.Apply(h); err != nil {
				t.Fatal(err)
			}
		}
		before := a.Works()
		if err := a.Apply(e); !errors.Is(err, alloc.ErrEvent) {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(before, a.Works(), sameWorks); diff != "" {
			t.Errorf("%s: works (-before +after):\n%s", name, diff)
		}
	}
}

// FuzzDecodeEvent checks that what is read can be written and read again.
func FuzzDecodeEvent(f *testing.F) {
	work := &alloc.Work{
		ID: 300, Start: pdfs.CoordSeq{1}, At: pdfs.CoordSeq{1, 0, 7},
		Holes: []pdfs.CoordSeq{{1, 0, 9}, {1, 3}}, Cuts: map[int]int32{1: 4, 3: 0},
	}
	for _, e := range []alloc.Event{
		{Kind: alloc.Opened, Work: work},
		{Kind: alloc.Advanced, ID: 1, Seq: pdfs.CoordSeq{0, 128}},
		{Kind: alloc.Delegated, ID: 1, Child: 2, Seq: pdfs.CoordSeq{1<<31 - 1}},
		{Kind: alloc.Peeled, ID: 1 << 60, Child: 2},
		{Kind: alloc.Retired, ID: 5},
	} {
		f.Add(e.Append(nil))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := alloc.DecodeEvent(data)
		if err != nil {
			if !errors.Is(err, alloc.ErrEvent) {
				t.Fatal(err)
			}
			return
		}
		again, err := alloc.DecodeEvent(e.Append(nil))
		if diff := cmp.Diff(e, again, sameWorks); err != nil || diff != "" {
			t.Errorf("%x: %v (-want +got):\n%s", data, err, diff)
		}
	})
}

// FuzzApply applies any events, each after a byte with its length, and then
// hands out what they lead to. A search that never was must not do worse than
// end.
func FuzzApply(f *testing.F) {
	var seed []byte
	for _, e := range []alloc.Event{
		{Kind: alloc.Opened, Work: &alloc.Work{ID: 1}},
		{Kind: alloc.Delegated, ID: 1, Child: 2, Seq: pdfs.CoordSeq{1}},
		{Kind: alloc.Delegated, ID: 1, Child: 3, Seq: pdfs.CoordSeq{0, 1}},
		{Kind: alloc.Advanced, ID: 1, Seq: pdfs.CoordSeq{0}},
		{Kind: alloc.Peeled, ID: 1, Child: 4, Seq: pdfs.CoordSeq{0, 0}},
		{Kind: alloc.Retired, ID: 2},
	} {
		data := e.Append(nil)
		seed = append(append(seed, byte(len(data))), data...)
	}
	f.Add(seed)
	f.Add([]byte("\x09\x01\x01\x01\x01\x02\x01\x02\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		a := alloc.Restore(newTree(pdfstest.Small(0).Search), nil)
		for len(data) > 0 {
			n := min(int(data[0]), len(data)-1)
			e, err := alloc.DecodeEvent(data[1 : 1+n])
			data = data[1+n:]
			if err == nil {
				err = a.Apply(e)
			}
			if err != nil && !errors.Is(err, alloc.ErrEvent) {
				t.Fatal(err)
			}
		}
		for client := int64(1); !a.Exhausted(); client++ {
			if len(a.Want(client)) == 0 && !a.Exhausted() {
				t.Fatalf("nothing is handed out of %+v", a.Works())
			}
			a.Want(client) // it is done
			a.Leave(client)
		}
	})
}
