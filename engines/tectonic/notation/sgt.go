package notation

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"puzzlekit/engines/tectonic/puzzle"
)

func writeSGT(p *puzzle.Puzzle) (string, error) {
	if p.Largest() > 9 {
		return "", fmt.Errorf("notation: a game id has regions of at most 9 cells, and one has %d", p.Largest())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%dTdh:", p.Width, p.Height)
	upright, flat := borders(p.Layout)
	open, walls := 0, 0
	flush := func() {
		if walls > 0 {
			b.WriteString(strconv.Itoa(walls))
			walls = 0
		}
	}
	for _, wall := range append(upright, flat...) {
		switch {
		case !wall:
			flush()
			if open++; open == 26 {
				b.WriteByte('z')
				open = 0
			}
		case open > 0:
			b.WriteByte(byte('a' + open - 1)) // the letter has this wall in it
			open = 0
		default:
			walls++
		}
	}
	flush()
	if open > 0 {
		b.WriteByte(byte('a' + open - 1))
	}
	b.WriteByte(',')
	blank := 0
	for i := 0; i <= len(p.Clues); i++ {
		if i < len(p.Clues) && p.Clues[i] == 0 {
			if blank++; blank == 26 {
				b.WriteByte('z')
				blank = 0
			}
			continue
		}
		if blank > 0 {
			b.WriteByte(byte('a' + blank - 1))
			blank = 0
		}
		if i < len(p.Clues) {
			if p.Clues[i] > 9 {
				return "", fmt.Errorf("notation: a game id has clues up to 9, and %s is %d", p.Name(i), p.Clues[i])
			}
			b.WriteString(strconv.Itoa(p.Clues[i]))
		}
	}
	return b.String() + "\n", nil
}

var sgtForm = regexp.MustCompile(`^(\d{1,3})x(\d{1,3})T(?:d[eh])?:([0-9a-z]*),([0-9a-z]*)$`)

func readSGT(text string) (*puzzle.Puzzle, error) {
	parts := sgtForm.FindStringSubmatch(text)
	if parts == nil {
		return nil, fmt.Errorf("game id %q, expected WxHT, perhaps de or dh, a colon, walls, a comma and clues", text)
	}
	width, _ := strconv.Atoi(parts[1]) // digits, as the form says
	height, _ := strconv.Atoi(parts[2])
	if err := checkSides(width, height); err != nil {
		return nil, fmt.Errorf("game id: %w", err)
	}
	walls, err := sgtWalls(parts[3], (width-1)*height+width*(height-1))
	if err != nil {
		return nil, err
	}
	clues, err := sgtClues(parts[4], width*height)
	if err != nil {
		return nil, err
	}
	regions, err := enclosed(width, height, walls[:(width-1)*height], walls[(width-1)*height:])
	if err != nil {
		return nil, fmt.Errorf("game id: %w", err)
	}
	return makePuzzle(width, height, regions, clues)
}

func sgtWalls(text string, count int) ([]bool, error) {
	var walls []bool
	for i := 0; i < len(text); {
		if c := text[i]; c >= 'a' {
			walls = append(walls, make([]bool, c-'a'+1)...)
			if c != 'z' {
				walls = append(walls, true)
			}
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] < 'a' {
			end++
		}
		n, err := strconv.Atoi(text[i:end])
		if err != nil || n < 1 || n > count {
			return nil, fmt.Errorf("game id: %s walls, expected 1 to %d", text[i:end], count)
		}
		for range n {
			walls = append(walls, true)
		}
		i = end
	}
	// A letter at the end stands for open borders alone.
	if len(walls) == count+1 && text[len(text)-1] >= 'a' && text[len(text)-1] != 'z' {
		walls = walls[:count]
	}
	if len(walls) != count {
		return nil, fmt.Errorf("game id: %d borders, expected %d", len(walls), count)
	}
	return walls, nil
}

func sgtClues(text string, cells int) ([]int, error) {
	var clues []int
	for _, c := range []byte(text) {
		switch {
		case c >= 'a':
			clues = append(clues, make([]int, c-'a'+1)...)
		case c == '0':
			return nil, fmt.Errorf("game id: clue 0, expected 1 to 9")
		default:
			clues = append(clues, int(c-'0'))
		}
	}
	if len(clues) != cells {
		return nil, fmt.Errorf("game id: clues for %d cells, expected %d", len(clues), cells)
	}
	return clues, nil
}
