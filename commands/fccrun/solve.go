package fccrun

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"

	"github.com/zeebo/xxh3"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/cluster"
	"puzzlekit/internal/runfile"
)

// Result is what a run has found.
type Result struct {
	Complete bool // everything has been explored
	Solvable bool
	Shortest int // moves of a shortest solution, -1 when it is not known
	Depths   []*Seal
}

// Total returns the sum of all depths.
func (r *Result) Total() fcc.Stats {
	var total fcc.Stats
	for _, d := range r.Depths {
		total.Add(d.Stats)
	}
	return total
}

// Bytes returns the size of the sealed run files.
func (r *Result) Bytes() int64 {
	var n int64
	for _, d := range r.Depths {
		n += d.Bytes
	}
	return n
}

// Solve explores what is still to be explored. The workers of the queue must
// call [Run.Handle] of this run or of one opened in the same directory.
func (r *Run) Solve(ctx context.Context, queue cluster.Queue) (*Result, error) {
	r.queue = queue
	r.seals, r.verified = map[int]*Seal{}, map[string]bool{}
	if err := r.blobs.Clean(""); err != nil {
		return nil, err
	}
	if err := r.readSeals(ctx); err != nil {
		return nil, err
	}
	res := &Result{Shortest: -1}
	for depth := 0; depth <= r.last(); depth++ {
		if r.seals[depth] == nil {
			inputs, err := r.inputs(ctx, depth)
			if err != nil {
				return nil, err
			}
			if len(inputs) == 0 && depth > 0 {
				continue
			}
			if r.opts.MaxStates > 0 && res.Total().States >= r.opts.MaxStates || r.opts.UntilDepth > 0 && depth >= r.opts.UntilDepth ||
				r.opts.StopAtSolution && res.Solvable {
				return res, nil
			}
			if err := r.explore(ctx, depth, inputs); err != nil {
				return nil, fmt.Errorf("depth %d: %w", depth, err)
			}
		}
		seal := r.seals[depth]
		res.Depths = append(res.Depths, seal)
		r.states += seal.Stats.States
		res.Solvable = res.Solvable || seal.Solved || depth == r.last()
		if r.opts.Progress != nil {
			r.opts.Progress(Progress{Depth: depth, Last: r.last(), Share: 1, States: r.states, Disk: res.Bytes(), Sealed: seal})
		}
		if err := r.removeOutputs(ctx, depth); err != nil {
			return nil, err
		}
	}
	res.Complete = true
	if seal := r.seals[r.last()]; seal != nil {
		res.Shortest = seal.Stats.MinCount
	}
	return res, nil
}

// readSeals reads the seals of all depths and checks the files that they are for.
// What is damaged is made again later, so its seal does not count.
func (r *Run) readSeals(ctx context.Context) error {
	for depth := range r.last() + 1 {
		seal := &Seal{}
		err := readJSON(ctx, r.blobs, sealOf(depth), seal)
		if err == nil {
			err = r.checkGroups(ctx, seal)
		}
		switch {
		case err == nil:
			r.seals[depth] = seal
		case missing(err):
			if errors.Is(err, errDamaged) {
				r.opts.Log.Warn("a depth is explored again", "depth", depth, "err", err)
			}
			if err := r.blobs.Remove(ctx, sealOf(depth)); err != nil {
				return err
			}
		default:
			return err
		}
	}
	return nil
}

