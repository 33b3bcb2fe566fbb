package webui

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// ask sends a request with headers in pairs to h.
func ask(h http.Handler, method, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestGuardHost(t *testing.T) {
	tests := []struct {
		host string
		here bool
	}{
		{"localhost", true},
		{"localhost:8080", true},
		{"LocalHost:8080", true},
		{"127.0.0.1", true},
		{"127.0.0.1:8080", true},
		{"127.1.2.3:8080", true},
		{"[::1]", true},
		{"[::1]:8080", true},
		{"", false},
		{":8080", false},
		{"example.com", false},
		{"example.com:8080", false},
		{"localhost.example.com:8080", false},
		{"127.0.0.1.example.com", false},
		{"example.com:127.0.0.1", false},
		{"127.0.0.1@example.com", false},
		{"2130706433:8080", false},
		{"0.0.0.0:8080", false},
		{"192.168.1.2:8080", false},
		{"[::2]:8080", false},
	}
	ok := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	for _, tt := range tests {
		for _, loopback := range []bool{true, false} {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.Host = tt.host
			w := httptest.NewRecorder()
			Guard(ok, loopback).ServeHTTP(w, r)
			want := http.StatusMisdirectedRequest
			if tt.here || !loopback {
				want = http.StatusOK
			}
			if w.Code != want {
				t.Errorf("host %q, loopback %v: got %d, want %d", tt.host, loopback, w.Code, want)
			}
		}
	}
}

func TestGuardOrigin(t *testing.T) {
	var passed int
	h := Guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed++ }), false)
	tests := []struct {
		name    string
		method  string
		headers []string
		want    int
	}{
		{"the page itself", "PUT", []string{"Sec-Fetch-Site", "same-origin", "Origin", "http://page.test"}, 200},
		{"the user", "PUT", []string{"Sec-Fetch-Site", "none"}, 200},
		{"no browser", "PUT", nil, 200},
		{"an old browser on the page", "PUT", []string{"Origin", "http://page.test"}, 200},
		{"another site", "PUT", []string{"Sec-Fetch-Site", "cross-site", "Origin", "http://evil.test"}, 403},
		{"another site that says nothing more", "PUT", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"another host of the same site", "PUT", []string{"Sec-Fetch-Site", "same-site", "Origin", "http://a.page.test"}, 403},
		{"an old browser elsewhere", "PUT", []string{"Origin", "http://evil.test"}, 403},
		{"another port", "PUT", []string{"Origin", "http://page.test:81"}, 403},
		{"a sandboxed frame", "PUT", []string{"Origin", "null"}, 403},
		{"a form", "POST", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"another site that only reads", "GET", []string{"Sec-Fetch-Site", "cross-site"}, 200},
	}
	for _, tt := range tests {
		passed = 0
		got := ask(h, tt.method, "http://page.test/", tt.headers...).StatusCode
		if got != tt.want || passed != map[int]int{200: 1, 403: 0}[tt.want] {
			t.Errorf("%s: got %d and %d calls, want %d", tt.name, got, passed, tt.want)
		}
	}
}

func TestGuardHeaders(t *testing.T) {
	h := Guard(http.NotFoundHandler(), true)
	for _, target := range []string{"http://localhost/none", "http://elsewhere.test/"} {
		got := ask(h, "GET", target).Header
		for name, part := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'",
			"Cache-Control":                "no-store",
			"Cross-Origin-Resource-Policy": "same-origin",
			"X-Content-Type-Options":       "nosniff",
			"X-Frame-Options":              "DENY",
		} {
			if !strings.Contains(got.Get(name), part) {
				t.Errorf("%s: %s is %q, want %q in it", target, name, got.Get(name), part)
			}
		}
		for _, directive := range []string{"frame-ancestors 'none'", "script-src 'self';", "style-src 'self';"} {
			if !strings.Contains(got.Get("Content-Security-Policy"), directive) {
				t.Errorf("%s: the policy has no %s", target, directive)
			}
		}
		if strings.Contains(got.Get("Content-Security-Policy"), "unsafe") {
			t.Errorf("%s: the policy has something unsafe", target)
		}
	}
}
