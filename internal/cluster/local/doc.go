// Package local is a cluster within one machine: a queue in memory, workers that
// are goroutines or child processes, and blobs that are files.
//
// A child is the same program with other arguments. It gets its tasks on standard
// input and reports on standard output, one JSON object a line:
//
//	parent ──► {"name":"3/0-99","data":"eyJ9"}
//	       ◄── {"name":"3/0-99","result":"MTI="}
//
// A child that dies loses its lease at once: the task goes back to the queue and
// another child is started. A task that has outlived its worker too often fails.
// A parent that dies closes its children's standard input, and they end, with
// the task that they were doing. Nothing is kept in the queue for the next
// parent; see package cluster on what is.
package local
