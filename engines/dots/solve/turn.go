package solve

import "puzzlekit/engines/dots"

// turn is a symmetry of a board as a permutation of its strings, tabulated a
// byte at a time.
type turn [8][256]set

// apply returns the image of a set of strings.
func (t *turn) apply(s set) set {
	return t[0][s&255] | t[1][s>>8&255] | t[2][s>>16&255] | t[3][s>>24&255] |
		t[4][s>>32&255] | t[5][s>>40&255] | t[6][s>>48&255] | t[7][s>>56]
}

// newTurns returns the rotations and reflections, besides identity, that take
// the lines to themselves.
func newTurns(size dots.Size, lines []dots.Line) []turn {
	number := map[dots.Line]int{}
	for i, l := range lines {
		number[l] = i
	}
	var turns []turn
	for k := 1; k < 8; k++ {
		if k&4 != 0 && size.Width != size.Height {
			continue
		}
		if image, ok := imageOf(size, lines, number, k); ok {
			turns = append(turns, newTurn(image))
		}
	}
	return turns
}

// imageOf returns the number of the image of each line, false if one is not
// among the lines.
func imageOf(size dots.Size, lines []dots.Line, number map[dots.Line]int, k int) ([]int, bool) {
	image := make([]int, len(lines))
	for i, l := range lines {
		to, ok := number[mirror(size, l, k)]
		if !ok {
			return nil, false
		}
		image[i] = to
	}
	return image, true
}

// mirror mirrors a line: left to right if k has bit 0, top to bottom if it has
// bit 1, then along the diagonal if it has bit 2.
func mirror(size dots.Size, l dots.Line, k int) dots.Line {
	wide, high := 0, 1 // how far the line goes
	if l.Kind == dots.Horizontal {
		wide, high = 1, 0
	}
	if k&1 != 0 {
		l.X = size.Width - 1 - wide - l.X
	}
	if k&2 != 0 {
		l.Y = size.Height - 1 - high - l.Y
	}
	if k&4 != 0 {
		l.X, l.Y, l.Kind = l.Y, l.X, 1-l.Kind
	}
	return l
}

// newTurn tabulates a permutation.
func newTurn(image []int) turn {
	var t turn
	for i, to := range image {
		for v := range 256 {
			if v>>(i%8)&1 != 0 {
				t[i/8][v] |= 1 << to
			}
		}
	}
	return t
}
