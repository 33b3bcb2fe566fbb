package scan

import (
	"slices"

	"puzzlekit/engines/freecell"
)

// topsHome, test 0: column top to its foundation, by column.
func (d *deriver) topsHome(test byte) {
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		if top := column[len(column)-1]; d.p.Ready()>>top&1 != 0 {
			d.one(top, freecell.Place(c), freecell.AtHome)
			d.offer(test)
		}
	}
}

// cellsHome, test 1: free cell to its foundation, by cell.
func (d *deriver) cellsHome(test byte) {
	for i := range d.p.Cells() {
		if c := d.p.Cells()[i]; d.p.Ready()>>c&1 != 0 {
			d.one(c, freecell.InCell, freecell.AtHome)
			d.offer(test)
		}
	}
}

// cellsToParents, test 2: free-cell card onto a parent that ends a run, whose
// cover is put away.
func (d *deriver) cellsToParents(test byte) {
	var wanted uint64
	for _, c := range d.p.Cells() {
		wanted |= d.p.Parents(c)
	}
	if wanted == 0 {
		return
	}
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		for h := len(column) - 1; h >= 0 && len(column)-1-h <= d.slots; h-- {
			parent := column[h]
			if wanted>>parent&1 == 0 || h+1 < len(column) && d.onParent(column, h+1) {
				continue
			}
			for i := range d.p.Cells() {
				card := d.p.Cells()[i]
				if d.p.Parents(card)>>parent&1 != 0 {
					d.putAway(c, len(column)-1-h)
					d.one(card, freecell.InCell, freecell.Place(c))
					d.offer(test)
				}
			}
		}
	}
}

// buriedHome, test 3: a card below the top to its foundation, its cover being put
// away.
func (d *deriver) buriedHome(test byte) {
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		for h := len(column) - 2; h >= 0 && len(column)-1-h <= d.slots; h-- {
			if card := column[h]; d.p.Ready()>>card&1 != 0 {
				d.putAway(c, len(column)-1-h)
				d.one(card, freecell.Place(c), freecell.AtHome)
				d.offer(test)
			}
		}
	}
}

// runsToParents, test 4: the start of each maximal run, and the run with it, onto
// a parent in another column, the cover of both being put away.
func (d *deriver) runsToParents(test byte) {
	d.locate()
	for i := d.empty; i < len(d.cols); i++ {
		c := d.cols[i]
		column := d.p.Column(c)
		var end int
		for start := 0; start < len(column); start = end {
			end = d.runEnd(column, start)
			if start == 0 && d.variant.Fill == freecell.FillNone {
				continue
			}
			above := len(column) - end
			if above > d.slots {
				continue
			}
			for _, at := range d.parentsOf(column[start]) {
				j := int(at >> 8)
				if j == i {
					continue
				}
				cover := len(d.p.Column(d.cols[j])) - 1 - int(at&0xff)
				if above+cover > d.slots || end-start > d.capacity(above+cover, false) {
					continue
				}
				d.putAway(d.cols[j], cover)
				d.putAway(c, above)
				d.many(freecell.Place(c), freecell.Place(d.cols[j]), end-start)
				d.offer(test)
			}
		}
	}
}

// withinColumn, test 5: a card onto a parent deeper in its own column, everything
// above that being put away.
func (d *deriver) withinColumn(test byte) {
	d.locate()
	for i := d.empty; i < len(d.cols); i++ {
		c := d.cols[i]
		column := d.p.Column(c)
		for h, card := range column {
			if d.onParent(column, h) {
				continue
			}
			for _, at := range d.parentsOf(card) {
				under := int(at & 0xff)
				away := len(column) - 1 - under
				if int(at>>8) != i || under >= h || away > d.slots {
					continue
				}
				d.putAway(c, away)
				from := freecell.InCell
				if !slices.Contains(d.p.Cells(), card) {
					from = d.aloneIn(card)
				}
				d.one(card, from, freecell.Place(c))
				d.offer(test)
			}
		}
	}
}

// aloneIn returns the column in which card lies alone.
func (d *deriver) aloneIn(card freecell.Card) freecell.Place {
	i := slices.IndexFunc(d.p.Order(), func(c uint8) bool {
		column := d.p.Column(c)
		return len(column) == 1 && column[0] == card
	})
	return freecell.Place(d.p.Order()[i])
}

// runsToEmpty, test 6: a run, or its tail up to capacity when something lies on
// it, to an empty column; never a whole column.
func (d *deriver) runsToEmpty(test byte) {
	if d.empty == 0 || d.variant.Fill == freecell.FillNone {
		return
	}
	room := d.slots
	if d.variant.Fill == freecell.FillAny {
		room-- // the destination
	}
	for i := d.empty; i < len(d.cols); i++ {
		c := d.cols[i]
		column := d.p.Column(c)
		var end int
		for start := 0; start < len(column); start = end {
			end = d.runEnd(column, start)
			above := len(column) - end
			if above > room || above == 0 && start == 0 {
				continue
			}
			tail := min(end-start, d.capacity(above, true))
			if above == 0 && tail < end-start || !d.p.Fills(column[end-tail]) {
				continue
			}
			d.putAway(c, above)
			d.many(freecell.Place(c), freecell.Place(d.p.Order()[0]), tail)
			d.offer(test)
		}
	}
}

