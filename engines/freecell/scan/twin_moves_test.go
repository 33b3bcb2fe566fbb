package scan

import "puzzlekit/engines/freecell"

// derive returns the states that the move test derives from s, in order.
func (s *twinState) derive(test byte) []*twinState {
	var out []*twinState
	add := func(change func(n *twinState)) {
		n := s.clone()
		change(n)
		n.canonize()
		out = append(out, n)
	}
	switch test {
	case '0':
		s.topsHome(add)
	case '1':
		s.cellsHome(add)
	case '2':
		s.cellsToParents(add)
	case '3':
		s.buriedHome(add)
	case '4':
		s.runsToParents(add)
	case '5':
		s.withinColumn(add)
	case '6':
		s.runsToEmpty(add)
	case '7':
		s.cellsToEmpty(add)
	case '8':
		s.runsToOtherParents(add)
	case '9':
		s.columnsToCells(add)
	case 'j':
		s.cellsToEmptyAndCover(add)
	case 'A':
		s.topsToEmpty(add)
	case 'B':
		s.topsToTops(add)
	case 'C':
		s.topsToCells(add)
	case 'D':
		s.cellsToTops(add)
	case 'E':
		s.cellsToEmpty(add)
	default:
		s.simon(test, add)
	}
	return out
}

type addState func(change func(n *twinState))

// topsHome: column top to foundation, by column.
func (s *twinState) topsHome(add addState) {
	for i := range s.columns {
		if c := s.top(i); c != freecell.NoCard && s.foundation(c) >= 0 {
			add(func(n *twinState) { n.columnHome(i) })
		}
	}
}

// cellsHome: free cell to foundation, by cell.
func (s *twinState) cellsHome(add addState) {
	for i, c := range s.cells {
		if c != freecell.NoCard && s.foundation(c) >= 0 {
			add(func(n *twinState) { n.cellHome(i) })
		}
	}
}

// cellsToParents: free-cell card onto a parent that ends a run.
func (s *twinState) cellsToParents(add addState) {
	slots := s.slots()
	for j, col := range s.columns {
		for p := len(col) - 1; p >= 0; p-- {
			cover := len(col) - 1 - p
			if cover > slots {
				break
			}
			if p+1 < len(col) && s.onParent(j, p+1) {
				continue
			}
			for f, c := range s.cells {
				if c == freecell.NoCard || !s.variant.CanStack(c, s.card(j, p)) {
					continue
				}
				add(func(n *twinState) {
					n.putAway(j, cover)
					n.cellToColumn(f, j)
				})
			}
		}
	}
}

// buriedHome: a card below the top to its foundation.
func (s *twinState) buriedHome(add addState) {
	slots := s.slots()
	for i, col := range s.columns {
		for p := len(col) - 2; p >= 0; p-- {
			cover := len(col) - 1 - p
			if cover > slots {
				break
			}
			if s.foundation(s.card(i, p)) < 0 {
				continue
			}
			add(func(n *twinState) {
				n.putAway(i, cover)
				n.columnHome(i)
			})
		}
	}
}

// runsToParents: the start of each maximal run to a parent in another column.
func (s *twinState) runsToParents(add addState) {
	for i, source := range s.columns {
		for p := range len(source) {
			if s.card(i, p).Rank() == freecell.King || s.onParent(i, p) || p == 0 && s.variant.Fill == freecell.FillNone {
				continue
			}
			end := s.runEnd(i, p)
			for j, target := range s.columns {
				if i == j {
					continue
				}
				for q := range len(target) {
					if !s.variant.CanStack(s.card(i, p), s.card(j, q)) || q+1 < len(target) && s.onParent(j, q+1) {
						continue
					}
					above, cover := len(source)-end, len(target)-1-q
					if above+cover > s.slots() {
						continue
					}
					n := s.clone()
					n.putAway(j, cover)
					n.putAway(i, above)
					if end-p > n.capacity() {
						continue
					}
					add(func(n *twinState) {
						n.putAway(j, cover)
						n.putAway(i, above)
						n.columnToColumn(i, j, end-p)
					})
				}
			}
		}
	}
}

// withinColumn: a card to a parent deeper in its own column.
func (s *twinState) withinColumn(add addState) {
	for i, col := range s.columns {
		for p := range len(col) {
			if s.onParent(i, p) {
				continue
			}
			for q := range p {
				above := len(col) - 1 - q
				if !s.variant.CanStack(s.card(i, p), s.card(i, q)) || s.onParent(i, q+1) || above > s.slots() {
					continue
				}
				add(func(n *twinState) {
					c := n.card(i, p)
					n.putAway(i, above)
					n.bring(c, i)
				})
			}
		}
	}
}

