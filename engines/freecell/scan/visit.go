package scan

import "puzzlekit/engines/freecell"

// Visit is an iteration as a trace shows it: a state that a scan has come to.
type Visit struct {
	Iteration int64
	Scan      string          // its name
	Depth     int             // levels below the start: of a depth-first scan its stack's
	Parent    int64           // iteration of the state above
	Board     *freecell.Board // in canonical order, empty columns and cells first
}

// visits numbers visited states for Options.Trace.
type visits struct {
	report    func(Visit)
	board     *freecell.Board
	iteration map[uint32]int64 // of the last visit of a state
}

// visit reports that a scan has come to a state, which d's position is in, from
// the one above it.
func (v *visits) visit(d *deriver, s *Scan, iteration int64, state, above uint32, depth int) {
	v.report(Visit{Iteration: iteration, Scan: s.Name, Depth: depth, Parent: v.iteration[above], Board: v.canonical(d.p)})
	v.iteration[state] = iteration
}

// canonical returns a board in the state that p is in.
func (v *visits) canonical(p *freecell.Position) *freecell.Board {
	b := v.board.Clone()
	for i, r := range p.Home() {
		b.Foundations[i] = freecell.Rank(r)
	}
	clear(b.FreeCells)
	copy(b.FreeCells[p.FreeCells():], p.Cells())
	for i, c := range p.Order() {
		b.Columns[i] = append(b.Columns[i][:0], p.Column(c)...)
	}
	return b
}
