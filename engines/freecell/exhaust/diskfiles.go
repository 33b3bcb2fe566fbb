package exhaust

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// run is a file of keys.
type run struct {
	name  string
	keys  int64
	bytes int64
}

// fileCount names files and knows how much they hold.
type fileCount struct {
	made        int
	bytes, peak int64
}

// tidy merges the last runs of seen until each is more than twice as long as the
// next one: then they are few, and no key is copied often.
func (s *diskSearch[K]) tidy(ctx context.Context) error {
	from, keys := len(s.seen)-1, s.seen[len(s.seen)-1].keys
	for from > 0 && s.seen[from-1].keys <= 2*keys {
		from--
		keys += s.seen[from].keys
	}
	if from == len(s.seen)-1 {
		return nil
	}
	merged, err := s.merge(ctx, s.seen[from:])
	if err != nil {
		return err
	}
	for _, old := range s.seen[from:] {
		if !slices.Contains(s.levels, old) {
			if err := s.remove(old); err != nil {
				return err
			}
		}
	}
	s.seen = append(s.seen[:from], merged)
	return nil
}

// merge merges runs to one. They stay.
func (s *diskSearch[K]) merge(ctx context.Context, runs []run) (run, error) {
	cursors, err := s.open(runs)
	defer closeAll(cursors)
	if err != nil {
		return run{}, err
	}
	return s.write(func(out *runWriter[K]) error { return merge(ctx, cursors, out.add) })
}

func (s *diskSearch[K]) open(runs []run) ([]*cursor[K], error) {
	var cursors []*cursor[K]
	for _, r := range runs {
		c, err := newRunCursor[K](s.opts.Disk, r, s.width)
		if err != nil {
			return cursors, err
		}
		cursors = append(cursors, c)
	}
	return cursors, nil
}

// closeAll closes files that were only read.
func closeAll[K words](cursors []*cursor[K]) {
	for _, c := range cursors {
		_ = c.close()
	}
}

// write makes a run. When it cannot be finished it is removed.
func (s *diskSearch[K]) write(fill func(*runWriter[K]) error) (run, error) {
	s.mu.Lock()
	s.files.made++
	name := fmt.Sprintf("run-%d", s.files.made)
	s.mu.Unlock()
	w, err := createRun[K](s.opts.Disk, name, s.width)
	if err != nil {
		return run{}, err
	}
	err = fill(w)
	if closeErr := w.close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return run{}, errors.Join(err, s.opts.Disk.Remove(name))
	}
	s.mu.Lock()
	s.files.bytes += w.bytes
	s.files.peak = max(s.files.peak, s.files.bytes)
	s.mu.Unlock()
	return run{name, w.keys, w.bytes}, nil
}

func (s *diskSearch[K]) remove(runs ...run) error {
	for _, r := range runs {
		if err := s.opts.Disk.Remove(r.name); err != nil {
			return fmt.Errorf("exhaust: remove %s: %w", r.name, err)
		}
		s.files.bytes -= r.bytes
	}
	return nil
}

// removeAll removes all files.
func (s *diskSearch[K]) removeAll() error {
	all := slices.Concat(s.levels, s.candidates)
	for _, r := range s.seen {
		if !slices.Contains(s.levels, r) {
			all = append(all, r)
		}
	}
	var errs []error
	for _, r := range all {
		errs = append(errs, s.remove(r))
	}
	return errors.Join(errs...)
}
