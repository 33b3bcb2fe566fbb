package searchpage

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"puzzlekit/internal/webui"
)

var (
	sampleLine = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"(?:, ?|(?:\})))+)? (\S+)$`)
	helpLine   = regexp.MustCompile(`^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (\S.*)$`)
	typeLine   = regexp.MustCompile(`^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$`)
)

// prometheus is text in Prometheus's format, read.
type prometheus struct {
	values map[string]float64 // by name and labels
	kinds  map[string]string  // by name
	helps  map[string]string  // by name
}

// parsePrometheus reads the text format 0.0.4 and is strict: a family's lines
// come together, its HELP and TYPE before its samples and once, no sample twice.
func parsePrometheus(text string) (prometheus, error) {
	p := prometheus{map[string]float64{}, map[string]string{}, map[string]string{}}
	family, done := "", map[string]bool{}
	enter := func(name string) error {
		if kind := p.kinds[family]; kind == "histogram" || kind == "summary" {
			for _, suffix := range []string{"_bucket", "_sum", "_count"} {
				if name == family+suffix {
					return nil
				}
			}
		}
		if name == family {
			return nil
		}
		if done[name] {
			return fmt.Errorf("the lines of %s are not together", name)
		}
		done[name], family = true, name
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		return p, fmt.Errorf("the last line has no end")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		var err error
		if m := helpLine.FindStringSubmatch(line); m != nil {
			if err = enter(m[1]); p.helps[m[1]] != "" || p.kinds[m[1]] != "" {
				err = fmt.Errorf("HELP comes too late")
			}
			p.helps[m[1]] = m[2]
		} else if m := typeLine.FindStringSubmatch(line); m != nil {
			if err = enter(m[1]); p.kinds[m[1]] != "" {
				err = fmt.Errorf("a second TYPE")
			}
			p.kinds[m[1]] = m[2]
		} else if m := sampleLine.FindStringSubmatch(line); m != nil {
			if err = enter(m[1]); err == nil {
				p.values[m[1]+m[2]], err = strconv.ParseFloat(m[3], 64)
			}
		} else {
			err = fmt.Errorf("not a line of the format")
		}
		if err != nil {
			return p, fmt.Errorf("%q: %w", line, err)
		}
	}
	return p, nil
}

func TestMetrics(t *testing.T) {
	counters := NewCounters()
	counters.Received("I_AM")
	counters.Received("I_AM")
	counters.Received("NEEDHELP")
	counters.Sent("PLEASE_WORK_ON")
	counters.BytesReceived(1000)
	counters.BytesReceived(24)
	counters.BytesSent(12)
	counters.ProtocolError()
	counters.Lost()
	counters.Lost()
	p := New(sampleState, Options{Counters: counters, Build: webui.Build{Version: "1.2.3", Commit: "abcdef"}})
	got, err := parsePrometheus(text(t, ask(p, "GET", "/metrics", "")))
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]float64{}
	for name, value := range got.values {
		if strings.HasPrefix(name, "puzzlekit_serve_") {
			own[name] = value
		}
	}
	want := map[string]float64{
		`puzzlekit_serve_clients{state="waiting"}`:                                  1,
		`puzzlekit_serve_clients{state="working"}`:                                  2,
		`puzzlekit_serve_iterations_total`:                                          1234567,
		`puzzlekit_serve_iterations_per_second`:                                     2.5e6,
		`puzzlekit_serve_share_done`:                                                0.125,
		`puzzlekit_serve_works`:                                                     3,
		`puzzlekit_serve_queued_works`:                                              1,
		`puzzlekit_serve_max_depth`:                                                 131,
		`puzzlekit_serve_messages_total{direction="received",message="I_AM"}`:       2,
		`puzzlekit_serve_messages_total{direction="received",message="NEEDHELP"}`:   1,
		`puzzlekit_serve_messages_total{direction="sent",message="PLEASE_WORK_ON"}`: 1,
		`puzzlekit_serve_bytes_total{direction="received"}`:                         1024,
		`puzzlekit_serve_bytes_total{direction="sent"}`:                             12,
		`puzzlekit_serve_protocol_errors_total`:                                     1,
		`puzzlekit_serve_clients_lost_total`:                                        2,
	}
	if diff := gocmp.Diff(want, own); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for name := range own {
		family, _, _ := strings.Cut(name, "{")
		kind := "gauge"
		if strings.HasSuffix(family, "_total") {
			kind = "counter"
		}
		if got.kinds[family] != kind || got.helps[family] == "" {
			t.Errorf("%s is a %q, explained as %q", family, got.kinds[family], got.helps[family])
		}
	}
	for name := range help {
		if got.helps[name] == "" {
			t.Errorf("%s is explained and not there", name)
		}
	}
	if got.values["go_goroutines"] < 1 || got.kinds["puzzlekit_build_info"] != "gauge" {
		t.Error("no numbers of the runtime or no build")
	}
}

// TestNoCounters is a server without a page, and a page without counters.
func TestNoCounters(t *testing.T) {
	var none *Counters
	none.Received("I_AM")
	none.Sent("QUIT")
	none.BytesReceived(1)
	none.BytesSent(1)
	none.ProtocolError()
	none.Lost()
	p := New(sampleState, Options{Counters: none})
	got, err := parsePrometheus(text(t, ask(p, "GET", "/metrics", "")))
	if _, ok := got.values["puzzlekit_serve_protocol_errors_total"]; err != nil || ok {
		t.Errorf("counters of nobody (%v)", err)
	}
}

// TestParsePrometheus shows that the parser of this test refuses what it should.
func TestParsePrometheus(t *testing.T) {
	for text, want := range map[string]string{
		"a 1\nb{x=\"y\",z=\"\\\"\"} 2.5e+06\n":          "",
		"# HELP a It.\n# TYPE a counter\na 1\n":         "",
		"# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\n": "",
		"a 1":                                "no end",
		"a 1\nb 2\na 3\n":                    "not together",
		"# TYPE a counter\n# TYPE a gauge\n": "second TYPE",
		"# TYPE a counter\n# HELP a It.\n":   "too late",
		"# HELP a\n":                         "not a line",
		"# TYPE a number\n":                  "not a line",
		"a{x=y} 1\n":                         "not a line",
		"a one\n":                            "invalid syntax",
		"<p>\n":                              "not a line",
	} {
		_, err := parsePrometheus(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}
