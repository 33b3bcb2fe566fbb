package grow

import (
	"fmt"
	"math/bits"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"puzzlekit/engines/tectonic"
	"puzzlekit/fixtures"
)

// TestTwins walks at random through grids, partial ones included, and compares the
// choices of both kinds of state at each cell.
func TestTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := tectonic.Problem{
			Width:  rapid.IntRange(1, 8).Draw(t, "L"),
			Height: rapid.IntRange(1, 5).Draw(t, "H"),
			Max:    rapid.IntRange(1, 8).Draw(t, "M"),
		}
		pruning := rapid.SampledFrom([]Pruning{Closure, Weak}).Draw(t, "pruning")
		m, w := New(p, pruning), Wide{p, pruning}
		s, g := m.Start(), tectonic.Grid{Width: p.Width}
		for cell := range p.Cells() {
			c := m.Choices(&s, cell)
			if want := w.Choices(g); c != want {
				t.Fatalf("%v after %s: choices %b, want %b", p, g.Code(p.Max), c, want)
			}
			type choice struct {
				join  uint8
				value Values
			}
			var all []choice
			for join := range c {
				for v := c[join]; v != 0; v &= v - 1 {
					all = append(all, choice{uint8(join), v & -v})
				}
			}
			if len(all) == 0 {
				return
			}
			pick := rapid.SampledFrom(all).Draw(t, "choice")
			s = m.Step(&s, cell, pick.join, pick.value)
			g = w.Extend(g, pick.join, uint8(bits.TrailingZeros32(uint32(pick.value))+1))
			if _, err := tectonic.ParseCode(g.Code(p.Max), p); err != nil {
				t.Fatalf("%v: %s: %v", p, g.Code(p.Max), err)
			}
		}
	})
}

// tierCounts counts all grids of all tiers, the slow way.
func tierCounts(m *Machine) []int {
	counts := make([]int, m.problem.Cells()+1)
	var walk func(s State, cell int)
	walk = func(s State, cell int) {
		counts[cell]++
		if cell == m.problem.Cells() {
			return
		}
		c := m.Choices(&s, cell)
		for join := range c {
			for v := c[join]; v != 0; v &= v - 1 {
				walk(m.Step(&s, cell, uint8(join), v&-v), cell+1)
			}
		}
	}
	walk(m.Start(), 0)
	return counts
}

// numbers reads the leading fields of a row.
func numbers(t *testing.T, fields []string) []int {
	t.Helper()
	list := make([]int, len(fields))
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = n
	}
	return list
}

// TestTierCounts counts tiers of known size.
func TestTierCounts(t *testing.T) {
	const most = 3_000_000
	counted := map[string][]int{}
	compared := 0
	for _, row := range fixtures.TSV(fixtures.Tectonic, "tectonic/tiers.tsv") {
		n := numbers(t, row[:6])
		p := tectonic.Problem{Width: n[0], Height: n[1], Max: n[2]}
		for pruning, want := range map[Pruning]int{Weak: n[4], Closure: n[5]} {
			key := fmt.Sprint(p, pruning)
			if _, ok := counted[key]; !ok {
				counted[key] = nil
				if p.Cells() <= 8 || p.Cells() <= 12 && pruning == Closure && p.Max < 6 {
					counted[key] = tierCounts(New(p, pruning))
				}
			}
			if counted[key] == nil || want > most {
				continue
			}
			compared++
			if got := counted[key][n[3]]; got != want {
				t.Errorf("%v, pruning %d, tier %d: %d grids, want %d", p, pruning, n[3], got, want)
			}
		}
	}
	if compared < 30 {
		t.Errorf("only %d tiers compared", compared)
	}
}

