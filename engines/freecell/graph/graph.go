// Package graph is the states that scans have met, each once, and how they hang
// together: parents, depths, and what scans have noted of them.
//
// States are stored in one of the representations of package repr and found
// again in one of several ways, a [Dedup]. Which of each is chosen changes the
// speed and the memory, never which states there are. How states are derived and
// in which order they are visited is package scan's.
package graph

import (
	"fmt"
	"unsafe"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/repr"
)

// Dedup is a way to tell whether a state is in a graph already.
type Dedup string

// The ways.
const (
	Table       Dedup = "table"       // an open-addressing table of stored states, compared in full
	Fingerprint Dedup = "fingerprint" // the same with 128 bits a state: two states may be taken for one, with a probability of about n²/2¹²⁹
	Map         Dedup = "map"         // Go's map with the exact key of each state
)

// Node is what a graph knows of a state besides the state.
type Node struct {
	Parent   uint32 // the root is its own
	Depth    uint32 // moves of a search from the root: the parent's and 1
	Visited  uint32 // the scans that have visited it, scan i being bit i
	Children uint16 // states that have it as their parent and are no dead ends: see [Graph.Kill]
	Test     byte   // the move test by which it was derived, 0 of the root
	Flags    Flags
}

// Flags are marks of a node.
type Flags uint8

// The marks.
const (
	DeadEnd Flags = 1 << iota // nothing below it is worth a visit
	AllDone                   // all tests of a complete scan were made
	Pruned                    // it was made by pruning
	OnPath                    // it is on the way to a solution
	Queued                    // it is or was in the queue of a breadth-first scan
)

// Kill marks a state as a dead end, and its parent, when all of its tests were
// made and it has no other children, and so on up.
//
// As in Freecell Solver, a state that is killed twice counts as two children of
// its parent, so a parent may die while a child of it is alive. That child is
// still visited by the scan that holds it; other scans are kept from it.
func (g *Graph) Kill(i uint32) {
	for {
		n := g.Node(i)
		n.Flags |= DeadEnd
		if n.Test == 0 {
			return
		}
		i = n.Parent
		n = g.Node(i)
		if n.Children--; n.Children != 0 || n.Flags&AllDone == 0 {
			return
		}
	}
}

// Graph is a growing set of states. It is for one goroutine at a time.
type Graph struct {
	states repr.States
	nodes  [][]Node // in blocks of 1<<nodeBits
	find   finder
}

const nodeBits = 12

// finder finds states by their hashes, or adds them.
type finder interface {
	// offer returns the number of p's state, adding it to states when it is new.
	offer(states repr.States, p *freecell.Position) (i uint32, added bool)
	bytes() int64
	reset()
}

// New returns an empty graph for games that begin with b.
func New(kind repr.Kind, dedup Dedup, b *freecell.Board) (*Graph, error) {
	states, err := repr.New(kind, b)
	if err != nil {
		return nil, err
	}
	g := &Graph{states: states}
	switch {
	case dedup == Table:
		g.find = newTableFinder()
	case dedup == Fingerprint:
		g.find = newPrintFinder()
	case dedup == Map && b.Variant.Decks == 1:
		g.find = newMapFinder((*freecell.Position).StateKey)
	case dedup == Map:
		g.find = newMapFinder((*freecell.Position).StateLongKey)
	default:
		return nil, fmt.Errorf("graph: unknown way to find duplicates %q, expected %s, %s or %s", dedup, Table, Fingerprint, Map)
	}
	return g, nil
}

// Base tells that the states offered next are p's state with changes to the
// columns that p calls dirty then.
func (g *Graph) Base(p *freecell.Position) { g.states.Base(p) }

// Offer returns the number of the state that p is in. When it was not there it
// is added, with an empty node.
func (g *Graph) Offer(p *freecell.Position) (i uint32, added bool) {
	i, added = g.find.offer(g.states, p)
	if added {
		if int(i)>>nodeBits == len(g.nodes) {
			g.nodes = append(g.nodes, make([]Node, 1<<nodeBits))
		}
		*g.Node(i) = Node{}
	}
	return i, added
}

// Node returns what is known of state i. It stays where it is until a reset.
func (g *Graph) Node(i uint32) *Node { return &g.nodes[i>>nodeBits][i&(1<<nodeBits-1)] }

// Load puts p into state i, and is its Base.
func (g *Graph) Load(i uint32, p *freecell.Position) { g.states.Load(i, p) }

// Is tells whether p is in state i.
func (g *Graph) Is(i uint32, p *freecell.Position) bool {
	g.states.Probe(p)
	return g.states.Same(i)
}

// Len returns the number of states.
func (g *Graph) Len() int { return g.states.Len() }

// Bytes returns how much memory is in use.
func (g *Graph) Bytes() int64 {
	return g.states.Bytes() + g.find.bytes() + int64(len(g.nodes))<<nodeBits*int64(unsafe.Sizeof(Node{}))
}

// Reset forgets all states but keeps memory for the next game by the same rules.
func (g *Graph) Reset() {
	g.states.Reset()
	g.find.reset()
}
