package svgplot

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Axis is how values become positions.
type Axis struct {
	Label string
	Log   bool // logarithmic, for positive values

	// From and To are what the axis shows at least; it shows all values in any
	// case. Both 0 leave it to the values.
	From, To float64
}

// tick is a value with its label.
type tick struct {
	value float64
	label string
}

// scale maps the values from low to high to the pixels from begin to end.
type scale struct {
	log        bool
	low, high  float64
	begin, end float64
	ticks      []tick
}

func (a Axis) scale(values []float64, begin, end float64) (scale, error) {
	if len(values) == 0 {
		return scale{}, errors.New("no point")
	}
	if a.From != 0 || a.To != 0 {
		values = append(values, a.From, a.To)
	}
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) || a.Log && v <= 0 {
			return scale{}, fmt.Errorf("value %v", v)
		}
	}
	s := scale{log: a.Log, low: slices.Min(values), high: slices.Max(values), begin: begin, end: end}
	if s.low == s.high { // a single value is in the middle
		margin := max(1, math.Abs(s.low)/2)
		if a.Log {
			margin = s.low / 2
		}
		s.low, s.high = s.low-margin, s.high+margin
	}
	if a.Log {
		s.ticks = logTicks(s.low, s.high)
	} else {
		s.ticks = ticks(s.low, s.high)
	}
	return s, nil
}

// at returns the pixel of a value.
func (s scale) at(v float64) float64 {
	low, high := s.low, s.high
	if s.log {
		v, low, high = math.Log(v), math.Log(low), math.Log(high)
	}
	return s.begin + (s.end-s.begin)*(v-low)/(high-low)
}

// ticks returns four to ten round values from low to high.
func ticks(low, high float64) []tick {
	step := math.Pow(10, math.Floor(math.Log10(high-low)))
	switch n := (high - low) / step; {
	case n < 2:
		step /= 5
	case n < 5:
		step /= 2
	}
	var all []tick
	for i := int(math.Ceil(low/step - 1e-9)); float64(i)*step <= high+step*1e-9; i++ {
		all = append(all, tick{float64(i) * step, label(float64(i) * step)})
	}
	return all
}

// logTicks returns the powers of ten from low to high, and when these are few,
// twice and five times them.
func logTicks(low, high float64) []tick {
	factors := []float64{1}
	if high/low < 100 {
		factors = []float64{1, 2, 5}
	}
	var all []tick
	for e := math.Floor(math.Log10(low)); e <= math.Log10(high); e++ {
		for _, f := range factors {
			if v := f * math.Pow(10, e); v >= low*(1-1e-9) && v <= high*(1+1e-9) {
				all = append(all, tick{v, label(v)})
			}
		}
	}
	return all
}

// label writes a value with thousands, millions and so on as k, M, G, T.
func label(v float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= unit.size {
			return strconv.FormatFloat(v/unit.size, 'g', 4, 64) + unit.name
		}
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
