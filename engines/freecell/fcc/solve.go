package fcc

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// Options choose how [Game.Solve] explores a board.
type Options struct {
	Workers        int   // goroutines, at least 1
	StopAtSolution bool  // end when the solved state is derived, however far away
	MaxStates      int64 // end when this many states have been found; 0 never
	KeepEntries    bool  // so that a shortest solution can be built

	// Progress is told now and then of the relative depth, the states
	// found so far and the share of the depth's fingerprints that is done. It may
	// be nil and must be safe for concurrent use.
	Progress func(depth int, states int64, share float64)

	// Depth is told of each depth that is done. It may be nil.
	Depth func(DepthStats)
}

// Result is what a whole run has found.
type Result struct {
	Complete bool // all of the graph has been explored
	Solvable bool // the solved state has been derived
	Shortest int  // moves of a shortest solution, or -1; known when Complete
	Total    Stats
	Depths   []DepthStats

	entries map[Fingerprint][]Entries // nil unless they are kept
}

// DepthStats is what has been found at a relative depth.
type DepthStats struct {
	Depth int
	Stats
}

// solver is a whole run in memory.
type solver struct {
	g       *Game
	opts    Options
	pending [2*cards + 1]pending // by depth
	kept    sync.Mutex
	result  Result
	states  atomic.Int64
	stop    atomic.Bool
	workers []*worker
}

// pending is the fingerprints of a depth that are still to be explored.
type pending struct {
	mu     sync.Mutex
	groups map[Fingerprint]*pendingGroup
}

type pendingGroup struct {
	f       Fingerprint
	entries []Entries
	size    int
}

// Solve explores all of the game's graph in memory, depth by depth.
func (g *Game) Solve(ctx context.Context, opts Options) (*Result, error) {
	s := &solver{g: g, opts: opts}
	s.result.Shortest = -1
	if opts.KeepEntries {
		s.result.entries = map[Fingerprint][]Entries{}
	}
	for range max(opts.Workers, 1) {
		s.workers = append(s.workers, s.newWorker())
	}
	start := g.Start
	gr := newGroup(g, start.Fingerprint)
	key := gr.key(start.planes)
	e := Entries{Lo: []uint64{key.Lo}}
	if gr.bits > 64 {
		e.Hi = []uint64{key.Hi}
	}
	first := start.Depth()
	s.add(start.Fingerprint, []Entries{e})
	s.result.Solvable = start.Fingerprint == Solved
	for depth := first; depth <= 2*cards && !s.stop.Load(); depth++ {
		groups := s.take(depth)
		if len(groups) == 0 {
			continue
		}
		d := DepthStats{Depth: depth - first}
		if err := s.explore(ctx, groups, &d.Stats); err != nil {
			return nil, err
		}
		s.result.Depths = append(s.result.Depths, d)
		s.result.Total.Add(d.Stats)
		if opts.Depth != nil {
			opts.Depth(d)
		}
		if depth == 2*cards {
			s.result.Shortest = d.MinCount
		}
	}
	s.result.Complete = !s.stop.Load()
	if s.result.Complete && s.result.Shortest < 0 && s.result.Solvable {
		panic("fcc: the solved state was derived and not found")
	}
	return &s.result, nil
}

// take returns the groups of a depth, the largest first.
func (s *solver) take(depth int) []*pendingGroup {
	var groups []*pendingGroup
	for _, g := range s.pending[depth].groups {
		groups = append(groups, g)
	}
	s.pending[depth].groups = nil
	slices.SortFunc(groups, func(a, b *pendingGroup) int {
		return cmp.Or(cmp.Compare(b.size, a.size), a.f.Compare(b.f))
	})
	return groups
}

// explore explores the groups of one depth.
func (s *solver) explore(ctx context.Context, groups []*pendingGroup, total *Stats) error {
	var next atomic.Int64
	var mu sync.Mutex
	var firstErr error
	var workers sync.WaitGroup
	for _, w := range s.workers {
		workers.Go(func() {
			var sum Stats
			err := w.work(ctx, groups, &next, &sum)
			mu.Lock()
			defer mu.Unlock()
			total.Add(sum)
			if firstErr == nil {
				firstErr = err
			}
		})
	}
	workers.Wait()
	return firstErr
}

