package solve

import "slices"

// bag is the number of a collection of lonely chains; 0 is the empty one.
type bag uint16

// maxBags is how many collections can be numbered. Boards of 5×5 boxes need
// some thousands.
const maxBags = 1 << 16

// The sorts of lonely chains: chains and loops by their number of coins.
const sorts = 2 * (MaxLines + 1)

// sort returns the sort of a lonely chain.
func (ch *chain) sort() uint8 {
	if ch.keep == 4 {
		return MaxLines + 1 + ch.won
	}
	return ch.won
}

// bags numbers collections of lonely chains as they turn up. It is not safe for
// concurrent use.
type bags struct {
	content [][]uint8      // of each bag: the sorts in it, sorted
	number  map[string]bag // by content
	more    []*[sorts]bag  // of each bag: the one with one chain of a sort more, 0 if not known yet
	less    []*[sorts]bag  // the same with one less
	limit   int            // how many collections may be numbered, at most maxBags
}

func newBags() *bags {
	s := &bags{number: map[string]bag{}, limit: maxBags}
	s.get(nil)
	return s
}

// get returns the bag with a content, which it keeps, a new one if need be. It
// fails when there are no numbers left.
func (s *bags) get(content []uint8) (bag, bool) {
	if j, ok := s.number[string(content)]; ok {
		return j, true
	}
	if len(s.content) >= s.limit {
		return 0, false
	}
	j := bag(len(s.content))
	s.content = append(s.content, content)
	s.number[string(content)] = j
	s.more = append(s.more, new([sorts]bag))
	s.less = append(s.less, new([sorts]bag))
	return j, true
}

// with returns the bag that has one chain of a sort more; it fails as get does.
func (s *bags) with(i bag, sort uint8) (bag, bool) {
	if j := s.more[i][sort]; j != 0 {
		return j, true
	}
	at, _ := slices.BinarySearch(s.content[i], sort)
	j, ok := s.get(slices.Insert(slices.Clone(s.content[i]), at, sort))
	if ok {
		s.more[i][sort], s.less[j][sort] = j, i
	}
	return j, ok
}

// without returns the bag that has one chain of a sort less, which i has; it
// fails as get does.
func (s *bags) without(i bag, sort uint8) (bag, bool) {
	if j := s.less[i][sort]; j != 0 || len(s.content[i]) == 1 {
		return j, true
	}
	at, _ := slices.BinarySearch(s.content[i], sort)
	j, ok := s.get(slices.Delete(slices.Clone(s.content[i]), at, at+1))
	if ok {
		s.more[j][sort], s.less[i][sort] = i, j
	}
	return j, ok
}
