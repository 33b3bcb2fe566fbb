package scan

import (
	"slices"

	"puzzlekit/engines/freecell"
)

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

// suitsHome, test a: a whole suit from the top of a column to its foundation, by
// column.
func (d *deriver) suitsHome(test byte) {
	for _, c := range d.cols[d.empty:] {
		if d.takeSuit(c) {
			d.offer(test)
		}
	}
}

// takeSuit plans to take the whole suit on top of a column home, if there is one.
func (d *deriver) takeSuit(c uint8) bool {
	column := d.p.Column(c)
	low := len(column) - int(freecell.King)
	if low < 0 || column[len(column)-1].Rank() != freecell.Ace {
		return false
	}
	for h := low; h < len(column)-1; h++ {
		if column[h] != column[h+1]+4 {
			return false
		}
	}
	d.steps = append(d.steps, step{column[low], freecell.Place(c), freecell.AtHome, uint8(freecell.King), freecell.CodeHome, freecell.NoCard})
	return true
}

// pruneSuits takes all whole suits home, which become steps. It returns false when
// there are none.
func (d *deriver) pruneSuits() bool {
	n := len(d.steps)
	for _, c := range slices.Clone(d.p.Order()) {
		for d.takeSuit(c) {
			d.p.TakeSuit(freecell.Place(c))
		}
	}
	return len(d.steps) > n
}

// sequencesToTrueParents, test b: the end of a top run onto a true parent on top
// of another column, by column and from the top down.
func (d *deriver) sequencesToTrueParents(test byte) {
	movable := d.tops >> 4 & d.runs.InColumns // on whose true parent nothing lies
	if movable == 0 {
		return
	}
	for i := d.empty; i < len(d.cols); i++ {
		column := d.p.Column(d.cols[i])
		start, n := topRun(d.p, d.cols[i]), 1
		for h := len(column) - 1; h >= start; h-- {
			if h+1 < len(column) && !sameSuit(column[h], column[h+1]) {
				n++
			}
			if n > 1<<d.empty {
				break
			}
			if movable>>column[h]&1 == 0 {
				continue
			}
			if j, _ := d.trueParent(column[h]); j != i {
				d.carry(column[h]+4, column[h], i, j, len(column)-h)
				d.offer(test)
			}
		}
	}
}

// columnsToFalseParents, test c: a column that is one run onto the top of another
// column, by column.
func (d *deriver) columnsToFalseParents(test byte) {
	for i := d.empty; i < len(d.cols); i++ {
		if topRun(d.p, d.cols[i]) == 0 {
			d.topRunToTops(test, i)
		}
	}
}

// sequencesToFalseParents, test i: a top run, the whole of it, onto the top of
// another column, by column.
func (d *deriver) sequencesToFalseParents(test byte) {
	for i := d.empty; i < len(d.cols); i++ {
		d.topRunToTops(test, i)
	}
}

// topRunToTops moves the top run of the column with index i to each column whose
// top takes it.
func (d *deriver) topRunToTops(test byte, i int) {
	column := d.p.Column(d.cols[i])
	start := topRun(d.p, d.cols[i])
	parents := d.p.Parents(column[start]) & d.tops
	if parents == 0 || segments(column[start:]) > 1<<d.empty {
		return
	}
	for j := d.empty; j < len(d.cols); j++ {
		target := d.p.Column(d.cols[j])
		if parent := target[len(target)-1]; parents>>parent&1 != 0 {
			d.carry(parent, column[start], i, j, len(column)-start)
			d.offer(test)
		}
	}
}

// sequencesToDugTrueParents, test d: the end of a top run onto a true parent
// anywhere in another column, whose cover is cleared; by column and from the top
// down.
func (d *deriver) sequencesToDugTrueParents(test byte) {
	for i := d.empty; i < len(d.cols); i++ {
		column := d.p.Column(d.cols[i])
		start, n := topRun(d.p, d.cols[i]), 1
		for h := len(column) - 1; h >= start; h-- {
			if h+1 < len(column) && !sameSuit(column[h], column[h+1]) {
				n++
			}
			if n > 1<<d.empty {
				break
			}
			j, cover := d.trueParent(column[h])
			if j < 0 || j == i {
				continue
			}
			d.startClearing(i, j)
			height := len(d.p.Column(d.cols[j]))
			if d.clear(j, height-cover, height, true) && n <= 1<<d.clearing.left {
				d.offerCleared(test, column[h]+4, column[h], i, j, len(column)-h)
			}
		}
	}
}