// cellsToEmpty, tests 7 and E: free-cell card to the first empty column.
func (d *deriver) cellsToEmpty(test byte) {
	if d.empty == 0 {
		return
	}
	for i := range d.p.Cells() {
		if c := d.p.Cells()[i]; d.p.Fills(c) {
			d.one(c, freecell.InCell, freecell.Place(d.cols[0]))
			d.offer(test)
		}
	}
}

// runsToOtherParents, test 8: the tail of a top run that lies on a parent to
// another parent, by suit, whose cover is put away.
func (d *deriver) runsToOtherParents(test byte) {
	d.locate()
	for i := d.empty; i < len(d.cols); i++ {
		c := d.cols[i]
		column := d.p.Column(c)
		top := len(column) - 1
		for top > 0 && d.onParent(column, top) {
			top--
		}
		for start := top + 1; start < len(column); start++ {
			card := column[start]
			for suit := freecell.Hearts; suit <= freecell.Spades; suit++ {
				parent := freecell.NewCard(card.Rank()+1, suit)
				at := d.where[parent&63]
				j := int(at >> 8)
				if at == nowhere || j == i || d.p.Parents(card)>>parent&1 == 0 {
					continue
				}
				target := d.p.Column(d.cols[j])
				cover := len(target) - 1 - int(at&0xff)
				if cover > 0 && d.onParent(target, int(at&0xff)+1) ||
					cover > d.slots || len(column)-start > d.capacity(cover, false) {
					continue
				}
				d.putAway(d.cols[j], cover)
				d.many(freecell.Place(c), freecell.Place(d.cols[j]), len(column)-start)
				d.offer(test)
			}
		}
	}
}

// columnsToCells, test 9: a whole column to the free cells, when there is no
// empty column.
func (d *deriver) columnsToCells(test byte) {
	if d.empty > 0 || d.variant.Fill == freecell.FillNone {
		return
	}
	for _, c := range d.cols {
		if n := len(d.p.Column(c)); n <= d.free {
			d.putAway(c, n)
			d.offer(test)
		}
	}
}

// topsToEmpty, test A: column top, of a column of more than one, to the first
// empty column.
func (d *deriver) topsToEmpty(test byte) {
	if d.empty == 0 {
		return
	}
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		if top := column[len(column)-1]; len(column) > 1 && d.p.Fills(top) {
			d.one(top, freecell.Place(c), freecell.Place(d.cols[0]))
			d.offer(test)
		}
	}
}

// topsToTops, test B: column top onto another column's top.
func (d *deriver) topsToTops(test byte) {
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		if len(column) == 1 && d.variant.Fill == freecell.FillNone {
			continue // the column would be lost
		}
		top := column[len(column)-1]
		parents := d.p.Parents(top)
		for _, to := range d.cols[d.empty:] {
			target := d.p.Column(to)
			if parents>>target[len(target)-1]&1 != 0 {
				d.one(top, freecell.Place(c), freecell.Place(to))
				d.offer(test)
			}
		}
	}
}

// topsToCells, test C: column top to a free cell.
func (d *deriver) topsToCells(test byte) {
	if d.free == 0 {
		return
	}
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		if len(column) == 1 && d.variant.Fill == freecell.FillNone {
			continue
		}
		d.one(column[len(column)-1], freecell.Place(c), freecell.InCell)
		d.offer(test)
	}
}

// cellsToTops, test D: free cell onto a column top.
func (d *deriver) cellsToTops(test byte) {
	for i := range d.p.Cells() {
		card := d.p.Cells()[i]
		for _, to := range d.cols[d.empty:] {
			target := d.p.Column(to)
			if d.p.Parents(card)>>target[len(target)-1]&1 != 0 {
				d.one(card, freecell.InCell, freecell.Place(to))
				d.offer(test)
			}
		}
	}
}

// cellsToEmptyAndCover, test j: free-cell card to an empty column, and at once a
// child on top of it, from a free cell or a column.
func (d *deriver) cellsToEmptyAndCover(test byte) {
	if d.empty == 0 {
		return
	}
	d.locate()
	for i := range d.p.Cells() {
		card := d.p.Cells()[i]
		if !d.p.Fills(card) {
			continue
		}
		to := freecell.Place(d.cols[0])
		for j := range d.p.Cells() {
			if c := d.p.Cells()[j]; d.p.Parents(c)>>card&1 != 0 {
				d.one(card, freecell.InCell, to)
				d.one(c, freecell.InCell, to)
				d.offer(test)
			}
		}
		for _, c := range d.cols[d.empty:] {
			d.runsOnto(test, card, to, c)
		}
	}
}

// runsOnto is test j for the children that begin a run in column c.
func (d *deriver) runsOnto(test byte, card freecell.Card, to freecell.Place, c uint8) {
	column := d.p.Column(c)
	var end int
	for start := 0; start < len(column); start = end {
		end = d.runEnd(column, start)
		if d.p.Parents(column[start])>>card&1 == 0 {
			continue
		}
		above := len(column) - end
		free, empty, slots := d.free+1, d.empty-1, d.free+1
		if d.variant.Fill == freecell.FillAny {
			slots += empty
		}
		if above > slots {
			continue
		}
		if free -= above; free < 0 {
			empty += free
			free = 0
		}
		if end-start > d.variant.Supermove(free, empty, false) {
			continue
		}
		d.one(card, freecell.InCell, to)
		d.putAway(c, above)
		d.many(freecell.Place(c), to, end-start)
		d.offer(test)
	}
}
