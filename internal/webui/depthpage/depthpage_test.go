package depthpage

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ask(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Host = "127.0.0.1:80"
	h.ServeHTTP(w, r)
	body, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Code, string(body)
}

func sample() State {
	return State{Title: "deal 1", Depth: 2, Last: 96, Share: 0.5, States: 7, Bytes: 100, Seconds: 1.5,
		Depths: []Depth{{0, 1, 1, 1, 1, 2, 1}, {1, 2, 3, 6, 4, 9, 5}}}
}

func TestState(t *testing.T) {
	status, body := ask(t, New(sample, true), "/state")
	var got State
	if err := json.Unmarshal([]byte(body), &got); err != nil || status != 200 {
		t.Fatalf("status %d: %v", status, err)
	}
	if diff := cmp.Diff(sample(), got); diff != "" {
		t.Error(diff)
	}
	if status, body := ask(t, New(sample, true), "/healthz"); status != 200 || body != "ok\n" {
		t.Errorf("health: %d %q", status, body)
	}
}

// TestPageFits checks that the page needs nothing but what it serves, that the
// script finds its elements, and that it uses members that there are.
func TestPageFits(t *testing.T) {
	h := New(sample, true)
	_, page := ask(t, h, "/")
	_, script := ask(t, h, "/page.js")
	_, state := ask(t, h, "/state")
	refs := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(page, -1)
	refs = append(refs, regexp.MustCompile(`from '\./([a-z]+\.js)'`).FindAllStringSubmatch(script, -1)...)
	if len(refs) < 8 {
		t.Fatalf("%d references", len(refs))
	}
	for _, m := range refs {
		if status, _ := ask(t, h, "/"+m[1]); status != 200 {
			t.Errorf("%s: status %d", m[1], status)
		}
	}
	for _, m := range regexp.MustCompile(`\$\('([^']*)'\)`).FindAllStringSubmatch(script, -1) {
		if !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("the page has no element %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`\b(?:state|d)\.([a-z]+)`).FindAllStringSubmatch(script, -1) {
		if !strings.Contains(state, `"`+m[1]+`":`) {
			t.Errorf("the state has no member %s", m[1])
		}
	}
}
