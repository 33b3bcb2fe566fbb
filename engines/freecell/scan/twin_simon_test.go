package scan

import "puzzlekit/engines/freecell"

// simon derives by a test of Simple Simon.
func (s *twinState) simon(test byte, add addState) {
	switch test {
	case 'a':
		s.suitsHome(add)
	case 'b':
		s.sequencesToTrueParents(add)
	case 'c':
		s.columnsToFalseParents(add)
	case 'd':
		s.sequencesToDugTrueParents(add)
	case 'e':
		s.dugSequencesToTrueParents(add)
	case 'f':
		s.dugSequencesToDugTrueParents(add)
	case 'g':
		s.columnsToDugFalseParents(add)
	case 'h':
		s.sequencesWithinColumn(add)
	case 'i':
		s.sequencesToFalseParents(add)
	}
}

// truly tells whether parent is the true parent of child.
func truly(child, parent freecell.Card) bool {
	return child.Suit() == parent.Suit() && child.Rank()+1 == parent.Rank()
}

// weight returns how many sequences cards a to b-1 of column i, a run, are made of.
func (s *twinState) weight(i, a, b int) int {
	n := 1
	for a++; a < b; a++ {
		if s.card(i, a).Suit() != s.card(i, a-1).Suit() {
			n++
		}
	}
	return n
}

// runStart returns the position at which the run at the top of column i begins, -1
// when the column is empty.
func (s *twinState) runStart(i int) int {
	j := len(s.columns[i]) - 1
	for j > 0 && s.onParent(i, j) {
		j--
	}
	return j
}

// suitsHome: a whole suit from the top of a column.
func (s *twinState) suitsHome(add addState) {
	for i := range s.columns {
		if s.hasSuit(i) {
			add(func(n *twinState) { n.suitHome(i) })
		}
	}
}

// hasSuit tells whether a whole suit is on top of column i.
func (s *twinState) hasSuit(i int) bool {
	n := len(s.columns[i]) - 13
	return n >= 0 && s.runStart(i) <= n && s.weight(i, n, len(s.columns[i])) == 1
}

// suitHome takes 13 cards home.
func (s *twinState) suitHome(i int) {
	s.home[s.top(i).Suit()] = freecell.King
	s.columns[i] = s.columns[i][:len(s.columns[i])-13]
	s.note(freecell.Column(i), freecell.Foundation, 13)
}

// pruneSuits takes all whole suits home and returns s, nil when there are none.
func (s *twinState) pruneSuits() *twinState {
	for i := range s.columns {
		for s.hasSuit(i) {
			s.suitHome(i)
		}
	}
	if len(s.moves) == 0 {
		return nil
	}
	s.canonize()
	return s
}

// sequencesToTrueParents: the end of a top run onto a top.
func (s *twinState) sequencesToTrueParents(add addState) {
	for i, col := range s.columns {
		for p := len(col) - 1; p >= max(0, s.runStart(i)); p-- {
			for j := range s.columns {
				if c := s.top(j); j != i && c != freecell.NoCard && truly(s.card(i, p), c) && s.weight(i, p, len(col)) <= 1<<s.emptyColumns() {
					add(func(n *twinState) { n.columnToColumn(i, j, len(col)-p) })
				}
			}
		}
	}
}

// columnsToFalseParents: a column that is one run onto a top.
func (s *twinState) columnsToFalseParents(add addState) {
	for i := range s.columns {
		if s.runStart(i) == 0 {
			s.runToTops(i, add)
		}
	}
}

// sequencesToFalseParents: a top run onto a top.
func (s *twinState) sequencesToFalseParents(add addState) {
	for i, col := range s.columns {
		if len(col) > 0 {
			s.runToTops(i, add)
		}
	}
}

func (s *twinState) runToTops(i int, add addState) {
	p, end := s.runStart(i), len(s.columns[i])
	for j := range s.columns {
		if c := s.top(j); j != i && c != freecell.NoCard && s.variant.CanStack(s.card(i, p), c) && s.weight(i, p, end) <= 1<<s.emptyColumns() {
			add(func(n *twinState) { n.columnToColumn(i, j, end-p) })
		}
	}
}

// junk is a run that is cleared away: cards start to end-1 of column i, to column
// to.
type junk struct {
	i, start, end, to int
	weight            int // at least that of the run
}

// junkIn returns the runs that cards start to end-1 of column i fall into, the top
// one first. All but that one weigh more when they are under another suit.
func (s *twinState) junkIn(i, start, end int) []junk {
	var out []junk
	for top := end; top > start; {
		low := top - 1
		for low > start && s.onParent(i, low) {
			low--
		}
		t := junk{i: i, start: low, end: top, weight: s.weight(i, low, top)}
		if top < end && s.card(i, top).Suit() != s.card(i, top-1).Suit() {
			t.weight++
		}
		out = append(out, t)
		top = low
	}
	return out
}