// checkGroups compares a groups file with its seal.
func (r *Run) checkGroups(ctx context.Context, seal *Seal) error {
	b, err := r.blobs.Open(ctx, groupsOf(seal.Depth))
	if err != nil {
		return err
	}
	defer func() { _ = b.Close() }() // only read from
	h := sha256.New()
	if _, err := io.Copy(h, b); err != nil {
		return err
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != seal.SHA256 {
		return fmt.Errorf("%w: %s has SHA-256 %s, expected %s", errDamaged, groupsOf(seal.Depth), got, seal.SHA256)
	}
	return nil
}

// inputs returns the files of derived states that lead to a depth, after it has
// made those again that are missing.
func (r *Run) inputs(ctx context.Context, depth int) ([]string, error) {
	var names []string
	for _, source := range slices.Sorted(maps.Keys(r.seals)) {
		if source >= depth || !slices.Contains(r.seals[source].Targets, depth) {
			continue
		}
		outputs, err := r.outputs(ctx, source)
		if err != nil {
			return nil, err
		}
		for _, o := range outputs {
			names = append(names, o.Name)
		}
	}
	return names, nil
}

// outputs returns the files of what a sealed depth derives, after it has made
// them again if one is missing.
func (r *Run) outputs(ctx context.Context, depth int) ([]output, error) {
	var outputs []output
	err := readJSON(ctx, r.blobs, outputOf(depth), &outputs)
	if err == nil {
		err = r.checkOutputs(ctx, outputs)
	}
	if err == nil {
		return outputs, nil
	}
	if !missing(err) && !errors.Is(err, runfile.ErrDamaged) {
		return nil, err
	}
	r.opts.Log.Info("states are derived again", "depth", depth, "cause", err)
	if err := r.clear(ctx, depth); err != nil {
		return nil, err
	}
	p, err := r.plan(ctx, depth, []string{groupsOf(depth)}, true)
	if err != nil {
		return nil, err
	}
	done, err := r.shards(ctx, depth, p)
	if err != nil {
		return nil, err
	}
	return r.writeOutputs(ctx, depth, done)
}

// checkOutputs checks files, once each, and their sizes unless those are
// negative.
func (r *Run) checkOutputs(ctx context.Context, outputs []output) error {
	for _, o := range outputs {
		if r.verified[o.Name] {
			continue
		}
		f, b, err := openRun(ctx, r.blobs, o.Name)
		if err != nil {
			return err
		}
		err = f.Verify()
		if o.Size >= 0 && b.Size() != o.Size {
			err = fmt.Errorf("%w: %s has %d bytes, expected %d", errDamaged, o.Name, b.Size(), o.Size)
		}
		if err := errors.Join(err, b.Close()); err != nil {
			return err
		}
		r.verified[o.Name] = true
	}
	return nil
}

func (r *Run) writeOutputs(ctx context.Context, depth int, done []shardDone) ([]output, error) {
	outputs := []output{}
	for _, d := range done {
		for _, o := range d.Outputs {
			outputs = append(outputs, o)
			r.verified[o.Name] = true
		}
	}
	return outputs, writeJSON(ctx, r.blobs, outputOf(depth), outputs)
}

// clear removes all that is not sealed of a depth.
func (r *Run) clear(ctx context.Context, depth int) error {
	names, err := r.blobs.List(ctx, workOf(depth))
	if err != nil {
		return err
	}
	return r.blobs.Remove(ctx, append([]string{outputOf(depth), planOf(depth)}, names...)...)
}

// removeOutputs removes what depths have derived that led to this depth at most.
func (r *Run) removeOutputs(ctx context.Context, depth int) error {
	for source, seal := range r.seals {
		if source > depth || len(seal.Targets) > 0 && slices.Max(seal.Targets) > depth || r.verified[dirOf(source)] {
			continue
		}
		if err := r.clear(ctx, source); err != nil {
			return err
		}
		r.verified[dirOf(source)] = true
	}
	return nil
}

// explore explores a depth and seals it.
func (r *Run) explore(ctx context.Context, depth int, inputs []string) error {
	p, err := r.takeUpPlan(ctx, depth, inputs)
	if err != nil {
		return err
	}
	var done []shardDone
	fill := func(w *runfile.Writer) error { return r.appendGroups(ctx, depth, p, done, w) }
	if p.shards() == 1 {
		// Not worth a task, nor a file of its own for the groups.
		fill = func(w *runfile.Writer) error {
			d, err := r.shard(ctx, depth, p, 0, workOf(depth)+p.ID+"/"+shardName(0), w)
			done = []shardDone{d}
			return err
		}
	} else if done, err = r.shards(ctx, depth, p); err != nil {
		return err
	}
	b, err := r.blobs.Create(ctx, groupsOf(depth))
	if err != nil {
		return err
	}
	c := &counter{BlobWriter: b}
	h := sha256.New()
	w, err := runfile.NewWriter(io.MultiWriter(c, h), runfile.Zstd, runfile.BlockSize)
	if err == nil {
		err = fill(w)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return errors.Join(err, b.Abort())
	}
	if err := b.Commit(); err != nil {
		return err
	}
	seal := &Seal{Depth: depth, Bytes: c.n, SHA256: hex.EncodeToString(h.Sum(nil)), Targets: []int{}}
	for _, d := range done {
		seal.Stats.Add(d.Stats)
		seal.Targets = append(seal.Targets, d.Targets...)
		seal.Solved = seal.Solved || d.Solved
	}
	slices.Sort(seal.Targets)
	seal.Targets = slices.Compact(seal.Targets)
	if _, err := r.writeOutputs(ctx, depth, done); err != nil {
		return err
	}
	r.seals[depth] = seal
	return writeJSON(ctx, r.blobs, sealOf(depth), seal)
}

// appendGroups copies the groups of all shards.
func (r *Run) appendGroups(ctx context.Context, depth int, p *plan, done []shardDone, w *runfile.Writer) error {
	for shard := range done {
		name := workOf(depth) + p.ID + "/" + shardName(shard) + ".groups"
		f, b, err := openRun(ctx, r.blobs, name)
		if err != nil {
			return err
		}
		it := f.From(nil)
		for it.Next() && err == nil {
			err = w.Append(it.Key(), it.Value())
		}
		if err := errors.Join(err, it.Err(), b.Close()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// takeUpPlan returns the plan of a depth that was begun, if its inputs are as
// they were, or makes one.
func (r *Run) takeUpPlan(ctx context.Context, depth int, inputs []string) (*plan, error) {
	p := &plan{}
	err := readJSON(ctx, r.blobs, planOf(depth), p)
	if err == nil && !p.Repeat && slices.Equal(p.Inputs, inputs) {
		return p, nil
	}
	if err != nil && !missing(err) {
		return nil, err
	}
	if err := r.clear(ctx, depth); err != nil {
		return nil, err
	}
	return r.plan(ctx, depth, inputs, false)
}

// plan cuts the fingerprints of a depth into shards of about equal size. One
// shard needs no file.
func (r *Run) plan(ctx context.Context, depth int, inputs []string, repeat bool) (*plan, error) {
	type piece struct {
		first string
		size  int64
	}
	var pieces []piece
	var total int64
	prefix := ""
	if !repeat {
		prefix = string(rune(depth))
	}
	for _, name := range inputs {
		f, b, err := openRun(ctx, r.blobs, name)
		if err != nil {
			return nil, err
		}
		for _, block := range f.Blocks() {
			first := string(block.First)
			if len(first) >= len(prefix) && first[:len(prefix)] == prefix {
				pieces = append(pieces, piece{first[len(prefix):], int64(block.Size)})
				total += int64(block.Size)
			}
		}
		if err := b.Close(); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.first, b.first) })
	size := r.opts.ShardSize
	if size == 0 {
		size = min(max(total/int64(4*max(r.opts.Workers, 1)), 256<<10), 8<<20)
	}
	p := &plan{Repeat: repeat, Inputs: inputs}
	var sum int64
	last := ""
	for _, pc := range pieces {
		if sum >= size && pc.first != last {
			p.Bounds = append(p.Bounds, hex.EncodeToString([]byte(pc.first)))
			sum = 0
		}
		sum += pc.size
		last = pc.first
	}
	data, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	p.ID = fmt.Sprintf("%016x", xxh3.Hash(data))
	if p.shards() == 1 && !repeat {
		return p, nil
	}
	return p, writeJSON(ctx, r.blobs, planOf(depth), p)
}

// shards has all shards of a plan done.
func (r *Run) shards(ctx context.Context, depth int, p *plan) ([]shardDone, error) {
	done := make([]shardDone, p.shards())
	var tasks []cluster.Task
	number := map[string]int{}
	for shard := range done {
		data, err := json.Marshal(shardTask{depth, p.ID, shard})
		if err != nil {
			return nil, err
		}
		t := cluster.Task{Name: path.Join(dirOf(depth), p.ID, shardName(shard)), Data: data}
		number[t.Name] = shard
		tasks = append(tasks, t)
	}
	ended := 0
	states := r.states
	isDone := func(t cluster.Task) (bool, error) {
		shard := number[t.Name]
		ok, err := r.shardDone(ctx, depth, p, shard, &done[shard])
		if ok {
			ended++
			states += done[shard].Stats.States
			if r.opts.Progress != nil && !p.Repeat {
				r.opts.Progress(Progress{Depth: depth, Last: r.last(), Share: float64(ended) / float64(len(done)), States: states})
			}
		}
		return ok, err
	}
	return done, cluster.Do(ctx, r.queue, tasks, isDone, nil)
}

// shardDone tells whether a shard's files are there, and what it has found.
func (r *Run) shardDone(ctx context.Context, depth int, p *plan, shard int, done *shardDone) (bool, error) {
	name := workOf(depth) + p.ID + "/" + shardName(shard)
	*done = shardDone{}
	err := readJSON(ctx, r.blobs, name+".done", done)
	if err == nil {
		err = r.checkOutputs(ctx, done.Outputs)
	}
	if err == nil && !p.Repeat {
		err = r.checkOutputs(ctx, []output{{Name: name + ".groups", Size: -1}})
	}
	if err == nil {
		return true, nil
	}
	if missing(err) || errors.Is(err, runfile.ErrDamaged) {
		return false, nil
	}
	return false, err
}