// TestListedTiers holds the grids of tiers against complete lists, in order.
func TestListedTiers(t *testing.T) {
	p := tectonic.Problem{Width: 2, Height: 3, Max: 4}
	tier := []tectonic.Grid{{Width: 2}}
	for n := 1; n <= p.Cells(); n++ {
		tier = children(Wide{p, Weak}, tier)
		text, err := fixtures.Tectonic.ReadFile(fmt.Sprintf("tectonic/tiers/tier_L2_H3_M4_S0_p%02d.tsv", n))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, g := range tier {
			values, regions := g.RegionForm()
			got += g.Code(p.Max) + "\t" + values + "\t" + regions + "\n"
		}
		if got != string(text) {
			t.Errorf("tier %d differs", n)
		}
	}
	for name, p := range map[string]tectonic.Problem{"L1_H5_M5": {Width: 1, Height: 5, Max: 5}, "L2_H3_M5": {Width: 2, Height: 3, Max: 5}, "L3_H4_M4": {Width: 3, Height: 4, Max: 4}} {
		tier := []tectonic.Grid{{Width: p.Width}}
		for range p.Cells() {
			tier = children(Wide{p, Closure}, tier)
		}
		rows := fixtures.TSV(fixtures.Tectonic, "tectonic/lists/"+name+".tsv")
		if len(tier) != len(rows) {
			t.Fatalf("%s: %d grids, want %d", name, len(tier), len(rows))
		}
		for i, row := range rows {
			if got := tier[i].Code(p.Max); got != row[0] {
				t.Errorf("%s: grid %d is %s, want %s", name, i, got, row[0])
			}
		}
	}
}

func children(w Wide, tier []tectonic.Grid) []tectonic.Grid {
	var next []tectonic.Grid
	for _, g := range tier {
		c := w.Choices(g)
		for join := range c {
			for v := c[join]; v != 0; v &= v - 1 {
				next = append(next, w.Extend(g, uint8(join), uint8(bits.TrailingZeros32(uint32(v))+1)))
			}
		}
	}
	return next
}

// TestKeys walks on from a state and from what its key unpacks to, at random, and
// finds the same choices and keys.
func TestKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := tectonic.Problem{
			Width:  rapid.IntRange(1, 7).Draw(t, "L"),
			Height: rapid.IntRange(1, 6).Draw(t, "H"),
			Max:    rapid.IntRange(1, 5).Draw(t, "M"),
		}
		m := New(p, Closure)
		s := m.Start()
		for cell := range p.Cells() {
			short := m.Unpack(m.Key(&s))
			if m.Key(&short) != m.Key(&s) {
				t.Fatalf("%v, cell %d: key %x unpacks to %x", p, cell, m.Key(&s), m.Key(&short))
			}
			c := m.Choices(&s, cell)
			if got := m.Choices(&short, cell); got != c {
				t.Fatalf("%v, cell %d: choices %b, want %b", p, cell, got, c)
			}
			var joins []uint8
			for join := range c {
				if c[join] != 0 {
					joins = append(joins, uint8(join))
				}
			}
			if len(joins) == 0 {
				return
			}
			join := rapid.SampledFrom(joins).Draw(t, "join")
			value := c[join] & -c[join]
			if rapid.Bool().Draw(t, "high") {
				value = 1 << (bits.Len32(uint32(c[join])) - 1)
			}
			next := m.Step(&short, cell, join, value)
			s = m.Step(&s, cell, join, value)
			if m.Key(&next) != m.Key(&s) {
				t.Fatalf("%v, after cell %d: key %x, want %x", p, cell, m.Key(&next), m.Key(&s))
			}
			if rapid.Bool().Draw(t, "go on short") {
				s = next
			}
		}
	})
}

// TestFusionNeeded generates without any fusion: exactly the grids that are known to
// need it are lost.
func TestFusionNeeded(t *testing.T) {
	p := tectonic.Problem{Width: 2, Height: 3, Max: 5}
	w := Wide{p, Closure}
	made := map[string]bool{}
	tier := []tectonic.Grid{{Width: p.Width}}
	for cell := range p.Cells() {
		var next []tectonic.Grid
		for _, g := range tier {
			beside := w.beside(g)
			fuses := len(beside) == 2 && beside[0] != beside[1]
			for _, child := range children(w, []tectonic.Grid{g}) {
				if fuses && child.Regions[cell] == child.Regions[cell-1] && child.Regions[cell] == child.Regions[cell-p.Width] {
					continue
				}
				next = append(next, child)
			}
		}
		tier = next
	}
	for _, g := range tier {
		made[g.Code(p.Max)] = true
	}
	lost := fixtures.TSV(fixtures.Tectonic, "tectonic/fusion_needed_L2_H3_M5.tsv")
	for _, row := range lost {
		if made[row[0]] {
			t.Errorf("%s is made without fusion", row[0])
		}
	}
	if len(made) != 160 || len(lost) != 48 {
		t.Errorf("%d grids made, %d lost, want 160 and 48", len(made), len(lost))
	}
}
