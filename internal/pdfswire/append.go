package pdfswire

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Append appends a message's bytes to dst. A message that is past a limit of
// the protocol is an error, matching [ErrProtocol], and leaves dst as it was.
func Append(dst []byte, m Message) ([]byte, error) {
	e := encoder{b: binary.BigEndian.AppendUint32(dst, uint32(m.id()))}
	switch m := m.(type) {
	case GiveID:
		e.int64("id", m.ID, 1)
	case GiveScan:
		e.text("scan", m.Scan)
		e.text("board", m.Board)
	case IAm:
		e.int64("id", m.ID, 1)
		e.seq(m.At)
	case Solved:
		e.seq(m.At)
	case PleaseProvide:
		e.int64("count", m.Count, 1)
	case Providing:
		e.list(m.Seqs)
	case PleaseWorkOn:
		e.seq(m.At)
	case SetCycleLen:
		e.int64("cycle length", m.Len, 1)
	case SetDepthAllocDelta:
		e.int32("delta", m.Delta, 0)
	}
	if e.err != nil {
		return dst, fmt.Errorf("%s: %w", Name(m), e.err)
	}
	return e.b, nil
}

// encoder appends parameters. After an error it does nothing.
type encoder struct {
	b   []byte
	err error
}

func (e *encoder) int64(name string, v, least int64) {
	if e.err == nil {
		e.err = checkAtLeast(name, v, least)
		e.b = binary.BigEndian.AppendUint64(e.b, uint64(v))
	}
}

func (e *encoder) int32(name string, v, least int32) {
	if e.err == nil {
		e.err = checkAtLeast(name, int64(v), int64(least))
		e.b = binary.BigEndian.AppendUint32(e.b, uint32(v))
	}
}

func (e *encoder) text(name, s string) {
	if e.err != nil {
		return
	}
	if e.err = checkTextLength(name, int64(len(s))+1); e.err != nil {
		return
	}
	e.err = checkText(name, s)
	e.b = binary.BigEndian.AppendUint32(e.b, uint32(len(s))+1)
	e.b = append(e.b, s...)
	e.b = append(e.b, 0)
}

func (e *encoder) seq(seq CoordSeq) {
	if e.err != nil {
		return
	}
	depth := int64(len(seq))
	if e.err = checkDepth(depth); e.err != nil {
		return
	}
	e.b = slices.Grow(e.b, int(seqBytes(depth)))
	e.b = binary.BigEndian.AppendUint64(e.b, uint64(depth))
	for i, c := range seq {
		if c < 0 {
			e.err = negative(i, c)
			return
		}
		e.b = binary.BigEndian.AppendUint32(e.b, uint32(c))
	}
}

func (e *encoder) list(seqs []CoordSeq) {
	var total int64
	for _, seq := range seqs {
		total += seqBytes(int64(len(seq)))
	}
	if e.err = checkListBytes(total); e.err != nil {
		return
	}
	e.b = slices.Grow(e.b, int(total)+depthBytes)
	for i, seq := range seqs {
		if e.seq(seq); e.err != nil {
			e.err = inSequence(i, e.err)
			return
		}
	}
	end := int64(listEnd)
	e.b = binary.BigEndian.AppendUint64(e.b, uint64(end))
}
