package webui

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

func TestFiles(t *testing.T) {
	files := Files(fstest.MapFS{"assets/index.html": {Data: []byte("<!doctype html>")}})
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", files)
	mux.Handle("GET /{file}", files)
	for _, path := range []string{"/", "/index.html"} {
		r := ask(mux, "GET", path)
		got, _ := io.ReadAll(r.Body)
		if string(got) != "<!doctype html>" || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: got %q as %s", path, got, r.Header.Get("Content-Type"))
		}
	}
	for name, kind := range map[string]string{
		"base.css":  "text/css; charset=utf-8",
		"chart.js":  "text/javascript; charset=utf-8",
		"dom.js":    "text/javascript; charset=utf-8",
		"format.js": "text/javascript; charset=utf-8",
		"poll.js":   "text/javascript; charset=utf-8",
	} {
		r := ask(mux, "GET", "/"+name)
		got, err := io.ReadAll(r.Body)
		want, _ := assets.ReadFile("assets/" + name)
		if err != nil || r.StatusCode != http.StatusOK || string(got) != string(want) || len(want) == 0 {
			t.Errorf("%s: status %d, %d bytes (%v), want %d", name, r.StatusCode, len(got), err, len(want))
		}
		if r.Header.Get("Content-Type") != kind {
			t.Errorf("%s: got %s", name, r.Header.Get("Content-Type"))
		}
		again := ask(mux, "GET", "/"+name, "If-None-Match", r.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s: asked again with its tag: status %d", name, again.StatusCode)
		}
	}
	for _, name := range []string{"none.js", "assets", "..%2fdoc.go"} {
		if got := ask(mux, "GET", "/"+name).StatusCode; got != http.StatusNotFound {
			t.Errorf("%s: status %d", name, got)
		}
	}
}

func TestReadFiles(t *testing.T) {
	one := fstest.MapFS{"assets/a.css": {Data: []byte("a {}")}, "b.css": {}}
	files := map[string]file{}
	if err := read(one, files); err != nil || len(files) != 1 {
		t.Fatalf("got %v and %v, want the one file", files, err)
	}
	for name, system := range map[string]fstest.MapFS{
		"there is a shared file of that name": one,
		"no Content-Type is known":            {"assets/a.exe": {}},
		"assets":                              {"b.css": {}},
	} {
		if err := read(system, files); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want an error about: %s", err, name)
		}
	}
	changed := map[string]file{}
	if err := read(fstest.MapFS{"assets/a.css": {Data: []byte("a { }")}}, changed); err != nil || changed["a.css"].tag == files["a.css"].tag {
		t.Errorf("the tag is the same for other content (%v)", err)
	}
}

func TestFilesPanic(t *testing.T) {
	defer func() {
		if err, ok := recover().(error); !ok || !strings.Contains(err.Error(), "base.css") {
			t.Errorf("got %v, want a panic that names base.css", err)
		}
	}()
	Files(fstest.MapFS{"assets/base.css": {}})
}
