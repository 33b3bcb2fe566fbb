package searchpage

import "time"

// State is what a server says about its search at one moment. Whoever returns
// one may share CoordSeqs with it, as long as they are not changed in place.
type State struct {
	Game      string // as its players know it
	FreeCells int
	Board     string // in the reference format: a column a line, and before them "Foundations:" and "Freecells:" lines if need be
	Scan      string

	Verdict  string // "" while the search goes on, then solved, unsolvable or limit
	Solution string // in standard notation, "" unless solved

	Share      float64 // 0 to 1: an estimate of how much of the search space is done, by Knuth's weights
	Iterations int64   // reported so far, by all clients
	Rate       float64 // iterations a second, of all clients
	MaxDepth   int     // of the deepest state reported so far
	Elapsed    time.Duration

	CycleLen        int64 // iterations between two reports of a client
	DepthAllocDelta int   // levels above its own depth that a client delegates from

	Clients []Client // in any order
	Works   []Work   // what is not done yet, in any order
}

// Client is a connected client.
type Client struct {
	ID         int64
	Remote     string  // address
	Working    bool    // it has a work; it waits for one otherwise
	Initial    []int32 // where its work began, of a client without one the last work
	Current    []int32 // what it reported last
	Iterations int64
	Rate       float64       // iterations a second
	Connected  time.Duration // for how long
	Reported   time.Duration // how long ago it was heard of last
}

// Work is a part of the search that is not done yet.
type Work struct {
	ID     int64
	Parent int64   // the work it was taken from, 0 for the first one
	Client int64   // who has it, 0 when it is queued
	Start  []int32 // where it began
	At     []int32 // what was reported last, at or below Start
	Holes  int     // how many parts were given away
	Weight float64 // share of the whole space that lies at and below Start, 0 when that is too small to be known
	Left   float64 // share of the whole space that is left in it
}
