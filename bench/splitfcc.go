package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"puzzlekit/engines/freecell/fcc"
	"puzzlekit/internal/dedup"
	"puzzlekit/internal/extsort"
	"puzzlekit/internal/runfile"
)

// components is the exploration by components in memory, by threads.
func components() Suite {
	return Suite{
		Name: "fcc", Benchmark: "Components",
		Help:   "Exploration by components: all 161,753 states of deal 12 with one free cell.",
		Tables: []Table{{Unit: "states/cpu-s", Rows: []string{"prune"}, Col: "workers"}},
		Cases: func() ([]Case, error) {
			b, err := board("freecell", 12, 1)
			if err != nil {
				return nil, err
			}
			var cases []Case
			for _, prune := range []string{"none", "horne"} {
				g, err := fcc.NewGame(b, prune == "horne")
				if err != nil {
					return nil, err
				}
				for _, workers := range []int{1, 2} {
					cases = append(cases, Case{fmt.Sprintf("prune=%s/workers=%d", prune, workers), func(ctx context.Context) (Tally, error) {
						res, err := g.Solve(ctx, fcc.Options{Workers: workers})
						if err != nil {
							return Tally{}, err
						}
						return Tally{Done: res.Total.States, Unit: "states"}, nil
					}})
				}
			}
			return cases, nil
		},
	}
}

// derivations is ways to remove duplicates among the states that components lead to.
func derivations() Suite {
	return Suite{
		Name: "derived", Benchmark: "Derivations",
		Help: "Ways to remove duplicates among the states that the components of deal 12 with one free cell lead to.",
		Tables: []Table{
			{Unit: "keys/cpu-s", Rows: []string{"dedup"}, Col: "deal"},
			{Unit: "B/state", Rows: []string{"dedup"}, Col: "deal"},
		},
		Cases: func() ([]Case, error) {
			b, err := board("freecell", 12, 1)
			if err != nil {
				return nil, err
			}
			keys, err := derivedKeys(b.Clone())
			if err != nil {
				return nil, err
			}
			cases := []Case{
				removerCase("table", keys, func() dedup.Remover { return dedup.NewTable() }),
				removerCase("map", keys, func() dedup.Remover { return dedup.NewMap() }),
				removerCase("sorted", keys, func() dedup.Remover { return dedup.NewSorted() }),
			}
			for codec, name := range []string{"merge", "merge-s2", "merge-zstd"} {
				cases = append(cases, mergeCase(name, keys, runfile.Codec(codec)))
			}
			return cases, nil
		},
	}
}

func removerCase(name string, keys []uint64, newRemover func() dedup.Remover) Case {
	return Case{"deal=12/dedup=" + name, func(context.Context) (Tally, error) {
		r := newRemover()
		for _, k := range keys {
			r.Add(k)
		}
		n := r.Len()
		return Tally{int64(len(keys)), "keys", []Gauge{{float64(r.Bytes()) / float64(n), "B/state"}}}, nil
	}}
}

// runKeys is how many keys are sorted at once for a run.
const runKeys = 1 << 15

// mergeCase sorts runs into files in memory and merges them. Its bytes a state
// are those of the files.
func mergeCase(name string, keys []uint64, codec runfile.Codec) Case {
	return Case{"deal=12/dedup=" + name, func(context.Context) (Tally, error) {
		var sources []extsort.Source
		var size int
		for part := range slices.Chunk(slices.Clone(keys), runKeys) {
			slices.Sort(part)
			var file bytes.Buffer
			w, err := runfile.NewWriter(&file, codec, runfile.BlockSize)
			if err != nil {
				return Tally{}, err
			}
			var key [8]byte
			for _, k := range slices.Compact(part) {
				binary.BigEndian.PutUint64(key[:], k)
				if err := w.Append(key[:], nil); err != nil {
					return Tally{}, err
				}
			}
			if err := w.Close(); err != nil {
				return Tally{}, err
			}
			r, err := runfile.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
			if err != nil {
				return Tally{}, err
			}
			size += file.Len()
			sources = append(sources, r.From(nil))
		}
		m := extsort.Merge(sources)
		var last []byte
		n := 0
		for m.Next() {
			if n == 0 || !bytes.Equal(m.Key(), last) {
				last = append(last[:0], m.Key()...)
				n++
			}
		}
		return Tally{int64(len(keys)), "keys", []Gauge{{float64(size) / float64(n), "B/state"}}}, m.Err()
	}}
}

// fccSignature explores deals with and without pruning.
func fccSignature(ctx context.Context) (int64, error) {
	var sum int64
	for _, d := range []struct {
		deal  uint64
		cells int
	}{{150, 0}, {64, 1}, {21, 2}} {
		b, err := board("freecell", d.deal, d.cells)
		if err != nil {
			return 0, err
		}
		for _, prune := range []bool{false, true} {
			g, err := fcc.NewGame(b, prune)
			if err != nil {
				return 0, err
			}
			res, err := g.Solve(ctx, fcc.Options{Workers: 2})
			if err != nil {
				return 0, err
			}
			t := res.Total
			sum += t.States + t.FCCs + t.Entries + t.Consumed + t.Reachable + t.Derived + t.CountSum
		}
	}
	return sum, nil
}
