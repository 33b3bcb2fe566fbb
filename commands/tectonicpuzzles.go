package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/puzzle"
	"puzzlekit/engines/tectonic/setter"
	"puzzlekit/engines/tectonic/technique"
)

// tectonicPuzzlesCmd makes puzzles of the grids of a list.
type tectonicPuzzlesCmd struct {
	TectonicSize `embed:""`
	Data         string `default:"data" placeholder:"DIR" help:"Directory of the lists."`
	Clues        string `default:"minimal" placeholder:"SIZES" help:"Numbers of clues like 3, 3-5 or 3,6-8, or minimal for masks in which every clue is needed."`
	Each         int    `default:"1" placeholder:"N" help:"Random masks to try for each grid and number of clues; 0 for all masks there are, on boards of at most 24 cells."`
	Seed         uint64 `default:"1" placeholder:"N" help:"The same seed gives the same masks."`
	Workers      int    `default:"0" placeholder:"N" help:"Grids worked on at once, 0 for as many as there are processors. It does not change the files."`
}

// Help returns the longer help text.
func (*tectonicPuzzlesCmd) Help() string {
	return `Reads DIR/hHHlLL/mMM/grilles.txt, the complete list of the grids of a size, and writes beside it one file for each class of difficulty, d00.txt to d06.txt, with a line for each puzzle: the rank of its grid in the list, from 0, and its mask, a digit a cell, 1 where the value is given. Every puzzle has one solution. Lines are in the order of ranks, and the files take their names when they are whole.

A random mask of a number of clues is what is left when clues are taken away at random while there is one solution; a grid has no line where that ends with more. What is finished is kept in puzzles.parts until all is, and a run that was stopped or killed goes on there. With --each 0 and numbers of clues, every mask with one solution is listed.

Example:

  puzzlekit tectonic puzzles -L 4 -H 4 -M 5 --data data --clues minimal,8`
}

// Run writes the files.
func (c *tectonicPuzzlesCmd) Run(ctx context.Context, env *Env) error {
	p, err := c.Problem()
	if err != nil {
		return err
	}
	sizes, err := c.sizes(p.Cells())
	if err != nil {
		return err
	}
	dir := filepath.Join(c.Data, fmt.Sprintf("h%02dl%02d", p.Height, p.Width), fmt.Sprintf("m%02d", p.Max))
	codes, err := readList(filepath.Join(dir, "grilles.txt"), p)
	if err != nil {
		return err
	}
	order := fmt.Sprintf("grids %d, --clues %s --each %d --seed %d\n", len(codes), c.Clues, c.Each, c.Seed)
	parts, err := openParts(filepath.Join(dir, "puzzles.parts"), order)
	if err != nil {
		return fmt.Errorf("keep finished parts: %w", err)
	}
	if err := c.work(ctx, env, p, codes, sizes, parts); err != nil {
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("stopped; finished parts are kept, run the same command to go on: %w", err)
		}
		return err
	}
	counts, err := parts.assemble(dir, len(codes))
	if err != nil {
		return err
	}
	if env.JSON {
		return env.PrintJSON(struct {
			Grids   int   `json:"grids"`
			Puzzles []int `json:"puzzles"` // by class
		}{len(codes), counts})
	}
	for class, n := range counts {
		if _, err := fmt.Fprintf(env.Stdout, "d%02d.txt  %s (%s)\n", class, count(n, "puzzle"), technique.Class(class)); err != nil {
			return err
		}
	}
	return nil
}

// minimalSize stands among numbers of clues for minimal masks.
const minimalSize = 0

// sizes reads --clues.
func (c *tectonicPuzzlesCmd) sizes(cells int) ([]int, error) {
	if c.Each < 0 || c.Workers < 0 {
		return nil, usageErrorf("--each %d, --workers %d: expected 0 or more", c.Each, c.Workers)
	}
	if c.Each == 0 && cells > setter.MostCells {
		return nil, usageErrorf("--each 0 on a board of %d cells: expected at most %d", cells, setter.MostCells)
	}
	var sizes []int
	for part := range strings.SplitSeq(c.Clues, ",") {
		if part == "minimal" {
			sizes = append(sizes, minimalSize)
			continue
		}
		low, high, isRange := strings.Cut(part, "-")
		from, errFrom := strconv.Atoi(low)
		to, errTo := from, error(nil)
		if isRange {
			to, errTo = strconv.Atoi(high)
		}
		if errFrom != nil || errTo != nil || from < 1 || from > to || to > cells {
			return nil, usageErrorf("--clues %s: expected minimal and numbers from 1 to %d, like minimal,3,6-8", c.Clues, cells)
		}
		for n := from; n <= to; n++ {
			sizes = append(sizes, n)
		}
	}
	return sizes, nil
}

