package webui

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// The headers of every answer. Pages load only what they serve themselves.
var headers = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
	"Cache-Control":                "no-store", // files say otherwise
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
}

// Guard puts the security headers on every answer of next, refuses requests of
// other sites that would change something and, with loopback, refuses requests
// that name any host but this one. Loopback is for servers that listen on
// loopback alone; others cannot know their names.
func Guard(next http.Handler, loopback bool) http.Handler {
	var origins http.CrossOriginProtection
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		if loopback && !isLoopback(r.Host) {
			Refuse(w, http.StatusMisdirectedRequest, "this page answers to localhost and loopback addresses only")
			return
		}
		if err := origins.Check(r); err != nil {
			Refuse(w, http.StatusForbidden, "a page of another site may not change anything here")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopback tells whether a Host header, with or without a port, names this
// machine. Addresses are safe, since no name server has a say in them.
func isLoopback(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	} else {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "["), "]")
	}
	if strings.EqualFold(name, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.IsLoopback()
}
