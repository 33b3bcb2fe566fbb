package webui

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"
)

func TestDocument(t *testing.T) {
	text := strings.Repeat("the same again, ", 1000)
	d := NewDocument("text/plain", []byte(text))
	for _, accept := range []string{"", "gzip", "gzip, deflate, br"} {
		r := ask(d, "GET", "/", "Accept-Encoding", accept)
		var body io.Reader = r.Body
		if coding := r.Header.Get("Content-Encoding"); (coding == "gzip") != (accept != "") {
			t.Errorf("accept %q: got coding %q", accept, coding)
		} else if coding != "" {
			if r.ContentLength > 1000 {
				t.Errorf("compressed to %d bytes only", r.ContentLength)
			}
			var err error
			if body, err = gzip.NewReader(r.Body); err != nil {
				t.Fatal(err)
			}
		}
		got, err := io.ReadAll(body)
		if err != nil || string(got) != text {
			t.Errorf("accept %q: got %d bytes (%v), want %d", accept, len(got), err, len(text))
		}
		if r.Header.Get("Content-Type") != "text/plain" || r.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("accept %q: got headers %v", accept, r.Header)
		}
	}
}

func TestAcceptsGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"":                         false,
		"gzip":                     true,
		"GZIP":                     true,
		"deflate, gzip;q=1.0, *":   true,
		"br, gzip ; q=0.5":         true,
		"gzip;q=0":                 false,
		"gzip;q=0.000, identity":   false,
		"gzip;q=much":              false,
		"x-gzip-like":              false,
		"identity;q=1, deflate, *": false,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("%q: got %v, want %v", header, got, want)
		}
	}
}
