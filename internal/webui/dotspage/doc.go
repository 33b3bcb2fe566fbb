// Package dotspage is the page on which people play Dots in a browser: a lobby
// with all tables, and a table with its board.
//
// It knows no rules and has no tables: those are behind [Hall]. Start reading at
// [New]; what guards a page is said in package webui.
//
// # Routes
//
//	GET  /                   the page: the lobby, or with ?table=N a table
//	GET  /{file}             its scripts and styles
//	GET  /tables             all tables, as JSON
//	GET  /tables/{id}        one of them
//	POST /tables             opens a table and keeps a seat for whoever did it:
//	                         {"name", "seat": 0 or 1, "bot": level or ""}
//	POST /tables/{id}/seats  keeps an open seat: {"name"}
//	DELETE /tables/{id}/seats/{token}  gives a seat up
//	GET  /play/{id}?token=T  a WebSocket: the game
//
// Both POST answer {"table", "seat", "token"}. A seat is kept for a while; who
// connects with its token gets it, as often as he likes, so that a page that has
// lost its connection or was loaded again finds its seat. Without a token one
// looks on.
//
// # WebSocket
//
// The messages are those of package dotswire in the dialect ggz4, so a page is one
// more GGZ client; they come in binary frames, whose boundaries and lengths mean
// nothing: nobody waits for a whole one. Browsers of other sites are turned away
// by their Origin, and a ping every 20 seconds finds out who is gone.
package dotspage
