package tier

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"testing"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
	"puzzlekit/fixtures"
)

// TestDuplicates makes candidates with fusion of any two regions, and compares how many
// there are, and how many are duplicates, with known numbers.
func TestDuplicates(t *testing.T) {
	type counts struct{ unique, candidates, fusions, touching int }
	want := map[tectonic.Problem]map[int]counts{}
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/duplicates.tsv") {
		var n [9]int
		for i := range n {
			v, err := strconv.Atoi(row[i])
			if err != nil {
				t.Fatal(err)
			}
			n[i] = v
		}
		p := problem(n[0], n[1], n[2])
		if want[p] == nil {
			want[p] = map[int]counts{}
		}
		want[p][n[3]] = counts{n[4], n[5], n[7], n[8]}
		if n[6] != n[8] {
			t.Errorf("%v, tier %d: %d duplicates and %d fusions of regions that touch", p, n[3], n[6], n[8])
		}
	}
	for p, tiers := range want {
		file := startFile(t, p)
		for n := 1; n <= p.Cells(); n++ {
			w, known := tiers[n]
			if known && w.candidates > 50_000 {
				break
			}
			got := counts{p.Max, p.Max, 0, 0} // of tier 1
			if n > 1 {
				got = candidateCounts(t, file)
			}
			file = nextFile(t, file, Binary, 1000)
			if known && got != w {
				t.Errorf("%v, tier %d: %+v, want %+v", p, n, got, w)
			}
		}
	}
}

// candidateCounts counts the candidates after the grids of a file.
func candidateCounts(t *testing.T, file []byte) (c struct{ unique, candidates, fusions, touching int }) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewExpander(r.Head, grow.Closure, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for {
		common, err := r.Next()
		if errors.Is(err, io.EOF) {
			c.unique = len(seen)
			return c
		}
		if err == nil {
			err = e.Enter(r.Code(), common)
		}
		if err != nil {
			t.Fatal(err)
		}
		e.Candidates(r.Code(), func(x Candidate) {
			c.candidates++
			if x.Merged != nil {
				c.fusions++
				// The merged grid of regions that do not touch has the code of its parent.
				if slices.Equal(x.Merged, r.Code()) == x.Touching {
					t.Errorf("%s: touching is %v", x.Merged.AppendText(nil, 2), x.Touching)
				}
			}
			if x.Touching {
				c.touching++
			}
			seen[string(x.Child)] = true
		})
	}
}
