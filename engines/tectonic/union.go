package tectonic

// union finds which cells are connected (Galler and Fischer, 1964). The root of a
// set is its first cell.
type union []int

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = i
	}
	return u
}

func (u union) find(cell int) int {
	for u[cell] != cell {
		u[cell] = u[u[cell]]
		cell = u[cell]
	}
	return cell
}

func (u union) join(a, b int) {
	a, b = u.find(a), u.find(b)
	u[max(a, b)] = min(a, b)
}