// dugSequencesToTrueParents, test e: a sequence below the top run, and all that
// belongs to its run above it, onto a true parent on top of another column, its
// cover being cleared; by column and from the top down. As in the reference, it
// takes room for one sequence more than there are.
func (d *deriver) dugSequencesToTrueParents(test byte) {
	movable := d.tops >> 4 & d.runs.InColumns // on whose true parent nothing lies
	if movable == 0 || d.empty == 0 {
		return
	}
	for i := d.empty; i < len(d.cols); i++ {
		column := d.p.Column(d.cols[i])
		end := topRun(d.p, d.cols[i])
		for h := end - 1; h >= 0; h-- {
			if h+1 < end && d.starts(d.cols[i], h+1) {
				end = h + 1
			}
			if movable>>column[h]&1 == 0 {
				continue
			}
			j, _ := d.trueParent(column[h])
			if j == i {
				continue
			}
			d.startClearing(i, j)
			if d.clear(i, end, len(column), true) && segments(column[h:end]) < 1<<d.clearing.left {
				d.offerCleared(test, column[h]+4, column[h], i, j, end-h)
			}
		}
	}
}

// dugSequencesToDugTrueParents, test f: the card on which the top run of a column
// lies, onto a true parent that is covered in another column; first that one's
// cover is cleared, then the run. By column.
func (d *deriver) dugSequencesToDugTrueParents(test byte) {
	for i := d.empty; i < len(d.cols); i++ {
		column := d.p.Column(d.cols[i])
		start := topRun(d.p, d.cols[i])
		if start == 0 {
			continue
		}
		card := column[start-1]
		j, cover := d.trueParent(card)
		if j < 0 || j == i || cover == 0 {
			continue
		}
		d.startClearing(i, j)
		height := len(d.p.Column(d.cols[j]))
		if d.clear(j, height-cover, height, true) && d.clear(i, start, len(column), true) {
			d.offerCleared(test, card+4, card, i, j, 1)
		}
	}
}

// columnsToDugFalseParents, test g: a column that is one run onto a parent
// anywhere in another column, whose cover goes onto other parents, not to empty
// columns; by column, column of the parent and from the top down.
func (d *deriver) columnsToDugFalseParents(test byte) {
	for i := d.empty; i < len(d.cols); i++ {
		column := d.p.Column(d.cols[i])
		if topRun(d.p, d.cols[i]) > 0 || segments(column) > 1<<d.empty {
			continue
		}
		for _, at := range d.spots(d.p.Parents(column[0]), true) {
			j, h := int(at>>8), int(at&0xff)
			if j == i {
				continue
			}
			d.startClearing(i, j)
			target := d.p.Column(d.cols[j])
			if d.clear(j, h+1, len(target), false) {
				d.offerCleared(test, target[h], column[0], i, j, len(column))
			}
		}
	}
}

// sequencesWithinColumn, test h: a sequence, and all that belongs to its run above
// it, onto a true parent below it in its column, which it is not on. Everything
// above the parent is cleared, and the sequence comes back. By column and from the
// most buried parent up.
func (d *deriver) sequencesWithinColumn(test byte) {
	for i := d.empty; i < len(d.cols); i++ {
		column := d.p.Column(d.cols[i])
		for h, parent := range column[:max(len(column)-2, 0)] {
			at := d.place(parent - 4)
			child := int(at & 0xff)
			if int(at>>8) != i || child < h+2 {
				continue
			}
			end := d.runEnd(d.cols[i], child)
			d.startClearing(i, i)
			if !d.clear(i, end, len(column), true) {
				continue
			}
			back := len(d.clearing.runs)
			if d.clear(i, child, end, true) && d.clear(i, h+1, child, true) && segments(column[child:end]) <= 1<<d.clearing.left {
				d.offerCleared(test, parent, column[child], d.clearing.runs[back].to, i, end-child)
			}
		}
	}
}
