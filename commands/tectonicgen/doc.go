// Package tectonicgen lists all Tectonic grids of a problem, tier by tier, below the
// command tectonic gen. It joins the engine (package tier) with files and with workers
// (package cluster), and loses nothing when the process is killed.
//
// # Terminology
//
//	tier     the partial grids of so many cells, in one sorted file
//	batch    consecutive grids of a tier, named tier:from:count
//	lease    one or more consecutive batches that a worker has
//	answer   the children of a batch, in a file that the worker writes
//	waiting  an answer that has come before an earlier one
//
// # Files
//
//	DATA/h05l04/m05/palier-p07.txt    tier 7, or .bin in the binary form
//	DATA/h05l04/m05/grilles.txt       the complete grids: the last tier
//	DATA/h05l04/m05/lots.txt          the journal
//	DATA/h05l04/m05/contexte-0.txt    the context, the one of the two with the
//	DATA/h05l04/m05/contexte-1.txt      higher number that is whole
//	DATA/h05l04/m05/lots/7/...        answers
//	DATA/h05l04/m05/lock              locked while a process works here
//
// A tier without a trailer is being written. What belongs to the work goes away when
// the last tier is finished.
//
// # The journal, version 1
//
// One line for each event, with its CRC-32 (IEEE, 8 hexadecimal digits) at the end:
//
//	given 7:1200:100 <crc>
//	done  7:1200:100 <file> <offset> <bytes> <grids> <CRC-32 of the answer> <crc>
//
// A last line that is torn is cut off; a bad line elsewhere is an error.
//
// # The context, version 1
//
//	contexte 1 <sequence number> <text|binary>
//	palier 7 <nb> <nb_lus> <bytes of the file> <0, or 1 if it is finished>
//	...
//	crc <CRC-32 of all before>
//
// nb is how many grids of the tier are in its file, nb_lus of how many the children are
// in the next one's.
//
// # Order of writing
//
//	journal: given → worker: answer, synced → journal: done, synced → acknowledged
//	→ tier: append, synced → context, synced → answer deleted
//
// Answers are appended in the order of their parents, so every file has the same bytes
// whatever the workers, batches, strategy and number of crashes. After a crash, bytes
// of a tier beyond the context are cut; a batch given and not done is given again; an
// answer that is not done is deleted; one that is done is checked and appended when its
// turn comes.
package tectonicgen
