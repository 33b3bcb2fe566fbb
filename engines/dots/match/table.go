package match

import "math"

// Table is what came of a match, from the view of Options.Levels[0].
type Table struct {
	Seat [2]Row // its games in each seat
}

// All returns the sum of both seats.
func (t Table) All() Row {
	a, b := t.Seat[0], t.Seat[1]
	return Row{a.Wins + b.Wins, a.Ties + b.Ties, a.Losses + b.Losses, a.Margin + b.Margin, a.Proved + b.Proved, a.Broken + b.Broken}
}

// add counts a game.
func (t *Table) add(g Game) {
	seat := g.Number % 2
	row := &t.Seat[seat]
	row.Margin += g.Final.Score(seat) - g.Final.Score(1-seat)
	if g.Proved[seat] {
		row.Proved++
		if g.Winner() != seat {
			row.Broken++
		}
	}
	switch g.Winner() {
	case seat:
		row.Wins++
	case 2:
		row.Ties++
	default:
		row.Losses++
	}
}

// Row counts games of one player.
type Row struct {
	Wins, Ties, Losses int
	Margin             int // boxes more than the opponent, all games together
	Proved             int // games that the player proved to win before their end
	Broken             int // those of them that it did not win
}

// Games returns how many games there are.
func (r Row) Games() int { return r.Wins + r.Ties + r.Losses }

// Share returns the share of decided games that were won, NaN without any, and
// its 95 % confidence interval (Wilson, 1927).
func (r Row) Share() (share, low, high float64) {
	n := float64(r.Wins + r.Losses)
	if n == 0 {
		return math.NaN(), 0, 1
	}
	const z = 1.959964 // 97.5 % quantile of the normal distribution
	p := float64(r.Wins) / n
	mid := p + z*z/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return p, max(0, (mid-half)/scale), min(1, (mid+half)/scale)
}
