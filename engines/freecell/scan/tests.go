package scan

import "puzzlekit/engines/freecell"

// topsHome, test 0: column top to its foundation, by column.
func (d *deriver) topsHome(test byte) {
	if d.p.Ready()&d.tops == 0 {
		return
	}
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		if top := column[len(column)-1]; d.p.Ready()>>top&1 != 0 {
			d.one(top, freecell.Place(c), freecell.AtHome, freecell.CodeHome)
			d.offer(test)
		}
	}
}

// cellsHome, test 1: free cell to its foundation, by cell.
func (d *deriver) cellsHome(test byte) {
	for i := range d.p.Cells() {
		if c := d.p.Cells()[i]; d.p.Ready()>>c&1 != 0 {
			d.one(c, freecell.InCell, freecell.AtHome, freecell.CodeHome)
			d.offer(test)
		}
	}
}

// cellsToParents, test 2: free-cell card onto a parent that ends a run, whose
// cover is put away.
func (d *deriver) cellsToParents(test byte) {
	var wanted uint64
	for _, c := range d.p.Cells() {
		if d.fits>>c&1 != 0 {
			wanted |= d.p.Parents(c)
		}
	}
	for _, at := range d.spots(wanted&d.ends, true) {
		c, h := d.cols[at>>8], int(at&0xff)
		cover := len(d.p.Column(c)) - 1 - h
		if cover > d.slots || !d.endsAt(at) {
			continue
		}
		parent := d.p.Column(c)[h]
		for i := range d.p.Cells() {
			card := d.p.Cells()[i]
			if d.p.Parents(card)>>parent&1 != 0 {
				d.putAway(c, cover)
				d.onto(parent, card, freecell.InCell, freecell.Place(c), 1)
				d.offer(test)
			}
		}
	}
}

// buriedHome, test 3: a card below the top to its foundation, its cover being put
// away.
func (d *deriver) buriedHome(test byte) {
	for _, at := range d.spots(d.p.Ready()&d.reach, true) {
		c, h := d.cols[at>>8], int(at&0xff)
		cover := len(d.p.Column(c)) - 1 - h
		if cover == 0 || cover > d.slots {
			continue
		}
		card := d.p.Column(c)[h]
		d.putAway(c, cover)
		d.one(card, freecell.Place(c), freecell.AtHome, freecell.CodeHome)
		d.offer(test)
	}
}

// runsToParents, test 4: the start of each maximal run, and the run with it, onto
// a parent in another column, the cover of both being put away.
func (d *deriver) runsToParents(test byte) {
	for _, at := range d.spots(d.fits&^d.alwaysLinked(), false) {
		c, start := d.cols[at>>8], int(at&0xff)
		if !d.starts(c, start) || start == 0 && d.variant.Fill == freecell.FillNone {
			continue
		}
		column := d.p.Column(c)
		end := d.runEnd(c, start)
		above := len(column) - end
		if above > d.slots {
			continue
		}
		for _, to := range d.parentsOf(column[start]) {
			if to>>8 == at>>8 {
				continue
			}
			target, parent := d.cols[to>>8], int(to&0xff)
			cover := len(d.p.Column(target)) - 1 - parent
			if above+cover > d.slots || end-start > d.capacity(above+cover, false) {
				continue
			}
			d.putAway(target, cover)
			d.putAway(c, above)
			d.onto(d.p.Column(target)[parent], column[start], freecell.Place(c), freecell.Place(target), end-start)
			d.offer(test)
		}
	}
}

// alwaysLinked returns the cards that start no run: those that are linked, unless
// their twin may not be.
func (d *deriver) alwaysLinked() uint64 {
	if d.variant.Decks == 2 {
		return 0
	}
	return d.runs.Linked
}

// withinColumn, test 5: a card onto a parent deeper in its own column, everything
// above that being put away.
func (d *deriver) withinColumn(test byte) {
	for _, at := range d.spots(d.fits&^d.alwaysLinked(), false) {
		c, h := d.cols[at>>8], at&0xff
		if !d.starts(c, int(h)) {
			continue
		}
		column := d.p.Column(c)
		card := column[h]
		for _, to := range d.parentsOf(card) {
			away := len(column) - 1 - int(to&0xff)
			if to>>8 != at>>8 || to >= at || away > d.slots {
				continue
			}
			d.putAway(c, away)
			put := d.steps[d.mark+len(column)-1-int(h)] // the step that put the card itself away
			d.onto(column[to&0xff], card, put.to, freecell.Place(c), 1)
			d.offer(test)
		}
	}
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
			end = d.runEnd(c, start)
			above := len(column) - end
			if above > room || above == 0 && start == 0 {
				continue
			}
			tail := min(end-start, d.capacity(above, true))
			if above == 0 && tail < end-start || !d.p.Fills(column[end-tail]) {
				continue
			}
			d.putAway(c, above)
			d.steps = append(d.steps, step{column[end-tail], freecell.Place(c), d.emptyColumn(), uint8(tail), freecell.CodeBottom, freecell.NoCard})
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
			d.one(c, freecell.InCell, d.emptyColumn(), freecell.CodeBottom)
			d.offer(test)
		}
	}
}

