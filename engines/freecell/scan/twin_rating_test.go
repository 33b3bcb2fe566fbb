package scan

import (
	"math"

	"puzzlekit/engines/freecell"
)

// twinRating rates states by weights.
type twinRating struct {
	weights     Weights
	unlimited   bool
	room, under float64 // of an empty table, of the start
}

func newTwinRating(start *twinState, w Weights) *twinRating {
	r := &twinRating{unlimited: start.variant.Unlimited}
	r.under = r.cardsUnderRuns(start)
	if r.room = room(start.variant, len(start.cells), len(start.columns)); r.room == 0 {
		r.room = 1
	}
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	for i, x := range w {
		r.weights[i] = x / sum * math.MaxInt32
	}
	return r
}

// of returns the rating of s, the higher the better.
func (r *twinRating) of(s *twinState) int {
	cards := float64(13 * len(s.home))
	home := 0
	for _, n := range s.home {
		home += int(n)
	}
	sum := float64(home) * r.weights[0] / cards
	sum += room(s.variant, s.emptyCells(), s.emptyColumns()) * r.weights[1] / r.room
	sum += (r.under - r.cardsUnderRuns(s)) * r.weights[2] / r.under
	sum += r.runsOverOthers(s) * r.weights[3] / math.Pow(cards, 1.3)
	sum += float64(max(0, 20000-s.depth)) * r.weights[4] / 20000
	sum += (cards - float64(unordered(s))) * r.weights[5] / cards
	return int(sum)
}

// room tells how much room there is to move sequences with so many free cells and
// columns empty.
func room(v freecell.Variant, cells, columns int) float64 {
	switch {
	case v.Unlimited && v.Fill == freecell.FillAny:
		return float64(cells + columns)
	case v.Unlimited:
		return float64(cells)
	case v.Fill == freecell.FillAny:
		return float64((cells + 1) << columns)
	default:
		return 0
	}
}

// inOrder tells whether ratings take child for well placed on parent.
func (s *twinState) inOrder(child, parent freecell.Card) bool {
	return s.variant.CanStack(child, parent) && (!s.variant.WholeSuits || child.Suit() == parent.Suit())
}

// rest returns how many cards column i has under its top run.
func (s *twinState) rest(i int) int {
	n := len(s.columns[i]) - 1
	for n > 0 && s.inOrder(s.card(i, n), s.card(i, n-1)) {
		n--
	}
	return n
}

func (r *twinRating) cardsUnderRuns(s *twinState) float64 {
	sum := 0.0
	for i, col := range s.columns {
		if len(col) > 1 {
			sum += math.Pow(float64(s.rest(i)), 1.3)
		}
	}
	return sum
}

func (r *twinRating) runsOverOthers(s *twinState) float64 {
	sum := 0.0
	for i, col := range s.columns {
		if len(col) > 1 && s.rest(i) > 0 {
			if r.unlimited {
				sum++
			} else {
				sum += math.Pow(float64(len(col)-s.rest(i)), 1.3)
			}
		}
	}
	return sum
}

// unordered counts the adjacent pairs of which the buried card does not fit on
// the other one.
func unordered(s *twinState) (n int) {
	for i, col := range s.columns {
		for j := 1; j < len(col); j++ {
			if !s.inOrder(s.card(i, j-1), s.card(i, j)) {
				n++
			}
		}
	}
	return n
}
