package commands

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync"

	"puzzlekit/engines/tectonic/notation"
	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/setter"
	"puzzlekit/engines/tectonic/technique"
)

// tectonicPuzzleCmd makes random puzzles.
type tectonicPuzzleCmd struct {
	TectonicSize `embed:""`
	Number       int     `short:"n" default:"1" placeholder:"N" help:"Puzzles to make."`
	Seed         *uint64 `placeholder:"N" help:"The same seed gives the same puzzles; without one they are new each time."`
	Difficulty   string  `default:"any" enum:"any,0,1,2,3,4,5,6" placeholder:"CLASS" help:"Class of the hardest step, 0 to 6 as grade has them, or any."`
	Clues        string  `default:"few" placeholder:"N" help:"Number of clues; few for as few as the difficulty allows, minimal if every clue has to be needed for one solution, whatever the difficulty."`
	Format       string  `default:"ascii" enum:"code,url,sgt,sgr,cnf,ascii,svg,pdf,html" placeholder:"FORM" help:"How puzzles are written: ascii, code, url, sgt, sgr, cnf, svg, pdf to print with a page of solutions, or html, a page to play on."`
	Tries        int     `default:"100000" placeholder:"N" help:"Grids to try for a puzzle before giving up; 0 for any number."`
	Workers      int     `default:"0" placeholder:"N" help:"Puzzles made at once, 0 for as many as there are processors. It does not change the puzzles."`
	tectonicOutput
}

// Help returns the longer help text.
func (*tectonicPuzzleCmd) Help() string {
	return `Every puzzle has exactly one solution. With --json there is an object for each, with its code, link, class and solution. With --output the puzzles go to a file; where a format holds one puzzle a file, put % in the name for its number.

Examples:

  puzzlekit tectonic puzzle -L 9 -H 9 --seed 7 --difficulty 2
  puzzlekit tectonic puzzle -L 12 -H 12 -M 6 -n 3 --seed 1 --format url
  puzzlekit tectonic puzzle -L 6 -H 6 -n 2 --seed 1 --clues 12 --json
  puzzlekit tectonic puzzle -L 9 -H 9 -n 12 --format pdf --per-page 6 -o puzzles.pdf`
}

// Run makes the puzzles and writes them.
func (c *tectonicPuzzleCmd) Run(ctx context.Context, env *Env) error {
	order, err := c.order()
	if err != nil {
		return err
	}
	if err := c.check(c.Format, c.Number, env.JSON); err != nil {
		return err
	}
	seed := rand.Uint64()
	if c.Seed != nil {
		seed = *c.Seed
	} else {
		env.Log.Info("made with --seed " + strconv.FormatUint(seed, 10))
	}
	made, err := c.make(ctx, env, order, seed)
	if errors.Is(err, setter.ErrGaveUp) {
		return &ExitError{Code: exitLimit, Err: err}
	}
	if errors.Is(err, setter.ErrNoGrid) {
		return &ExitError{Code: exitNo, Err: err}
	}
	if err != nil {
		return err
	}
	if env.JSON {
		for _, m := range made {
			out, err := makePuzzleJSON(m)
			if err != nil {
				return err
			}
			if err := env.PrintJSON(out); err != nil {
				return err
			}
		}
		return nil
	}
	return c.write(env, c.Format, fmt.Sprintf("Tectonic %d×%d", c.Width, c.Height), made)
}

// order returns what the flags ask for.
func (c *tectonicPuzzleCmd) order() (setter.Order, error) {
	o := setter.Order{Width: c.Width, Height: c.Height, Most: c.Max, Class: setter.Any, Tries: c.Tries}
	if _, err := c.Problem(); err != nil {
		return o, err
	}
	if c.Max > puzzle.MaxRegion {
		return o, usageErrorf("-M %d: expected at most %d for puzzles", c.Max, puzzle.MaxRegion)
	}
	if c.Number < 1 || c.Tries < 0 || c.Workers < 0 {
		return o, usageErrorf("--number %d, --tries %d, --workers %d: expected 1 or more, 0 or more and 0 or more", c.Number, c.Tries, c.Workers)
	}
	if c.Difficulty != "any" {
		o.Class = technique.Class(c.Difficulty[0] - '0')
	}
	switch c.Clues {
	case "few":
	case "minimal":
		o.Minimal = true
	default:
		n, err := strconv.Atoi(c.Clues)
		if err != nil || n < 1 || n > c.Width*c.Height {
			return o, usageErrorf("--clues %s: expected few, minimal or a number from 1 to %d", c.Clues, c.Width*c.Height)
		}
		o.Clues = n
	}
	return o, nil
}

// make makes the puzzles, several at once, and returns them in order.
func (c *tectonicPuzzleCmd) make(ctx context.Context, env *Env, order setter.Order, seed uint64) ([]setter.Made, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := c.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	progress := env.Progress("puzzles")
	defer progress.Done()
	made := make([]setter.Made, c.Number)
	numbers := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	done := int64(0)
	for range min(workers, c.Number) {
		wg.Go(func() {
			for i := range numbers {
				m, err := setter.Make(ctx, order, seed, uint64(i))
				if err != nil {
					cancel(err)
					continue
				}
				mu.Lock()
				made[i] = m
				done++
				progress.Count(done, int64(c.Number))
				mu.Unlock()
			}
		})
	}
	for i := range made {
		if ctx.Err() != nil {
			break
		}
		numbers <- i
	}
	close(numbers)
	wg.Wait()
	return made, context.Cause(ctx)
}

// puzzleJSON is a puzzle as JSON.
type puzzleJSON struct {
	Code     string `json:"code"`
	URL      string `json:"url"`
	Clues    int    `json:"clues"`
	Class    int    `json:"class"`
	Name     string `json:"name"`
	Solution string `json:"solution"` // code
	Tries    int    `json:"tries"`    // grids it took
}

func makePuzzleJSON(m setter.Made) (puzzleJSON, error) {
	out := puzzleJSON{Clues: m.Count(), Class: int(m.Class), Name: m.Class.String(), Tries: m.Tries}
	var err error
	if out.Code, err = codeOf(m.Puzzle); err != nil {
		return out, err
	}
	if out.Solution, err = codeOf(filled(m.Puzzle, m.Solution)); err != nil {
		return out, err
	}
	url, err := notation.Write(notation.URL, m.Puzzle)
	out.URL = url[:max(len(url)-1, 0)]
	return out, err
}
