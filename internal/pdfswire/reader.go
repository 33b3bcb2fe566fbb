package pdfswire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// bufferBytes is what a Reader holds while its peer says nothing. Many peers do.
const bufferBytes = 4 << 10

// Reader reads messages from a connection. Read is for one goroutine at a
// time; SetListLimit is for any.
type Reader struct {
	// Silence is how long the peer may send nothing in the middle of a
	// message, 30 s unless changed before the first Read. It has an effect when
	// the stream has a SetReadDeadline method, and then the Reader owns the
	// read deadline.
	Silence time.Duration

	from      Side
	stream    stream
	in        *bufio.Reader
	listLimit atomic.Int64
	err       error // once set, the answer of every Read
}

// NewReader returns a Reader of what the given side says on r.
func NewReader(r io.Reader, from Side) *Reader {
	reader := &Reader{Silence: silence, from: from}
	reader.stream.Reader = r
	reader.stream.deadline, _ = r.(deadliner)
	reader.in = bufio.NewReaderSize(&reader.stream, bufferBytes)
	return reader
}

// SetListLimit sets how long a list may be, 0 at first: how many CoordSeqs the
// peer has been asked for. Call it before the question is sent.
func (r *Reader) SetListLimit(n int64) { r.listLimit.Store(n) }

// Read waits for a message and returns it. It waits without limit for a
// message to begin.
//
// The error is io.EOF when the peer closed the connection between
// messages; one matching io.ErrUnexpectedEOF when it did so within one;
// [ErrSilence] when it went silent within one; one matching [ErrProtocol] when
// it said what it must not say; or else the connection's own. Every later Read
// returns the same error. All but the connection's own name the message; they
// count coordinates and the sequences of a list from 1.
//
// Slices in the message are the caller's.
func (r *Reader) Read() (Message, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.err = r.waitForMessage(); r.err != nil {
		return nil, r.err
	}
	m := r.message()
	if r.err != nil {
		return nil, r.err
	}
	return m, nil
}

// waitForMessage returns when the first byte of a message has come.
func (r *Reader) waitForMessage() error {
	if err := r.stream.limit(0); err != nil {
		return err
	}
	if _, err := r.in.Peek(1); err != nil {
		return err
	}
	return r.stream.limit(r.Silence)
}

// message reads a message that has begun. It leaves errors in r.err.
func (r *Reader) message() Message {
	n := messageID(binary.BigEndian.Uint32(r.next("message id", 4)))
	switch {
	case r.err != nil:
		return nil
	case int64(n) >= int64(len(table)):
		r.err = unknown(n)
		return nil
	case table[n].saidBy&r.from == 0:
		r.err = violated(ErrSide, "%s: not for the %v to say", table[n].name, r.from)
		return nil
	}
	m := r.parameters(n)
	if r.err != nil {
		r.err = fmt.Errorf("%s: %w", table[n].name, r.err)
		return nil
	}
	return m
}

// unknown is the error for a number that is no message id. Strangers that
// speak another protocol begin with a word more often than not.
func unknown(n messageID) error {
	word := binary.BigEndian.AppendUint32(nil, uint32(n))
	for _, c := range word {
		if c < ' ' || c > '~' {
			return violated(ErrUnknown, "unknown message id %d", uint32(n))
		}
	}
	return violated(ErrUnknown, "unknown message id %d (%q)", uint32(n), word)
}

// deadliner is what a Reader uses of a net.Conn besides Read.
type deadliner interface {
	SetReadDeadline(time.Time) error
}

// stream is the connection below the buffer. Every read of it gives the peer
// the same time.
type stream struct {
	io.Reader
	deadline deadliner     // nil when the stream has none
	patience time.Duration // for a read; 0 is without limit
	armed    bool          // whether a deadline is set
}

// limit sets the patience for the reads to come.
func (s *stream) limit(patience time.Duration) error {
	s.patience = patience
	if patience > 0 || !s.armed {
		return nil
	}
	s.armed = false
	return s.deadline.SetReadDeadline(time.Time{})
}

func (s *stream) Read(p []byte) (int, error) {
	if s.deadline == nil || s.patience == 0 {
		return s.Reader.Read(p)
	}
	s.armed = true
	if err := s.deadline.SetReadDeadline(time.Now().Add(s.patience)); err != nil {
		return 0, err
	}
	n, err := s.Reader.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = &silent{s.patience}
	}
	return n, err
}

// silent is ErrSilence with how long it lasted.
type silent struct{ lasted time.Duration }

func (e *silent) Error() string { return fmt.Sprintf("nothing more for %v", e.lasted) }

func (e *silent) Is(target error) bool { return target == ErrSilence }
