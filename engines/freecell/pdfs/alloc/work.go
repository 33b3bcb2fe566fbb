package alloc

import (
	"fmt"
	"math"
	"slices"

	"puzzlekit/engines/freecell/pdfs"
)

// Work is a part of the search: the states from At on, in the order of a
// depth-first walk, that lie at or below Start and in none of the parts that
// were given to others. Its CoordSeqs are never changed in place, so they may be
// kept.
type Work struct {
	ID     int64
	Parent int64 // the work that it was taken from, 0 if that is not known
	Start  pdfs.CoordSeq

	// At is the state that was reported last, Start when none was. Nothing of
	// what comes before it is left, and nothing at or below it is known to be
	// done. Invariant: Start.Contains(At).
	At pdfs.CoordSeq

	// Holes are what the client delegated, in walking order. Invariant: each is
	// below Start, none before At, none within another.
	Holes []pdfs.CoordSeq

	// Cuts are what the allocator itself took away since the work has no client:
	// of the next states of the state at depth d on the way to At, those from
	// Cuts[d] on. Invariant: only depths from Start to At, and nothing on the way.
	Cuts map[int]int32

	changes  int         // counts those of At, Holes and Cuts
	client   int64       // who has it, 0 for nobody
	checked  bool        // Start is known to exist
	refusals int         // how often a client gave it back without having moved At
	left     *pdfs.Stack // what can be taken away; nil until it is needed
	whole    bool        // with left: At and all below it is still one piece
}

// fresh tells whether the work is just the subtree at Start.
func (w *Work) fresh() bool {
	return len(w.At) == len(w.Start) && len(w.Holes) == 0 && len(w.Cuts) == 0
}

// check checks what a stored work must be for the others to do no harm.
func (w *Work) check() error {
	if w.ID < 1 {
		return fmt.Errorf("%w: a work cannot have the number %d", ErrEvent, w.ID)
	}
	if !w.Start.Contains(w.At) {
		return fmt.Errorf("%w: work %d is at %v, which is not below its start %v", ErrEvent, w.ID, w.At, w.Start)
	}
	last := w.At
	for _, h := range w.Holes {
		if len(h) <= len(w.Start) || !w.Start.Contains(h) || h.Compare(last) <= 0 || len(last) > len(w.At) && last.Contains(h) {
			return fmt.Errorf("%w: work %d, from %v to %v: %v cannot be given away", ErrEvent, w.ID, w.Start, w.At, h)
		}
		last = h
	}
	for d, c := range w.Cuts {
		if d < len(w.Start) || d > len(w.At) || d < len(w.At) && c <= w.At[d] {
			return fmt.Errorf("%w: work %d, from %v to %v, cannot end at %d on level %d", ErrEvent, w.ID, w.Start, w.At, c, d)
		}
	}
	return nil
}

// admits checks that what a stored event tells can have happened to w.
func (w *Work) admits(e Event) error {
	d := len(e.Seq) - 1 // of what is taken away
	ok := true
	switch e.Kind {
	case Advanced:
		hole, given := w.covering(e.Seq)
		back := len(e.Seq) == len(w.Start) // what the client had said was not true
		ok = w.Start.Contains(e.Seq) && (back || e.Seq.Compare(w.At) > 0 && (!given || !hole.Contains(e.Seq)))
	case Delegated:
		_, given := w.covering(e.Seq)
		ok = len(e.Seq) > len(w.Start) && w.Start.Contains(e.Seq) && e.Seq.Compare(w.At) > 0 && !given
	case Peeled:
		if slices.Equal(e.Seq, w.At) {
			break
		}
		ok = d >= len(w.Start) && d <= len(w.At) && e.Seq[:d].Contains(w.At[:d]) && (d == len(w.At) || e.Seq[d] > w.At[d])
		if ok {
			ok = e.Seq[d] < w.cut(d, math.MaxInt32)
		}
	}
	if !ok {
		return fmt.Errorf("%w: kind %d: %v is not of work %d, from %v to %v", ErrEvent, e.Kind, e.Seq, w.ID, w.Start, w.At)
	}
	return nil
}

// depth returns how deep the next piece of the work that can be handed out is, or
// a little less.
func (w *Work) depth() int {
	switch {
	case w.fresh():
		return len(w.Start)
	case w.left == nil:
		return len(w.Start) + 1
	default:
		return w.left.Base + 1
	}
}

