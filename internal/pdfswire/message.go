package pdfswire

// CoordSeq names a state of the search by the way to it from the root: at each
// level the 0-based index of the next state taken. The empty one is the root.
type CoordSeq = []int32

// Message is one of the message types of this package, as a value, not a
// pointer.
type Message interface {
	id() messageID
}

// Name returns a message's name in the protocol, such as "PLEASE_WORK_ON".
func Name(m Message) string { return table[m.id()].name }

// EndConn is END_CONN: the sender closes the connection.
type EndConn struct{}

// ClientInit is CLIENT_INIT, the first thing a client says.
type ClientInit struct{}

// GiveID is GIVE_ID_TO_CLIENT: it names the client.
type GiveID struct {
	ID int64 // at least 1, never given again in one server's life
}

// GiveScan is GIVE_SCAN_TO_CLIENT: what is searched, and how.
type GiveScan struct {
	Scan  string // scan text with everything a client needs besides the board
	Board string // the board in the reference format
}

// IAm is I_AM: a client reports who and where in the search it is.
type IAm struct {
	ID int64 // as given to the client
	At CoordSeq
}

// Solved is SOLVED: a client claims a solution.
type Solved struct {
	At CoordSeq // the solved state
}

// NeedHelp is NEEDHELP: the client could delegate work. It follows an IAm.
type NeedHelp struct{}

// PleaseProvide is PLEASE_PROVIDE_COORD_SEQS: it asks a client to delegate.
type PleaseProvide struct {
	Count int64 // at least 1: how many CoordSeqs are wanted at most
}

// Providing is PROVIDING_COORD_SEQS: it hands over subtrees that the client will
// not enter.
type Providing struct {
	Seqs []CoordSeq // at most as many as were asked for, possibly none
}

// WantToHelp is WANT_TO_HELP: the client asks for work. From a working client it
// also says that the subtree it was given is searched.
type WantToHelp struct{}

// PleaseWorkOn is PLEASE_WORK_ON: it gives a waiting client the subtree below a
// state.
type PleaseWorkOn struct {
	At CoordSeq
}

// SetCycleLen is SET_CYCLE_LEN: how often a working client reports.
type SetCycleLen struct {
	Len int64 // iterations from one I_AM to the next, at least 1
}

// SetDepthAllocDelta is SET_DEPTH_ALLOC_DELTA: how far above its current depth a
// client delegates.
type SetDepthAllocDelta struct {
	Delta int32 // levels, at least 0
}

// Quit is QUIT: the search is over.
type Quit struct{}