// runsToOtherParents, test 8: the tail of a top run that lies on a parent to
// another parent, by suit, whose cover is put away.
func (d *deriver) runsToOtherParents(test byte) {
	if d.fits&d.runs.Linked == 0 {
		return
	}
	for _, c := range d.cols[d.empty:] {
		for start := topRun(d.p, c) + 1; start < len(d.p.Column(c)); start++ {
			if card := d.p.Column(c)[start]; d.fits>>card&1 != 0 {
				d.tailToOtherParents(test, c, start, card)
			}
		}
	}
}

// tailToOtherParents is test 8 for the cards of a column from start up.
func (d *deriver) tailToOtherParents(test byte, c uint8, start int, card freecell.Card) {
	n := len(d.p.Column(c)) - start
	for suit := freecell.Hearts; suit <= freecell.Spades; suit++ {
		parent := freecell.NewCard(card.Rank()+1, suit)
		if d.p.Parents(card)&d.ends>>parent&1 == 0 {
			continue
		}
		to := d.place(parent)
		if d.cols[to>>8] == c || !d.endsAt(to) {
			continue
		}
		target := d.cols[to>>8]
		cover := len(d.p.Column(target)) - 1 - int(to&0xff)
		if cover > d.slots || n > d.capacity(cover, false) {
			continue
		}
		d.putAway(target, cover)
		d.onto(parent, card, freecell.Place(c), freecell.Place(target), n)
		d.offer(test)
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
			d.one(top, freecell.Place(c), d.emptyColumn(), freecell.CodeBottom)
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
		if d.fits>>top&1 == 0 {
			continue
		}
		parents := d.p.Parents(top)
		for _, to := range d.cols[d.empty:] {
			target := d.p.Column(to)
			if parent := target[len(target)-1]; parents>>parent&1 != 0 {
				d.onto(parent, top, freecell.Place(c), freecell.Place(to), 1)
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
		d.putAway(c, 1)
		d.offer(test)
	}
}

// cellsToTops, test D: free cell onto a column top.
func (d *deriver) cellsToTops(test byte) {
	for i := range d.p.Cells() {
		card := d.p.Cells()[i]
		if d.fits>>card&1 == 0 {
			continue
		}
		for _, to := range d.cols[d.empty:] {
			target := d.p.Column(to)
			if parent := target[len(target)-1]; d.p.Parents(card)>>parent&1 != 0 {
				d.onto(parent, card, freecell.InCell, freecell.Place(to), 1)
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
	for i := range d.p.Cells() {
		card := d.p.Cells()[i]
		if !d.p.Fills(card) {
			continue
		}
		for j := range d.p.Cells() {
			if c := d.p.Cells()[j]; d.p.Parents(c)>>card&1 != 0 {
				to := d.freed(card)
				d.onto(card, c, freecell.InCell, to, 1)
				d.offer(test)
			}
		}
		d.runsOnto(test, card)
	}
}

// runsOnto is test j for the children that begin a run in a column.
func (d *deriver) runsOnto(test byte, card freecell.Card) {
	for _, at := range d.spots(d.p.ChildrenOf(1<<card)&^d.alwaysLinked(), false) {
		c, start := d.cols[at>>8], int(at&0xff)
		if !d.starts(c, start) {
			continue
		}
		end := d.runEnd(c, start)
		above := len(d.p.Column(c)) - end
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
		to := d.freed(card)
		d.putAway(c, above)
		d.onto(card, d.p.Column(c)[start], freecell.Place(c), to, end-start)
		d.offer(test)
	}
}

// freed plans to move a free-cell card to an empty column, which it returns.
func (d *deriver) freed(card freecell.Card) freecell.Place {
	to := d.emptyColumn()
	d.one(card, freecell.InCell, to, freecell.CodeBottom)
	d.freeLeft++
	return to
}
