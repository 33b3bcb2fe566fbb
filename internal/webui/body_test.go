package webui

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestReadJSON(t *testing.T) {
	const kind = "application/json"
	tests := []struct {
		kind, body string
		status     int
		text       string // the error
	}{
		{kind, `{"n": 3}`, 200, ""},
		{kind + "; charset=utf-8", " {\"n\": 3}\n ", 200, ""},
		{"", `{"n": 3}`, 415, "the body's Content-Type must be application/json"},
		{"text/plain", `{"n": 3}`, 415, "the body's Content-Type must be application/json"},
		{"application/x-www-form-urlencoded", `n=3`, 415, "the body's Content-Type must be application/json"},
		{"application/json-seq", `{"n": 3}`, 415, "the body's Content-Type must be application/json"},
		{kind, ``, 400, "read the body: it is empty"},
		{kind, `{"n": 3`, 400, "read the body: unexpected EOF"},
		{kind, `{"m": 3}`, 400, `read the body: json: unknown field "m"`},
		{kind, `{"n": "3"}`, 400, "read the body: n is string, expected int32"},
		{kind, `{"n": 3.5}`, 400, "read the body: n is number 3.5, expected int32"},
		{kind, `{"n": 2147483648}`, 400, "read the body: n is number 2147483648, expected int32"},
		{kind, `[3]`, 400, "read the body: all of it is array, expected struct"},
		{kind, `{"n": 3}{"n": 4}`, 400, "read the body: something follows the first JSON value"},
		{kind, `{"n": 3}]`, 400, "read the body: something follows the first JSON value"},
		{kind, `{"n": 3}` + strings.Repeat(" ", maxBody), 413, "the body may be 4096 bytes long"},
		{kind, `{"n": ` + strings.Repeat(" ", maxBody) + `3}`, 413, "the body may be 4096 bytes long"},
	}
	for _, tt := range tests {
		var v struct {
			N int32 `json:"n"`
		}
		r := httptest.NewRequest(http.MethodPut, "/", strings.NewReader(tt.body))
		r.Header.Set("Content-Type", tt.kind)
		w := httptest.NewRecorder()
		ok := ReadJSON(w, r, &v)
		if ok != (tt.status == 200) || w.Code != tt.status {
			t.Errorf("%s %.40s: got %v and status %d, want %d", tt.kind, tt.body, ok, w.Code, tt.status)
		}
		if ok && v.N != 3 {
			t.Errorf("%s %.40s: read %d", tt.kind, tt.body, v.N)
		}
		if ok {
			continue
		}
		var answer struct{ Error string }
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || answer.Error != tt.text {
			t.Errorf("%s %.40s: got %s (%v), want the error %q", tt.kind, tt.body, w.Body, err, tt.text)
		}
		if got := w.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%s %.40s: the error is %s", tt.kind, tt.body, got)
		}
	}
}

func TestRefuse(t *testing.T) {
	w := httptest.NewRecorder()
	Refuse(w, http.StatusConflict, `a "word"`)
	if got, want := w.Body.String(), `{"error":"a \"word\""}`+"\n"; w.Code != 409 || got != want {
		t.Errorf("got %d %s, want 409 %s", w.Code, got, want)
	}
}
