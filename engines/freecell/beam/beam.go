// Package beam searches for short solutions of FreeCell and its relatives: a beam
// search (Lowerre, 1976) by the player's moves, that is with sequences moved whole.
//
// Every card has to go to the foundations by a move of its own. What can be saved
// is the other moves, so a level of the search is the states at the same number
// of these. From the states of a level those are kept that look best; a state is
// visited on its first level only. The first level with a solved state has the
// solution. The search proves nothing: when the beam runs empty, a solution may
// have been lost.
//
// It is for one-deck games in which cards move one by one or in sequences, not for
// Simple Simon. search.go is the search, moves.go the moves, score.go how good a
// state looks.
package beam

import (
	"errors"
	"fmt"

	"puzzlekit/engines/freecell"
)

// Result is what a search came to.
type Result struct {
	Solved  bool
	Limit   string // at which it was stopped, empty otherwise
	Moves   []freecell.Move
	Visited int64 // states
	Seen    int64 // different states
	Bytes   int64 // of memory in use
}

// ErrGame reports a game that cannot be searched.
var ErrGame = errors.New("beam: cannot search this game")

// Searcher searches boards of a variant, one after the other, and keeps its
// memory between them. It is for one goroutine.
type Searcher struct {
	variant freecell.Variant
	memory  int64
	pos     freecell.Position
	seen    seen
	nodes   []node
	level   []state // that is being expanded
	next    beam
	scores  [freecell.MaxColumns]int32 // of the columns of the state that is expanded
	pruned  []freecell.Atomic          // scratch
	visited int64
	solved  uint32 // the node that is solved, 0 for none
	later   uint32 // the same, on the next level
}

// node is a state on the way to others.
type node struct {
	parent uint32
	move   move // from the parent; then safe cards went home
}

// move is a move of n cards onto a card, or, when there is none, to a free cell,
// an empty column or the foundation.
type move struct {
	card freecell.Card // the lowest one
	onto freecell.Card
	to   freecell.Place // any column for an empty one
	n    uint8
}

// state is a state that waits for its level.
type state struct {
	node    uint32
	score   int32 // the lower the better
	home    [4]uint8
	used    uint8 // of cells
	cells   [freecell.MaxFreeCells]freecell.Card
	heights [freecell.MaxColumns]uint8
	cards   [52]freecell.Card
}

// NewSearcher returns a searcher for boards of a variant that keeps so many states
// of a level, at least 1, and stops when all takes more than so many bytes, 0 for
// no bound; it may be passed by a little.
func NewSearcher(v freecell.Variant, width int, memory int64) (*Searcher, error) {
	if v.Decks != 1 || v.WholeSuits {
		return nil, fmt.Errorf("%w: %s, expected one deck and no moves of whole suits", ErrGame, v.Name)
	}
	if width < 1 {
		return nil, fmt.Errorf("beam: a width of %d, expected 1 or more", width)
	}
	return &Searcher{variant: v, memory: memory, next: beam{width: width}}, nil
}
