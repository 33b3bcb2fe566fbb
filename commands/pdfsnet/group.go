package pdfsnet

import (
	"sync"

	"puzzlekit/engines/freecell/pdfs"
)

// group is the sessions of one process. They share a cache of dead ends, and the
// group sees to it that nothing in it stands for work that was lost: see
// [pdfs.DeadEnds].
//
// A session that loses its connection knows it, and the cache is emptied. But
// the server may have given a session up, and another session of the same
// process may be told to do what is left of that one's work, before this process
// notices. Such work lies within the part that the first session was given and
// not in what it gave away, so it is recognized when it arrives.
type group struct {
	bytes int64

	mu     sync.Mutex
	search string // scan and board of dead
	dead   *pdfs.DeadEnds
	active map[*session]*part
}

// part is what a session was given to do. It counts until the server answers
// the session's next WANT_TO_HELP: only then the server is known to have heard
// that it is done.
type part struct {
	start     pdfs.CoordSeq
	delegated []pdfs.CoordSeq // the last ones of it
}

// maxDelegated is how many states a part remembers to have given away. One that
// was forgotten costs the cache if it comes back to this process.
const maxDelegated = 4096

func newGroup(bytes int64) *group {
	return &group{bytes: bytes, active: map[*session]*part{}}
}

// cache returns the cache for a search. Sessions of an earlier search keep theirs
// until they end.
func (g *group) cache(search string, decks int) *pdfs.DeadEnds {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.search != search {
		g.search, g.dead = search, pdfs.NewDeadEnds(g.bytes, decks)
	}
	return g.dead
}

// begin notes that a session is given the part at start.
func (g *group) begin(s *session, start pdfs.CoordSeq) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for other, p := range g.active {
		if other != s && p.revoked(start) {
			g.dead.Forget()
			break
		}
	}
	g.active[s] = &part{start: start}
}

// revoked tells whether a server that hands out the part at start has given up
// whoever had p.
func (p *part) revoked(start pdfs.CoordSeq) bool {
	if !p.start.Contains(start) {
		return start.Contains(p.start)
	}
	for _, d := range p.delegated {
		if d.Contains(start) {
			return false
		}
	}
	return true
}

// delegate notes what a session is about to give away.
func (g *group) delegate(s *session, seqs []pdfs.CoordSeq) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p := g.active[s]
	p.delegated = append(p.delegated, seqs...)
	if n := len(p.delegated) - maxDelegated; n > 0 {
		p.delegated = append([]pdfs.CoordSeq(nil), p.delegated[n:]...)
	}
}

// end notes that a session's connection is lost.
func (g *group) end(s *session) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if _, worked := g.active[s]; worked {
		delete(g.active, s)
		g.dead.Forget()
	}
}
