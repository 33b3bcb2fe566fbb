// Package webui is the common ground of the pages that puzzlekit shows in a
// browser: what guards them, how one snapshot of the program's state is shared by
// many viewers, the text of /metrics, and the style sheet and scripts that all
// pages use. It knows no puzzle and opens no port. Each page is a package of its
// own below this one, with its routes, its JSON and its files; start reading at
// one of those, for instance package searchpage.
//
// # How a page stays up to date
//
// A page polls a JSON document once a second. A stream of server-sent events
// would save little, since each document is made and compressed once for all
// viewers, and would cost a goroutine and an open response a viewer, time-outs
// that tell a slow viewer from a quiet server, and proxies that pass a stream on
// unbuffered. After a lost connection a poll just polls again.
//
// # What guards a page
//
//	Content-Security-Policy  only files of the page itself; no inline script or
//	                         style, no frame around it
//	Host                     a page bound to loopback answers to loopback names
//	                         only, so that a foreign site cannot reach it by
//	                         letting its own name point there (DNS rebinding)
//	Sec-Fetch-Site, Origin   a request that changes something comes from the page
//	                         itself or from no browser at all
//	Content-Type             what changes something is JSON, which a foreign form
//	                         cannot send
//
// There are no passwords: who reaches a page may use it.
package webui
