// Package sharing measures searches that many workers share, where no real machine
// is large enough to show them.
//
// [Simulate] runs a shared pseudo-DFS search on any number of workers in virtual
// time: the decisions are those of the real code, alloc.Allocator in the server
// and pdfs.Stack in the clients, while messages and iterations only take up time
// on a clock that jumps from event to event:
//
//	simClient  -- WANT_TO_HELP, I_AM + NEEDHELP, PROVIDING ... -->  simServer
//	treeWalk       delay, in order of sending                  one queue, a fixed time
//	or liveWalk                                                   for each message and byte
//	pdfs.Stack <-- PLEASE_WORK_ON, PLEASE_PROVIDE, SET_CYCLE_LEN -- alloc.Allocator
//
// What is searched is a [Tree], recorded from a real walk by [RecordTree], of
// which a client skips what nobody will ask about. Or it is a [Search], which
// the clients really walk: slow, but with the caches of dead ends that a fixed
// tree cannot have.
//
// Nothing is lost in the simulation, and nobody comes late or leaves.
//
// See BENCHMARKS.md for what came out.
package sharing
