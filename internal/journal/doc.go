// Package journal keeps an append-only log of records in a directory, so that
// a program killed at any moment finds its state again.
//
// It knows nothing of what the records mean. The caller appends a record for
// each change of its state, replays them all when it starts, and now and then
// writes a checkpoint: a shorter list of records that leads to the same state.
// There is no index, no reading by key and no reading while it is open. Start
// reading at [Open], then [Journal.Append] and [Journal.Checkpoint].
//
// # Terminology
//
//	record      a type byte and a payload, both the caller's
//	generation  one file: a header and records; a checkpoint starts the next
//	torn        cut short by a crash in the middle of a write
//
// # Files
//
//	DIR/lock                  locked while a process has the journal open
//	DIR/00000007.journal      the current generation, the highest number
//	DIR/00000006.journal      an older one that a crash kept from being deleted
//	DIR/.00000008.journal123  a checkpoint that a crash cut short
//
// Opening deletes the last two kinds.
//
// # Format of a generation, version 1
//
// Integers are big-endian; a CRC is CRC-32C (Castagnoli).
//
//	header     offset  size
//	           0       8     magic "pzjournl"
//	           8       4     version, 1
//	           12      4     n, length of the tag, 1 to 255
//	           16      n     tag: what the records are about, chosen by the caller
//	           16+n    4     CRC of the 16+n bytes before
//
//	record     0       4     n, length of the payload, at most 64 MiB
//	           4       1     type
//	           5       4     CRC of the payload
//	           9       4     CRC of the 9 bytes before
//	           13      n     payload
//
// Records follow the header and each other without gaps up to the end of the
// file. The second CRC of a record tells a damaged length, after which records
// may follow, from a length that reaches past the end of a torn file.
//
// # What survives
//
// A generation takes its name only when it is whole and flushed, so its header
// is never torn, and neither are the records of a checkpoint. A crash during a
// checkpoint leaves the old generation, the new one or both: the records of
// either lead to the same state, and the highest number is taken.
//
// Append hands a record to the operating system in one write, so the death of
// the process (kill -9) loses no record whose Append returned. The write that
// was under way leaves at most a torn last record, which opening cuts off.
//
// A power cut may also lose the records since the last Sync or Checkpoint:
// records of which nothing reached the disk, or the last that did in part. What
// is left is a prefix of the records. A caller whose every record leads from
// one consistent state to the next has, after any prefix, a state it was once
// in; it has forgotten the rest and must be able to do it again.
//
// A damaged record with a whole one after it is no torn end, and no prefix
// is guessed: opening fails with [ErrCorrupt] and changes nothing.
package journal
