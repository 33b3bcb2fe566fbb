// Package repr stores states of a game, in one of three representations:
//
//	debug     every card and counter a 32-bit number in nested structs: large and
//	          slow, and easy to read in a debugger
//	compact   one array of bytes a state: foundations, free cells, then for each
//	          column its length and its cards
//	indirect  one copy of each distinct column in a store of its own, and a state
//	          made of references to them; states are the same when the references
//	          are
//
// All of them store canonical states: columns in the order of their bottom
// cards, empty ones first, free cells in ascending order. Sizes are chosen at run
// time, so one program plays all variants.
//
// A search does not work on these. It works on a [freecell.Position], the one
// mutable board, which knows which of its columns have changed; a representation
// is met only where a state is looked up, stored or loaded. So every search runs
// with every representation and visits the same states. Whether a state is in a
// collection is asked for before anything is stored: a duplicate leaves nothing
// behind.
//
// Package graph builds the collection with parents and marks on top of this.
package repr

import (
	"fmt"

	"puzzlekit/engines/freecell"
)

// Kind is a representation.
type Kind string

// The representations.
const (
	Debug    Kind = "debug"
	Compact  Kind = "compact"
	Indirect Kind = "indirect"
)

// States is stored states of one game, numbered from 0 in the order of storing.
// It is for one goroutine at a time.
//
// A state is offered in two steps: Probe takes it in scratch space, and then Same
// and Add refer to the state probed last.
type States interface {
	// Base tells that the states probed next are p's state with changes to the
	// columns that p calls dirty then; it cleans p.
	Base(p *freecell.Position)

	// Probe prepares the state that p is in for Same and Add.
	Probe(p *freecell.Position)

	// Same tells whether the state stored as number i is the one probed last.
	Same(i uint32) bool

	// Add stores the state probed last and returns its number.
	Add() uint32

	// Load puts p into the state stored as number i, and is its Base.
	Load(i uint32, p *freecell.Position)

	// Len returns how many states are stored.
	Len() int

	// Bytes returns how much memory is in use for them.
	Bytes() int64

	// Reset forgets all states and keeps the memory for new ones of a game with
	// the same rules.
	Reset()
}

// New returns an empty collection of states of games that begin with b.
func New(kind Kind, b *freecell.Board) (States, error) {
	l := newLayout(b)
	switch kind {
	case Debug:
		return newDebugStates(l), nil
	case Compact:
		return newCompactStates(l), nil
	case Indirect:
		return newIndirectStates(l), nil
	}
	return nil, fmt.Errorf("repr: unknown representation %q, expected %s, %s or %s", kind, Debug, Compact, Indirect)
}

// layout is the sizes that a game's states have at most.
type layout struct {
	homes   int // foundations
	cells   int
	columns int
	cards   int // in play and at home
	height  int // of a column
}

func newLayout(b *freecell.Board) layout {
	l := layout{homes: 4 * b.Variant.Decks, cells: b.Variant.FreeCells, columns: b.Variant.Columns, cards: 52 * b.Variant.Decks}
	for _, col := range b.Columns {
		l.height = max(l.height, len(col))
	}
	// From its first uppermost card, a king at best, down to an ace.
	l.height += int(freecell.King)
	return l
}
