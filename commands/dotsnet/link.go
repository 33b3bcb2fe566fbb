package dotsnet

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"puzzlekit/internal/dotswire"
)

const (
	// maxQueued is how many bytes may wait for a peer that does not read: some
	// thirty of the longest messages.
	maxQueued = 64 << 10

	// linger is how long a connection stays open after its last words, so that
	// the peer can read them.
	linger = time.Second
)

// link is the sending end of a connection. Nothing that it does blocks its
// callers: what is sent waits in a queue for a goroutine that runs only as long
// as there is something in it, since most of many connections are idle.
type link struct {
	conn    net.Conn
	dialect dotswire.Dialect
	timeout time.Duration
	limit   int // of queued bytes

	mu      sync.Mutex
	queue   []byte
	writing bool
	idle    chan struct{} // closed when write returns, nil unless somebody waits for that
	ended   bool
	reason  string          // why the link was ended from this side
	writers *sync.WaitGroup // counts the goroutine; whoever reads the connection is counted there too
}

func newLink(h *Hall, conn net.Conn, d dotswire.Dialect) *link {
	return &link{conn: conn, dialect: d, timeout: h.config.WriteTimeout, limit: maxQueued, writers: &h.links}
}

// tell queues a message.
func (l *link) tell(m dotswire.ServerMessage) {
	l.send(func(queue []byte) []byte { return dotswire.AppendServer(queue, l.dialect, m) })
}

// send queues what add appends to the queue.
func (l *link) send(add func(queue []byte) []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return
	}
	l.queue = add(l.queue)
	if len(l.queue) > l.limit {
		l.end(fmt.Sprintf("does not read: %d bytes wait for it", len(l.queue)))
		_ = l.conn.Close() // nothing of it would arrive
		return
	}
	l.wake()
}

// dismiss closes the connection when all that is queued has been sent.
func (l *link) dismiss(reason string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end(reason)
	l.wake()
}

// end needs l.mu.
func (l *link) end(reason string) {
	if !l.ended {
		l.ended, l.reason = true, reason
		time.AfterFunc(linger, func() { _ = l.conn.Close() })
	}
}

// wake needs l.mu.
func (l *link) wake() {
	if !l.writing {
		l.writing = true
		l.writers.Go(l.write)
	}
}

// drain waits until all that is queued has been sent or cannot be.
func (l *link) drain() {
	l.mu.Lock()
	if !l.writing {
		l.mu.Unlock()
		return
	}
	if l.idle == nil {
		l.idle = make(chan struct{})
	}
	idle := l.idle
	l.mu.Unlock()
	<-idle
}

// rest needs l.mu.
func (l *link) rest() {
	l.writing = false
	if l.idle != nil {
		close(l.idle)
		l.idle = nil
	}
}

// write sends what is queued.
func (l *link) write() {
	var data []byte
	for {
		l.mu.Lock()
		data, l.queue = l.queue, data[:0]
		if len(data) == 0 {
			ended := l.ended
			if !ended {
				l.rest()
			}
			l.mu.Unlock()
			if ended {
				l.closeWrite() // which may take its time
				l.mu.Lock()
				l.rest()
				l.mu.Unlock()
			}
			return
		}
		l.mu.Unlock()
		_ = l.conn.SetWriteDeadline(time.Now().Add(l.timeout))
		if _, err := l.conn.Write(data); err != nil {
			l.mu.Lock()
			if errors.Is(err, os.ErrDeadlineExceeded) {
				l.end(fmt.Sprintf("did not read what it was told within %v", l.timeout))
			} else {
				l.end("")
			}
			l.queue = nil
			l.rest()
			l.mu.Unlock()
			_ = l.conn.Close() // wakes the reader
			return
		}
	}
}

// closeWrite tells the peer that nothing more comes, and a page also why. Closing
// all of the connection at once could throw away what the peer has not read yet.
func (l *link) closeWrite() {
	if page, ok := l.conn.(interface{ CloseFor(reason string) error }); ok {
		_ = page.CloseFor(l.why(nil))
		return
	}
	half, ok := l.conn.(interface{ CloseWrite() error })
	if !ok || half.CloseWrite() != nil {
		_ = l.conn.Close()
	}
}

// why returns why the link was ended from this side, or else what the reading
// end says.
func (l *link) why(err error) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.reason != "":
		return l.reason
	case err == nil || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed):
		return "closed the connection"
	}
	return err.Error()
}
