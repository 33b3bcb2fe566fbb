// Package cluster divides long work into tasks that any number of workers do, on
// this machine or on others. It has the three things that an engine's driver
// needs to know, a [Queue], a [Lease] and [Blobs], the loop of a worker ([Work])
// and the barrier of a coordinator ([Do]); package local has them within one
// machine.
//
// # Rules
//
// A task is named by its inputs, and its outputs are a pure function of them. So
// a task may be done twice, at once or after a crash, and the second time makes
// the same bytes.
//
// Queues deliver at least once and are a hint: what has been done is known from
// the outputs alone. A coordinator that starts again looks for the outputs of all
// its tasks and queues those that are missing; an empty queue proves nothing.
//
//	coordinator                 Queue                    workers
//	───────────                 ─────                    ───────
//	Do: output there? no ─Push──► waiting ──Lease──────► Work: handler
//	                                 ▲                     │ reads and writes Blobs
//	                                 └──── Return ◄────────┤ (or the worker died)
//	    output there? ◄───Report─── reports ◄── Done ──────┘
//
// Blobs are written once, whole or not at all, and do not change.
package cluster
