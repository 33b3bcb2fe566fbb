package commands

import (
	"context"
	"math/big"

	"puzzlekit/engines/tectonic"
	"puzzlekit/engines/tectonic/automaton"
)

// stream prints the complete grids.
func (c *tectonicGenCmd) stream(ctx context.Context, env *Env, p tectonic.Problem, memory int64) error {
	write := func(lines []byte) error {
		_, err := env.Stdout.Write(lines)
		return err
	}
	if c.Search || !automaton.Reaches(p) {
		return automaton.Search(ctx, p, write)
	}
	progress := env.Progress("build the automaton")
	defer progress.Done()
	a, err := automaton.Build(ctx, p, automaton.Options{Workers: c.workers(), Memory: memory, Progress: showStates(progress)})
	if err != nil {
		return err
	}
	graph, err := a.Graph(ctx)
	if err != nil {
		return err
	}
	progress.Done()
	total := clampCount(a.Count())
	lines := env.Progress("stream")
	defer lines.Done()
	size := int64(p.Cells()*p.Digits() + 1)
	done := int64(0)
	return graph.Stream(ctx, func(block []byte) error {
		done += int64(len(block)) / size
		lines.Count(done, total)
		return write(block)
	})
}

// clampCount returns a count as far as it fits.
func clampCount(n *big.Int) int64 {
	if n.IsInt64() {
		return n.Int64()
	}
	return 0
}
