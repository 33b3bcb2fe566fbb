package freecell

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// MaxSolutionBytes is the longest solution text that [ReadSolution] accepts.
const MaxSolutionBytes = 16 << 20

// Step is a move of a solution and where it was read.
type Step struct {
	Move   Move
	Text   string // the move as it was written
	Line   int    // from 1, 0 when the move was not read from a text
	Column int    // from 1, in characters
}

// Steps returns the moves as steps that were not read from a text.
func Steps(moves []Move) []Step {
	steps := make([]Step, len(moves))
	for i, m := range moves {
		steps[i] = Step{Move: m, Text: m.String()}
	}
	return steps
}

// Lines that the reference prints around a solution.
var (
	ruleRE     = regexp.MustCompile(`^\s*-=[-=]*\s*$`)
	sentenceRE = regexp.MustCompile(`^\s*(This game is solveable\.|Total number of states checked is \d+\.|This scan generated \d+ states\.)\s*$`)
)

// ReadSolution reads a solution: moves in standard notation, see [ParseMove],
// with white space between them and comments from # to the end of the line.
//
//	solved
//	3h 7a 17v2 4h   # and so on
//
// The first line of moves may be preceded by a line with the word "solved", and
// what the reference prints around its moves is left out. The name stands for
// the text in errors, which are [*TextError] but for those of r.
func ReadSolution(name string, r io.Reader) ([]Step, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSolutionBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read solution %s: %w", name, err)
	}
	if len(data) > MaxSolutionBytes {
		return nil, &TextError{name, 1, 1, fmt.Sprintf("the solution is longer than %d bytes", MaxSolutionBytes)}
	}
	var steps []Step
	line, verdict := 0, false
	for text := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		line++
		if ruleRE.MatchString(text) || sentenceRE.MatchString(text) {
			continue
		}
		words := tokens(text)
		if len(words) == 1 && words[0].text == "solved" && !verdict && len(steps) == 0 {
			verdict = true
			continue
		}
		for _, w := range words {
			m, err := ParseMove(w.text)
			if err != nil {
				return nil, &TextError{name, line, w.column, strings.TrimPrefix(err.Error(), "freecell: ")}
			}
			steps = append(steps, Step{m, w.text, line, w.column})
		}
	}
	return steps, nil
}

// movesPerLine is how many moves the reference prints on a line.
const movesPerLine = 10

// FormatSolution returns the moves from b on as the reference's extended
// standard notation, ten on a line: the number of cards is only written when
// more than one go to an empty column. It fails at the first illegal move.
func FormatSolution(b *Board, moves []Move) (string, error) {
	var sb strings.Builder
	b = b.Clone()
	for i, m := range moves {
		to, ok := m.To.Column()
		empty := ok && to < len(b.Columns) && len(b.Columns[to]) == 0
		played, err := b.play(m, oneCard)
		if err != nil {
			return "", &IllegalMoveError{Index: i + 1, Step: Step{Move: m, Text: m.String()}, Reason: err}
		}
		if !empty {
			played.Cards = 0
		}
		sb.WriteString(played.String())
		if (i+1)%movesPerLine == 0 || i == len(moves)-1 {
			sb.WriteByte('\n')
		} else {
			sb.WriteByte(' ')
		}
	}
	return sb.String(), nil
}
