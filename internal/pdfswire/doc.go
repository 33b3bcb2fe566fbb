// Package pdfswire is the language in which a server and its clients share a
// pseudo-depth-first search: the messages, their bytes and their order.
//
// It knows coordinates only as numbers, opens no connection and decides
// nothing: what is searched and who works on what is for its callers. Start
// reading at [Message]; [Append] writes one, a [Reader] reads them, and a
// [Flow] tells whether one may be said now.
//
// # Format
//
// A message is its id and its parameters, one after another; nothing tells its
// length. All integers are two's complement, big-endian.
//
//	message   +--------+------------+------------+ ...
//	          | id u32 | parameter  | parameter  |
//	          +--------+------------+------------+ ...
//
//	int32, int64     4 or 8 bytes
//
//	string    +--------------+-----------------+----+
//	          | length u32=n | n-1 bytes UTF-8 | 00 |     the length counts the NUL
//	          +--------------+-----------------+----+
//
//	CoordSeq  +-------------+---------+---------+-- ... --+---------+
//	          | depth i64=d | i32     | i32     |         | i32     |   d coordinates
//	          +-------------+---------+---------+-- ... --+---------+
//
//	list      +----------+----------+-- ... --+-------------------------+
//	          | CoordSeq | CoordSeq |         | ff ff ff ff ff ff ff ff |   depth -1 closes it
//	          +----------+----------+-- ... --+-------------------------+
//
//	id  message                    said by  parameters
//	 0  END_CONN                   both
//	 1  CLIENT_INIT                client
//	 2  GIVE_ID_TO_CLIENT          server   id int64 >= 1
//	 3  GIVE_SCAN_TO_CLIENT        server   scan string, board string
//	 4  I_AM                       client   id int64 >= 1, current CoordSeq
//	 5  SOLVED                     client   CoordSeq of the solved state
//	 6  NEEDHELP                   client
//	 7  PLEASE_PROVIDE_COORD_SEQS  server   count int64 >= 1
//	 8  PROVIDING_COORD_SEQS       client   list, at most count long
//	 9  WANT_TO_HELP               client
//	10  PLEASE_WORK_ON             server   CoordSeq
//	11  SET_CYCLE_LEN              server   iterations int64 >= 1
//	12  SET_DEPTH_ALLOC_DELTA      server   levels int32 >= 0
//	13  QUIT                       server
//
// # Flow
//
// Each side speaks when it wants to, so there is one order for each of them and
// some rules between them.
//
//	client = CLIENT_INIT I_AM ( WANT_TO_HELP turn )* [ SOLVED PROVIDING_COORD_SEQS* ] [ END_CONN ]
//	turn   = ( I_AM [ NEEDHELP ] | PROVIDING_COORD_SEQS )*
//	server = GIVE_ID_TO_CLIENT GIVE_SCAN_TO_CLIENT SET_CYCLE_LEN SET_DEPTH_ALLOC_DELTA
//	         ( PLEASE_WORK_ON | PLEASE_PROVIDE_COORD_SEQS | SET_CYCLE_LEN | SET_DEPTH_ALLOC_DELTA )*
//	         [ QUIT ] [ END_CONN ]
//
//	GIVE_ID_TO_CLIENT          answers CLIENT_INIT
//	I_AM                       carries the id given; the first one, the answer
//	                           to it, carries the empty CoordSeq
//	PLEASE_WORK_ON             answers WANT_TO_HELP, one for one; until it comes
//	                           the client waits: no I_AM, NEEDHELP or SOLVED
//	PLEASE_PROVIDE_COORD_SEQS  answers a NEEDHELP, at most one for one
//	PROVIDING_COORD_SEQS       answers PLEASE_PROVIDE_COORD_SEQS, one for one
//
// A PLEASE_PROVIDE_COORD_SEQS may cross a WANT_TO_HELP or a SOLVED on its way.
// The answer is owed all the same; from a client that waits it is empty. QUIT
// and END_CONN are in order at any time, even before the greeting; after QUIT
// the server says END_CONN or nothing, after END_CONN its sender says nothing.
//
// # Limits
//
// A Reader refuses what is past a limit as soon as the bytes that say so have
// come, and its memory is bounded by a small multiple of what it has received,
// not of what a length promises.
//
//	string                     1 MiB with its NUL, at least 1
//	depth of a CoordSeq        1,000,000 (MaxDepth)
//	coordinate                 at least 0
//	CoordSeqs in one list      as many as were asked for (Reader.SetListLimit)
//	bytes of one list          64 MiB (ListCapacity)
//	silence within a message   30 s (Reader.Silence); between messages no limit
//
// The bound on a list's bytes is for the reader's memory. A server that asks
// for no more than ListCapacity allows at the depths it expects never makes a
// client exceed it.
package pdfswire
