package searchpage

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// crowd is a search with so many clients, each with a work, and twice as many
// works queued. All works begin depth levels down and differ in the last ones.
func crowd(clients, depth int) State {
	s := sampleState()
	s.Clients, s.Works = nil, nil
	for i := range 3 * clients {
		start := make([]int32, depth+i%7)
		start[depth-1-i%min(90, depth)] = int32(i)
		w := Work{ID: int64(i + 1), Start: start, At: start, Weight: 1e-9 / float64(i+1), Left: 1e-9 / float64(i+1)}
		if i < clients {
			w.Client = int64(i + 1)
			s.Clients = append(s.Clients, Client{ID: w.Client, Remote: fmt.Sprintf("192.168.0.1:%d", i), Working: true, Initial: start, Current: start, Rate: 1e6 / float64(i+1)})
		}
		s.Works = append(s.Works, w)
	}
	return s
}

// BenchmarkState makes /state, which happens once a second while somebody looks.
func BenchmarkState(b *testing.B) {
	for _, clients := range []int{8, 1000, 10000} {
		for _, depth := range []int{100, 10000} {
			if clients*depth > 10_000_000 {
				continue // gigabytes of coordinates
			}
			b.Run(fmt.Sprintf("clients=%d/depth=%d", clients, depth), func(b *testing.B) {
				s := crowd(clients, depth)
				b.ReportAllocs()
				for b.Loop() {
					s.document(true, nil)
				}
			})
		}
	}
}

// BenchmarkViewers answers polls of one second: what each further viewer costs.
func BenchmarkViewers(b *testing.B) {
	s := crowd(1000, 100)
	now := time.Unix(1_800_000_000, 0)
	p := newPage(func() State { return s }, Options{}, func() time.Time { return now })
	for _, coding := range []string{"identity", "gzip"} {
		b.Run("coding="+coding, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, "http://localhost/state", nil)
			r.Header.Set("Accept-Encoding", coding)
			b.ReportAllocs()
			bytes := 0
			for b.Loop() {
				w := discard{header: http.Header{}}
				p.ServeHTTP(&w, r)
				bytes = w.bytes
			}
			b.ReportMetric(float64(bytes), "B/answer")
		})
	}
}

// discard is a connection that counts what is sent.
type discard struct {
	header http.Header
	bytes  int
}

func (d *discard) Header() http.Header { return d.header }
func (d *discard) WriteHeader(int)     {}

func (d *discard) Write(p []byte) (int, error) {
	d.bytes += len(p)
	return len(p), nil
}
