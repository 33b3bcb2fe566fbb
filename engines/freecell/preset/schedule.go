package preset

import (
	"cmp"
	"slices"

	"puzzlekit/engines/freecell/scan"
)

// Trial is how one scan did on one deal, alone.
type Trial struct {
	Solved     bool
	Iterations int
	Moves      int
}

// Candidate is a scan and how it did on a range of deals.
type Candidate struct {
	Scan   scan.Scan
	Trials []Trial // by deal, the same deals for every candidate
	Cost   float64 // seconds of an iteration
}

// Schedule gives candidates turns, one after the other, so that the deals of the
// trials are solved in little time: each turn is the one that solves the most
// deals, of those that are still unsolved, for the time that all of these take
// (a greedy allocation of quotas, as in Shlomi Fish's work on the presets of
// Freecell Solver). A deal counts for more when its solution is shorter than so
// many moves, and for less when it is longer: by weight times the difference in
// proportion. It returns the turns, over indices of candidates, and how many deals
// remain unsolved, because no candidate solves them.
func Schedule(candidates []Candidate, moves, weight float64) (turns []scan.Turn, unsolved int) {
	used := make([]int, len(candidates))
	var left []int
	for d := range candidates[0].Trials {
		left = append(left, d)
	}
	for len(left) > 0 {
		best, bestQuota, bestRate := -1, 0, 0.0
		for c := range candidates {
			if quota, rate := bestTurn(&candidates[c], used[c], left, moves, weight); rate > bestRate {
				best, bestQuota, bestRate = c, quota, rate
			}
		}
		if best < 0 {
			break
		}
		used[best] += bestQuota
		left = slices.DeleteFunc(left, func(d int) bool {
			t := candidates[best].Trials[d]
			return t.Solved && t.Iterations <= used[best]
		})
		if n := len(turns) - 1; n >= 0 && turns[n].Scan == best {
			turns[n].Iterations += bestQuota
		} else {
			turns = append(turns, scan.Turn{Scan: best, Iterations: bestQuota})
		}
	}
	return turns, len(left)
}

// bestTurn returns the quota that is worth most for its time, for a candidate that
// has had so many iterations, and how much that is.
func bestTurn(c *Candidate, used int, left []int, moves, weight float64) (quota int, rate float64) {
	type step struct {
		iterations int
		value      float64
	}
	var steps []step
	for _, d := range left {
		if t := c.Trials[d]; t.Solved {
			steps = append(steps, step{t.Iterations - used, max(0.01, 1+weight*(moves-float64(t.Moves))/moves)})
		}
	}
	slices.SortFunc(steps, func(a, b step) int { return cmp.Compare(a.iterations, b.iterations) })
	value, spent := 0.0, 0.0
	for i, s := range steps {
		value += s.value
		spent += float64(s.iterations)
		if i+1 < len(steps) && steps[i+1].iterations == s.iterations {
			continue
		}
		time := c.Cost * (spent + float64((len(left)-i-1)*s.iterations))
		if r := value / time; r > rate {
			quota, rate = s.iterations, r
		}
	}
	return quota, rate
}
