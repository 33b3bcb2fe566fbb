package bench

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"

	"puzzlekit/engines/freecell"
	"puzzlekit/engines/freecell/exhaust"
	"puzzlekit/engines/freecell/graph"
	"puzzlekit/engines/freecell/pdfs"
	"puzzlekit/engines/freecell/repr"
	"puzzlekit/engines/freecell/scan"
)

// dealSignature is of a hundred deals of each game.
func dealSignature(context.Context) (int64, error) {
	h := fnv.New64a()
	for _, v := range freecell.Variants() {
		for i := range uint64(100) {
			b, err := freecell.Deal(1+i*i*i*8192, v) // up to 2³³
			if err != nil {
				return 0, err
			}
			fmt.Fprintln(h, b)
		}
	}
	return int64(h.Sum64() & math.MaxInt64), nil
}

func scanSignature(ctx context.Context) (int64, error) {
	total := int64(0)
	for _, s := range scanTexts {
		set, err := scan.Parse(s.name, s.text)
		if err != nil {
			return 0, err
		}
		for deal := uint64(1); deal <= 30; deal++ {
			b, err := board("freecell", deal, -1)
			if err != nil {
				return 0, err
			}
			runner, err := scan.NewRunner(set, b.Variant, scan.Options{Repr: repr.Compact, Dedup: graph.Table, Limit: 3000})
			if err != nil {
				return 0, err
			}
			r, err := runner.Solve(ctx, b)
			if err != nil {
				return 0, err
			}
			total += r.Checked
		}
	}
	return total, nil
}

func reprSignature(ctx context.Context) (int64, error) {
	set, err := scan.Parse("signature", "--method soft-dfs")
	if err != nil {
		return 0, err
	}
	total := int64(0)
	for _, kind := range []repr.Kind{repr.Debug, repr.Compact, repr.Indirect} {
		for _, game := range games {
			b, err := board(game, 24, -1)
			if err != nil {
				return 0, err
			}
			runner, err := scan.NewRunner(set, b.Variant, scan.Options{Repr: kind, Dedup: graph.Table, Limit: 10_000})
			if err != nil {
				return 0, err
			}
			r, err := runner.Solve(ctx, b)
			if err != nil {
				return 0, err
			}
			total += r.Stored + int64(len(r.Moves))
		}
	}
	return total, nil
}

// walkSignature walks all of a deal without a solution.
func walkSignature(context.Context) (int64, error) {
	s, err := pdfs.ParseScan("--freecells-num 1 " + pdfs.DefaultScan)
	if err != nil {
		return 0, err
	}
	b, err := freecell.Deal(46, s.Variant)
	if err != nil {
		return 0, err
	}
	entered, _, err := pdfs.NewWalker(b, s, nil).Run(2_000_000)
	return entered, err
}

func exhaustSignature(ctx context.Context) (int64, error) {
	total := int64(0)
	for _, d := range []struct {
		game  string
		deal  uint64
		cells int
	}{{"freecell", 11982, 4}, {"freecell", 6, 2}, {"ko_bakers_game", 8, 4}, {"streets_and_alleys", 5, 0}, {"bakers_game", 2, 2}} {
		b, err := board(d.game, d.deal, d.cells)
		if err != nil {
			return 0, err
		}
		r, err := exhaust.Search(ctx, b, exhaust.Options{Workers: 2})
		if err != nil {
			return 0, err
		}
		if r.Verdict != exhaust.Unsolvable {
			return 0, fmt.Errorf("bench: %s %d: %v", d.game, d.deal, r.Verdict)
		}
		total += r.States
	}
	return total, nil
}
