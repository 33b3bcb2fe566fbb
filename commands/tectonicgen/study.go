package tectonicgen

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"github.com/gofrs/flock"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
	"puzzlekit/engines/tectonic/tier"
	"puzzlekit/internal/atomicfile"
)

// Dedup says how no grid is stored twice.
type Dedup string

// The ways. All make the same bytes. All but Canonical are for comparison: they work
// tier by tier on one processor, and write each tier whole or not at all.
const (
	Canonical Dedup = "canonical" // only regions that do not touch are fused
	Set       Dedup = "set"       // all grids of a tier are in a set in memory
	Deferred  Dedup = "deferred"  // all grids are written and sorted
	Lookup    Dedup = "lookup"    // the grid with the regions fused is searched in the tier before
)

// ErrMemory means that the set has outgrown the memory allowed.
var ErrMemory = errors.New("the set of grids needs more memory than allowed")

// newFile starts a file in a directory that may have to be made.
func newFile(name string) (*atomicfile.File, error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, err
	}
	return atomicfile.Create(name)
}

// runStudy is Run for the ways of deduplication that are not canonical.
func runStudy(ctx context.Context, c Config) (count uint64, err error) {
	if !grow.Packs(c.Problem) {
		return 0, fmt.Errorf("--dedup %s: expected at most %d columns and regions of at most %d cells", c.Dedup, grow.MaxWidth, grow.MaxRegion)
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return 0, err
	}
	lock := flock.New(filepath.Join(c.Dir, "lock"))
	if ok, err := lock.TryLock(); err != nil || !ok {
		return 0, errors.Join(err, fmt.Errorf("%w: %s", ErrLocked, c.Dir))
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	first := tier.Head{Problem: c.Problem, Tier: 1}
	name := tierFile(c.Dir, 1, c.Form)
	st := Status{Tiers: c.Problem.Cells()}
	count, err = writeTier(name, first, c.Form, func(add func(tier.Code) error) error {
		e, err := tier.NewExpander(tier.Head{Problem: c.Problem}, grow.Closure, nil)
		if err != nil {
			return err
		}
		run, _, err := e.Expand(nil, tier.NewDecoder(oneLine(), tier.Head{Problem: c.Problem}, tier.Text), 1, tier.Text)
		if err != nil {
			return err
		}
		d := tier.NewDecoder(bytes.NewReader(run), first, tier.Text)
		for {
			if _, err := d.Next(); err != nil {
				return ignoreEOF(err)
			}
			if err := add(d.Code()); err != nil {
				return err
			}
		}
	})
	for n := 2; err == nil && n <= c.Problem.Cells(); n++ {
		st.Counts = append(st.Counts, Tier{n - 1, count, count, true})
		st.Made += count
		if c.Progress != nil {
			c.Progress(st)
		}
		count, err = c.studyTier(ctx, n)
	}
	if err != nil {
		return 0, err
	}
	return count, copyFile(GridsFile(c.Dir, c.Form), tierFile(c.Dir, c.Problem.Cells(), c.Form))
}

// studyTier makes tier n of the one before.
func (c Config) studyTier(ctx context.Context, n int) (uint64, error) {
	from := tierFile(c.Dir, n-1, c.Form)
	h := tier.Head{Problem: c.Problem, Tier: n}
	return writeTier(tierFile(c.Dir, n, c.Form), h, c.Form, func(add func(tier.Code) error) error {
		switch c.Dedup {
		case Set:
			return c.bySet(ctx, from, add)
		case Lookup:
			return c.byLookup(ctx, from, add)
		default:
			return c.bySorting(ctx, from, n, add)
		}
	})
}

// candidates calls visit for all candidates of a tier's grids.
func candidates(ctx context.Context, from string, visit func(tier.Candidate) error) error {
	var e *tier.Expander
	return each(from, func(r *tier.Reader, common int) (err error) {
		if e == nil {
			if e, err = tier.NewExpander(r.Head, grow.Closure, nil); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := e.Enter(r.Code(), common); err != nil {
			return err
		}
		e.Candidates(r.Code(), func(x tier.Candidate) {
			if err == nil {
				err = visit(x)
			}
		})
		return err
	})
}

// bySet keeps all grids in a set.
func (c Config) bySet(ctx context.Context, from string, add func(tier.Code) error) error {
	set := map[string]struct{}{}
	const entry = 64 // bytes that an entry takes besides its code
	err := candidates(ctx, from, func(x tier.Candidate) error {
		set[string(x.Child)] = struct{}{}
		if c.Memory > 0 && int64(len(set))*int64(len(x.Child)+entry) > c.Memory {
			return fmt.Errorf("%w: %d grids", ErrMemory, len(set))
		}
		return nil
	})
	if err != nil {
		return err
	}
	codes := make([]string, 0, len(set))
	for code := range set {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	for _, code := range codes {
		if err := add(tier.Code(code)); err != nil {
			return err
		}
	}
	return nil
}

// bySorting writes all grids and sorts them.
func (c Config) bySorting(ctx context.Context, from string, size int, add func(tier.Code) error) (err error) {
	s := newSorter(c.Dir, size, c.Memory)
	defer func() { err = errors.Join(err, s.close()) }()
	if err := candidates(ctx, from, func(x tier.Candidate) error { return s.add(x.Child) }); err != nil {
		return err
	}
	return s.each(add)
}

// byLookup leaves out fused grids whose parent with the regions fused is in its tier.
func (c Config) byLookup(ctx context.Context, from string, add func(tier.Code) error) error {
	var codes []byte // of the tier before
	size := 0
	err := each(from, func(r *tier.Reader, _ int) error {
		size = len(r.Code())
		codes = append(codes, r.Code()...)
		return nil
	})
	if err != nil {
		return err
	}
	return candidates(ctx, from, func(x tier.Candidate) error {
		if x.Merged != nil {
			n := len(codes) / size
			i, found := sort.Find(n, func(i int) int { return bytes.Compare(x.Merged, codes[i*size:(i+1)*size]) })
			if found && slices.Equal(tier.Code(codes[i*size:(i+1)*size]).RegionsOf(c.Problem.Width), x.Regions) {
				return nil
			}
		}
		return add(x.Child)
	})
}

// Transpose makes the list of a problem of that of the transposed one, whose directory
// is from, and returns the number of grids.
func Transpose(ctx context.Context, from, dir string, p tectonic.Problem, form tier.Form, memory int64) (count uint64, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	s := newSorter(dir, p.Cells(), memory)
	defer func() { err = errors.Join(err, s.close()) }()
	err = each(GridsFile(from, form), func(r *tier.Reader, _ int) error {
		c, err := r.Code().Transposed(r.Width)
		if err == nil {
			err = s.add(c)
		}
		return errors.Join(err, ctx.Err())
	})
	if err != nil {
		return 0, err
	}
	return writeTier(GridsFile(dir, form), tier.Head{Problem: p, Tier: p.Cells()}, form, s.each)
}
