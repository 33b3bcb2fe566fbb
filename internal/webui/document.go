package webui

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// Document is a body that is sent to many viewers and compressed once. It is
// safe for concurrent use.
type Document struct {
	kind   string
	body   []byte
	packed func() []byte
}

// NewDocument returns a document of the given Content-Type. The body belongs to
// it from then on.
func NewDocument(kind string, body []byte) *Document {
	return &Document{kind: kind, body: body, packed: sync.OnceValue(func() []byte { return pack(body) })}
}

// ServeHTTP sends the document, compressed to those who can read that.
func (d *Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := d.body
	h := w.Header()
	h.Set("Content-Type", d.kind)
	h.Set("Vary", "Accept-Encoding")
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		body = d.packed()
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	// The viewer may be gone; nobody is left to be told.
	_, _ = w.Write(body)
}

func pack(body []byte) []byte {
	var buf bytes.Buffer
	zw, _ := gzip.NewWriterLevel(&buf, gzip.BestSpeed) // fails for unknown levels only
	_, _ = zw.Write(body)                              // a buffer takes everything
	_ = zw.Close()
	return buf.Bytes()
}

// acceptsGzip reads an Accept-Encoding header.
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(coding, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		q, found := strings.CutPrefix(strings.TrimSpace(quality), "q=")
		if !found {
			return true
		}
		weight, err := strconv.ParseFloat(q, 64)
		return err == nil && weight > 0
	}
	return false
}
