package sharing

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/pdfs"
)

// plain is the obvious form of a tree.
type plain struct{ children []*plain }

// drawTree draws a tree of at most budget nodes.
func drawTree(t *rapid.T, budget int) *plain {
	root := &plain{}
	nodes := []*plain{root}
	for range rapid.IntRange(0, budget-1).Draw(t, "nodes") {
		// Near the end of the list makes trees deep, anywhere makes them bushy.
		i := rapid.IntRange(0, len(nodes)-1).Draw(t, "parent")
		if rapid.Bool().Draw(t, "deep") {
			i = len(nodes) - 1
		}
		child := &plain{}
		nodes[i].children = append(nodes[i].children, child)
		nodes = append(nodes, child)
	}
	return root
}

func (p *plain) size() int {
	n := 1
	for _, c := range p.children {
		n += c.size()
	}
	return n
}

// tree returns the tree in the form that is tested.
func (p *plain) tree() *Tree {
	t := &Tree{}
	var add func(p *plain)
	add = func(p *plain) {
		t.sizes = append(t.sizes, uint32(p.size()))
		for _, c := range p.children {
			add(c)
		}
	}
	add(p)
	return t
}

// grafted returns a copy of p with scion on every leaf of which t says so.
func (p *plain) grafted(t *Tree, scion *plain) *plain {
	index := uint32(0)
	var copied func(p *plain) *plain
	copied = func(p *plain) *plain {
		i := index
		index++
		if t.isGrafted(i) {
			return scion
		}
		q := &plain{}
		for _, c := range p.children {
			q.children = append(q.children, copied(c))
		}
		return q
	}
	return copied(p)
}

// seqs calls f for every node, in preorder.
func (p *plain) seqs(at pdfs.CoordSeq, f func(at pdfs.CoordSeq, p *plain)) {
	f(at, p)
	for i, c := range p.children {
		c.seqs(at.Next(int32(i)), f)
	}
}

// drawEither draws a tree, grafted or not, in both forms.
func drawEither(t *rapid.T, budget int) (*Tree, *plain) {
	p := drawTree(t, budget)
	if !rapid.Bool().Draw(t, "grafted") {
		return p.tree(), p
	}
	scion := drawTree(t, budget)
	grafted := p.tree().Graft(scion.tree(), uint64(rapid.IntRange(1, 4).Draw(t, "every")))
	return grafted, p.grafted(grafted, scion)
}

func TestTreeIsTheObviousOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, p := drawEither(t, 30)
		if got, want := tree.Size(), int64(p.size()); got != want {
			t.Fatalf("Size() = %d, want %d", got, want)
		}
		var path []*plain
		p.seqs(nil, func(at pdfs.CoordSeq, q *plain) {
			path = append(path[:len(at)], q)
			var want []int32
			for _, above := range path {
				want = append(want, int32(len(above.children)))
			}
			got, err := tree.Widths(at)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("Widths(%v): %s", at, d)
			}
			for _, no := range []int32{-1, int32(len(q.children))} {
				if _, err := tree.Widths(at.Next(no)); !errors.Is(err, pdfs.ErrNoState) {
					t.Fatalf("Widths(%v): error %v, want %v", at.Next(no), err, pdfs.ErrNoState)
				}
			}
		})
	})
}

