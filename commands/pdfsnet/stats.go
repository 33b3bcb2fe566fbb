package pdfsnet

import (
	"cmp"
	"slices"
	"time"

	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/pdfs/alloc"
)

// Counters count what a server has heard and said.
type Counters struct {
	Clients    int64 `json:"clients,omitempty"`   // that ever connected
	Dropped    int64 `json:"dropped,omitempty"`   // of them because of what they did
	Messages   int64 `json:"messages"`            // from clients
	Reports    int64 `json:"reports"`             // I_AM of working clients
	Iterations int64 `json:"iterations"`          // reported: a cycle a report
	Assigned   int64 `json:"assigned"`            // pieces of work given out
	Finished   int64 `json:"finished"`            // pieces searched to the end
	Delegated  int64 `json:"delegated"`           // states given away by clients
	MaxDepth   int   `json:"max_depth,omitempty"` // of all reports
}

// ClientStats is one client's part in a search.
type ClientStats struct {
	ID      int64         `json:"id"`
	Remote  string        `json:"remote"`
	Working bool          `json:"working"`
	Initial pdfs.CoordSeq `json:"-"` // of its present or last piece of work
	Current pdfs.CoordSeq `json:"-"`
	Since   time.Time     `json:"-"` // when it connected
	Heard   time.Time     `json:"-"` // when it last said something
	Counters
}

// Stats is how a search stands.
type Stats struct {
	Total     Counters
	Clients   []ClientStats // connected, by id
	Past      []ClientStats // that have left, the last of them
	Forgotten int           // how many more have left
	Works     []alloc.Work  // what is left of the search
	Waiting   int           // clients without work
	CycleLen  int64
	Delta     int32
}

// maxPast is how many clients that have left a server remembers.
const maxPast = 1000

// remember keeps the numbers of a client that leaves. It needs s.mu.
func (s *Server) remember(p *peer) {
	if len(s.past) == maxPast {
		s.past = slices.Delete(s.past, 0, 1)
		s.forgotten++
	}
	s.past = append(s.past, p.stats())
}

// stats needs server.mu.
func (p *peer) stats() ClientStats {
	return ClientStats{
		ID: p.id, Remote: p.conn.RemoteAddr().String(), Working: p.working,
		Initial: p.start, Current: p.at, Since: p.since, Heard: p.heard, Counters: p.count,
	}
}

// Stats returns how the search stands. The CoordSeqs in it must not be changed.
func (s *Server) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Stats{
		Total: s.total, Past: slices.Clone(s.past), Forgotten: s.forgotten,
		Works: s.alloc.Works(), Waiting: s.alloc.Waiting(),
		CycleLen: s.config.CycleLen, Delta: s.config.DepthAllocDelta,
	}
	for _, p := range s.clients {
		st.Clients = append(st.Clients, p.stats())
	}
	slices.SortFunc(st.Clients, func(a, b ClientStats) int { return cmp.Compare(a.ID, b.ID) })
	return st
}
