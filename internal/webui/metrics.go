package webui

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Build says which program serves a page.
type Build struct {
	Version, Commit string
}

// help explains the metrics that every page has.
var help = map[string]string{
	"puzzlekit_build_info": "Which build of the program this is; always 1.",
}

// metricsAge is how old the numbers in /metrics may be: reading those of the
// runtime stops the program for a moment, which nobody may do as often as he likes.
const metricsAge = time.Second

// Metrics serves metrics in Prometheus's text format: what the writers write, the
// build, and the numbers of the Go runtime and the process. The explanations,
// one line for a metric's name, become HELP lines. The time comes from now.
//
// Writers use the functions and sets of github.com/VictoriaMetrics/metrics; all
// samples of a metric are to be written one after another.
func Metrics(now func() time.Time, build Build, explanations map[string]string, writers ...func(io.Writer)) http.Handler {
	metrics.ExposeMetadata(true) // for the whole program; it makes the library write HELP and TYPE lines
	known := maps.Clone(explanations)
	maps.Copy(known, help)
	text := NewCached(func() *Document {
		var raw, out bytes.Buffer
		for _, write := range writers {
			write(&raw)
		}
		info := fmt.Sprintf("puzzlekit_build_info{version=%q,commit=%q,goversion=%q}", build.Version, build.Commit, runtime.Version())
		metrics.WriteGaugeUint64(&raw, info, 1)
		metrics.WriteProcessMetrics(&raw)
		metrics.WriteFDMetrics(&raw)
		annotate(&out, raw.String(), known)
		return NewDocument("text/plain; version=0.0.4; charset=utf-8", out.Bytes())
	}, metricsAge, now)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { text.Get().ServeHTTP(w, r) })
}

// annotate copies metrics, gives each HELP line its text, and leaves out those
// without one and the HELP and TYPE lines that come a second time, which the
// library writes when samples of one metric differ in their labels.
func annotate(out *bytes.Buffer, raw string, known map[string]string) {
	seen := map[string]bool{}
	for line := range strings.Lines(raw) {
		comment, ok := strings.CutPrefix(line, "# ")
		if !ok {
			out.WriteString(line)
			continue
		}
		word, rest, _ := strings.Cut(strings.TrimSpace(comment), " ")
		name, _, _ := strings.Cut(rest, " ")
		if seen[word+" "+name] {
			continue
		}
		seen[word+" "+name] = true
		switch {
		case word != "HELP":
			out.WriteString(line)
		case known[name] != "":
			fmt.Fprintf(out, "# HELP %s %s\n", name, known[name])
		}
	}
}
