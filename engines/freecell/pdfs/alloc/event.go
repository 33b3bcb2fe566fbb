package alloc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"puzzlekit/engines/freecell/pdfs"
)

// Kind is what happened to a work.
type Kind uint8

// The kinds of events. Their numbers are stored.
const (
	Opened    Kind = iota + 1 // the work came to be, as it is in Event.Work
	Advanced                  // the work's client reported Seq
	Delegated                 // the work's client gave Seq away; it became the work Child
	Peeled                    // the allocator took Seq off a work without client; it became Child
	Retired                   // nothing of the work is left
)

// Event is a change of what is left of the search. The works that a sequence of
// events leads to cover everything that is not done, after any number of them:
// a sequence cut short is one in which less was done. That is why no event tells
// that a work has ended whose last part, the one at its At, was peeled off: the
// work is gone with that.
type Event struct {
	Kind  Kind
	Work  *Work // of Opened
	ID    int64 // of the others: which work
	Child int64
	Seq   pdfs.CoordSeq
}

// Append appends the event's encoding to dst: the kind, then unsigned varints,
// a CoordSeq being its depth and coordinates.
//
//	Opened     id, start, at, n, n × hole, m, m × (depth, cut)
//	Advanced   id, at
//	Delegated  id, child, seq
//	Peeled     id, child, seq
//	Retired    id
func (e Event) Append(dst []byte) []byte {
	dst = append(dst, byte(e.Kind))
	if e.Kind != Opened {
		dst = binary.AppendUvarint(dst, uint64(e.ID))
	}
	switch e.Kind {
	case Opened:
		w := e.Work
		dst = binary.AppendUvarint(dst, uint64(w.ID))
		dst = appendSeq(dst, w.Start)
		dst = appendSeq(dst, w.At)
		dst = binary.AppendUvarint(dst, uint64(len(w.Holes)))
		for _, h := range w.Holes {
			dst = appendSeq(dst, h)
		}
		dst = binary.AppendUvarint(dst, uint64(len(w.Cuts)))
		depths := make([]int, 0, len(w.Cuts))
		for d := range w.Cuts {
			depths = append(depths, d)
		}
		slices.Sort(depths)
		for _, d := range depths {
			dst = binary.AppendUvarint(dst, uint64(d))
			dst = binary.AppendUvarint(dst, uint64(w.Cuts[d]))
		}
	case Advanced:
		dst = appendSeq(dst, e.Seq)
	case Delegated, Peeled:
		dst = binary.AppendUvarint(dst, uint64(e.Child))
		dst = appendSeq(dst, e.Seq)
	}
	return dst
}

func appendSeq(dst []byte, seq pdfs.CoordSeq) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(seq)))
	for _, c := range seq {
		dst = binary.AppendUvarint(dst, uint64(c))
	}
	return dst
}

// ErrEvent reports an encoded event that makes no sense.
var ErrEvent = errors.New("alloc: bad event")

// DecodeEvent reads what [Event.Append] wrote. Whether the event makes sense,
// [Allocator.Apply] knows.
func DecodeEvent(data []byte) (Event, error) {
	if len(data) == 0 {
		return Event{}, fmt.Errorf("%w: empty", ErrEvent)
	}
	r := eventReader{data: data[1:]}
	e := Event{Kind: Kind(data[0])}
	switch e.Kind {
	case Opened:
		w := &Work{ID: int64(r.uint(1 << 62)), Start: r.seq(), At: r.seq()}
		for range r.count() {
			w.Holes = append(w.Holes, r.seq())
		}
		for range r.count() {
			if w.Cuts == nil {
				w.Cuts = map[int]int32{}
			}
			d := int(r.uint(pdfs.MaxDepth))
			w.Cuts[d] = int32(r.uint(1<<31 - 1))
		}
		e.Work = w
	case Advanced:
		e.ID, e.Seq = int64(r.uint(1<<62)), r.seq()
	case Delegated, Peeled:
		e.ID, e.Child, e.Seq = int64(r.uint(1<<62)), int64(r.uint(1<<62)), r.seq()
	case Retired:
		e.ID = int64(r.uint(1 << 62))
	default:
		return Event{}, fmt.Errorf("%w: kind %d", ErrEvent, e.Kind)
	}
	if r.bad || len(r.data) > 0 {
		return Event{}, fmt.Errorf("%w: kind %d: %d bytes do not hold one", ErrEvent, e.Kind, len(data))
	}
	return e, nil
}

// eventReader takes varints off data; bad says that one was missing or too
// large, after which all are 0.
type eventReader struct {
	data []byte
	bad  bool
}

func (r *eventReader) uint(limit uint64) uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 || v > limit {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return v
}

// count reads the length of a list of which every element takes a byte or more.
func (r *eventReader) count() int { return int(r.uint(uint64(len(r.data)))) }

func (r *eventReader) seq() pdfs.CoordSeq {
	seq := make(pdfs.CoordSeq, min(r.count(), pdfs.MaxDepth))
	for i := range seq {
		seq[i] = int32(r.uint(1<<31 - 1))
	}
	return seq
}
