package pdfswire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// parameters reads what follows a message's id. Go evaluates the calls in a
// composite literal from left to right.
func (r *Reader) parameters(n messageID) Message {
	switch n {
	case idEndConn:
		return EndConn{}
	case idClientInit:
		return ClientInit{}
	case idGiveID:
		return GiveID{ID: r.int64("id", 1)}
	case idGiveScan:
		return GiveScan{Scan: r.text("scan"), Board: r.text("board")}
	case idIAm:
		return IAm{ID: r.int64("id", 1), At: r.seq()}
	case idSolved:
		return Solved{At: r.seq()}
	case idNeedHelp:
		return NeedHelp{}
	case idPleaseProvide:
		return PleaseProvide{Count: r.int64("count", 1)}
	case idProviding:
		return Providing{Seqs: r.list()}
	case idWantToHelp:
		return WantToHelp{}
	case idPleaseWorkOn:
		return PleaseWorkOn{At: r.seq()}
	case idSetCycleLen:
		return SetCycleLen{Len: r.int64("cycle length", 1)}
	case idSetDepthAllocDelta:
		return SetDepthAllocDelta{Delta: r.int32("delta", 0)}
	case idQuit:
		return Quit{}
	}
	panic("pdfswire: message without a reader") // the caller knows n from table
}

// The methods below read one thing each. They leave errors in r.err, and after
// one they read nothing and return zeros.

// zeros is what next returns after an error.
var zeros [8]byte

// next takes the next n bytes, at most 8. They are valid until the next call.
func (r *Reader) next(name string, n int) []byte {
	if !r.have(name, n) {
		return zeros[:n]
	}
	b, _ := r.in.Peek(n) // it is all in the buffer
	_, _ = r.in.Discard(n)
	return b
}

// have waits until n bytes are in the buffer.
func (r *Reader) have(name string, n int) bool {
	if r.err != nil {
		return false
	}
	if _, err := r.in.Peek(n); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF // the message has begun
		}
		r.err = fmt.Errorf("%s: %w", name, err)
	}
	return r.err == nil
}

func (r *Reader) int64(name string, least int64) int64 {
	v := int64(binary.BigEndian.Uint64(r.next(name, 8)))
	if r.err == nil {
		r.err = checkAtLeast(name, v, least)
	}
	return v
}

func (r *Reader) int32(name string, least int32) int32 {
	v := int32(binary.BigEndian.Uint32(r.next(name, 4)))
	if r.err == nil {
		r.err = checkAtLeast(name, int64(v), int64(least))
	}
	return v
}

func (r *Reader) text(name string) string {
	length := binary.BigEndian.Uint32(r.next(name+" string", 4))
	if r.err == nil {
		r.err = checkTextLength(name, int64(length))
	}
	if r.err != nil {
		return ""
	}
	n := int(length)
	var text []byte // grows with what comes, not to n at once
	for len(text) < n {
		if !r.have(name+" string", 1) {
			return ""
		}
		b, _ := r.in.Peek(min(r.in.Buffered(), n-len(text)))
		text = append(text, b...)
		_, _ = r.in.Discard(len(b))
	}
	body, ended := bytes.CutSuffix(text, []byte{0})
	if !ended {
		r.err = violated(ErrText, "%s string of %d bytes does not end with a NUL", name, n)
		return ""
	}
	s := string(body)
	r.err = checkText(name, s)
	return s
}

func (r *Reader) seq() CoordSeq {
	depth := int64(binary.BigEndian.Uint64(r.next("depth", depthBytes)))
	return r.coords(depth)
}

// coords reads the coordinates of a CoordSeq of the given depth.
func (r *Reader) coords(depth int64) CoordSeq {
	if r.err == nil {
		r.err = checkDepth(depth)
	}
	if r.err != nil {
		return nil
	}
	n := int(depth)
	seq := make(CoordSeq, 0, min(n, bufferBytes/coordBytes))
	for len(seq) < n {
		if !r.have("coordinates", coordBytes) {
			return nil
		}
		seq = room(seq, n)
		count := min(r.in.Buffered()/coordBytes, cap(seq)-len(seq))
		b, _ := r.in.Peek(coordBytes * count)
		start := len(seq)
		seq = seq[:start+count]
		for i := range count {
			c := int32(binary.BigEndian.Uint32(b[coordBytes*i:]))
			if c < 0 {
				r.err = negative(start+i, c)
				return nil
			}
			seq[start+i] = c
		}
		_, _ = r.in.Discard(coordBytes * count)
	}
	return seq
}

// room returns seq with room for more coordinates, in the end for n of them and
// no more. It at most doubles seq, so that a depth costs no memory before the
// coordinates come.
func room(seq CoordSeq, n int) CoordSeq {
	if len(seq) < cap(seq) {
		return seq
	}
	return append(make(CoordSeq, 0, min(2*cap(seq), n)), seq...)
}

func (r *Reader) list() []CoordSeq {
	limit := r.listLimit.Load()
	seqs := []CoordSeq{}
	for total := int64(0); ; {
		depth := int64(binary.BigEndian.Uint64(r.next("depth", depthBytes)))
		switch {
		case r.err != nil:
		case depth == listEnd:
			return seqs
		case int64(len(seqs)) >= limit:
			r.err = violated(ErrList, "only %d asked for", limit)
		default:
			if r.err = checkDepth(depth); r.err == nil {
				total += seqBytes(depth)
				r.err = checkListBytes(total)
			}
		}
		seq := r.coords(depth)
		if r.err != nil {
			r.err = inSequence(len(seqs), r.err)
			return nil
		}
		seqs = append(seqs, seq)
	}
}
