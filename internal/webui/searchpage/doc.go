// Package searchpage is the live page of a search that a server shares among
// clients: who works on what, how fast, and how much of the search space is done.
//
// It knows coordinates as numbers only and decides nothing; the server tells it
// everything in a [State]. Start reading at [Page]. What guards the page, and why
// it polls, is in package webui.
//
// # Routes
//
//	GET /           the page
//	GET /NAME       its style sheets, scripts and icon
//	GET /state      what the page shows, as JSON, at most a second old
//	GET /solution   the solution as text, 404 until there is one
//	GET /metrics    numbers in Prometheus's text format
//	GET /healthz    "ok" as long as the server answers at all
//	PUT /settings   {"cycle_len": 100000, "depth_alloc_delta": 10}, both needed;
//	                204 when done; 404 when the page may only look
//
// What goes wrong is answered with {"error": "what was wrong"}.
//
// # Format of /state
//
// Members are named as in the structs of view.go. CoordSeqs of works are arrays
// that are cut at 24 coordinates, those of clients texts like "[0 3 1]" that leave
// out the middle of a long one. The size has a bound: at most 500 clients, those with the lowest ids, and 500 works,
// those that begin nearest to the root, are listed, with the number of those
// left out; a long solution is cut and has to be fetched from /solution.
//
// The works come as a tree, in the order of a depth-first walk. A work's "under"
// is the listed work that begins nearest above it, its "level" how many listed
// works begin above it, and its "path" the coordinates from there to its start.
//
// The members of "history" are [seconds since the start, share, iterations a
// second], at most 241 of them however long the search takes.
package searchpage
