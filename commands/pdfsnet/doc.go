// Package pdfsnet is the two ends of a shared pseudo-DFS search: the [Server]
// behind `puzzlekit serve` and the worker, [Work], behind `puzzlekit work`.
//
// It joins what knows nothing of each other: the walk and the allocation
// (engines/freecell/pdfs and its package alloc), the language (internal/pdfswire)
// and the journal (internal/journal). It has no flags and prints nothing; it
// logs, and counts in Stats.
//
//	           one goroutine a connection          one goroutine a connection
//	walker  ->  session  -- CLIENT_INIT ... -->  peer  ->  Server  ->  alloc.Allocator
//	   |           |                                          |
//	DeadEnds <- group (one a process)                    store -> journal
//
// Everything on the server's side happens under one lock, in this order: the
// allocator changes, the change is in the journal, messages that depend on it go
// out. So a server that dies at any moment has told nobody anything that its
// journal does not know. Reading and writing are outside the lock: a slow peer
// holds up nobody.
package pdfsnet
