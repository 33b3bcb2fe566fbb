package solve

import (
	"context"
	"fmt"

	"puzzlekit/engines/dots"
	"puzzlekit/engines/dots/coins"
)

// Options are what New may be told.
type Options struct {
	Memory int64 // bytes for the table; 0 means 64 MiB
	// Plain leaves out what is known of chains that stand alone: all of them are
	// opened, and keys tell where they lie. It takes longer and is there to check
	// the search without.
	Plain bool
	// Advise is told the memory of the table before it is used, so that it can ask
	// for large pages. It may be nil.
	Advise func(memory []byte)
	// Tick is called now and then during a search, some hundred times a second. It
	// may call methods of the Solver that do not search. An error stops the search,
	// which returns it. It may be nil.
	Tick func() error
}

// Solver solves one position and all that follow from it, and remembers what it
// has found. It is not safe for concurrent use.
type Solver struct {
	size   dots.Size
	number map[dots.Line]int // bits of the quiet position's lines
	s      search
	opts   Options
	ctx    context.Context // of the search that is running
	err    error           // that stopped it
}

// New returns a solver for a position. It fails when there are more than MaxLines
// free lines besides those that win boxes at once.
func New(p *dots.Position, opts Options) (*Solver, error) {
	g := coins.New(p)
	b, err := newBoard(p.Size(), g, g.Start().Capture().Quiet)
	if err != nil {
		return nil, err
	}
	b.plain = opts.Plain
	if opts.Memory == 0 {
		opts.Memory = 64 << 20
	}
	v := &Solver{size: p.Size(), number: map[dots.Line]int{}, opts: opts}
	for i, l := range b.lines {
		v.number[l] = i
	}
	v.s = search{b: b, table: newTable(opts.Memory, opts.Advise), tick: v.tick}
	return v, nil
}

// Positions returns how many positions have been searched since New.
func (v *Solver) Positions() int64 { return v.s.positions }

// Stored returns how many positions the table holds.
func (v *Solver) Stored() int64 { return v.s.table.stored }

// Share returns an estimate of how much of the running question is answered.
func (v *Solver) Share() float64 { return v.s.share() }

// Holds reports whether the position follows from the one New was given, or is
// like one that does.
func (v *Solver) Holds(p *dots.Position) bool {
	g := coins.New(p)
	_, err := v.set(g, g.Start().Capture().Quiet)
	return err == nil && p.Size() == v.size
}

// set returns the bits of strings of g.
func (v *Solver) set(g *coins.Graph, strings []int) (set, error) {
	free := set(0)
	for _, str := range strings {
		i, ok := v.number[g.Line(str)]
		if !ok {
			return 0, fmt.Errorf("solve: %v is free in this position: expected one that follows from the solver's", g.Line(str))
		}
		free |= 1 << i
	}
	return free, nil
}

// tick asks the context and the owner whether to go on.
func (v *Solver) tick() bool {
	v.err = v.ctx.Err()
	if v.err == nil && v.opts.Tick != nil {
		v.err = v.opts.Tick()
	}
	return v.err == nil
}

// run does something that asks the search. It returns why that was stopped.
func (v *Solver) run(ctx context.Context, ask func()) error {
	v.ctx, v.err, v.s.stopped = ctx, ctx.Err(), false
	if v.err == nil {
		ask()
	}
	v.ctx = nil
	if v.err != nil {
		return fmt.Errorf("solve: %w", v.err)
	}
	return nil
}

// Value returns how many boxes more than the opponent the seat to move wins from
// here on. The error is that of ctx or Tick, or says that the position does not
// follow from the solver's; what was found is remembered.
func (v *Solver) Value(ctx context.Context, p *dots.Position) (int, error) {
	g := coins.New(p)
	c := g.Start().Capture()
	free, err := v.set(g, c.Quiet)
	if err != nil {
		return 0, err
	}
	value := 0
	err = v.run(ctx, func() { value = int(c.Value(float64(v.quiet(free)))) })
	return value, err
}

// AtLeast reports whether Value is at least want. It often takes less time.
func (v *Solver) AtLeast(ctx context.Context, p *dots.Position, want int) (bool, error) {
	g := coins.New(p)
	c := g.Start().Capture()
	free, err := v.set(g, c.Quiet)
	if err != nil {
		return false, err
	}
	answer := false
	err = v.run(ctx, func() { answer = v.captureAtLeast(&c, free, want) })
	return answer, err
}

// Move is a line that can be drawn.
type Move struct {
	Line dots.Line
	// Value is how many boxes more than the opponent the seat that draws the line
	// wins from here on, those of the line included.
	Value int
}

// Moves returns all moves with their values.
func (v *Solver) Moves(ctx context.Context, p *dots.Position) ([]Move, error) {
	g := coins.New(p)
	var moves []Move
	for _, m := range g.Start().Moves() {
		free, err := v.set(g, m.After.Quiet)
		value := 0
		if err == nil {
			err = v.run(ctx, func() { value = int(m.Value(float64(v.quiet(free)))) })
		}
		if err != nil {
			return nil, err
		}
		moves = append(moves, Move{g.Line(m.String), value})
	}
	return moves, nil
}

// Best returns the lines after which the seat to move still wins at least want
// boxes more than the opponent: when want is the value, all best lines. It stops
// after the first limit of them, if limit is not 0.
func (v *Solver) Best(ctx context.Context, p *dots.Position, want, limit int) ([]dots.Line, error) {
	g := coins.New(p)
	var best []dots.Line
	for _, m := range g.Start().Moves() {
		free, err := v.set(g, m.After.Quiet)
		if err != nil {
			return nil, err
		}
		ok := false
		if err := v.run(ctx, func() { ok = v.moveAtLeast(&m, free, want) }); err != nil {
			return nil, err
		}
		if ok {
			best = append(best, g.Line(m.String))
			if len(best) == limit {
				break
			}
		}
	}
	return best, nil
}

// Line returns a line after which the seat to move still wins at least want boxes
// more than the opponent, false if there is none. After AtLeast has said that
// there is one, it takes next to no time.
func (v *Solver) Line(ctx context.Context, p *dots.Position, want int) (line dots.Line, ok bool, err error) {
	g := coins.New(p)
	c := g.Start().Capture()
	free, err := v.set(g, c.Quiet)
	if err != nil {
		return line, false, err
	}
	if c.Won == 0 {
		err = v.run(ctx, func() { line, ok = v.quietLine(free, want) })
		return line, ok, err
	}
	// A move that has the same quiet position behind it is as good as any other.
	for _, m := range g.Start().Moves() {
		if len(m.After.Quiet) != len(c.Quiet) {
			continue
		}
		err = v.run(ctx, func() { ok = v.moveAtLeast(&m, free, want) })
		if ok || err != nil {
			return g.Line(m.String), ok, err
		}
	}
	return line, false, nil
}