// readList reads the list of all grids.
func readList(name string, p tectonic.Problem) ([]string, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is missing: make it with puzzlekit tectonic gen", name)
	}
	if err != nil {
		return nil, fmt.Errorf("read the list of grids: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	codes, err := setter.Codes(f, p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return codes, nil
}

// puzzleLine is a line of a file of puzzles.
type puzzleLine struct {
	class technique.Class
	text  string
}

// work makes the puzzles of every grid, part by part, several grids at once.
func (c *tectonicPuzzlesCmd) work(ctx context.Context, env *Env, p tectonic.Problem, codes []string, sizes []int, parts puzzleParts) error {
	progress := env.Progress("puzzles")
	defer progress.Done()
	for from := 0; from < len(codes); from += partSize {
		to := min(from+partSize, len(codes))
		if !parts.has(from) {
			lines, err := c.part(ctx, p, codes, from, to, sizes)
			if err != nil {
				return err
			}
			if err := parts.write(from, lines); err != nil {
				return err
			}
		}
		progress.Count(int64(to), int64(len(codes)))
	}
	return ctx.Err()
}

// part makes the puzzles of the grids of some ranks.
func (c *tectonicPuzzlesCmd) part(ctx context.Context, p tectonic.Problem, codes []string, from, to int, sizes []int) ([][]puzzleLine, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := c.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	lines := make([][]puzzleLine, to-from)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for ctx.Err() == nil {
				rank := from + int(next.Add(1)) - 1
				if rank >= to {
					return
				}
				var err error
				if lines[rank-from], err = c.grid(ctx, p, codes[rank], rank, sizes); err != nil {
					cancel(fmt.Errorf("grid %d: %w", rank, err))
					return
				}
			}
		})
	}
	wg.Wait()
	return lines, context.Cause(ctx)
}

// grid makes the puzzles of one grid.
func (c *tectonicPuzzlesCmd) grid(ctx context.Context, p tectonic.Problem, code string, rank int, sizes []int) ([]puzzleLine, error) {
	g, err := setter.GridOf(code, p)
	if err != nil {
		return nil, err
	}
	masks, err := c.masks(ctx, g, rank, sizes)
	if err != nil {
		return nil, err
	}
	var lines []puzzleLine
	seen := make(map[string]bool)
	for _, clues := range masks {
		mask := make([]byte, len(clues))
		for i, v := range clues {
			mask[i] = '0'
			if v != 0 {
				mask[i] = '1'
			}
		}
		if seen[string(mask)] {
			continue
		}
		seen[string(mask)] = true
		class, err := technique.Grade(ctx, &puzzle.Puzzle{Layout: g.Layout, Clues: clues})
		if err != nil {
			return nil, err
		}
		lines = append(lines, puzzleLine{class, fmt.Sprintf("%d %s\n", rank, mask)})
	}
	return lines, nil
}

// masks returns the clues of the puzzles of a grid.
func (c *tectonicPuzzlesCmd) masks(ctx context.Context, g setter.Grid, rank int, sizes []int) ([][]int, error) {
	var list [][]int
	if c.Each == 0 {
		masks, err := setter.Masks(ctx, g, func(int) bool { return true })
		if err != nil {
			return nil, err
		}
		if slices.Contains(sizes, minimalSize) {
			for _, m := range setter.Minimal(masks) {
				list = append(list, m.Clues(g))
			}
		}
		for _, m := range masks {
			if n := bits.OnesCount32(uint32(m)); n != minimalSize && slices.Contains(sizes, n) {
				list = append(list, m.Clues(g))
			}
		}
		return list, nil
	}
	rng := rand.New(rand.NewPCG(c.Seed, uint64(rank)))
	masker := setter.NewMasker(g)
	for _, size := range sizes {
		for range c.Each {
			if left := masker.Reduce(rng, size, nil); size == minimalSize || left == size {
				list = append(list, masker.Clues())
			}
		}
	}
	return list, nil
}
