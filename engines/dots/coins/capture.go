package coins

// Capture is what the seat to move can win at once in a position, and what is
// behind it.
type Capture struct {
	Won   int   // coins
	Keep  int   // how many of them, the fewest, can be left to keep control; 0 when that cannot be
	Quiet []int // strings of the position in which there is nothing to win
}

// Value returns how many coins more than the opponent the seat to move wins when
// the seat to move in the quiet position would win v more: it wins all, or it
// leaves the last few and lets the opponent move first.
func (c *Capture) Value(v float64) float64 {
	if c.Keep == 0 {
		return float64(c.Won) + v
	}
	return float64(c.Won) + max(v, -float64(2*c.Keep)-v)
}

// Capture returns what can be won in a state.
func (s *State) Capture() Capture {
	won, cut := s.TakeAll(nil)
	c := Capture{Won: won, Quiet: make([]int, 0, s.left)}
	for str, isCut := range s.cut {
		if !isCut {
			c.Quiet = append(c.Quiet, str)
		}
	}
	for _, str := range cut {
		s.Undo(str)
	}
	if len(cut) > 0 && len(c.Quiet) > 0 {
		c.Keep = s.keep(cut)
	}
	return c
}

// keep returns how many coins the winner of all that hangs by the given strings
// can leave to the opponent, the least number.
//
// Each connected part of what can be won is a tree, because every coin is won by
// a string of its own, except that the last string of a part may win two. If it
// does not, the part has one string that leads out of it, and whoever cuts that
// one early leaves two coins behind that only the opponent can win, when there
// are two. A part without a way out can be cut in the middle instead, so that two
// and two are left, unless all its strings end at the same coin.
func (s *State) keep(cut []int) int {
	hang := map[int]int{} // strings among cut, of each coin
	for _, str := range cut {
		for _, c := range s.ends[str] {
			if c != Ground {
				hang[c]++
			}
		}
	}
	won := map[int]bool{}
	for c, n := range hang {
		won[c] = n == s.Degree(c)
	}
	least := 0
	seen := map[int]bool{}
	for c := range won {
		if !won[c] || seen[c] {
			continue
		}
		p := s.partOf(c, won, seen)
		switch {
		case p.open && p.coins >= 2:
			return 2
		case !p.open && p.inner:
			least = 4
		}
	}
	return least
}

// part is a connected part of what can be won.
type part struct {
	coins int
	open  bool // a string leads out of it
	inner bool // a string has coins with more strings at both ends
}

// partOf walks the part that coin c belongs to and marks its coins as seen.
func (s *State) partOf(c int, won, seen map[int]bool) part {
	var p part
	seen[c] = true
	for todo := []int{c}; len(todo) > 0; {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p.coins++
		for _, str := range s.strings[c] {
			if s.cut[str] {
				continue
			}
			other := s.Other(str, c)
			if other == Ground || !won[other] {
				p.open = true
				continue
			}
			p.inner = p.inner || s.degree[c] > 1 && s.degree[other] > 1
			if !seen[other] {
				seen[other] = true
				todo = append(todo, other)
			}
		}
	}
	return p
}

// Move is a string that can be cut and what it leads to.
type Move struct {
	String int
	Won    int     // coins by the cut itself; if there are any, the same seat moves again
	After  Capture // for the seat that moves next
}

// Value returns how many coins more than the opponent the seat that cuts wins
// when the seat to move in the quiet position behind it would win v more.
func (m *Move) Value(v float64) float64 {
	if m.Won > 0 {
		return float64(m.Won) + m.After.Value(v)
	}
	return -m.After.Value(v)
}

// Moves returns what each string that is not cut leads to.
func (s *State) Moves() []Move {
	moves := make([]Move, 0, s.left)
	for str, isCut := range s.cut {
		if isCut {
			continue
		}
		m := Move{String: str, Won: s.Cut(str)}
		m.After = s.Capture()
		s.Undo(str)
		moves = append(moves, m)
	}
	return moves
}
