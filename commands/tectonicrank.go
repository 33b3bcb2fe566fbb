package commands

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/automaton"
)

// TectonicAutomaton builds the automaton of a problem.
type TectonicAutomaton struct {
	TectonicSize `embed:""`
	Workers      int    `default:"0" placeholder:"K" help:"Goroutines that build the automaton; 0 is one for each processor."`
	MaxMemory    string `default:"4G" placeholder:"BYTES" help:"Memory for the tables of states."`
}

// build makes the automaton. Exit code 4 says that it is out of reach.
func (c *TectonicAutomaton) build(ctx context.Context, env *Env, p tectonic.Problem) (*automaton.Automaton, error) {
	memory, err := parseBytes(c.MaxMemory)
	if err != nil {
		return nil, usageErrorf("--max-memory %w", err)
	}
	progress := env.Progress("build the automaton")
	defer progress.Done()
	a, err := automaton.Build(ctx, p, automaton.Options{Workers: processors(c.Workers), Memory: memory, Progress: showStates(progress)})
	if errors.Is(err, automaton.ErrMemory) || errors.Is(err, automaton.ErrTooWide) {
		return nil, &ExitError{Code: exitLimit, Err: fmt.Errorf("%v is out of reach: %w", p, err)}
	}
	return a, err
}

// tectonicRankCmd finds the place of a grid.
type tectonicRankCmd struct {
	TectonicAutomaton `embed:""`
	Code              string `arg:"" help:"Code of a complete grid."`
}

// Help returns the longer help text.
func (*tectonicRankCmd) Help() string {
	return `The rank of a grid is its place in the sorted list of all complete grids of its size, counted from 0: the number that names it in the list grilles.txt. No list is needed.

Example:

  puzzlekit tectonic rank -L 2 -H 3 -M 5 111213443145`
}

// Run prints the rank.
func (c *tectonicRankCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	g, err := tectonic.ParseCode(c.Code, p)
	if err != nil {
		return err
	}
	if err := g.Complete(p); err != nil {
		return err
	}
	a, err := c.build(ctx, env, p)
	if err != nil {
		return err
	}
	rank, err := a.Rank(g)
	if err != nil {
		return err
	}
	return printRanked(env, c.Code, rank)
}

// rankedGrid is a grid with its rank in JSON.
type rankedGrid struct {
	Code string `json:"code"`
	Rank string `json:"rank,omitempty"`
}

func printRanked(env *Env, code string, rank *big.Int) error {
	if env.JSON {
		return env.PrintJSON(rankedGrid{code, rank.String()})
	}
	_, err := fmt.Fprintln(env.Stdout, rank)
	return err
}

// tectonicUnrankCmd finds grids by their places.
type tectonicUnrankCmd struct {
	TectonicAutomaton `embed:""`
	Ranks             []string `arg:"" help:"Places in the list of all grids, from 0."`
}

// Help returns the longer help text.
func (*tectonicUnrankCmd) Help() string {
	return `Prints the codes of the grids with the given ranks. No list is needed.

Example:

  puzzlekit tectonic unrank -L 2 -H 3 -M 5 0 207`
}

// Run prints the codes.
func (c *tectonicUnrankCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	var ranks []*big.Int
	for _, text := range c.Ranks {
		rank, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return usageErrorf("rank %q: expected a number", text)
		}
		ranks = append(ranks, rank)
	}
	a, err := c.build(ctx, env, p)
	if err != nil {
		return err
	}
	for _, rank := range ranks {
		code, err := a.Unrank(rank)
		if err != nil {
			return err
		}
		if err := printGrid(env, code, rank); err != nil {
			return err
		}
	}
	return nil
}

func printGrid(env *Env, code string, rank *big.Int) error {
	if env.JSON {
		grid := rankedGrid{Code: code}
		if rank != nil {
			grid.Rank = rank.String()
		}
		return env.PrintJSON(grid)
	}
	_, err := fmt.Fprintln(env.Stdout, code)
	return err
}

// tectonicSampleCmd draws grids.
type tectonicSampleCmd struct {
	TectonicAutomaton `embed:""`
	Number            int    `short:"n" default:"1" placeholder:"K" help:"Grids to draw."`
	Seed              uint64 `default:"1" placeholder:"S" help:"Seed; the same seed draws the same grids."`
	Approximate       bool   `help:"Draw by random search, where the automaton is out of reach; not every grid has the same chance."`
}

// Help returns the longer help text.
func (*tectonicSampleCmd) Help() string {
	return `Every grid has exactly the same chance, and grids may come more than once. For sizes whose automaton needs too much memory the command says so (exit code 4); --approximate then draws grids by random search, which favors some of them.

Examples:

  puzzlekit tectonic sample -L 3 -H 4 -M 5 -n 3 --seed 7
  puzzlekit tectonic sample -L 9 -H 9 -M 5 --approximate`
}

// Run prints the codes.
func (c *tectonicSampleCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	if c.Number < 0 {
		return usageErrorf("-n %d: expected 0 or more", c.Number)
	}
	random := rand.New(rand.NewPCG(c.Seed, 0x7ec70a1c))
	if c.Approximate {
		for range c.Number {
			code, err := automaton.Random(ctx, p, random)
			if err != nil {
				return err
			}
			if err := printGrid(env, code, nil); err != nil {
				return err
			}
		}
		return nil
	}
	a, err := c.build(ctx, env, p)
	if err != nil {
		var limit *ExitError
		if errors.As(err, &limit) {
			limit.Err = fmt.Errorf("%w; --approximate draws grids without it, not all with the same chance", limit.Err)
		}
		return err
	}
	for range c.Number {
		code, rank, err := a.Sample(random)
		if err != nil {
			return err
		}
		if err := printGrid(env, code, rank); err != nil {
			return err
		}
	}
	return nil
}
