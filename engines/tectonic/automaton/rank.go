package automaton

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/grow"
)

// Unrank returns the code of the complete grid with the given place in the sorted list
// of all, from 0.
func (a *Automaton) Unrank(rank *big.Int) (string, error) {
	if count := a.Count(); rank.Sign() < 0 || rank.Cmp(count) >= 0 {
		return "", fmt.Errorf("automaton: rank %v: expected 0 to %v less 1, the number of grids", rank, count)
	}
	rest := new(big.Int).Set(rank)
	width := a.m.Problem().Width
	var code []byte
	s := a.m.Start()
	w := &rowWalker{m: a.m}
	for row := range a.rows {
		found := false
		var chosen grow.State
		w.walk(&s, row, func(next *grow.State, digits rowCode) {
			if found {
				return
			}
			ways := a.ways(next, row+1)
			if rest.Cmp(ways) >= 0 {
				rest.Sub(rest, ways)
				return
			}
			found, chosen = true, *next
			code = digits.appendTo(code, width)
		})
		s = chosen
	}
	return string(code), nil
}

// Rank returns the place of a complete grid in the sorted list of all, from 0.
func (a *Automaton) Rank(g tectonic.Grid) (*big.Int, error) {
	if err := g.Complete(a.m.Problem()); err != nil {
		return nil, err
	}
	rank := new(big.Int)
	s := a.m.Start()
	w := &rowWalker{m: a.m}
	for row := range a.rows {
		code := codeOf(g, row)
		found := false
		var chosen grow.State
		w.walk(&s, row, func(next *grow.State, digits rowCode) {
			switch {
			case digits < code:
				rank.Add(rank, a.ways(next, row+1))
			case digits == code:
				found, chosen = true, *next
			}
		})
		if !found {
			return nil, fmt.Errorf("automaton: row %d of the grid is no row of any", row+1)
		}
		s = chosen
	}
	return rank, nil
}

// Sample returns a grid, each with exactly the same chance if random's numbers have
// that, and its rank.
func (a *Automaton) Sample(random *rand.Rand) (code string, rank *big.Int, err error) {
	count := a.Count()
	if count.Sign() == 0 {
		return "", nil, fmt.Errorf("automaton: %v has no grid", a.m.Problem())
	}
	rank = below(random, count)
	code, err = a.Unrank(rank)
	return code, rank, err
}

// below returns a number from 0 to n-1: as many bits as n has, until they are below n.
func below(random *rand.Rand, n *big.Int) *big.Int {
	length := uint(n.BitLen())
	for {
		x := new(big.Int)
		for got := uint(0); got < length; got += 64 {
			word := random.Uint64()
			if length-got < 64 {
				word >>= 64 - (length - got)
			}
			x.Or(x, new(big.Int).Lsh(new(big.Int).SetUint64(word), got))
		}
		if x.Cmp(n) < 0 {
			return x
		}
	}
}