// runsToEmpty: a run, or its tail up to capacity, to an empty column.
func (s *twinState) runsToEmpty(add addState) {
	if s.emptyColumn() < 0 {
		return
	}
	for i, col := range s.columns {
		for p := range len(col) {
			if s.onParent(i, p) {
				continue
			}
			end := s.runEnd(i, p)
			above := len(col) - end
			room := s.slots()
			if s.variant.Fill == freecell.FillAny {
				room-- // the destination
			}
			if above > room || above == 0 && p == 0 {
				continue
			}
			n := s.clone()
			n.putAway(i, above)
			tail := min(end-p, n.variant.Supermove(n.emptyCells(), n.emptyColumns(), true))
			if above == 0 && tail < end-p || !s.variant.CanFill(s.card(i, end-tail)) {
				continue
			}
			add(func(n *twinState) {
				n.putAway(i, above)
				n.columnToColumn(i, n.emptyColumn(), tail)
			})
		}
	}
}

// cellsToEmpty: free-cell card to the first empty column.
func (s *twinState) cellsToEmpty(add addState) {
	e := s.emptyColumn()
	if e < 0 {
		return
	}
	for f, c := range s.cells {
		if c != freecell.NoCard && s.variant.CanFill(c) {
			add(func(n *twinState) { n.cellToColumn(f, e) })
		}
	}
}

// runsToOtherParents: the tail of a top run that lies on a parent to another
// parent.
func (s *twinState) runsToOtherParents(add addState) {
	for i, source := range s.columns {
		for p := range len(source) {
			if !s.onParent(i, p) || s.runEnd(i, p) < len(source) {
				continue
			}
			for suit := freecell.Hearts; suit <= freecell.Spades; suit++ {
				parent := freecell.NewCard(s.card(i, p).Rank()+1, suit)
				j, q := s.find(parent)
				if j < 0 || i == j || !s.variant.CanStack(s.card(i, p), parent) {
					continue
				}
				cover := len(s.columns[j]) - 1 - q
				if cover > 0 && s.onParent(j, q+1) || cover > s.slots() {
					continue
				}
				n := s.clone()
				n.putAway(j, cover)
				if len(source)-p > n.capacity() {
					continue
				}
				add(func(n *twinState) {
					n.putAway(j, cover)
					n.columnToColumn(i, j, len(source)-p)
				})
			}
		}
	}
}

// columnsToCells: a whole column to the free cells.
func (s *twinState) columnsToCells(add addState) {
	if s.emptyColumn() >= 0 || s.variant.Fill == freecell.FillNone {
		return
	}
	for i, col := range s.columns {
		if len(col) <= s.emptyCells() {
			add(func(n *twinState) { n.putAway(i, len(col)) })
		}
	}
}

// cellsToEmptyAndCover: free-cell card to an empty column, and at once a child
// on top of it.
func (s *twinState) cellsToEmptyAndCover(add addState) {
	e := s.emptyColumn()
	if e < 0 {
		return
	}
	for f, c := range s.cells {
		if c == freecell.NoCard || !s.variant.CanFill(c) {
			continue
		}
		filled := s.clone()
		filled.cellToColumn(f, e)
		for g, child := range s.cells {
			if child != freecell.NoCard && s.variant.CanStack(child, c) {
				add(func(n *twinState) {
					n.cellToColumn(f, e)
					n.cellToColumn(g, e)
				})
			}
		}
		for i, source := range s.columns {
			for p := range len(source) {
				if s.onParent(i, p) || !s.variant.CanStack(s.card(i, p), c) {
					continue
				}
				end := s.runEnd(i, p)
				above := len(source) - end
				if above > filled.slots() {
					continue
				}
				n := filled.clone()
				n.putAway(i, above)
				if end-p > n.capacity() {
					continue
				}
				add(func(n *twinState) {
					n.cellToColumn(f, e)
					n.putAway(i, above)
					n.columnToColumn(i, e, end-p)
				})
			}
		}
	}
}

// topsToEmpty: column top, of a column of more than one, to the first empty
// column.
func (s *twinState) topsToEmpty(add addState) {
	e := s.emptyColumn()
	for i, col := range s.columns {
		if e >= 0 && len(col) > 1 && s.variant.CanFill(s.top(i)) {
			add(func(n *twinState) { n.columnToColumn(i, e, 1) })
		}
	}
}

// topsToTops: column top to another column's top.
func (s *twinState) topsToTops(add addState) {
	for i, col := range s.columns {
		if len(col) == 1 && s.variant.Fill == freecell.FillNone {
			continue // an empty column would be lost
		}
		for j := range s.columns {
			if c, p := s.top(i), s.top(j); c != freecell.NoCard && p != freecell.NoCard && s.variant.CanStack(c, p) {
				add(func(n *twinState) { n.columnToColumn(i, j, 1) })
			}
		}
	}
}

// topsToCells: column top to the first free cell.
func (s *twinState) topsToCells(add addState) {
	f := s.emptyCell()
	for i, col := range s.columns {
		if f >= 0 && len(col) > 0 && (len(col) > 1 || s.variant.Fill != freecell.FillNone) {
			add(func(n *twinState) { n.columnToCell(i, f) })
		}
	}
}

// cellsToTops: free cell to a column top.
func (s *twinState) cellsToTops(add addState) {
	for f, c := range s.cells {
		for j := range s.columns {
			if p := s.top(j); c != freecell.NoCard && p != freecell.NoCard && s.variant.CanStack(c, p) {
				add(func(n *twinState) { n.cellToColumn(f, j) })
			}
		}
	}
}
