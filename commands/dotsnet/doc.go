// Package dotsnet hosts tables of Dots for clients of several kinds: original
// programs of the GGZ Gaming Zone on a bare port or behind a GGZ login, browsers,
// and computer players. It also is the other end, a client in a terminal.
//
// It joins what knows nothing of each other: the rules (engines/dots), the
// computer players, saved games (engines/dots/savedgame), the languages
// (internal/dotswire) and the page (internal/webui/dotspage). It has no flags and
// prints nothing; it logs, and counts in Stats.
//
//	bare port   link  --+                      +-- bot       a goroutine a thought
//	GGZ channel link  --+-- table -- record    +-- watchers
//	page        viewer -+     |
//	                         Hall
//
// A [Hall] has all tables. A table is a state machine under a lock of its own; what
// happens at it is told to its guests, whose queues never block, so a slow
// peer holds up nobody.
//
// # States
//
//	OPTIONS  -- SND_OPTIONS from the one who was asked -->  WAIT
//	WAIT     -- both seats filled, both agree          -->  PLAYING
//	PLAYING  -- somebody leaves                        -->  WAIT
//	PLAYING  -- the last box                           -->  OVER
//	OVER     -- REQ_NEWGAME                            -->  OPTIONS
//
// Who joins agrees to play, and so does who sends options. After a game humans
// agree with REQ_NEWGAME; the first to do so is asked for options.
//
// # Order of messages
//
//	join, OPTIONS  SEAT to the joiner; PLAYERS to all; REQ_OPTIONS to the first one
//	SND_OPTIONS    OPTIONS to all, the sender too; then start
//	join, WAIT     SEAT to the joiner; PLAYERS to all; OPTIONS to the joiner;
//	               SYNC to the joiner if a game has begun; then start
//	start          if both are there and agree: REQ_MOVE to the one whose turn it is
//	move           RSP_MOVE to the mover; MOVE_H or MOVE_V to the others; REQ_MOVE
//	               to whoever moves next, or GAMEOVER to all
//	illegal move   RSP_MOVE; after -3 and -4 REQ_MOVE again
//	leave          PLAYERS to those who stay; REQ_OPTIONS to the other one if the
//	               one who left had been asked
//
// "All" is seat 0, seat 1, and those who look on.
package dotsnet
