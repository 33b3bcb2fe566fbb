// Package fccrun is a whole exploration of a FreeCell board in files: what is
// behind `puzzlekit split-fcc solve --dir` and its companions. It joins the
// search (engines/freecell/fcc), workers (internal/cluster) and files
// (internal/runfile, internal/extsort). It has no flags and prints nothing.
//
// # The directory
//
//	DIR/lock               held by the coordinator
//	DIR/run.json           what is explored; says all that a worker needs
//	DIR/depth-NNN/         one for each depth below the start's
//	    groups.run         sealed: the fingerprints with their entries and counts
//	    seal.json          sealed: statistics, SHA-256 of groups.run; the barrier
//	    plan.json          how the depth is cut into shards
//	    out.json           the files of derived states; complete once it exists
//	    work/PLAN/         what shards have written: NNNNN.groups, NNNNN.out-K, NNNNN.done
//	DIR/import/            fingerprints that were explored elsewhere
//
// A JSON file has one line of JSON and a line "# xxh3 " with its checksum in 16
// hexadecimal digits. Run files (package runfile):
//
//	groups.run   key    13 bytes: the fingerprint
//	             value  1, statistics as uvarints, list   first part of a fingerprint
//	                    0, list                           its other parts
//	NNNNN.out-K  key    depth of the target, 13 bytes: its fingerprint
//	             value  list
//
// A list is entries as fcc.List.Encode writes them, at most 8192 of them.
//
// # Order of work
//
// A depth is explored when all lower ones are sealed. Its entries are the merge of
// all derived states that lead to it: the least count wins, then the least moves.
// The fingerprints are cut into shards, never a fingerprint itself, and each shard
// is a task. When all have been done, their groups files, one after another, become
// groups.run, and seal.json closes the depth. Sealed files depend on the board and
// the rules alone: not on shards, workers, memory or crashes. Derived states are
// removed when all depths that they lead to are sealed; they can be made again
// from groups.run, and so can every sealed file from those above it.
package fccrun
