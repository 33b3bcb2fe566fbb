package coins

// State is a graph with some of its strings cut. It is not safe for concurrent
// use.
type State struct {
	*Graph
	cut    []bool
	degree []int8 // strings left at each coin
	left   int    // strings left
}

// Start returns the state with nothing cut.
func (g *Graph) Start() *State {
	s := &State{Graph: g, cut: make([]bool, len(g.lines)), degree: make([]int8, len(g.strings))}
	s.Reset()
	return s
}

// Reset puts all strings back.
func (s *State) Reset() {
	clear(s.cut)
	for c, strings := range s.strings {
		s.degree[c] = int8(len(strings))
	}
	s.left = len(s.lines)
}

// Left returns the number of strings that are not cut.
func (s *State) Left() int { return s.left }

// IsCut reports whether the string is cut.
func (s *State) IsCut(str int) bool { return s.cut[str] }

// Degree returns the number of strings left at a coin.
func (s *State) Degree(c int) int { return int(s.degree[c]) }

// Cut cuts a string that is not cut and returns how many coins that wins.
func (s *State) Cut(str int) (won int) {
	s.cut[str] = true
	s.left--
	for _, c := range s.ends[str] {
		if c != Ground {
			if s.degree[c]--; s.degree[c] == 0 {
				won++
			}
		}
	}
	return won
}

// Undo puts a string back that is cut.
func (s *State) Undo(str int) {
	s.cut[str] = false
	s.left++
	for _, c := range s.ends[str] {
		if c != Ground {
			s.degree[c]++
		}
	}
}

// Wins reports whether cutting the string, which is not cut, wins a coin.
func (s *State) Wins(str int) bool {
	for _, c := range s.ends[str] {
		if c != Ground && s.degree[c] == 1 {
			return true
		}
	}
	return false
}

// Safe reports whether cutting the string, which is not cut, wins nothing and
// gives nothing away.
func (s *State) Safe(str int) bool {
	for _, c := range s.ends[str] {
		if c != Ground && s.degree[c] <= 2 {
			return false
		}
	}
	return true
}

// TakeAll wins coins until there is none to win and returns how many they were,
// with the strings it cut appended to cut.
func (s *State) TakeAll(cut []int) (won int, all []int) {
	for c := range s.degree {
		won, cut = s.follow(c, won, cut)
	}
	return won, cut
}

// TakeAfter is TakeAll when all that can be won begins at the ends of one string.
func (s *State) TakeAfter(str int, cut []int) (won int, all []int) {
	for _, c := range s.ends[str] {
		won, cut = s.follow(c, won, cut)
	}
	return won, cut
}

// follow wins coin c if it hangs by one string, then what that string leads to.
func (s *State) follow(c, won int, cut []int) (int, []int) {
	for c != Ground && s.degree[c] == 1 {
		str := s.lastString(c)
		won += s.Cut(str)
		cut = append(cut, str)
		c = s.Other(str, c)
	}
	return won, cut
}

// Other returns the coin, or Ground, at the other end of a string of coin c.
func (s *State) Other(str, c int) int {
	ends := s.ends[str]
	if ends[0] == c {
		return ends[1]
	}
	return ends[0]
}

// lastString returns a string of coin c that is not cut.
func (s *State) lastString(c int) int {
	for _, str := range s.strings[c] {
		if !s.cut[str] {
			return str
		}
	}
	panic("coins: coin without strings")
}
