package beam

import (
	"context"
	"fmt"

	"puzzlekit/engines/freecell"
)

// Search searches a board of the searcher's variant and stops when it has visited
// so many states, 0 for no limit. The only errors are ctx's, and of a board of
// another variant.
func (s *Searcher) Search(ctx context.Context, b *freecell.Board, limit int64) (Result, error) {
	if b.Variant != s.variant {
		return Result{}, fmt.Errorf("beam: a board of %s for a search of %s", b.Variant.Name, s.variant.Name)
	}
	s.pos = *freecell.NewPosition(b)
	s.seen.reset()
	s.nodes = append(s.nodes[:0], node{}, node{}) // nobody, and the start
	s.visited, s.solved, s.later = 0, 0, 0
	s.pruned = s.pos.Prune(s.pruned[:0])
	s.seen.add(s.pos.Hash())
	if s.pos.Solved() {
		s.solved = 1
	}
	s.level = append(s.level[:0], state{})
	s.store(&s.level[0], 1, 0)
	for len(s.level) > 0 && s.solved == 0 {
		s.next.reset()
		for i := 0; i < len(s.level) && s.solved == 0; i++ { // it grows by moves home
			s.expand(i)
			if i&0xff == 0 && ctx.Err() != nil {
				return Result{}, context.Cause(ctx)
			}
			if i&0xff == 0 && s.memory > 0 && s.bytes() > s.memory {
				return s.result(b, fmt.Sprintf("%d bytes", s.memory)), nil
			}
			if limit > 0 && s.visited >= limit {
				return s.result(b, fmt.Sprintf("%d iterations", limit)), nil
			}
		}
		if s.solved == 0 {
			s.solved = s.later
		}
		s.level = s.next.take(s.level[:0])
	}
	return s.result(b, ""), nil
}

// store writes the state that the position is in.
func (s *Searcher) store(st *state, node uint32, score int32) {
	p := &s.pos
	st.node, st.score = node, score
	copy(st.home[:], p.Home())
	st.used = uint8(copy(st.cells[:], p.Cells()))
	n := 0
	for i, c := range p.Order() {
		st.heights[i] = uint8(copy(st.cards[n:], p.Column(c)))
		n += int(st.heights[i])
	}
}

// expand visits a state of the level.
func (s *Searcher) expand(i int) {
	s.visited++
	st := &s.level[i]
	from := st.node
	s.pos.Set(st.home[:], st.cells[:st.used], st.heights[:s.variant.Columns], st.cards[:])
	s.scoreColumns()
	s.movesHome(from)
	if s.later == 0 {
		s.movesElsewhere(from)
	}
}

// reach takes in the state that a move has led to: when it looks good enough and
// was not seen before, it is put on a level. The move is taken back by the caller.
func (s *Searcher) reach(from uint32, m move) {
	p := &s.pos
	before := len(s.pruned)
	s.pruned = p.Prune(s.pruned)
	switch score := s.score(); {
	case p.Solved() && m.to == freecell.AtHome:
		s.solved = s.note(from, m)
	case p.Solved():
		s.later = s.note(from, m)
	case m.to == freecell.AtHome:
		if s.seen.add(p.Hash()) {
			s.level = append(s.level, state{})
			s.store(&s.level[len(s.level)-1], s.note(from, m), score)
		}
	case s.next.wants(score) && s.seen.add(p.Hash()):
		s.store(s.next.add(score), s.note(from, m), score)
	}
	for i := len(s.pruned) - 1; i >= before; i-- {
		p.Unmake(s.pruned[i])
	}
	s.pruned = s.pruned[:before]
}

// note numbers a state on the way.
func (s *Searcher) note(from uint32, m move) uint32 {
	s.nodes = append(s.nodes, node{from, m})
	return uint32(len(s.nodes) - 1)
}

func (s *Searcher) result(b *freecell.Board, limit string) Result {
	r := Result{Solved: s.solved != 0, Limit: limit, Visited: s.visited, Seen: int64(s.seen.n), Bytes: s.bytes()}
	if r.Solved {
		r.Moves = s.trace(b)
	}
	return r
}

// trace returns the moves to the solved state.
func (s *Searcher) trace(b *freecell.Board) []freecell.Move {
	var way []move
	for i := s.solved; i != 1; i = s.nodes[i].parent {
		way = append(way, s.nodes[i].move)
	}
	p := freecell.NewPosition(b)
	t := freecell.NewTable(b)
	prune := func() {
		s.pruned = p.Prune(s.pruned[:0])
		for _, m := range s.pruned {
			t.Play(m.Card, m.From, m.To, 1)
		}
	}
	prune()
	for i := len(way) - 1; i >= 0; i-- {
		m := way[i]
		from := freecell.InCell
		if p.Runs().InColumns>>m.card&1 != 0 {
			from = freecell.Place(p.At(m.card) >> 8)
		}
		to := m.to
		switch {
		case m.onto != freecell.NoCard:
			to = freecell.Place(p.At(m.onto) >> 8)
		case to < freecell.InCell:
			to = freecell.Place(p.Order()[0])
		}
		t.Play(m.card, from, to, int(m.n))
		makeMove(p, m, from, to)
		prune()
	}
	return t.Moves()
}

// makeMove makes a move between places.
func makeMove(p *freecell.Position, m move, from, to freecell.Place) {
	if m.n > 1 {
		p.MoveRun(from, to, int(m.n))
		return
	}
	p.Make(freecell.Atomic{Card: m.card, From: from, To: to})
}
