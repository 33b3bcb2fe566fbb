package tectonic

// Frontier returns, for each assigned cell, whether it is in the frontier of a grid
// of the given height: the cells of all regions of which a cell touches an
// unassigned one, also diagonally.
func (g Grid) Frontier(height int) []bool {
	cells := g.Width * height
	touching := make([]bool, len(g.Values)) // by region
	for cell := len(g.Values); cell < cells; cell++ {
		g.earlier(cell, func(n int) {
			if n < len(g.Values) {
				touching[g.Regions[n]] = true
			}
		})
	}
	in := make([]bool, len(g.Values))
	for cell, r := range g.Regions {
		in[cell] = touching[r]
	}
	return in
}
