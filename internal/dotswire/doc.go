// Package dotswire is the language in which a Dots server of the GGZ Gaming Zone
// and its clients play: the messages and their bytes, in both dialects.
//
// It knows no rules, opens no connection and decides nothing: who may say what
// is for its callers, the order of messages is drawn in puzzlekit's package
// dotsnet. Start reading at [ServerMessage] and [ClientMessage]; the Append
// functions write one, a [Reader] reads them. The packages below this one are
// ggzxml, the XML in which a client logs in to a GGZ server, and ggzd, the
// protocol between a GGZ server and the game servers that it starts.
//
// # Two dialects
//
// The protocol's text of June 2000 and the clients that shipped from 2003 on
// differ, and nothing on the wire says which one it is. [Seed] is the text,
// [GGZ4] the clients, which call it version 4.
//
// # Format
//
// A message is its opcode and its parameters, one after another; nothing tells
// its length. Package basic draws int, char and string.
//
//	message   +------------+-----------+-----------+ ...
//	          | opcode int | parameter | parameter |
//	          +------------+-----------+-----------+ ...
//
//	server says       parameters
//	0 MSG_SEAT        seat int, -1 for a spectator
//	1 MSG_PLAYERS     2 x ( assignment int, name string unless that is open )
//	2 MSG_MOVE_H      x, y char                    ggz4: then a score
//	3 MSG_MOVE_V      x, y char                    ggz4: then a score
//	4 MSG_GAMEOVER    winner char, 2 is a tie
//	5 REQ_MOVE
//	6 RSP_MOVE        status char: below 0 an error, else the boxes completed
//	                                               ggz4: else 0; then, always, a score
//	7 SND_SYNC        turn char, ff before a game; 2 x score int; arrays
//	8 MSG_OPTIONS     width, height char, in dots
//	9 REQ_OPTIONS
//
//	client says
//	0 SND_MOVE_H      x, y char
//	1 SND_MOVE_V      x, y char
//	2 REQ_SYNC
//	3 SND_OPTIONS     width, height char, in dots
//	4 REQ_NEWGAME
//
//	score   +---------+ - - - - - - - - - +
//	        | n 0..2  | n x ( x, y char ) |   the boxes completed: the left one
//	        +---------+ - - - - - - - - - +   or the upper one first
//
//	arrays  vertical lines    x = 0..W-1, y = 0..H-2    0 or 1
//	        horizontal lines  x = 0..W-2, y = 0..H-1    0 or 1
//	        owners of boxes   x = 0..W-2, y = 0..H-2    0, 1 or ff
//	        A column is one run of bytes: (0,0) (0,1) ... (1,0) (1,1) ...
//	        There are none until MSG_OPTIONS has been said.
//
//	assignment   open  bot  player  reserved  none  abandoned
//	seed           -1   -2      -5        -3    -4         -3
//	ggz4            1    2       3         4     0          5
//
// # Limits
//
// Names are at most [MaxName] bytes long: longer ones kill the original clients,
// which also die of opcodes above 9 and wait without end for the rest of a
// message. A Reader refuses what is past a limit, and gives a peer [Patience] to
// finish a message that it has begun. An opcode that is not known cannot be
// skipped, since nobody knows how long the message is.
package dotswire
