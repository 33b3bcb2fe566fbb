package preset

import (
	"math/rand/v2"
	"testing"

	"puzzlekit/engines/freecell/scan"
)

// spent returns the time that turns take on the deals of the trials and how many
// they solve, by playing them deal by deal.
func spent(candidates []Candidate, turns []scan.Turn) (time float64, solved int) {
	for d := range candidates[0].Trials {
		used := make([]int, len(candidates))
		for _, turn := range turns {
			c := &candidates[turn.Scan]
			t := c.Trials[d]
			if t.Solved && t.Iterations <= used[turn.Scan]+turn.Iterations {
				time += c.Cost * float64(t.Iterations-used[turn.Scan])
				solved++
				break
			}
			used[turn.Scan] += turn.Iterations
			time += c.Cost * float64(turn.Iterations)
		}
	}
	return time, solved
}

// TestSchedule compares schedules of random trials with the best candidate alone:
// they solve whatever any candidate does, in no more time than that one takes for
// what it solves and the rest.
func TestSchedule(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	faster := 0
	const rounds = 50
	for range rounds {
		candidates := make([]Candidate, 4)
		const deals, most = 60, 1000
		for c := range candidates {
			candidates[c].Cost = 0.5 + random.Float64()
			for range deals {
				trial := Trial{Solved: true, Iterations: 1 + int(60*random.ExpFloat64()), Moves: 100}
				if random.IntN(4) == 0 || trial.Iterations > most {
					trial = Trial{Iterations: most}
				}
				candidates[c].Trials = append(candidates[c].Trials, trial)
			}
		}
		turns, unsolved := Schedule(candidates, 116, 0)
		time, solved := spent(candidates, turns)
		want, alone := 0, 0.0
		for d := range deals {
			solvable := false
			for c := range candidates {
				solvable = solvable || candidates[c].Trials[d].Solved
			}
			if solvable {
				want++
			}
			alone += candidates[0].Cost * float64(candidates[0].Trials[d].Iterations)
		}
		if solved != want || unsolved != deals-want {
			t.Fatalf("%d deals solved, %d not, expected %d and %d", solved, unsolved, want, deals-want)
		}
		if time < alone {
			faster++
		}
	}
	if faster < rounds*9/10 {
		t.Errorf("faster than the first candidate alone in %d of %d rounds", faster, rounds)
	}
}

// TestSchedulePrefersShort lets the length of solutions decide between equals.
func TestSchedulePrefersShort(t *testing.T) {
	candidates := []Candidate{
		{Cost: 1, Trials: []Trial{{true, 10, 130}, {true, 10, 130}}},
		{Cost: 1, Trials: []Trial{{true, 11, 100}, {true, 11, 100}}},
	}
	for weight, want := range map[float64]int{0: 0, 1: 1} {
		turns, unsolved := Schedule(candidates, 116, weight)
		if len(turns) != 1 || turns[0].Scan != want || unsolved != 0 {
			t.Errorf("weight %v: %v, expected candidate %d", weight, turns, want)
		}
	}
}
