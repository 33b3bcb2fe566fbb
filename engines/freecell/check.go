package freecell

import "fmt"

// IllegalMoveError says which move of a solution is illegal and why.
type IllegalMoveError struct {
	Name   string // of the solution's text, empty when there is none
	Index  int    // of the move, from 1
	Step   Step
	Reason error
}

// Error returns the error as: move 14 "37" (solution.txt:2:5): reason.
func (e *IllegalMoveError) Error() string {
	if e.Step.Line == 0 {
		return fmt.Sprintf("move %d %q: %v", e.Index, e.Step.Text, e.Reason)
	}
	return fmt.Sprintf("move %d %q (%s:%d:%d): %v", e.Index, e.Step.Text, e.Name, e.Step.Line, e.Step.Column, e.Reason)
}

// Unwrap returns the reason.
func (e *IllegalMoveError) Unwrap() error { return e.Reason }

// Outcome is where the legal moves of a solution lead.
type Outcome struct {
	Board *Board // after the last legal move
	Moves []Move // the legal moves, each with its number of cards
}

// Check plays the steps from b by the plain rules of its variant, without any
// part of a search, and returns where they lead. When a move is illegal the
// error is an [*IllegalMoveError], in which name stands for the text that the
// steps were read from. b does not change.
//
// A move from column to column without a number of cards moves as many as make
// it legal. To an empty column that is one card in the reference's extended
// notation and as many as fit in its plain one; the steps are played the first
// way and, unless that solves the board, the second way. The outcome is of the
// way that got further.
func Check(name string, b *Board, steps []Step) (Outcome, error) {
	first, firstErr := checkWay(name, b, steps, oneCard)
	if firstErr == nil && first.Board.Solved() {
		return first, nil
	}
	second, secondErr := checkWay(name, b, steps, allFit)
	if len(second.Moves) > len(first.Moves) || secondErr == nil && second.Board.Solved() {
		return second, secondErr
	}
	return first, firstErr
}

func checkWay(name string, b *Board, steps []Step, toEmpty emptyCount) (Outcome, error) {
	out := Outcome{Board: b.Clone()}
	for i, s := range steps {
		m, err := out.Board.play(s.Move, toEmpty)
		if err != nil {
			return out, &IllegalMoveError{Name: name, Index: i + 1, Step: s, Reason: err}
		}
		out.Moves = append(out.Moves, m)
	}
	return out, nil
}
