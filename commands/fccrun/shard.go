package fccrun

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"maps"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/cluster"
	"puzzlekit/internal/runfile"
)

// shardTask is what a worker is told.
type shardTask struct {
	Depth int    `json:"depth"`
	Plan  string `json:"plan"` // its ID
	Shard int    `json:"shard"`
}

// Handle is what workers do: one shard.
func (r *Run) Handle(ctx context.Context, t cluster.Task) ([]byte, error) {
	var task shardTask
	if err := json.Unmarshal(t.Data, &task); err != nil {
		return nil, fmt.Errorf("fccrun: task %s: %w", t.Name, err)
	}
	var p plan
	if err := readJSON(ctx, r.blobs, planOf(task.Depth), &p); err != nil {
		return nil, err
	}
	if p.ID != task.Plan || task.Shard < 0 || task.Shard >= p.shards() {
		return nil, fmt.Errorf("fccrun: task %s is not of plan %s with %d shards", t.Name, p.ID, p.shards())
	}
	name := workOf(task.Depth) + p.ID + "/" + shardName(task.Shard)
	var done shardDone
	fill := func(w *runfile.Writer) (err error) {
		done, err = r.shard(ctx, task.Depth, &p, task.Shard, name, w)
		return err
	}
	var err error
	if p.Repeat {
		err = fill(nil)
	} else {
		_, err = writeRun(ctx, r.blobs, name+".groups", runfile.BlockSize, fill)
	}
	if err != nil {
		return nil, err
	}
	if err := writeJSON(ctx, r.blobs, name+".done", done); err != nil {
		return nil, err
	}
	return json.Marshal(done.Stats)
}

// shard explores the fingerprints of a shard. It writes them to groups, unless
// that is nil, and what they derive to files named after name.
func (r *Run) shard(ctx context.Context, depth int, p *plan, shard int, name string, groups *runfile.Writer) (shardDone, error) {
	in, err := r.openShard(ctx, depth, p, shard)
	if err != nil {
		return shardDone{}, err
	}
	defer func() { _ = in.close() }() // only read from
	out := &outbox{
		ctx: ctx, blobs: r.blobs, name: name, start: r.game.Start.Depth(), limit: r.derivedLimit(), block: r.outBlock(),
		byPrint: map[fcc.Fingerprint]*fcc.List{}, targets: map[int]bool{},
	}
	var done shardDone
	x := fcc.NewExplorer(r.game, r.settings.Moves, out.take)
	for in.next() {
		f, list := in.current.f, in.current.list
		parts, index := list.ByCount()
		out.list, out.index = list, index
		stats, imported, err := r.imported(ctx, f, list, out)
		if err == nil && !imported {
			stats, err = x.Explore(ctx, f, parts)
		}
		if err != nil {
			return done, err
		}
		done.Stats.Add(stats)
		if groups != nil {
			if err := writeGroup(groups, f, list, stats); err != nil {
				return done, err
			}
		}
	}
	if in.err != nil {
		return done, in.err
	}
	if err := out.flush(); err != nil {
		return done, err
	}
	done.Outputs, done.Solved = out.outputs, out.solved
	done.Targets = slices.Sorted(maps.Keys(out.targets))
	return done, nil
}

// openShard opens what a shard reads.
func (r *Run) openShard(ctx context.Context, depth int, p *plan, shard int) (*groupReader, error) {
	var from, to []byte
	var err error
	if shard > 0 {
		if from, err = hex.DecodeString(p.Bounds[shard-1]); err != nil {
			return nil, err
		}
	}
	if shard < len(p.Bounds) {
		if to, err = hex.DecodeString(p.Bounds[shard]); err != nil {
			return nil, err
		}
	}
	switch {
	case p.Repeat:
		return r.readGroups(ctx, depth, from, to)
	case depth == 0:
		return r.readStart(), nil
	default:
		return r.readDerived(ctx, p.Inputs, depth, from, to)
	}
}

// start is a source of one record: the start as an entry.
type start struct {
	key, value []byte
	met        bool
}

func (s *start) Next() bool    { first := !s.met; s.met = true; return first }
func (s *start) Key() []byte   { return s.key }
func (s *start) Value() []byte { return s.value }
func (s *start) Err() error    { return nil }

func (r *Run) readStart() *groupReader {
	s := r.game.Start
	key := s.Bytes()
	k := r.game.Key(s)
	l := fcc.List{Lo: []uint64{k.Lo}, Counts: []int32{0}}
	if r.game.KeyBits(s.Fingerprint) > 64 {
		l.Hi = []uint64{k.Hi}
	}
	g := &groupReader{game: r.game, moves: r.settings.Moves, source: &start{key: key[:], value: l.Encode(nil, 0, 1)}}
	return g.begin()
}
