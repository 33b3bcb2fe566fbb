package scan

import (
	"math"
	"math/bits"

	"puzzlekit/engines/freecell"
)

// rater rates states of one game by weights: the higher, the better. Its terms
// are sums over columns, with lengths to the power of 1.3 as the reference has it.
type rater struct {
	weights [6]float64
	by      [6]float64 // what each term is divided by
	start   float64    // the third term's sum at the start
	variant freecell.Variant
}

const ratingPower = 1.3

// powers holds the numbers of cards in a column, to that power.
var powers = func() (p [128]float64) {
	for i := range p {
		p[i] = math.Pow(float64(i), ratingPower)
	}
	return p
}()

// maxRating is what all weights together amount to.
const maxRating = 1<<31 - 1

func newRater(w Weights, v freecell.Variant) *rater {
	r := &rater{variant: v}
	total := 0.0
	for _, x := range w {
		total += x
	}
	cards := float64(52 * v.Decks)
	r.by = [6]float64{cards, max(1, r.room(v.FreeCells, v.Columns)), 0, math.Pow(cards, ratingPower), 20000, cards}
	for i, x := range w {
		r.weights[i] = x / total * maxRating
	}
	return r
}

// begin takes in where a game starts.
func (r *rater) begin(start *freecell.Position) {
	r.start = r.underRuns(start)
	r.by[2] = max(1, r.start)
}

// rate returns the rating of the state that p is in, at so many moves from the
// start.
func (r *rater) rate(p *freecell.Position, depth uint32) int32 {
	sum := 0.0
	if w := r.weights[0]; w != 0 {
		home := 0
		for _, rank := range p.Home() {
			home += int(rank)
		}
		sum += float64(home) * w / r.by[0]
	}
	if w := r.weights[1]; w != 0 {
		empty := 0
		for empty < r.variant.Columns && len(p.Column(p.Order()[empty])) == 0 {
			empty++
		}
		sum += r.room(p.FreeCells(), empty) * w / r.by[1]
	}
	if w := r.weights[2]; w != 0 {
		sum += (r.start - r.underRuns(p)) * w / r.by[2]
	}
	if w := r.weights[3]; w != 0 {
		sum += r.longRuns(p) * w / r.by[3]
	}
	if w := r.weights[4]; w != 0 && depth <= 20000 {
		sum += float64(20000-int(depth)) * w / r.by[4]
	}
	if w := r.weights[5]; w != 0 {
		sum += float64(52*r.variant.Decks-r.outOfOrder(p)) * w / r.by[5]
	}
	return int32(sum)
}

// room tells how much room there is to move sequences with so many free cells and
// columns empty.
func (r *rater) room(cells, columns int) float64 {
	switch {
	case r.variant.Unlimited && r.variant.Fill == freecell.FillAny:
		return float64(cells + columns)
	case r.variant.Unlimited:
		return float64(cells)
	case r.variant.Fill == freecell.FillAny:
		return float64(int64(cells+1) << columns)
	default:
		return 0
	}
}

// underRuns sums the numbers of cards under the top run of each column of two or
// more.
func (r *rater) underRuns(p *freecell.Position) float64 {
	sum := 0.0
	for _, c := range p.Order() {
		if column := p.Column(c); len(column) >= 2 {
			sum += powers[r.inOrder(p, c)]
		}
	}
	return sum
}

// longRuns sums the lengths of the top runs that lie on other cards.
func (r *rater) longRuns(p *freecell.Position) float64 {
	sum := 0.0
	for _, c := range p.Order() {
		column := p.Column(c)
		if under := r.inOrder(p, c); under > 0 {
			if r.variant.Unlimited {
				sum++
			} else {
				sum += powers[len(column)-under]
			}
		}
	}
	return sum
}

// outOfOrder counts the cards that lie on a card that does not take them.
func (r *rater) outOfOrder(p *freecell.Position) int {
	n := 0
	for _, c := range p.Order() {
		column := p.Column(c)
		for h := 1; h < len(column); h++ {
			if p.InOrder(column[h-1])>>column[h]&1 == 0 {
				n++
			}
		}
	}
	return n
}

// inOrder returns the height at which the cards on top of a column start that move
// as one but for the room that it takes.
func (r *rater) inOrder(p *freecell.Position, column uint8) int {
	start := topRun(p, column)
	if !r.variant.WholeSuits {
		return start
	}
	cards := p.Column(column)
	h := max(len(cards)-1, 0)
	for h > start && sameSuit(cards[h], cards[h-1]) {
		h--
	}
	return h
}

// topRun returns the height at which the top run of a column starts, 0 for an
// empty one.
func topRun(p *freecell.Position, column uint8) int {
	height := len(p.Column(column))
	starts := ^p.Linked(column) & (1<<height - 1)
	return max(63-bits.LeadingZeros64(starts), 0)
}
