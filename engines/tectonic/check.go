package tectonic

import "fmt"

// Check says which rule the grid breaks, if it does: values from 1 to most, equal
// values that do not touch, regions that are connected, have at most so many cells and
// hold no value twice. Unknown values break no rule. Whether regions that cannot
// grow hold the values they must is for [Grid.CheckClosed].
func (g Grid) Check(most int) error {
	for cell, v := range g.Values {
		if int(v) > most {
			return fmt.Errorf("tectonic: value %d at %s: expected at most M=%d", v, g.Place(cell), most)
		}
		if v == 0 {
			continue
		}
		var err error
		g.earlier(cell, func(n int) {
			if g.Values[n] == v && err == nil {
				err = fmt.Errorf("tectonic: value %d at %s touches the same at %s", v, g.Place(cell), g.Place(n))
			}
		})
		if err != nil {
			return err
		}
	}
	sizes := g.Sizes()
	first := map[[2]int]int{} // cell by region and value
	for cell, r := range g.Regions {
		if sizes[r] > most {
			return fmt.Errorf("tectonic: the region at %s has %d cells: expected at most M=%d", g.Place(cell), sizes[r], most)
		}
		v := g.Values[cell]
		if v == 0 {
			continue
		}
		key := [2]int{int(r), int(v)}
		if before, ok := first[key]; ok {
			return fmt.Errorf("tectonic: value %d at %s is in one region with the same at %s", v, g.Place(cell), g.Place(before))
		}
		first[key] = cell
	}
	return g.checkConnected()
}

// checkConnected says which region is in several parts.
func (g Grid) checkConnected() error {
	parts := newUnion(len(g.Regions))
	for cell := range g.Regions {
		if left, ok := g.left(cell); ok && g.Regions[left] == g.Regions[cell] {
			parts.join(left, cell)
		}
		if above := cell - g.Width; above >= 0 && g.Regions[above] == g.Regions[cell] {
			parts.join(above, cell)
		}
	}
	first := map[uint16]int{}
	for cell, r := range g.Regions {
		root := parts.find(cell)
		if before, ok := first[r]; ok && before != root {
			return fmt.Errorf("tectonic: the region at %s is not connected with its part at %s", g.Place(cell), g.Place(before))
		}
		first[r] = root
	}
	return nil
}

// left returns the cell to the left in the same row.
func (g Grid) left(cell int) (int, bool) { return cell - 1, cell%g.Width > 0 }

// CheckClosed says which region can hold no valid values any more: one that has no
// unassigned cell orthogonally beside it, in a grid of the given height, has its
// final size n and must hold 1 to n. Unknown values are taken for the missing ones.
func (g Grid) CheckClosed(height int) error {
	cells := g.Width * height
	if len(g.Values) > cells {
		return fmt.Errorf("tectonic: %d cells: expected at most %d×%d", len(g.Values), g.Width, height)
	}
	sizes := g.Sizes()
	open := make([]bool, len(sizes))
	for cell := range g.Values {
		right := cell%g.Width < g.Width-1 && cell+1 >= len(g.Values)
		below := cell+g.Width >= len(g.Values) && cell+g.Width < cells
		if right || below {
			open[g.Regions[cell]] = true
		}
	}
	for cell, v := range g.Values {
		if r := g.Regions[cell]; !open[r] && int(v) > sizes[r] {
			return fmt.Errorf("tectonic: value %d at %s is in a region that ends with %d cells: expected at most %d", v, g.Place(cell), sizes[r], sizes[r])
		}
	}
	return nil
}

// Complete says why the grid is no complete grid of the problem: it lacks cells or
// values, or breaks a rule.
func (g Grid) Complete(p Problem) error {
	if len(g.Values) != p.Cells() || g.Width != p.Width {
		return fmt.Errorf("tectonic: %d cells in rows of %d: expected %d×%d", len(g.Values), g.Width, p.Width, p.Height)
	}
	for cell, v := range g.Values {
		if v == 0 {
			return fmt.Errorf("tectonic: the value at %s is unknown: expected a complete grid", g.Place(cell))
		}
	}
	if err := g.Check(p.Max); err != nil {
		return err
	}
	return g.CheckClosed(p.Height)
}