// advance moves At on, forgets the holes that are behind it and, as somebody has
// the work or nobody has done any of it, the cuts.
func (w *Work) advance(at pdfs.CoordSeq) {
	w.At = at
	w.Holes = slices.DeleteFunc(w.Holes, func(h pdfs.CoordSeq) bool { return h.Compare(at) < 0 })
	w.Cuts = nil
	w.refusals = 0
	w.changes++
}

// covering returns the hole that seq lies in or that lies in seq.
func (w *Work) covering(seq pdfs.CoordSeq) (pdfs.CoordSeq, bool) {
	i, found := slices.BinarySearchFunc(w.Holes, seq, pdfs.CoordSeq.Compare)
	switch {
	case found, i < len(w.Holes) && seq.Contains(w.Holes[i]):
		return w.Holes[i], true
	case i > 0 && w.Holes[i-1].Contains(seq):
		return w.Holes[i-1], true
	}
	return nil, false
}

// dig adds a hole.
func (w *Work) dig(seq pdfs.CoordSeq) {
	w.changes++
	i, _ := slices.BinarySearchFunc(w.Holes, seq, pdfs.CoordSeq.Compare)
	w.Holes = slices.Insert(w.Holes, i, seq)
}

// cutOff takes the part at seq away, which is next to the way to At, and returns
// its holes. Those that come after it on the level are nobody's business any more.
func (w *Work) cutOff(seq pdfs.CoordSeq) []pdfs.CoordSeq {
	w.changes++
	within := w.holesWithin(seq)
	d := len(seq) - 1
	w.Holes = slices.DeleteFunc(w.Holes, func(h pdfs.CoordSeq) bool {
		return len(h) > d && h[d] >= seq[d] && slices.Equal(h[:d], seq[:d])
	})
	if w.Cuts == nil {
		w.Cuts = map[int]int32{}
	}
	w.Cuts[d] = seq[d]
	return within
}

// holesWithin returns the holes strictly below seq.
func (w *Work) holesWithin(seq pdfs.CoordSeq) []pdfs.CoordSeq {
	var in []pdfs.CoordSeq
	for _, h := range w.Holes {
		if len(h) > len(seq) && seq.Contains(h) {
			in = append(in, h)
		}
	}
	return in
}

// open prepares left: the levels from Start down to At with what comes after At
// on each. When others have parts of what lies below At, At itself has been
// entered, and its next states are one more level.
func (w *Work) open(tree Tree) error {
	widths, err := tree.Widths(w.At)
	if err != nil {
		return err
	}
	s := &pdfs.Stack{Base: len(w.Start)}
	for d, c := range w.At {
		end := c + 1
		if d >= s.Base {
			end = w.cut(d, widths[d])
		}
		s.Levels = append(s.Levels, pdfs.Level{Next: c + 1, End: end})
	}
	width := widths[len(w.At)]
	if width == 0 {
		w.Holes = slices.DeleteFunc(w.Holes, w.At.Contains) // there are no such states
	}
	_, entered := w.Cuts[len(w.At)]
	w.whole = !entered && len(w.holesWithin(w.At)) == 0
	last := pdfs.Level{}
	if !w.whole {
		last.End = w.cut(len(w.At), width)
	}
	s.Levels = append(s.Levels, last)
	w.left = s
	w.descend()
	return nil
}

// descend leaves the levels of left on which nothing is left.
func (w *Work) descend() {
	s := w.left
	for s.Base < s.Depth() && s.Levels[s.Base].Next == s.Levels[s.Base].End {
		s.Base++
	}
}

// cut returns how many of the width next states at depth d are the work's own.
func (w *Work) cut(d int, width int32) int32 {
	if c, ok := w.Cuts[d]; ok {
		return min(c, width)
	}
	return width
}

// take takes one piece off the work, the shallowest and of those the last, as a
// client would delegate it; At comes last of all. It returns false when nothing
// is left.
func (w *Work) take() (pdfs.CoordSeq, bool) {
	isHole := func(depth int, i int32) bool {
		seq := append(slices.Clip(w.At[:depth]), i)
		_, hole := slices.BinarySearchFunc(w.Holes, seq, pdfs.CoordSeq.Compare)
		return hole
	}
	if len(w.Holes) == 0 {
		isHole = nil
	}
	defer w.descend()
	if pieces := w.left.Delegate(1, pdfs.MaxDepth, isHole); len(pieces) == 1 {
		return pieces[0], true
	}
	if w.whole {
		w.whole = false
		return w.At, true
	}
	return nil, false
}
