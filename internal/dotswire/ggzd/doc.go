// Package ggzd is the protocol between a GGZ server and the game servers that it
// starts, one for each table.
//
// It knows messages, not what they mean for a game; that is in puzzlekit's package
// dotsnet. Start reading at [Reader] and [Message]; the Append functions write
// what a game says.
//
// # Format
//
// The two speak over a socket pair, on the file descriptor whose number is in the
// variable GGZSOCKET; GGZMODE is true. A message is an opcode, an int, and its
// parameters; package basic draws int, char and string.
//
//	GGZ says           parameters
//	0 LAUNCH           game string, saved game string, seats int, spectators int,
//	                   seats x ( type int, name string if it is a bot or reserved )
//	1 SEAT             number int, type int, name string, descriptor if it is a player
//	2 SPECTATOR_SEAT   number int, name string, descriptor if the name is not empty
//	3 RESEAT           seat int, was spectator int, seat int, is spectator int
//	4 RSP_STATE
//
//	a game says        parameters
//	0 LOG              string
//	1 REQ_STATE        char: 0 created, 1 waiting, 2 playing, 3 done
//	2 REQ_NUM_SEATS    int
//	3 BOOT             name string
//	4 BOT              seat int
//	5 OPEN             seat int
//	6 REPORT           n int, n x ( name string, type int, team int, result int, score int )
//	7 SAVEGAME         name string
//
// A descriptor is one byte that carries the client's connection as SCM_RIGHTS. The
// types of seats are the assignments of package dotswire in ggz4. After LAUNCH the
// game must say REQ_STATE 1, or its table never appears.
//
// # Limits
//
// Strings have 4 KiB at most, a table 64 seats. Whatever is past that is
// [ErrProtocol].
package ggzd
