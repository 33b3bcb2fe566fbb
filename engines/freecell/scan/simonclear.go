package scan

import (
	"math/bits"

	"puzzlekit/engines/freecell"
)

// clearing is runs that are cleared out of the way in Simple Simon, in the order in
// which they move. Columns are indices in deriver.cols.
type clearing struct {
	runs  []cleared
	left  int    // empty columns that they leave
	taken uint32 // columns where no more runs can go, column i being bit i
}

// cleared is cards start to end-1 of column from, which go to column to.
type cleared struct{ from, to, start, end int }

// startClearing begins to clear runs for a move from column i to column j.
func (d *deriver) startClearing(i, j int) {
	d.clearing = clearing{runs: d.clearing.runs[:0], left: d.empty, taken: 1<<i | 1<<j}
}

// clear finds a place for each run of cards low to end-1 of a column, the upper one
// first: the first column whose top takes it and that is not taken; else the first
// empty column, if these may be used. It returns false when there is no place.
//
// The empty columns left limit of how many sequences a run may be. As in the
// reference, one that lay directly under another suit counts as one sequence more,
// but for the first of these runs.
func (d *deriver) clear(from, low, end int, useEmpty bool) bool {
	c := &d.clearing
	column := d.p.Column(d.cols[from])
	for first := true; end > low; first = false {
		start := end - 1
		n := 1
		if !first && !sameSuit(column[end], column[start]) {
			n++
		}
		for start > low && !d.starts(d.cols[from], start) {
			start--
			if !sameSuit(column[start], column[start+1]) {
				n++
			}
		}
		if n > 1<<c.left {
			return false
		}
		to := d.topParent(column[start], c.taken)
		if to < 0 {
			if !useEmpty || c.left == 0 || n > 1<<(c.left-1) {
				return false
			}
			to = d.empty - c.left
			c.left--
		}
		c.taken |= 1 << to
		c.runs = append(c.runs, cleared{from, to, start, end})
		end = start
	}
	return true
}

// topParent returns the index of the first column that is not taken and whose top
// takes a card, or -1.
func (d *deriver) topParent(c freecell.Card, taken uint32) int {
	best := -1
	for set := d.p.Parents(c) & d.tops; set != 0; set &= set - 1 {
		j := int(d.place(freecell.Card(bits.TrailingZeros64(set))) >> 8)
		if taken>>j&1 == 0 && (best < 0 || j < best) {
			best = j
		}
	}
	return best
}

// offerCleared plans to move the cleared runs and then a run of n cards, of which
// card is the lowest, from column i onto a parent in column j, and offers that.
func (d *deriver) offerCleared(test byte, parent, card freecell.Card, i, j, n int) {
	for _, r := range d.clearing.runs {
		card, n := d.p.Column(d.cols[r.from])[r.start], r.end-r.start
		if target := d.p.Column(d.cols[r.to]); len(target) > 0 {
			d.carry(target[len(target)-1], card, r.from, r.to, n)
			continue
		}
		d.steps = append(d.steps, step{card, freecell.Place(d.cols[r.from]), freecell.Place(d.cols[r.to]), uint8(n), freecell.CodeBottom, freecell.NoCard})
	}
	d.carry(parent, card, i, j, n)
	d.offer(test)
}

// carry plans the move of a run of n cards, of which card is the lowest, from
// column i onto a parent in column j.
func (d *deriver) carry(parent, card freecell.Card, i, j, n int) {
	d.onto(parent, card, freecell.Place(d.cols[i]), freecell.Place(d.cols[j]), n)
}

// trueParent returns the index of the column that holds the true parent of a card,
// or -1, and how many cards are on top of it.
func (d *deriver) trueParent(c freecell.Card) (column, cover int) {
	at := d.place(c + 4)
	if at == nowhere {
		return -1, 0
	}
	return int(at >> 8), len(d.p.Column(d.cols[at>>8])) - 1 - int(at&0xff)
}

func sameSuit(a, b freecell.Card) bool { return a.Suit() == b.Suit() }

// segments returns how many sequences of one suit a run is made of.
func segments(run []freecell.Card) int {
	n := 1
	for h := 1; h < len(run); h++ {
		if !sameSuit(run[h], run[h-1]) {
			n++
		}
	}
	return n
}
