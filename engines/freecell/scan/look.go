package scan

import (
	"math/bits"

	"puzzlekit/engines/freecell"
)

// A place in these lists and in where is the index of a column in cols << 8 and
// the height in it.
const nowhere = 1<<16 - 1

// look takes in the state that p is in.
func (d *deriver) look() {
	if d.fresh {
		return
	}
	d.fresh = true
	d.cols = append(d.cols[:0], d.p.Order()...)
	for i, c := range d.cols {
		d.index[c] = uint16(i)
	}
	d.free = d.p.FreeCells()
	d.empty = 0
	for d.empty < len(d.cols) && len(d.p.Column(d.cols[d.empty])) == 0 {
		d.empty++
	}
	d.slots = d.free
	if d.variant.Fill == freecell.FillAny {
		d.slots += d.empty
	}
	if d.variant.Decks == 1 {
		d.runs = d.p.Runs()
		d.lookDown()
		d.ends = d.reach &^ d.runs.Covered
	} else {
		d.lookAtTwins()
	}
	d.fits = d.p.ChildrenOf(d.ends)
}

// lookDown fills in tops and reach.
func (d *deriver) lookDown() {
	var tops, reach uint64
	slots := d.slots
	for _, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		n := len(column) - 1
		tops |= 1 << (column[n] & 63)
		for _, card := range column[max(n-slots, 0):] {
			reach |= 1 << (card & 63)
		}
	}
	d.tops, d.reach = tops, reach
}

// lookAtTwins fills in runs, ends, where and what lookDown does, for two decks.
func (d *deriver) lookAtTwins() {
	d.lookDown()
	for i := range d.where {
		d.where[i] = nowhere
	}
	d.runs, d.ends = freecell.Runs{}, 0
	for i, c := range d.cols[d.empty:] {
		column := d.p.Column(c)
		linked := d.p.Linked(c)
		for h, card := range column {
			if d.where[card&63] == nowhere {
				d.where[card&63] = uint16(i+d.empty)<<8 | uint16(h)
			}
			d.runs.InColumns |= 1 << card
			if linked>>h&1 != 0 {
				d.runs.Linked |= 1 << card
			}
			if len(column)-1-h <= d.slots && (h+1 == len(column) || linked>>(h+1)&1 == 0) {
				d.ends |= 1 << card
			}
		}
	}
}

// place returns where a card is, of two decks the first one; it may be nowhere.
func (d *deriver) place(card freecell.Card) uint16 {
	switch {
	case d.variant.Decks == 2:
		return d.where[card&63]
	case d.runs.InColumns>>card&1 == 0:
		return nowhere
	}
	at := d.p.At(card)
	return d.index[at>>8]<<8 | at&0xff
}

// spots returns the places of the cards of a set that are in columns, in
// canonical order of the columns, and in each from below, or from the top down.
// They are valid until the next call.
func (d *deriver) spots(set uint64, topDown bool) []uint16 {
	if set &= d.runs.InColumns; set == 0 {
		return nil
	}
	var columns uint32
	if d.variant.Decks == 1 {
		for ; set != 0; set &= set - 1 {
			at := d.p.At(freecell.Card(bits.TrailingZeros64(set)))
			i := d.index[at>>8]
			columns |= 1 << i
			d.heights[i] |= 1 << (at & 63)
		}
	} else {
		for i, c := range d.cols[d.empty:] {
			i += d.empty
			for h, card := range d.p.Column(c) {
				if set>>card&1 != 0 {
					columns |= 1 << i
					d.heights[i] |= 1 << (h & 63)
				}
			}
		}
	}
	found := d.found[:0]
	for ; columns != 0; columns &= columns - 1 {
		i := bits.TrailingZeros32(columns)
		heights := d.heights[i]
		d.heights[i] = 0
		for heights != 0 {
			h := bits.TrailingZeros64(heights)
			if topDown {
				h = 63 - bits.LeadingZeros64(heights)
			}
			heights &^= 1 << h
			found = append(found, uint16(i)<<8|uint16(h))
		}
	}
	d.found = found
	return found
}

// insert inserts a place into an ascending list.
func insert(places []uint16, at uint16) []uint16 {
	i := len(places)
	places = append(places, at)
	for ; i > 0 && places[i-1] > at; i-- {
		places[i] = places[i-1]
	}
	places[i] = at
	return places
}

// starts tells whether a run starts at height h of a column.
func (d *deriver) starts(column uint8, h int) bool { return d.p.Linked(column)>>(h&63)&1 == 0 }

// runEnd returns the height above the run that the card at height h of a column
// belongs to.
func (d *deriver) runEnd(column uint8, h int) int {
	next := bits.TrailingZeros64(^d.p.Linked(column) >> (h & 63) >> 1) // runs start again so much above
	return min(h+1+next, len(d.p.Column(column)))
}

// capacity returns how many cards can move together, when so many have been put
// away, to a column that is or is not empty.
func (d *deriver) capacity(away int, toEmpty bool) int {
	free, empty := d.free-away, d.empty
	if free < 0 {
		empty += free
		free = 0
	}
	return d.variant.Supermove(free, empty, toEmpty)
}

// parentsOf returns the places of the cards that take c, end a run and can be
// reached, in canonical order. They are valid until the next call.
func (d *deriver) parentsOf(c freecell.Card) []uint16 {
	hits := d.hits[:0]
	for set := d.p.Parents(c) & d.ends; set != 0; set &= set - 1 {
		if at := d.place(freecell.Card(bits.TrailingZeros64(set))); d.endsAt(at) {
			hits = insert(hits, at)
		}
	}
	d.hits = hits
	return hits
}

// endsAt tells whether a run ends at the place of a card that is in ends. With
// two decks that may be true of the card's twin only.
func (d *deriver) endsAt(at uint16) bool {
	if d.variant.Decks == 1 {
		return true
	}
	c, h := d.cols[at>>8], int(at&0xff)
	return h+1 == len(d.p.Column(c)) || d.starts(c, h+1)
}
