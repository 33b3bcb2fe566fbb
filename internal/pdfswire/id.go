package pdfswire

// Side is an end of the connection.
type Side uint8

// The two sides. The server hands out work, clients do it.
const (
	Client Side = 1 << iota
	Server
)

// String returns "client" or "server".
func (s Side) String() string {
	if s == Client {
		return "client"
	}
	return "server"
}

// messageID is the number of a message on the wire.
type messageID uint32

const (
	idEndConn messageID = iota
	idClientInit
	idGiveID
	idGiveScan
	idIAm
	idSolved
	idNeedHelp
	idPleaseProvide
	idProviding
	idWantToHelp
	idPleaseWorkOn
	idSetCycleLen
	idSetDepthAllocDelta
	idQuit
)

// table holds for each id the message's name and who may say it.
var table = [...]struct {
	name   string
	saidBy Side // a set
}{
	idEndConn:            {"END_CONN", Client | Server},
	idClientInit:         {"CLIENT_INIT", Client},
	idGiveID:             {"GIVE_ID_TO_CLIENT", Server},
	idGiveScan:           {"GIVE_SCAN_TO_CLIENT", Server},
	idIAm:                {"I_AM", Client},
	idSolved:             {"SOLVED", Client},
	idNeedHelp:           {"NEEDHELP", Client},
	idPleaseProvide:      {"PLEASE_PROVIDE_COORD_SEQS", Server},
	idProviding:          {"PROVIDING_COORD_SEQS", Client},
	idWantToHelp:         {"WANT_TO_HELP", Client},
	idPleaseWorkOn:       {"PLEASE_WORK_ON", Server},
	idSetCycleLen:        {"SET_CYCLE_LEN", Server},
	idSetDepthAllocDelta: {"SET_DEPTH_ALLOC_DELTA", Server},
	idQuit:               {"QUIT", Server},
}

func (EndConn) id() messageID            { return idEndConn }
func (ClientInit) id() messageID         { return idClientInit }
func (GiveID) id() messageID             { return idGiveID }
func (GiveScan) id() messageID           { return idGiveScan }
func (IAm) id() messageID                { return idIAm }
func (Solved) id() messageID             { return idSolved }
func (NeedHelp) id() messageID           { return idNeedHelp }
func (PleaseProvide) id() messageID      { return idPleaseProvide }
func (Providing) id() messageID          { return idProviding }
func (WantToHelp) id() messageID         { return idWantToHelp }
func (PleaseWorkOn) id() messageID       { return idPleaseWorkOn }
func (SetCycleLen) id() messageID        { return idSetCycleLen }
func (SetDepthAllocDelta) id() messageID { return idSetDepthAllocDelta }
func (Quit) id() messageID               { return idQuit }
