package scan

import (
	"math/bits"

	"puzzlekit/engines/freecell"
)

// away is a run that is to be cleared out of the way in Simple Simon: cards start
// to end-1 of a column. Columns are indices in deriver.cols.
type away struct {
	from, to   int
	start, end int

	// fresh tells that the run does not count as one sequence more when it lies
	// under another suit: see clear.
	fresh bool
}

// simon makes a test of Simple Simon. A true parent of a card is of its suit, a
// false one of another; a run is cards that each lie on a parent, and a sequence
// is a run of one suit.
func (d *deriver) simon(test byte) {
	switch test {
	case 'a':
		d.suitsHome(test)
	case 'b':
		d.sequencesToTrueParents(test)
	case 'c':
		d.columnsToFalseParents(test)
	case 'd':
		d.sequencesToDugTrueParents(test)
	case 'e':
		d.dugSequencesToTrueParents(test)
	case 'f':
		d.dugSequencesToDugTrueParents(test)
	case 'g':
		d.columnsToDugFalseParents(test)
	case 'h':
		d.sequencesWithinColumn(test)
	case 'i':
		d.sequencesToFalseParents(test)
	}
}

func sameSuit(a, b freecell.Card) bool { return a.Suit() == b.Suit() }

// segments returns how many sequences a run is made of.
func segments(run []freecell.Card) int {
	n := 1
	for h := 1; h < len(run); h++ {
		if !sameSuit(run[h], run[h-1]) {
			n++
		}
	}
	return n
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

// cover sets away to the runs of the n uppermost cards of a column, the top one
// first.
func (d *deriver) cover(i, n int) {
	d.away = d.away[:0]
	height := len(d.p.Column(d.cols[i]))
	d.coverBelow(i, height-n, height, false)
}

// coverBelow appends the runs of cards low to end-1 of a column to away, the upper
// one first, which may be fresh.
func (d *deriver) coverBelow(i, low, end int, fresh bool) {
	for end > low {
		start := end - 1
		for start > low && !d.starts(d.cols[i], start) {
			start--
		}
		d.away = append(d.away, away{from: i, start: start, end: end, fresh: fresh})
		end, fresh = start, false
	}
}

// clear finds a place for each run of away, in turn: the first column, but for i, j
// and those that have a place already, whose top takes it; else the first empty
// column, if these may be used. It returns how many empty columns are left, -1
// when there is no place.
//
// The empty columns left limit of how many sequences a run may be. As in the
// reference, one that lies directly under a card of another suit counts as one
// sequence more, though that card is gone by then.
func (d *deriver) clear(i, j int, useEmpty bool) int {
	left := d.empty
	taken := uint32(1)<<i | 1<<j
	for k := range d.away {
		a := &d.away[k]
		column := d.p.Column(d.cols[a.from])
		n := segments(column[a.start:a.end])
		if !a.fresh && a.end < len(column) && !sameSuit(column[a.end], column[a.end-1]) {
			n++
		}
		if n > 1<<left {
			return -1
		}
		if a.to = d.topParent(column[a.start], taken); a.to < 0 {
			if !useEmpty || left == 0 || n > 1<<(left-1) {
				return -1
			}
			a.to = d.empty - left
			left--
		}
		taken |= 1 << a.to
	}
	return left
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

// clearAway plans to move the runs of away to their places.
func (d *deriver) clearAway() {
	for _, a := range d.away {
		card, n := d.p.Column(d.cols[a.from])[a.start], a.end-a.start
		if target := d.p.Column(d.cols[a.to]); len(target) > 0 {
			d.carry(target[len(target)-1], card, a.from, a.to, n)
			continue
		}
		d.steps = append(d.steps, step{card, freecell.Place(d.cols[a.from]), freecell.Place(d.cols[a.to]), uint8(n), freecell.CodeBottom, freecell.NoCard})
	}
}

// carry plans the move of a run of n cards, of which card is the lowest, from
// column i onto a parent in column j.
func (d *deriver) carry(parent, card freecell.Card, i, j, n int) {
	d.onto(parent, card, freecell.Place(d.cols[i]), freecell.Place(d.cols[j]), n)
}
