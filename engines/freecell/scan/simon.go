package scan

import (
	"slices"

	"puzzlekit/engines/freecell"
)

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
	order := slices.Clone(d.p.Order())
	for _, c := range order {
		for d.takeSuit(c) {
			d.p.TakeSuit(freecell.Place(c))
		}
	}
	return len(d.steps) > n
}

// sequencesToTrueParents, test b: the end of a top run onto a true parent on top
// of another column, by column and from the top down.
func (d *deriver) sequencesToTrueParents(test byte) {
	for i := d.empty; i < len(d.cols); i++ {
		column := d.p.Column(d.cols[i])
		start, segments := topRun(d.p, d.cols[i]), 1
		for h := len(column) - 1; h >= start; h-- {
			if h+1 < len(column) && !sameSuit(column[h], column[h+1]) {
				segments++
			}
			if segments > 1<<d.empty {
				break
			}
			if j, cover := d.trueParent(column[h]); j >= 0 && j != i && cover == 0 {
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
	if segments(column[start:]) > 1<<d.empty {
		return
	}
	parents := d.p.Parents(column[start])
	if parents&d.tops == 0 {
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
		start, segments := topRun(d.p, d.cols[i]), 1
		for h := len(column) - 1; h >= start; h-- {
			if h+1 < len(column) && !sameSuit(column[h], column[h+1]) {
				segments++
			}
			j, cover := d.trueParent(column[h])
			if j < 0 || j == i {
				continue
			}
			d.cover(j, cover)
			if left := d.clear(i, j, true); left >= 0 && segments <= 1<<left {
				d.clearAway()
				d.carry(column[h]+4, column[h], i, j, len(column)-h)
				d.offer(test)
			}
		}
	}
}

// dugSequencesToTrueParents, test e: a sequence below the top run, and all that
// belongs to its run above it, onto a true parent on top of another column, its
// cover being cleared; by column and from the top down. As in the reference, it
// takes room for one sequence more than there are.
func (d *deriver) dugSequencesToTrueParents(test byte) {
	for i := d.empty; i < len(d.cols); i++ {
		column := d.p.Column(d.cols[i])
		end := topRun(d.p, d.cols[i])
		for h := end - 1; h >= 0; h-- {
			if h+1 < end && d.starts(d.cols[i], h+1) {
				end = h + 1
			}
			if h > 0 && column[h-1] == column[h]+4 {
				continue
			}
			j, cover := d.trueParent(column[h])
			if j < 0 || j == i || cover > 0 {
				continue
			}
			d.cover(i, len(column)-end)
			if left := d.clear(i, j, true); left >= 0 && segments(column[h:end]) < 1<<left {
				d.clearAway()
				d.carry(column[h]+4, column[h], i, j, end-h)
				d.offer(test)
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
		j, cover := d.trueParent(column[start-1])
		if j < 0 || j == i || cover == 0 {
			continue
		}
		d.cover(j, cover)
		d.away = append(d.away, away{from: i, start: start, end: len(column)})
		if d.clear(i, j, true) >= 0 {
			d.clearAway()
			d.carry(column[start-1]+4, column[start-1], i, j, 1)
			d.offer(test)
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
		parents := d.p.Parents(column[0])
		for j := d.empty; j < len(d.cols); j++ {
			target := d.p.Column(d.cols[j])
			for h := len(target) - 1; h >= 0; h-- {
				if parents>>target[h]&1 == 0 {
					continue
				}
				d.cover(j, len(target)-1-h)
				if d.clear(i, j, false) >= 0 {
					d.clearAway()
					d.carry(target[h], column[0], i, j, len(column))
					d.offer(test)
				}
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
		for h := range column {
			card := column[h]
			if card.Rank() == freecell.Ace {
				continue
			}
			at := d.place(card - 4)
			child := int(at & 0xff)
			if int(at>>8) != i || child < h+2 {
				continue
			}
			end := d.runEnd(d.cols[i], child)
			d.cover(i, len(column)-end)
			back := len(d.away)
			d.away = append(d.away, away{from: i, start: child, end: end, fresh: true})
			d.coverBelow(i, h+1, child, true)
			if left := d.clear(i, i, true); left >= 0 && segments(column[child:end]) <= 1<<left {
				d.clearAway()
				d.carry(card, column[child], d.away[back].to, i, end-child)
				d.offer(test)
			}
		}
	}
}
