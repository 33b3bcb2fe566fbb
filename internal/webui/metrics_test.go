package webui

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

func TestAnnotate(t *testing.T) {
	raw := `# HELP a_total
# TYPE a_total counter
a_total{x="1"} 1
# HELP a_total
# TYPE a_total counter
a_total{x="# TYPE"} 2
# HELP b
# TYPE b gauge
b 3
`
	want := `# HELP a_total All of it.
# TYPE a_total counter
a_total{x="1"} 1
a_total{x="# TYPE"} 2
# TYPE b gauge
b 3
`
	var got bytes.Buffer
	annotate(&got, raw, map[string]string{"a_total": "All of it.", "c": "Not there."})
	if got.String() != want {
		t.Errorf("got:\n%swant:\n%s", got.String(), want)
	}
}

func TestMetrics(t *testing.T) {
	var c clock
	calls := 0
	h := Metrics(c.now, Build{Version: "1.2.3", Commit: "abc"}, map[string]string{"page_views_total": "How often it was seen."}, func(w io.Writer) {
		calls++
		metrics.WriteCounterUint64(w, "page_views_total", uint64(calls))
	})
	get := func() string {
		r := ask(h, "GET", "/metrics")
		body, err := io.ReadAll(r.Body)
		if got := r.Header.Get("Content-Type"); err != nil || got != "text/plain; version=0.0.4; charset=utf-8" {
			t.Errorf("got %s (%v)", got, err)
		}
		return string(body)
	}
	first := get()
	for _, want := range []string{
		"# HELP page_views_total How often it was seen.\n# TYPE page_views_total counter\npage_views_total 1\n",
		"# HELP puzzlekit_build_info Which build of the program this is; always 1.\n# TYPE puzzlekit_build_info gauge\n" +
			`puzzlekit_build_info{version="1.2.3",commit="abc",goversion="go1.`,
		"\n# TYPE go_goroutines gauge\ngo_goroutines ",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("not in the metrics:\n%s\nthese are:\n%s", want, first)
		}
	}
	if second := get(); second != first {
		t.Error("the metrics were gathered twice in one moment")
	}
	c.advance(time.Second)
	if third := get(); !strings.Contains(third, "page_views_total 2\n") {
		t.Error("the metrics are not gathered anew after a second")
	}
}
