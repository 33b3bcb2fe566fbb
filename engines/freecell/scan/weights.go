package scan

import (
	"math"
	"strconv"
	"strings"
)

// Weights are the weights of a state's rating. Only their proportions matter.
//
//	0  cards at home
//	1  room to move sequences
//	2  few cards under runs, the longer piles counting more
//	3  long runs over other cards
//	4  small depth
//	5  few cards that are not on a parent
type Weights [6]float64

// DefaultWeights are the weights of an [AStar] scan that says nothing about
// them.
var DefaultWeights = Weights{0.5, 0, 0.3, 0, 0.2, 0}

// String returns the weights as in a scan text, without the zeros at the end.
func (w Weights) String() string {
	n := len(w)
	for n > 1 && w[n-1] == 0 {
		n--
	}
	words := make([]string, n)
	for i, x := range w[:n] {
		words[i] = strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strings.Join(words, ",")
}

// parseWeights reads weights that are separated by commas; those at the end that
// are not there are 0.
func parseWeights(t piece) (Weights, error) {
	var w Weights
	parts := t.split(',')
	if len(parts) > len(w) {
		return w, parts[len(w)].errorf("a weight too much: expected at most %d", len(w))
	}
	sum := 0.0
	for i, p := range parts {
		x, err := strconv.ParseFloat(p.text, 64)
		if err != nil || math.Signbit(x) || math.IsNaN(x) || math.IsInf(x, 0) || strings.ContainsAny(p.text, "xXpP_+") {
			return w, p.errorf("weight %q: expected a number from 0 up", p.text)
		}
		w[i] = x
		sum += x
	}
	if sum == 0 || math.IsInf(sum, 0) {
		return w, t.errorf("weights %q: expected a sum above 0", t.text)
	}
	return w, nil
}
