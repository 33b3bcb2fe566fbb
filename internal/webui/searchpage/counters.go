package searchpage

import (
	"fmt"
	"io"

	"github.com/VictoriaMetrics/metrics"
)

// help explains the metrics of the page.
var help = map[string]string{
	"puzzlekit_serve_clients":               "Connected clients.",
	"puzzlekit_serve_iterations_total":      "Iterations that clients reported.",
	"puzzlekit_serve_iterations_per_second": "Speed of all clients together.",
	"puzzlekit_serve_share_done":            "Estimated share of the search space that is done, by Knuth's weights.",
	"puzzlekit_serve_works":                 "Parts of the search that are not done.",
	"puzzlekit_serve_queued_works":          "Parts of the search that no client works on.",
	"puzzlekit_serve_max_depth":             "Depth of the deepest state reported.",
	"puzzlekit_serve_messages_total":        "Messages of the protocol.",
	"puzzlekit_serve_bytes_total":           "Bytes of the protocol.",
	"puzzlekit_serve_protocol_errors_total": "Connections closed since the client broke the protocol.",
	"puzzlekit_serve_clients_lost_total":    "Connections that ended before their work was done.",
}

// Counters are what a server counts as it happens, for /metrics. Its methods are
// safe for concurrent use, and do nothing on nil: a server without a page has no
// counters.
type Counters struct {
	set                         *metrics.Set
	bytesReceived, bytesSent    *metrics.Counter
	protocolErrors, clientsLost *metrics.Counter
}

// NewCounters returns counters at zero.
func NewCounters() *Counters {
	set := metrics.NewSet()
	return &Counters{
		set:            set,
		bytesReceived:  set.NewCounter(`puzzlekit_serve_bytes_total{direction="received"}`),
		bytesSent:      set.NewCounter(`puzzlekit_serve_bytes_total{direction="sent"}`),
		protocolErrors: set.NewCounter(`puzzlekit_serve_protocol_errors_total`),
		clientsLost:    set.NewCounter(`puzzlekit_serve_clients_lost_total`),
	}
}

// Received counts a message by its name in the protocol, never by a text that
// the client chose.
func (c *Counters) Received(message string) { c.message("received", message) }

// Sent counts a message by its name in the protocol.
func (c *Counters) Sent(message string) { c.message("sent", message) }

func (c *Counters) message(direction, name string) {
	if c == nil {
		return
	}
	c.set.GetOrCreateCounter(fmt.Sprintf("puzzlekit_serve_messages_total{direction=%q,message=%q}", direction, name)).Inc()
}

// BytesReceived counts n bytes.
func (c *Counters) BytesReceived(n int) {
	if c != nil {
		c.bytesReceived.Add(n)
	}
}

// BytesSent counts n bytes.
func (c *Counters) BytesSent(n int) {
	if c != nil {
		c.bytesSent.Add(n)
	}
}

// ProtocolError counts a client that broke the protocol.
func (c *Counters) ProtocolError() {
	if c != nil {
		c.protocolErrors.Inc()
	}
}

// Lost counts a connection that ended, for whatever reason, before the client's
// work was done.
func (c *Counters) Lost() {
	if c != nil {
		c.clientsLost.Inc()
	}
}

func (c *Counters) write(w io.Writer) {
	if c != nil {
		c.set.WritePrometheus(w)
	}
}

// writeMetrics writes the state's numbers.
func (s *State) writeMetrics(w io.Writer) {
	t := s.totals()
	metrics.WriteGaugeUint64(w, `puzzlekit_serve_clients{state="waiting"}`, uint64(t.waiting))
	metrics.WriteGaugeUint64(w, `puzzlekit_serve_clients{state="working"}`, uint64(t.working))
	metrics.WriteCounterUint64(w, "puzzlekit_serve_iterations_total", uint64(max(0, s.Iterations)))
	metrics.WriteGaugeFloat64(w, "puzzlekit_serve_iterations_per_second", finite(s.Rate))
	metrics.WriteGaugeFloat64(w, "puzzlekit_serve_share_done", share(s.Share))
	metrics.WriteGaugeUint64(w, "puzzlekit_serve_works", uint64(len(s.Works)))
	metrics.WriteGaugeUint64(w, "puzzlekit_serve_queued_works", uint64(t.queued))
	metrics.WriteGaugeUint64(w, "puzzlekit_serve_max_depth", uint64(max(0, s.MaxDepth)))
}
