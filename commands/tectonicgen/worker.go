package tectonicgen

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/automaton"
	"puzzlekit/engines/tectonic/grow"
	"puzzlekit/engines/tectonic/tier"
	"puzzlekit/internal/cluster"
	"puzzlekit/internal/cluster/local"
)

// lease is the data of a task: consecutive batches of a tier, and where a run of codes
// begins in the tier's file at or before the first.
type lease struct {
	Batches []batch
	Start   uint64 // number of the code at Offset
	Offset  int64
}

// Worker does leases in one directory. It is safe for concurrent use.
type Worker struct {
	Problem tectonic.Problem
	Dir     string
	Form    tier.Form
	Pruning Pruning
	Point   Point

	buffers sync.Pool // of []byte, for answers

	viable sync.Once
	live   tier.Live
	err    error
}

// Handle writes the answers of one lease into one file, and returns where they are.
func (w *Worker) Handle(ctx context.Context, t cluster.Task) ([]byte, error) {
	var l lease
	if err := json.Unmarshal(t.Data, &l); err != nil {
		return nil, fmt.Errorf("task %s: %w", t.Name, err)
	}
	answers, err := w.answer(ctx, t.Name, l)
	if err != nil {
		return nil, err
	}
	w.Point.reach("answered")
	return json.Marshal(answers)
}

func (w *Worker) answer(ctx context.Context, name string, l lease) (answers []answer, err error) {
	n := l.Batches[0].Tier
	expander, err := w.expander(ctx, n)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(tierFile(w.Dir, n, w.Form))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	parents := tier.NewDecoder(io.NewSectionReader(file, l.Offset, 1<<62), tier.Head{Problem: w.Problem, Tier: n}, w.Form)
	if err := expander.Skip(parents, l.Batches[0].From-l.Start); err != nil {
		return nil, err
	}
	out, err := local.Dir(lotsDir(w.Dir)).Create(ctx, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, out.Abort()) }()
	run, _ := w.buffers.Get().([]byte)
	defer func() { w.buffers.Put(run) }() //nolint:staticcheck // one slice header a lease
	offset := int64(0)
	for _, b := range l.Batches {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var grids uint64
		run, grids, err = expander.Expand(run[:0], parents, b.Count, w.Form)
		if err != nil {
			return nil, fmt.Errorf("batch %v: %w", b, err)
		}
		if _, err := out.Write(run); err != nil {
			return nil, err
		}
		answers = append(answers, answer{b, name, offset, int64(len(run)), grids, crc32.ChecksumIEEE(run)})
		offset += int64(len(run))
	}
	return answers, out.Commit()
}

func (w *Worker) expander(ctx context.Context, n int) (*tier.Expander, error) {
	pruning := grow.Closure
	switch w.Pruning {
	case Weak:
		pruning = grow.Weak
	case Viable:
		w.viable.Do(func() {
			a, err := automaton.Build(context.WithoutCancel(ctx), w.Problem, automaton.Options{})
			if w.err = err; err == nil {
				w.live = a.Live
			}
		})
		if w.err != nil {
			return nil, w.err
		}
	}
	return tier.NewExpander(tier.Head{Problem: w.Problem, Tier: n}, pruning, w.live)
}
