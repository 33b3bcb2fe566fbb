package pdfsnet

import (
	"context"
	"errors"
	"slices"
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
// not in what it gave away, so it is recognized when it arrives. The first
// session is then made to end before the second begins: as long as it walked
// on, it would put into the cache what nobody counts on it to finish.
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
	coords    int             // in delegated, and one for each
}

// maxDelegated is how many coordinates of states that it gave away a part
// remembers. A state that was forgotten costs a connection and the cache if it
// comes back to this process.
const maxDelegated = 4 << 20

// errRevoked is the end of a session that the server has given up.
var errRevoked = errors.New("the server has given the work to another client")

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

// begin notes that a session is given the part at start. It returns when no
// other session walks there.
func (g *group) begin(ctx context.Context, s *session, start pdfs.CoordSeq) error {
	g.mu.Lock()
	var revoked []*session
	for other, p := range g.active {
		if other != s && p.revoked(start) {
			revoked = append(revoked, other)
		}
	}
	g.active[s] = &part{start: start}
	g.mu.Unlock()
	for _, other := range revoked {
		other.revoke(errRevoked)
		_ = other.conn.Close() // it may be writing
	}
	for _, other := range revoked {
		select {
		case <-other.gone: // the cache is empty
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
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
	for _, seq := range seqs {
		p.delegated = append(p.delegated, seq)
		p.coords += len(seq) + 1
	}
	if p.coords <= maxDelegated {
		return
	}
	half := len(p.delegated) / 2
	for _, seq := range p.delegated[:half] {
		p.coords -= len(seq) + 1
	}
	p.delegated = slices.Clone(p.delegated[half:])
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
