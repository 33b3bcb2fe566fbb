package searchpage

import "encoding/json"

// maxHistory is how many samples a history keeps before it thins them.
const maxHistory = 240

// history is how share and rate went since the start, in a number of samples
// that has a bound: whenever there are too many, each two become one. It is not
// safe for concurrent use.
type history struct {
	kept []sample
	gap  float64 // seconds from the last one kept to the next

	open  sample  // since the last one kept: the newest values, the mean rate
	sum   float64 // of the rates that are in open
	count int     // how many these are
}

// sample is a moment of the search.
type sample struct {
	elapsed float64 // seconds since the start
	share   float64
	rate    float64 // iterations a second, the mean since the sample before
}

// MarshalJSON makes an array of a sample.
func (s sample) MarshalJSON() ([]byte, error) {
	return json.Marshal([]rough{rough(s.elapsed), rough(s.share), rough(s.rate)})
}

// add appends a moment. One that is not after the last is left out.
func (h *history) add(s sample) {
	if last, ok := h.last(); ok && s.elapsed <= last.elapsed {
		return
	}
	h.sum += s.rate
	h.count++
	h.open = sample{s.elapsed, s.share, h.sum / float64(h.count)}
	if n := len(h.kept); n > 0 && s.elapsed-h.kept[n-1].elapsed < h.gap {
		return
	}
	h.kept = append(h.kept, h.open)
	h.sum, h.count = 0, 0
	if len(h.kept) >= maxHistory {
		h.thin()
	}
}

// thin makes one sample of each two, and goes on at the pace that leaves.
func (h *history) thin() {
	half := h.kept[:0]
	for i := 1; i < len(h.kept); i += 2 {
		a, b := h.kept[i-1], h.kept[i]
		half = append(half, sample{b.elapsed, b.share, (a.rate + b.rate) / 2})
	}
	h.kept = half
	h.gap = (half[len(half)-1].elapsed - half[0].elapsed) / float64(len(half)-1)
}

func (h *history) last() (sample, bool) {
	switch n := len(h.kept); {
	case h.count > 0:
		return h.open, true
	case n > 0:
		return h.kept[n-1], true
	}
	return sample{}, false
}

// samples returns the history up to now, as a slice of its own.
func (h *history) samples() []sample {
	all := append([]sample{}, h.kept...)
	if h.count > 0 {
		all = append(all, h.open)
	}
	return all
}
