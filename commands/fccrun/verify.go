package fccrun

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"puzzlekit/engines/freecell/fcc"
)

// Check is what [Run.Verify] has looked at.
type Check struct {
	Depths       int   `json:"depths"`
	Fingerprints int64 `json:"fingerprints"`
	Entries      int64 `json:"entries"`
	Explored     int   `json:"explored"` // fingerprints that were explored again
	Replayed     int   `json:"replayed"` // entries whose moves were played
}

// Verify checks every checksum, that statistics add up, and a sample of what the
// files say: about sample fingerprints of each depth are explored again, what they
// derive must be among the entries of their targets, and stored moves of about as
// many entries must lead to them. All that is wrong is in the error.
func (r *Run) Verify(ctx context.Context, sample int) (Check, error) {
	var check Check
	seals, err := r.Seals(ctx)
	if err != nil {
		return check, err
	}
	sealed := map[int]bool{}
	for _, s := range seals {
		sealed[s.Depth] = true
	}
	var problems []error
	for _, s := range seals {
		check.Depths++
		if err := r.verifyDepth(ctx, s, sample, sealed, &check); err != nil {
			problems = append(problems, fmt.Errorf("depth %d: %w", s.Depth, err))
		}
		if err := ctx.Err(); err != nil {
			return check, err
		}
	}
	if len(seals) > 0 && !sealed[0] {
		problems = append(problems, fmt.Errorf("depth 0 is not sealed"))
	}
	for _, s := range seals {
		for _, target := range s.Targets {
			if !sealed[target] && target < seals[len(seals)-1].Depth {
				problems = append(problems, fmt.Errorf("depth %d is not sealed, and depth %d is", target, seals[len(seals)-1].Depth))
			}
		}
	}
	return check, errors.Join(problems...)
}

func (r *Run) verifyDepth(ctx context.Context, seal *Seal, sample int, sealed map[int]bool, check *Check) error {
	if err := r.checkGroups(ctx, seal); err != nil {
		return err
	}
	in, err := r.readGroups(ctx, seal.Depth, nil, nil)
	if err != nil {
		return err
	}
	defer func() { _ = in.close() }() // only read from
	var total fcc.Stats
	every := max(seal.Stats.Fingerprints/int64(max(sample, 1)), 1)
	for n := int64(0); in.next(); n++ {
		f, list, stats := in.current.f, in.current.list, in.current.stats
		total.Add(stats)
		check.Fingerprints++
		check.Entries += int64(list.Len())
		if stats.Entries != int64(list.Len()) {
			return fmt.Errorf("%v has %d entries, its statistics say %d", f, list.Len(), stats.Entries)
		}
		if sample == 0 || n%every != 0 {
			continue
		}
		if err := r.verifyGroup(ctx, f, list, stats, sealed); err != nil {
			return fmt.Errorf("%v: %w", f, err)
		}
		check.Explored++
		if r.settings.Moves {
			if err := r.replay(f, list, int(n)%list.Len()); err != nil {
				return fmt.Errorf("%v: %w", f, err)
			}
			check.Replayed++
		}
	}
	if in.err != nil {
		return in.err
	}
	if total != seal.Stats {
		return fmt.Errorf("the fingerprints add up to %+v, the seal says %+v", total, seal.Stats)
	}
	return nil
}

// replay plays the moves to an entry.
func (r *Run) replay(f fcc.Fingerprint, list *fcc.List, i int) error {
	s := r.game.Start
	for n, m := range list.Moves[i] {
		var err error
		if s, err = r.game.Play(s, m); err != nil {
			return fmt.Errorf("move %d of %d: %w", n+1, len(list.Moves[i]), err)
		}
	}
	if want := r.game.State(f, list.Key(i)); s != want {
		return fmt.Errorf("the moves to %v lead to %v", want, s)
	}
	return nil
}

// verifyGroup explores a fingerprint again.
func (r *Run) verifyGroup(ctx context.Context, f fcc.Fingerprint, list *fcc.List, stats fcc.Stats, sealed map[int]bool) error {
	targets := map[fcc.Fingerprint]*fcc.List{}
	x := fcc.NewExplorer(r.game, false, func(b fcc.Batch) error {
		if !sealed[b.To.Depth()-r.game.Start.Depth()] {
			return nil
		}
		to := targets[b.To]
		if to == nil {
			var err error
			if to, err = r.Entries(ctx, b.To); err != nil {
				return err
			}
			targets[b.To] = to
		}
		for i, lo := range b.Lo {
			k := fcc.Key{Lo: lo}
			if b.Hi != nil {
				k.Hi = b.Hi[i]
			}
			j, ok := find(to, k)
			if !ok || int(to.Counts[j]) > b.Count {
				return fmt.Errorf("it leads to %v in %d moves, which is not among the entries", r.game.State(b.To, k), b.Count)
			}
		}
		return nil
	})
	parts, _ := list.ByCount()
	got, err := x.Explore(ctx, f, parts)
	if err != nil {
		return err
	}
	if got != stats {
		return fmt.Errorf("explored again: %+v, the file says %+v", got, stats)
	}
	return nil
}

// find looks for a key.
func find(l *fcc.List, k fcc.Key) (int, bool) {
	if l.Hi == nil {
		return slices.BinarySearch(l.Lo, k.Lo)
	}
	at := make([]int, l.Len())
	for i := range at {
		at[i] = i
	}
	return slices.BinarySearchFunc(at, k, func(i int, k fcc.Key) int { return l.Key(i).Compare(k) })
}