// TestTreeWalk compares steps of any size with steps of one node, delegation
// included: both are to be at the same nodes and to give away the same.
func TestTreeWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree, p := drawEither(t, 40)
		var all []pdfs.CoordSeq
		p.seqs(nil, func(at pdfs.CoordSeq, _ *plain) { all = append(all, at) })

		fast, slow := newTreeWalk(tree), newTreeWalk(tree)
		for range rapid.IntRange(1, 3).Draw(t, "parts") {
			start := rapid.SampledFrom(all).Draw(t, "start")
			if err := errors.Join(fast.start(start), slow.start(start)); err != nil {
				t.Fatal(err)
			}
			below := slices.DeleteFunc(slices.Clone(all), func(at pdfs.CoordSeq) bool { return !start.Contains(at) })
			if fast.left != int64(len(below)) {
				t.Fatalf("%d nodes left at %v, want %d", fast.left, start, len(below))
			}
			for !fast.over() {
				n := rapid.Int64Range(1, fast.left).Draw(t, "step")
				fast.run(n)
				for range n {
					slow.run(1)
					if at := slow.at(); at.Compare(below[0]) != 0 {
						t.Fatalf("at %v, want %v", at, below[0])
					}
					below = below[1:]
				}
				if d := cmp.Diff(slow.at(), fast.at()); d != "" {
					t.Fatalf("after %d nodes: %s", n, d)
				}
				count := rapid.IntRange(0, 3).Draw(t, "delegate")
				given := fast.delegate(count, 1000)
				if d := cmp.Diff(slow.delegate(count, 1000), given); d != "" {
					t.Fatalf("delegated: %s", d)
				}
				below = slices.DeleteFunc(below, func(at pdfs.CoordSeq) bool {
					return slices.ContainsFunc(given, func(g pdfs.CoordSeq) bool { return g.Contains(at) })
				})
				if fast.left != int64(len(below)) || slow.left != fast.left {
					t.Fatalf("%d and %d nodes left, want %d", fast.left, slow.left, len(below))
				}
			}
		}
	})
}

// search returns the search of a deal.
func search(t testing.TB, deal uint64, freeCells int) *Search {
	t.Helper()
	scan, err := pdfs.ParseScan(fmt.Sprintf("--freecells-num %d %s", freeCells, pdfs.DefaultScan))
	if err != nil {
		t.Fatal(err)
	}
	board, err := freecell.Deal(deal, scan.Variant)
	if err != nil {
		t.Fatal(err)
	}
	return &Search{Board: board, Scan: scan, Share: 1}
}

// record records the search of a deal with one free cell, without a cache.
func record(t testing.TB, deal uint64) *Tree {
	t.Helper()
	s := search(t, deal, 1)
	tree, err := RecordTree(pdfs.NewWalker(s.Board, s.Scan, nil), math.MaxUint32)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestRecordTree follows a walk and its record.
func TestRecordTree(t *testing.T) {
	s, tree := search(t, 19, 1), record(t, 19)
	recorded, walker := newTreeWalk(tree), pdfs.NewWalker(s.Board, s.Scan, nil)
	if err := errors.Join(recorded.start(nil), walker.Start(nil)); err != nil {
		t.Fatal(err)
	}
	for step := int64(1); ; step = step%997 + 1 {
		entered, status, err := walker.Run(step)
		if err != nil {
			t.Fatal(err)
		}
		if status == pdfs.Exhausted {
			if entered != recorded.left {
				t.Fatalf("%d nodes left in the tree, want %d", recorded.left, entered)
			}
			break
		}
		recorded.run(entered)
		at := walker.At(nil)
		if d := cmp.Diff(at, recorded.at()); d != "" {
			t.Fatal(d)
		}
		widths, err := tree.Widths(at)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(walker.Widths(nil), widths); d != "" {
			t.Fatalf("at %v: %s", at, d)
		}
	}
	const entered = 42465 // by a plain recursive walk of this search
	if tree.Size() != entered {
		t.Errorf("the tree has %d nodes, want %d", tree.Size(), entered)
	}
}

// TestRecordTreeCutOff records the beginnings of a walk.
func TestRecordTreeCutOff(t *testing.T) {
	s, whole := search(t, 19, 1), record(t, 19)
	for _, limit := range []int64{1, 2, 100, 5000} {
		tree, err := RecordTree(pdfs.NewWalker(s.Board, s.Scan, nil), limit)
		if err != nil {
			t.Fatal(err)
		}
		var want []uint32
		for i, size := range whole.sizes[:limit] {
			want = append(want, min(size, uint32(limit)-uint32(i)))
		}
		if d := cmp.Diff(want, tree.sizes); d != "" {
			t.Errorf("first %d states: %s", limit, d)
		}
	}
}

func TestRecordTreeRefuses(t *testing.T) {
	s := search(t, 25, 2)
	if _, err := RecordTree(pdfs.NewWalker(s.Board, s.Scan, pdfs.NewDeadEnds(1<<20, 1)), 5000); err == nil {
		t.Error("a walk with a cache of dead ends is recorded")
	}
	if _, err := RecordTree(pdfs.NewWalker(s.Board, s.Scan, nil), math.MaxUint32+1); err == nil {
		t.Error("a limit past what a tree can hold is taken")
	}
}
