package scan

import "puzzlekit/engines/freecell/graph"

// marks is what the scans of a run agree on: what they do to states that they
// have in common.
type marks struct {
	deadEnds bool    // states that lead nowhere new are marked for all scans
	reparent bool    // a state reached at a smaller depth gets the new parent
	visits   *visits // to be told of each iteration, if it is not nil
}

// done notes that a complete scan has made all tests of a state, and whether
// nothing below it is worth a visit.
func (m *marks) done(g *graph.Graph, state uint32, deadEnd bool) {
	g.Node(state).Flags |= graph.AllDone
	if deadEnd {
		g.Kill(state)
	}
}

// adopt gives a state the parent, depth and test of a node.
func (m *marks) adopt(g *graph.Graph, state uint32, by graph.Node) {
	node := g.Node(state)
	if node.Flags&graph.DeadEnd == 0 {
		old := g.Node(node.Parent)
		if old.Children--; old.Children == 0 && m.deadEnds {
			g.Kill(node.Parent)
		}
		g.Node(by.Parent).Children++
	}
	node.Parent, node.Depth, node.Test = by.Parent, by.Depth, by.Test
}
