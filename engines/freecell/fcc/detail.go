package fcc

import (
	"context"
	"slices"
)

// detail is what [Explorer.Components] needs besides the statistics.
type detail struct {
	all      bool             // emit each derived state as often as it is met
	consumed []consumedByFrom // in the order of their counts
	way      []byte           // scratch of path
}

// consumedByFrom is an entry that has been reached.
type consumedByFrom struct {
	entry uint32
	label uint32 // from which source
}

func (d *detail) begin() { d.consumed = d.consumed[:0] }

// Component is one component of a fingerprint. Entries are named by their
// numbers, from 0 in the order in which they were given.
type Component struct {
	Lead      uint32 // the entry with the least count and of those the least key
	States    int64
	Consumed  []uint32
	Reachable []uint32
}

// ExploreComponents explores a fingerprint as [Explorer.Explore] does and
// returns its components in the order of their leads. The entries must be
// distinct and those of equal count in the order of their keys. The explorer must
// be one with moves; each derived state is emitted as often as it is met.
func (x *Explorer) ExploreComponents(ctx context.Context, f Fingerprint, entries []Entries) (Stats, []Component, error) {
	x.all = true
	defer func() { x.all = false }()
	stats, err := x.Explore(ctx, f, entries)
	if err != nil {
		return stats, nil, err
	}
	components := make([]Component, 0, stats.FCCs)
	of := make([]int, len(x.parent)) // by source
	for label, entry := range x.entry {
		root := x.root(uint32(label))
		if int(root) == label {
			of[label] = len(components)
			components = append(components, Component{Lead: entry, States: int64(x.sizes[label])})
			continue
		}
		of[label] = of[root]
		c := &components[of[root]]
		c.States += int64(x.sizes[label])
		c.Reachable = append(c.Reachable, entry)
	}
	for _, e := range x.consumed {
		c := &components[of[e.label]]
		c.Consumed = append(c.Consumed, e.entry)
	}
	for i := range components {
		slices.Sort(components[i].Consumed)
		slices.Sort(components[i].Reachable)
	}
	return stats, components, nil
}