// clear finds a place for each junk: a column whose top takes it and that is not
// among the taken ones, or else an empty column. It returns how many empty columns
// are left, -1 when there is no place.
func (s *twinState) clear(all []junk, taken ...int) int {
	used := map[int]bool{}
	for _, i := range taken {
		used[i] = true
	}
	left := s.emptyColumns()
	for k, t := range all {
		to := -1
		for j := range s.columns {
			if c := s.top(j); to < 0 && !used[j] && c != freecell.NoCard && s.variant.CanStack(s.card(t.i, t.start), c) && t.weight <= 1<<left {
				to = j
			}
		}
		for j, col := range s.columns {
			if to < 0 && !used[j] && col == "" && t.weight <= 1<<(left-1) {
				to = j
				left--
			}
		}
		if to < 0 {
			return -1
		}
		used[to] = true
		all[k].to = to
	}
	return left
}

func (s *twinState) moveJunk(all []junk) {
	for _, t := range all {
		s.columnToColumn(t.i, t.to, t.end-t.start)
	}
}

// sequencesToDugTrueParents: the end of a top run onto a parent in another column.
func (s *twinState) sequencesToDugTrueParents(add addState) {
	for i, col := range s.columns {
		for p := len(col) - 1; p >= max(0, s.runStart(i)); p-- {
			j, q := s.find(s.card(i, p) + 4)
			if j < 0 || j == i {
				continue
			}
			all := s.junkIn(j, q+1, len(s.columns[j]))
			if left := s.clear(all, i, j); left < 0 || s.weight(i, p, len(col)) > 1<<left {
				continue
			}
			add(func(n *twinState) {
				n.moveJunk(all)
				n.columnToColumn(i, j, len(col)-p)
			})
		}
	}
}

// dugSequencesToTrueParents: a sequence, and what belongs to its run above it, from
// below other cards onto a top.
func (s *twinState) dugSequencesToTrueParents(add addState) {
	for i, col := range s.columns {
		for p := len(col) - 1; p >= 0; p-- {
			end := s.runEnd(i, p)
			if end == len(col) || p > 0 && truly(s.card(i, p), s.card(i, p-1)) {
				continue
			}
			for j := range s.columns {
				if c := s.top(j); i == j || c == freecell.NoCard || !truly(s.card(i, p), c) {
					continue
				}
				all := s.junkIn(i, end, len(col))
				if left := s.clear(all, i, j); left < 0 || s.weight(i, p, end)+1 > 1<<left {
					continue
				}
				add(func(n *twinState) {
					n.moveJunk(all)
					n.columnToColumn(i, j, end-p)
				})
			}
		}
	}
}

// dugSequencesToDugTrueParents: the card under the top run onto a covered parent in
// another column.
func (s *twinState) dugSequencesToDugTrueParents(add addState) {
	for i, col := range s.columns {
		p := s.runStart(i) - 1
		if p < 0 {
			continue
		}
		j, q := s.find(s.card(i, p) + 4)
		if j < 0 || j == i || q+1 == len(s.columns[j]) {
			continue
		}
		all := append(s.junkIn(j, q+1, len(s.columns[j])), s.junkIn(i, p+1, len(col))...)
		if s.clear(all, i, j) < 0 {
			continue
		}
		add(func(n *twinState) {
			n.moveJunk(all)
			n.columnToColumn(i, j, 1)
		})
	}
}

// columnsToDugFalseParents: a column that is one run onto a parent in another
// column; what is cleared goes onto parents only.
func (s *twinState) columnsToDugFalseParents(add addState) {
	for i, col := range s.columns {
		if s.runStart(i) != 0 {
			continue
		}
		for j, target := range s.columns {
			for q := len(target) - 1; q >= 0; q-- {
				if j == i || !s.variant.CanStack(s.card(i, 0), s.card(j, q)) {
					continue
				}
				all := s.junkIn(j, q+1, len(target))
				if s.clear(all, i, j) < s.emptyColumns() || s.weight(i, 0, len(col)) > 1<<s.emptyColumns() {
					continue
				}
				add(func(n *twinState) {
					n.moveJunk(all)
					n.columnToColumn(i, j, len(col))
				})
			}
		}
	}
}

// sequencesWithinColumn: a sequence, and what belongs to its run above it, onto a
// parent in its column.
func (s *twinState) sequencesWithinColumn(add addState) {
	for i, col := range s.columns {
		for q := range len(col) {
			for p := q + 2; p < len(col); p++ {
				if !truly(s.card(i, p), s.card(i, q)) {
					continue
				}
				end := s.runEnd(i, p)
				all := s.junkIn(i, end, len(col))
				k := len(all)
				all = append(all, s.junkIn(i, p, end)...)
				all = append(all, s.junkIn(i, q+1, p)...)
				if left := s.clear(all, i); left < 0 || s.weight(i, p, end) > 1<<left {
					continue
				}
				add(func(n *twinState) {
					n.moveJunk(all)
					n.columnToColumn(all[k].to, i, end-p)
				})
			}
		}
	}
}
