package fccrun

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/cluster"
	"puzzlekit/internal/cluster/local"
	"puzzlekit/internal/runfile"
)

// Run is a run in a directory.
type Run struct {
	dir      string
	blobs    store
	settings Settings
	game     *fcc.Game
	lock     *flock.Flock // nil for workers and readers
	opts     Options

	derived int64 // limit on what derivedLimit is about, instead of a good one; 0 for none

	seals    map[int]*Seal // by depth
	verified map[string]bool
	queue    cluster.Queue
	states   int64 // of the sealed depths
}

// store is where the files are.
type store interface {
	cluster.Blobs
	Clean(prefix string) error
}

// Options choose how a run is done. They change none of its sealed files.
type Options struct {
	Workers   int   // that the queue has, for the size of shards
	ShardSize int64 // bytes of entries, about; 0 for a good one
	MaxMemory int64 // bytes, of all workers together; 0 for a good limit

	StopAtSolution bool
	MaxStates      int64 // give up before a depth when there are more; 0 never
	UntilDepth     int   // give up before this depth; 0 never

	Log *slog.Logger
	// Progress is told of the share of a depth that is done. It may be nil.
	Progress func(Progress)
}

// Progress says how far a run is.
type Progress struct {
	Depth  int
	Last   int     // the depth of the solved state
	Share  float64 // of the depth
	States int64   // of all depths
	Disk   int64   // bytes of the sealed files
	Sealed *Seal   // when the depth has just been closed
}

// Create opens the run in a directory, or begins one, and locks it. A run of
// another board or with other rules is an error.
func Create(ctx context.Context, dir string, g *fcc.Game, moves bool, opts Options) (*Run, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	r := &Run{dir: dir, blobs: local.Dir(dir), settings: settingsOf(g, moves), game: g, opts: opts}
	r.lock = flock.New(filepath.Join(dir, "lock"))
	ok, err := r.lock.TryLock()
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s: another process works on this run", dir)
	}
	var old Settings
	switch err := readJSON(ctx, r.blobs, "run.json", &old); {
	case missing(err):
		err = writeJSON(ctx, r.blobs, "run.json", r.settings)
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
	case err != nil:
		return nil, errors.Join(err, r.Close())
	case old != r.settings:
		return nil, errors.Join(fmt.Errorf("%s: it has a run of another board or other rules (columns %d, free cells %d, pruning %v, moves stored %v)",
			dir, old.Columns, old.FreeCells, old.Prune, old.Moves), r.Close())
	}
	return r, nil
}

// Open opens a run to read it or to work for it.
func Open(ctx context.Context, dir string) (*Run, error) {
	r := &Run{dir: dir, blobs: local.Dir(dir)}
	if err := readJSON(ctx, r.blobs, "run.json", &r.settings); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s is not the directory of a run: there is no run.json", dir)
		}
		return nil, err
	}
	var err error
	if r.game, err = r.settings.game(); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, "run.json"), err)
	}
	return r, nil
}

// Lock makes the process the only one that changes the run.
func (r *Run) Lock() error {
	r.lock = flock.New(filepath.Join(r.dir, "lock"))
	ok, err := r.lock.TryLock()
	if err == nil && !ok {
		err = fmt.Errorf("%s: another process works on this run", r.dir)
	}
	return err
}

// Close lets the directory go.
func (r *Run) Close() error {
	if r.lock == nil {
		return nil
	}
	return r.lock.Unlock()
}

// Game returns what is explored.
func (r *Run) Game() *fcc.Game { return r.game }

// Settings returns what is explored and how.
func (r *Run) Settings() Settings { return r.settings }

// SetOptions is for workers. Of the options only sizes, memory and the number of
// workers mean something to them.
func (r *Run) SetOptions(o Options) { r.opts = o }

// derivedLimit is the memory for derived states of one worker.
func (r *Run) derivedLimit() int64 {
	const usual = 64 << 20
	if r.derived > 0 {
		return r.derived
	}
	if r.opts.MaxMemory == 0 {
		return usual
	}
	return min(usual, max(r.opts.MaxMemory/int64(max(r.opts.Workers, 1))/3, 1<<20))
}

// outBlock is the size of blocks of derived states. Depths are cut into shards
// between blocks.
func (r *Run) outBlock() int {
	if r.opts.ShardSize == 0 {
		return runfile.BlockSize
	}
	return int(min(runfile.BlockSize, max(r.opts.ShardSize/4, 64)))
}

// last is the depth of the solved state.
func (r *Run) last() int { return fcc.Solved.Depth() - r.game.Start.Depth() }
