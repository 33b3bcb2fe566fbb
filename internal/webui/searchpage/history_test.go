package searchpage

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestHistoryShort(t *testing.T) {
	var h history
	if got := h.samples(); len(got) != 0 || got == nil {
		t.Errorf("before the first: %#v", got)
	}
	want := []sample{{0, 0, 5}, {1, 0.25, 7}, {3, 0.5, 6}}
	for _, s := range want {
		h.add(s)
		h.add(s)                            // again: the clock did not go on
		h.add(sample{s.elapsed - 1, 1, 99}) // or went back
	}
	if diff := cmp.Diff(want, h.samples(), cmp.AllowUnexported(sample{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHistoryLong adds far more samples than are kept, and checks what stays true:
// their number has a bound, they cover the whole time about evenly, each is one
// that was added but for its rate, and rates keep their mean.
func TestHistoryLong(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "samples")
		step := rapid.Float64Range(0.5, 60).Draw(t, "step")
		var h history
		added := map[float64]float64{}
		area := 0.0
		for i := 1; i <= n; i++ {
			s := sample{float64(i) * step, float64(i) / float64(n), 1000 + 500*math.Sin(float64(i)/50)}
			h.add(s)
			added[s.elapsed] = s.share
			area += s.rate * step
		}
		got := h.samples()
		if len(got) > maxHistory || n >= maxHistory && len(got) < maxHistory/2 {
			t.Fatalf("%d of %d samples are kept", len(got), n)
		}
		if last := got[len(got)-1]; last.elapsed != float64(n)*step || last.share != 1 {
			t.Fatalf("the last one is %v", last)
		}
		kept, before := 0.0, 0.0
		widest := max(1, 4*n/maxHistory) + 1
		for _, s := range got {
			if share, ok := added[s.elapsed]; !ok || share != s.share {
				t.Fatalf("%v was not added", s)
			}
			if gap := s.elapsed - before; gap <= 0 || gap > float64(widest)*step*1.001 {
				t.Fatalf("a gap of %v seconds before %v, steps are %v", gap, s, step)
			}
			kept += s.rate * (s.elapsed - before)
			before = s.elapsed
		}
		if math.Abs(kept-area) > 0.02*area {
			t.Fatalf("the samples add up to %g iterations, %g were added", kept, area)
		}
	})
}

func TestSampleJSON(t *testing.T) {
	got, err := json.Marshal([]sample{{0, 0, 0}, {12.345, 0.123456789, 1523456.789}, {1e7, 1e-12, 5e12}})
	if want := `[[0,0,0],[12.345,0.123457,1.52346e+06],[1e+07,1e-12,5e+12]]`; err != nil || string(got) != want {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
}