// worker is one goroutine's memory.
type worker struct {
	outbox
	x *Explorer
}

func (s *solver) newWorker() *worker {
	w := &worker{outbox: outbox{solver: s}}
	w.x = NewExplorer(s.g, false, w.take)
	return w
}

// work explores groups until none is left.
func (w *worker) work(ctx context.Context, groups []*pendingGroup, next *atomic.Int64, sum *Stats) error {
	s := w.solver
	for !s.stop.Load() {
		i := int(next.Add(1)) - 1
		if i >= len(groups) {
			return nil
		}
		g := groups[i]
		slices.SortStableFunc(g.entries, func(a, b Entries) int { return cmp.Compare(a.Count, b.Count) })
		stats, err := w.x.Explore(ctx, g.f, g.entries)
		if err != nil {
			return err
		}
		sum.Add(stats)
		w.send()
		if s.opts.KeepEntries {
			s.kept.Lock()
			s.result.entries[g.f] = g.entries
			s.kept.Unlock()
		}
		groups[i] = nil
		n := s.states.Add(stats.States)
		if s.opts.MaxStates > 0 && n >= s.opts.MaxStates {
			s.stop.Store(true)
		}
		if s.opts.Progress != nil && (i%64 == 0 || stats.States > 1<<14) {
			s.opts.Progress(g.f.Depth()-s.g.Start.Depth(), n, float64(i+1)/float64(len(groups)))
		}
	}
	return nil
}

// add gives entries to a fingerprint.
func (s *solver) add(f Fingerprint, entries []Entries) {
	p := &s.pending[f.Depth()]
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.groups == nil {
		p.groups = map[Fingerprint]*pendingGroup{}
	}
	g := p.groups[f]
	if g == nil {
		g = &pendingGroup{f: f}
		p.groups[f] = g
	}
	g.entries = append(g.entries, entries...)
	for _, e := range entries {
		g.size += len(e.Lo)
	}
}

// outbox collects what one worker's exploration derives, until it is done with a
// group.
type outbox struct {
	solver *solver
	chunk  []uint64 // the rest of a piece of memory for keys
	to     []Fingerprint
	parts  [][]Entries
}

const chunkWords = 1 << 13

func (o *outbox) take(b Batch) error {
	if b.To == Solved {
		o.solver.solved()
	}
	e := Entries{Count: b.Count, Lo: o.copy(b.Lo)}
	if b.Hi != nil {
		e.Hi = o.copy(b.Hi)
	}
	i := slices.Index(o.to, b.To)
	if i < 0 {
		i = len(o.to)
		o.to = append(o.to, b.To)
		o.parts = append(o.parts[:i], append(part(o.parts, i), e))
		return nil
	}
	o.parts[i] = append(o.parts[i], e)
	return nil
}

// part returns the memory of an earlier part.
func part(parts [][]Entries, i int) []Entries {
	if i < cap(parts) {
		return parts[:i+1][i][:0]
	}
	return nil
}

func (o *outbox) copy(keys []uint64) []uint64 {
	n := len(keys)
	if n > len(o.chunk) {
		if n > chunkWords/4 {
			return slices.Clone(keys)
		}
		o.chunk = make([]uint64, chunkWords)
	}
	c := o.chunk[:n:n]
	o.chunk = o.chunk[n:]
	copy(c, keys)
	return c
}

func (o *outbox) send() {
	for i, f := range o.to {
		o.solver.add(f, o.parts[i])
	}
	o.to, o.parts = o.to[:0], o.parts[:0]
}

// solved notes that the solved state has been derived.
func (s *solver) solved() {
	s.kept.Lock()
	defer s.kept.Unlock()
	s.result.Solvable = true
	if s.opts.StopAtSolution {
		s.stop.Store(true)
	}
}
