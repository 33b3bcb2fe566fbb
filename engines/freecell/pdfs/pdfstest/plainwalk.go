// Package pdfstest has what the tests of pdfs and of its package alloc share: a
// plain recursive walk to hold the fast one against, and boards small enough to
// be walked to the end. It is for tests only, and knows nothing of package pdfs.
package pdfstest

import (
	"slices"
	"strings"

	"puzzlekit/engines/freecell"
)

// Search is what a walk walks: the states that the move tests derive from a
// board, with or without pruning.
type Search struct {
	Board *freecell.Board
	Tests string
	Prune bool
}

// Node is a state that a walk enters.
type Node struct {
	At     []int32 // its coordinates
	State  string  // the same text for the same state
	Width  int     // number of its next states
	Solved bool
}

// Walk returns what the walk of s enters, in order. It gives up after limit
// states, and says whether it came to the end.
//
// It follows the definition of coordinates by the letter and is therefore slow:
// the next states of a state are what its moves derive, in order, after leaving
// out those that are on the path or listed for a state on the path. A state that
// pruning changes, and that was not made by pruning, has one next state.
func (s Search) Walk(limit int) (nodes []Node, done bool) {
	w := plainWalk{search: s, limit: limit, known: map[string]bool{}}
	root := canonical(s.Board)
	w.known[text(root)] = true
	w.enter(root, []int32{}, false)
	return w.nodes, !w.over
}

// Reachable returns the states that can be reached from the start, which is
// among them, however they are reached.
func (s Search) Reachable() map[string]bool {
	start := canonical(s.Board)
	reached := map[string]bool{text(start): true}
	for queue := []*freecell.Board{start}; len(queue) > 0; queue = queue[1:] {
		for _, n := range s.next(queue[0], false) {
			if key := text(n); !reached[key] {
				reached[key] = true
				queue = append(queue, n)
			}
		}
	}
	return reached
}

type plainWalk struct {
	search Search
	limit  int
	nodes  []Node
	over   bool            // more than limit
	known  map[string]bool // on the path, or listed for a state on it
}

func (w *plainWalk) enter(b *freecell.Board, at []int32, byPruning bool) {
	if len(w.nodes) == w.limit {
		w.over = true
		return
	}
	var listed []*freecell.Board
	for _, n := range w.search.next(b, byPruning) {
		if key := text(n); !w.known[key] {
			w.known[key] = true
			listed = append(listed, n)
		}
	}
	w.nodes = append(w.nodes, Node{At: at, State: text(b), Width: len(listed), Solved: b.Solved()})
	pruning := w.search.prunes(b, byPruning)
	for i, n := range listed {
		if w.over {
			return
		}
		w.enter(n, append(slices.Clone(at), int32(i)), pruning)
	}
	for _, n := range listed {
		delete(w.known, text(n))
	}
}

// prunes tells whether pruning makes the only next state of b.
func (s Search) prunes(b *freecell.Board, byPruning bool) bool {
	return s.Prune && !byPruning && text(pruned(b)) != text(b)
}

// next returns the next states of b, which is in canonical form, before any is
// left out.
func (s Search) next(b *freecell.Board, byPruning bool) []*freecell.Board {
	if s.prunes(b, byPruning) {
		return []*freecell.Board{pruned(b)}
	}
	var next []*freecell.Board
	for _, test := range s.Tests {
		next = append(next, derive(b, test)...)
	}
	return next
}

// State returns the state of a board as Node.State has it.
func State(b *freecell.Board) string { return text(canonical(b)) }

// canonical returns b with its columns sorted, empty ones first, its free cells
// sorted, and of two decks the foundation that is ahead first.
func canonical(b *freecell.Board) *freecell.Board {
	b = b.Clone()
	slices.SortFunc(b.Columns, slices.Compare)
	slices.Sort(b.FreeCells)
	for s := range len(b.Foundations) - 4 {
		if b.Foundations[s] < b.Foundations[s+4] {
			b.Foundations[s], b.Foundations[s+4] = b.Foundations[s+4], b.Foundations[s]
		}
	}
	return b
}

// text returns a board in canonical form as text.
func text(b *freecell.Board) string {
	var sb strings.Builder
	for _, r := range b.Foundations {
		sb.WriteByte(byte(r))
	}
	for _, c := range b.FreeCells {
		sb.WriteByte(byte(c))
	}
	for _, col := range b.Columns {
		sb.WriteByte(0) // no card
		for _, c := range col {
			sb.WriteByte(byte(c))
		}
	}
	return sb.String()
}
