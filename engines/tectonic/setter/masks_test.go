package setter

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/fixtures"
)

// layouts returns all ways to cut a board into connected regions of at most most
// cells.
func layouts(t *testing.T, width, height, most int) []*puzzle.Layout {
	t.Helper()
	var all []*puzzle.Layout
	regions := make([]int, width*height)
	beside := &builder{width: width, height: height, values: regions}
	var place func(number int)
	place = func(number int) {
		first := slices.Index(regions, 0)
		if first < 0 {
			l, err := puzzle.NewLayout(width, height, regions)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, l)
			return
		}
		seen := make(map[string]bool)
		var extend func(shape []int)
		extend = func(shape []int) {
			key := fmt.Sprint(slices.Sorted(slices.Values(shape)))
			if seen[key] {
				return
			}
			seen[key] = true
			for _, i := range shape {
				regions[i] = number
			}
			place(number + 1)
			for _, i := range shape {
				regions[i] = 0
			}
			if len(shape) == most {
				return
			}
			for _, i := range shape {
				for j := range beside.beside(i) {
					if regions[j] == 0 && !slices.Contains(shape, j) {
						extend(append(slices.Clone(shape), j))
					}
				}
			}
		}
		extend([]int{first})
	}
	place(1)
	return all
}

// fillings returns all grids of a layout.
func fillings(t *testing.T, l *puzzle.Layout) []Grid {
	t.Helper()
	var all []Grid
	err := puzzle.NewSolver(l).Each(t.Context(), make([]int, l.Size()), 0, func(values []int) bool {
		all = append(all, Grid{l, values})
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMasks looks at all masks of all grids of a size.
func TestMasks(t *testing.T) {
	pairs := make(map[string]string)
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/unique_pairs.tsv") {
		pairs[strings.Join(row[:3], " ")] = row[4]
	}
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/minclues.tsv") {
		var width, height, most int
		size := strings.Join(row[:3], " ")
		if _, err := fmt.Sscan(size, &width, &height, &most); err != nil {
			t.Fatal(err)
		}
		if width*height > 12 {
			continue // too many for a test
		}
		t.Run(size, func(t *testing.T) {
			fewest := make(map[int]int)
			byClues := make([]int, width*height+1)
			total, filled, largest := 0, 0, 0
			for _, l := range layouts(t, width, height, most) {
				all := fillings(t, l)
				total += len(all)
				filled += min(len(all), 1)
				largest = max(largest, len(all))
				for _, g := range all {
					masks, err := Masks(t.Context(), g, func(int) bool { return true })
					if err != nil {
						t.Fatal(err)
					}
					fewest[bits.OnesCount32(uint32(masks[0]))]++
					for _, m := range masks {
						byClues[bits.OnesCount32(uint32(m))]++
					}
				}
			}
			got := fmt.Sprint(total, filled, largest)
			for _, k := range slices.Sorted(maps.Keys(fewest)) {
				got += fmt.Sprintf(" %d:%d", k, fewest[k])
			}
			if want := strings.Join(row[3:], " "); got != want {
				t.Errorf("grids, layouts, fillings, fewest clues %s; want %s", got, want)
			}
			if want, ok := pairs[size]; ok && want != strings.Trim(fmt.Sprint(byClues), "[]") {
				t.Errorf("masks by clues %v, want %s", byClues, want)
			}
		})
	}
}

// TestMasksBySolver holds the masks of some grids against the solver.
func TestMasksBySolver(t *testing.T) {
	for n, l := range layouts(t, 3, 3, 5) {
		if n%20 != 0 {
			continue
		}
		for _, g := range fillings(t, l)[:min(1, len(fillings(t, l)))] {
			masks, err := Masks(t.Context(), g, func(clues int) bool { return clues <= 5 })
			if err != nil {
				t.Fatal(err)
			}
			solver := puzzle.NewSolver(g.Layout)
			for m := range Mask(1 << 9) {
				want := bits.OnesCount32(uint32(m)) <= 5 && solver.Count(m.Clues(g), 2) == 1
				if got := slices.Contains(masks, m); got != want {
					t.Errorf("layout %d, mask %09b: %v, want %v", n, m, got, want)
				}
			}
		}
	}
}
